// Package toimp lowers mem to imp. Index functions become the subscripts of loads and
// stores, segmented operators become parallel loops and launches, and only scalars and
// blocks remain.
//
//   - Scalars and blocks keep their names. Arrays disappear: their location says everything.
//   - A block variable is released after the last statement that uses the block or an array
//     in it.
//   - Reductions and scans combine in the tree of docs/semantics.md: chunks of the target's
//     ReduceChunk elements, each left to right, then the chunks of each superchunk, then the
//     superchunks. Without segments, chunks are the parallel iterations; with segments,
//     segments are. The host folds the partial results in functions that reductions with the
//     same operator share (waves.go). Where the target has work-groups, these share the work (groups.go,
//     rows.go). Inside loops, blocks for partial results are reused across iterations
//     (loopblocks.go).
//   - A histogram is built in parallel: in parts, if its operators are exact in any order and
//     there are enough updates; on devices also with atomic updates, or by sorting the updates
//     (hist.go). Otherwise its updates run sequentially.
package toimp

import (
	"context"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/passes/toimp/internal/uses"
)

// Pass is to-imp.
var Pass = &pass.Pass{
	Name:       "to-imp",
	Summary:    "lower memory-annotated programs to imperative code",
	From:       pass.At(pass.Mem),
	To:         pass.Imp,
	CarriesOut: true,
	Options: []pass.Option{
		{Name: "thresholds", Default: fixed, Choices: []string{fixed, adjustable}, Doc: "what becomes of the thresholds between versions: constants, or parameters that users of the compiled program set"},
	},
	Run: run,
}

// The values of option thresholds.
const (
	fixed      = "fixed"
	adjustable = "adjustable"
)

// Adjustable is how a pipeline names the pass where users of the compiled program set thresholds.
const Adjustable = "to-imp{thresholds=" + adjustable + "}"

func init() { pass.Default.Register(Pass) }

func run(ctx context.Context, u *pass.Unit, opts pass.Options) error {
	out := &imp.Program{Names: u.IR.Names}
	inKernel := ops.CalledWithin(u.IR, ops.IsKernel)
	shared := newOutlines(u)
	err := u.EachFun(ctx, func(f *ir.Fun) error {
		state := newShared(u, shared)
		state.adjustable = opts.Text("thresholds") == adjustable
		out.Funs = append(out.Funs, lowerFun(f, state, inKernel[f.Name]))
		return nil
	})
	if err != nil {
		return err
	}
	out.Funs = append(out.Funs, shared.funs...)
	u.IR, u.Imp = nil, out
	return nil
}

// emitter builds a list of imp statements.
type emitter struct {
	*shared
	out      []imp.Stm
	inKernel bool
}

// shared is the state common to all emitters of a function.
type shared struct {
	unit    *pass.Unit
	names   *name.Supply
	target  target.Target
	scalars map[name.Name]scalar.Type
	arrays  map[name.Name]array
	what    map[name.Name]string // by block, the array it was allocated for
	// known holds the statements that compute i64 values.
	known      ir.Definitions
	uses       *uses.Uses
	positive   []ir.Atom   // sizes that the enclosing iterations show not to be 0
	loopBlocks *loopBlocks // the blocks of the enclosing outermost host loop
	outlines   *outlines
	adjustable bool // users set thresholds
}

func newShared(u *pass.Unit, o *outlines) *shared {
	return &shared{
		unit:     u,
		names:    u.IR.Names,
		target:   u.Target,
		scalars:  map[name.Name]scalar.Type{},
		arrays:   map[name.Name]array{},
		known:    ir.Definitions{},
		uses:     uses.New(),
		outlines: o,
	}
}

// array is the type and location of an array in scope.
type array struct {
	Type ir.Type
	At   ir.Loc
}

// inner returns an emitter for a nested statement list.
func (e *emitter) inner() *emitter { return &emitter{shared: e.shared, inKernel: e.inKernel} }

// kernel returns an emitter for the body of a kernel.
func (e *emitter) kernel() *emitter { return &emitter{shared: e.shared, inKernel: true} }

func (e *emitter) add(stms ...imp.Stm) { e.out = append(e.out, stms...) }

func lowerFun(f *ir.Fun, s *shared, inKernel bool) *imp.Fun {
	s.what = blockPurposes(f)
	e := &emitter{shared: s, inKernel: inKernel}
	out := &imp.Fun{Name: f.Name, Pos: f.Pos, InKernel: inKernel}
	out.Params = e.params(f.Params)
	out.Results = e.params(f.Results)
	if f.Entry != nil {
		out.Entry = e.entry(f)
	}
	e.body(f.Body)
	for i, r := range f.Results {
		e.assign(r, f.Body.Result[i])
	}
	out.Body = e.out
	return out
}

// bind records a scalar's type or an array's location.
func (e *emitter) bind(p ir.Param) {
	switch {
	case p.Type.IsScalar():
		e.scalars[p.Name] = p.Type.Elem
	case p.Type.IsArray():
		e.arrays[p.Name] = array{p.Type, *p.At}
	}
}

// params binds a parameter or result list and returns the imp parameters, without arrays.
func (e *emitter) params(ps []ir.Param) []imp.Param {
	var out []imp.Param
	for _, p := range ps {
		e.bind(p)
		if !p.Type.IsArray() {
			out = append(out, imp.Param{Name: p.Name, Type: imp.Type{Elem: p.Type.Elem, Space: imp.Space(p.Type.Space)}})
		}
	}
	return out
}

func (e *emitter) entry(f *ir.Fun) *imp.Entry {
	var results []ir.Param
	for _, i := range f.EntryResults() {
		results = append(results, f.Results[i])
	}
	return &imp.Entry{
		Params:  e.externals(f.Params[f.Entry.Implicit:], f.Entry.Params),
		Results: e.externals(results, f.Entry.Results),
	}
}

func (e *emitter) externals(ps []ir.Param, described []ir.External) []imp.External {
	var out []imp.External
	for _, p := range ps {
		if p.Type.IsBlock() {
			continue
		}
		x := imp.External{Elem: p.Type.Elem, Var: p.Name, Unique: p.Unique}
		if k := len(out); k < len(described) {
			x.Name, x.Type = described[k].Name, described[k].Type
		}
		if p.Type.IsArray() {
			x.Var = p.At.Block
			x.Shape = e.atoms(p.Type.Dims)
		}
		out = append(out, x)
	}
	return out
}

// blockPurposes names, for each block, the first array in it.
func blockPurposes(f *ir.Fun) map[name.Name]string {
	what := map[name.Name]string{}
	w := &ir.Walker{Stm: func(s *ir.Stm) {
		for _, p := range s.Pat {
			if p.At == nil {
				continue
			}
			if _, known := what[p.At.Block]; !known {
				what[p.At.Block] = p.Name.Base + ": " + p.Type.String()
			}
		}
	}}
	w.Fun(f)
	return what
}
