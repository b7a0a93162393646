// Package finding makes the programs smaller on which passes fail: generated programs are
// first made smaller by their choices, and then, here, by the moves of package reduce. Their
// arguments follow the parameters.
package finding

import (
	"context"
	"time"

	"github.com/lamina-lang/lamina/conformance/fuzz"
	"github.com/lamina-lang/lamina/conformance/generate"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/tools/lamina/internal/reduce"
)

// most bounds the time of a reduction; the best program until then is taken.
const most = time.Minute

// Passes returns the passes that may make a program smaller, of those registered.
func Passes(r *pass.Registry) []*pass.Pass {
	var out []*pass.Pass
	for _, name := range []string{"inline", "simplify"} {
		if p := r.Lookup(name); p != nil {
			out = append(out, p)
		}
	}
	return out
}

// Program makes a program and its arguments smaller as long as they fail. The program must
// have the entry point of generated programs.
func Program(ctx context.Context, passes *pass.Registry, p *ir.Program, args []value.Value, fails func(*ir.Program, []value.Value) bool) (*ir.Program, []value.Value, error) {
	limited, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	s := &search{args: byName(p, args), fails: fails, best: p, bestArgs: args}
	tree := &reduce.IR{Program: p.Clone(), Passes: Passes(passes)}
	r := &reduce.Reducer{
		Valid: func(text string) bool {
			p, err := ir.Parse("finding.lir", text)
			return err == nil && (&pass.Unit{IR: p}).Check() == nil
		},
		Interesting: func(_ context.Context, text string) (bool, error) { return s.try(text), nil },
		Better:      func(string) error { return nil },
		Tried:       func() {},
	}
	err := r.Run(limited, tree)
	if err != nil && ctx.Err() == nil && limited.Err() != nil {
		err = nil
	}
	s.elements()
	return s.best, s.bestArgs, err
}

type search struct {
	args     map[name.Name]value.Value // by parameter
	fails    func(*ir.Program, []value.Value) bool
	best     *ir.Program
	bestArgs []value.Value
}

func explicit(p *ir.Program) []ir.Param {
	f := p.Fun(generate.EntryPoint)
	if f == nil || f.Entry == nil || f.Entry.Implicit > len(f.Params) {
		return nil
	}
	var out []ir.Param
	for _, q := range f.Params[f.Entry.Implicit:] {
		if !q.Type.IsBlock() {
			out = append(out, q)
		}
	}
	return out
}

func byName(p *ir.Program, args []value.Value) map[name.Name]value.Value {
	out := map[name.Name]value.Value{}
	for i, q := range explicit(p) {
		if i < len(args) {
			out[q.Name] = args[i]
		}
	}
	return out
}

// try tests a smaller program on the arguments of the parameters that it still has.
func (s *search) try(text string) bool {
	p, err := ir.Parse("finding.lir", text)
	if err != nil || p.Fun(generate.EntryPoint) == nil {
		return false
	}
	var args []value.Value
	for _, q := range explicit(p) {
		v, ok := s.args[q.Name]
		if !ok {
			return false
		}
		args = append(args, v)
	}
	if !s.fails(p, args) {
		return false
	}
	s.best, s.bestArgs = p, args
	return true
}

// elements replaces elements of arguments by zeros, and else halves them, as long as the
// program fails.
func (s *search) elements() {
	for i := range s.bestArgs {
		for k := range min(s.bestArgs[i].Len(), 64) {
			for tries := 0; tries < 70; tries++ {
				v := s.bestArgs[i].Clone()
				old := v.At(k)
				next := scalar.Zero(v.Elem)
				if tries > 0 && v.Elem.IsInt() {
					next, _ = scalar.Quot.Eval(v.Elem, old, scalar.Int(v.Elem, 2))
				}
				if next == old || tries > 0 && !v.Elem.IsInt() {
					break
				}
				v.Set(k, next)
				args := append([]value.Value(nil), s.bestArgs...)
				args[i] = v
				if s.fails(s.best, args) {
					s.bestArgs = args
				} else if tries > 0 {
					break
				}
			}
		}
	}
}

// Smaller makes the program of a failure smaller as long as it fails in the same step.
func Smaller(ctx context.Context, passes *pass.Registry, c *fuzz.Config, f *fuzz.Failure) (*fuzz.Failure, error) {
	best := f
	_, _, err := Program(ctx, passes, f.Program, f.Args, func(p *ir.Program, args []value.Value) bool {
		smaller := c.Again(ctx, f, p, args)
		if smaller != nil {
			best = smaller
		}
		return smaller != nil
	})
	c.Describe(ctx, best)
	return best, err
}
