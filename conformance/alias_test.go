package conformance

import (
	"context"
	"fmt"
	"testing"

	"github.com/lamina-lang/lamina/analysis/alias"
	"github.com/lamina-lang/lamina/backends/gpu"
	"github.com/lamina-lang/lamina/backends/wasm"
	"github.com/lamina-lang/lamina/conformance/generate"
	"github.com/lamina-lang/lamina/conformance/generate/draw"
	"github.com/lamina-lang/lamina/conformance/generate/source"
	"github.com/lamina-lang/lamina/core/interp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/frontends/fut"
)

// What the alias analysis says of blocks holds in every run: after each pass that leaves a
// program at mem, random programs run on the heap, and the analysis must know of each block that
// a name stands for.
func TestAliasesHoldInRuns(t *testing.T) {
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	ways := []struct {
		pipeline string
		machine  target.Target
	}{{wasm.New().Pipeline(), wasm.New().Target()}, {gpu.Pipeline, target.GPU()}}
	count := 40
	if testing.Short() {
		count = 20
	}
	asked := 0
	for seed := range uint64(count) {
		for _, random := range randomPrograms(t, seed) {
			for _, w := range ways {
				p, err := d.Passes.Parse(w.pipeline, pass.Soac)
				if err != nil {
					t.Fatal(err)
				}
				manager := pass.Manager{Validate: func(ctx context.Context, u *pass.Unit) error {
					if u.Imp != nil || u.IR.Level != ir.Mem {
						return nil
					}
					asked++
					return aliasesOfRun(ctx, u.IR, random.args)
				}}
				u := &pass.Unit{IR: random.program.Clone(), Target: w.machine}
				if _, err := manager.Run(t.Context(), p, u); err != nil {
					t.Fatalf("seed %d: %v\n%v", seed, err, random.program)
				}
			}
		}
	}
	if asked < 10*count {
		t.Errorf("%d programs at mem were asked about; passes leave more", asked)
	}
}

type randomProgram struct {
	program *ir.Program
	args    []value.Value
}

// randomPrograms makes a program of soac and one in the source language.
func randomPrograms(t *testing.T, seed uint64) []randomProgram {
	p, args := generate.Program(draw.Seeded(seed))
	out := []randomProgram{{p, args}}
	if source.Invalid(seed) {
		return out
	}
	s := source.Seeded(seed)
	compiled, err := fut.Compile(t.Context(), "generated.fut", []byte(s.Text))
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	return append(out, randomProgram{compiled, s.Args})
}

// aliasesOfRun runs main on the heap and compares the blocks that names stand for with what the
// analysis says of them.
func aliasesOfRun(ctx context.Context, p *ir.Program, args []value.Value) error {
	w := newWitness(p.Fun("main"))
	limits := interp.Options{MaxSteps: 2_000_000, MaxBytes: 1 << 28, Block: w.bound}
	_, _, _ = interp.Heap(ctx, p, "main", args, limits) // what ran before a failure counts, too
	return w.err
}

// witness compares what a run binds with the analysis.
type witness struct {
	memory *alias.Memory
	number map[name.Name]int // binders in the order of the text
	allocs []trackedAlloc
	names  map[int64]ir.Names  // that a block has had
	latest map[name.Name]int64 // the block that an allocation made last
	// operators are the names bound in operators. A flow knows nothing of what an operator is
	// given: the statement that applies it mentions all of that.
	operators ir.Names
	err       error
}

// trackedAlloc is an allocation in a body that the function's own code runs.
type trackedAlloc struct {
	block name.Name
	span  [2]int // of the body's binders
	flow  *alias.Flow
}

func newWitness(f *ir.Fun) *witness {
	w := &witness{
		memory: alias.Of(f), number: map[name.Name]int{},
		names: map[int64]ir.Names{}, latest: map[name.Name]int64{}, operators: ir.Names{},
	}
	walker := &ir.Walker{Bind: func(n *name.Name) { w.number[*n] = len(w.number) }}
	operator := &ir.Walker{Bind: func(n *name.Name) { w.operators.Add(*n) }}
	walker.Stm = func(s *ir.Stm) {
		if k := ops.KernelOf(s.Exp); k != nil {
			for _, op := range k.Operators() {
				operator.Lambda(op)
			}
		}
	}
	inside := map[*ir.Body]bool{}
	walker.Body = func(b *ir.Body) bool {
		if inside[b] {
			return true
		}
		inside[b] = true
		first := len(w.number)
		walker.InBody(b)
		w.track(b, [2]int{first, len(w.number)})
		return false
	}
	walker.Params(f.Params) // the results name blocks for callers alone
	walker.InBody(f.Body)
	return w
}

// track notes the allocations of a body.
func (w *witness) track(b *ir.Body, span [2]int) {
	flow := w.memory.Flow(b)
	for _, s := range b.Stms {
		if _, ok := s.Exp.(*ir.Alloc); ok {
			w.allocs = append(w.allocs, trackedAlloc{s.Pat[0].Name, span, flow})
		}
	}
}

// bound hears that n names a block.
func (w *witness) bound(n name.Name, block int64) {
	at, known := w.number[n]
	if !known || w.err != nil {
		return // of another function
	}
	if w.names[block] == nil {
		w.names[block] = ir.Names{}
	}
	for other := range w.names[block] {
		if !w.memory.MayBe(n, other) {
			w.err = fmt.Errorf("blocks %s and %s were one, which the alias analysis excludes", other, n)
		}
	}
	w.names[block].Add(n)
	for _, a := range w.allocs {
		if a.block == n {
			w.latest[n] = block
			continue
		}
		// In one run of its body an allocation comes before what follows it in the text.
		follows := at > w.number[a.block] && at < a.span[1] && !w.operators.Has(n)
		if made, ran := w.latest[a.block]; ran && made == block && follows && !a.flow.Holds(n).Has(a.block) {
			w.err = fmt.Errorf("in a run of its body, %s was the block %s, which the analysis of that body excludes", n, a.block)
		}
	}
}
