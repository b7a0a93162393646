// Package inline replaces calls by the bodies of the functions they call, and
// removes functions that nothing calls any more.
//
// A function is inlined where it is called when it is small, when that is its
// only call, when the call stands in a parallel operation and hides more
// parallelism there, or when it deals in arrays and is called a few times, or in a
// parallel operation: where its result is to lie, and how large its arguments are,
// is for its surroundings to know, and an iteration would need memory of its own
// for arrays that do not lie as calls take and give them. A budget bounds the
// growth of the program, so that chains of functions that each call the next one
// twice do not explode.
//
// Assertions keep their backtraces: an inlined one gets the place of the call
// behind the places it has. A function in which a call that can fail is left is
// not inlined, since what fails in that call could no longer tell of the call
// around it.
package inline

import (
	"context"
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/source"
)

// Pass is inline.
var Pass = &pass.Pass{
	Name:    "inline",
	Summary: "replace calls by the functions' bodies, remove unused functions",
	From:    pass.At(pass.Soac),
	Options: []pass.Option{
		{Name: "small", Default: 40, Doc: "inline functions of at most this many statements everywhere"},
		{Name: "parallel", Default: 400, Doc: "inline parallel functions of at most this many statements into parallel operations"},
		{Name: "growth", Default: 20000, Doc: "add at most this many statements to the program"},
	},
	Constraints: []pass.Constraint{
		{Order: pass.Before, Pass: "extract-kernels", Reason: "what is called inside a kernel runs in sequence"},
	},
	Run: run,
}

func init() { pass.Default.Register(Pass) }

func run(ctx context.Context, u *pass.Unit, opts pass.Options) error {
	p := u.IR
	removeUnused(u)
	in := &inliner{
		unit:     u,
		p:        p,
		small:    opts.Int("small"),
		parallel: opts.Int("parallel"),
		growth:   opts.Int("growth"),
		facts:    map[string]*fact{},
		calls:    map[string]int{},
		done:     map[string]bool{},
		failing:  ops.Failing(p),
	}
	count := &ir.Walker{Stm: func(s *ir.Stm) {
		if c, ok := s.Exp.(*ir.Call); ok {
			in.calls[c.Fun]++
		}
	}}
	count.Program(p)
	err := u.EachFun(ctx, func(f *ir.Fun) error {
		in.fun(f)
		return nil
	})
	if err != nil {
		return err
	}
	removeUnused(u)
	return nil
}

type inliner struct {
	unit                    *pass.Unit
	p                       *ir.Program
	small, parallel, growth int
	facts                   map[string]*fact
	calls                   map[string]int // calls of each function in the program at first
	done                    map[string]bool
	failing                 func(string) bool
}

// fact is what the decision needs to know of a function whose own calls have
// been inlined.
type fact struct {
	f        *ir.Fun
	size     int // statements
	parallel bool
	leaves   bool // whether a call that can fail is left in it
	arrays   bool // whether it takes or gives any
}

// fun inlines the calls in f, after those in the functions it calls.
func (in *inliner) fun(f *ir.Fun) {
	if in.done[f.Name] {
		return
	}
	in.done[f.Name] = true
	results := ir.Subst{}
	in.body(f.Body, false, results)
	results.Body(f.Body)
	fact := &fact{f: f}
	isArray := func(p ir.Param) bool { return p.Type.IsArray() }
	fact.arrays = slices.ContainsFunc(slices.Concat(f.Params, f.Results), isArray)
	measure := &ir.Walker{Stm: func(s *ir.Stm) {
		fact.size++
		fact.parallel = fact.parallel || ops.IsParallel(s.Exp)
		if c, ok := s.Exp.(*ir.Call); ok {
			fact.leaves = fact.leaves || in.failing(c.Fun)
		}
	}}
	measure.InBody(f.Body)
	in.facts[f.Name] = fact
}

// body inlines the calls in b, which stands within a parallel operation or not.
// It adds to results what the names that those calls bound stand for.
func (in *inliner) body(b *ir.Body, within bool, results ir.Subst) {
	var out []*ir.Stm
	for _, s := range b.Stms {
		if c, ok := s.Exp.(*ir.Call); ok {
			out = append(out, in.call(s, c, within, results)...)
			continue
		}
		inner := within || ops.IsParallel(s.Exp)
		bodies := &ir.Walker{Body: func(b *ir.Body) bool {
			in.body(b, inner, results)
			return false
		}}
		bodies.Exp(s.Exp)
		out = append(out, s)
	}
	b.Stms = out
}

// call returns the statements that s, a call, becomes.
func (in *inliner) call(s *ir.Stm, c *ir.Call, within bool, results ir.Subst) []*ir.Stm {
	callee := in.p.Fun(c.Fun)
	if callee == nil {
		return []*ir.Stm{s}
	}
	in.fun(callee)
	fact := in.facts[c.Fun]
	if fact == nil || !in.worth(fact, within) || !in.unit.Rewrite() {
		return []*ir.Stm{s}
	}
	in.growth -= fact.size
	body := expand(in.p.Names, s, c, fact.f)
	for k, p := range s.Pat {
		results[p.Name] = results.Atom(body.Result[k])
	}
	return body.Stms
}

func (in *inliner) worth(f *fact, within bool) bool {
	if f.size > in.growth || f.leaves {
		return false
	}
	once := in.calls[f.f.Name] == 1 && f.f.Entry == nil
	hides := within && f.parallel || f.arrays && (within || in.calls[f.f.Name] <= fewCalls)
	return once || f.size <= in.small || hides && f.size <= in.parallel
}

// fewCalls of a function that deals in arrays are inlined.
const fewCalls = 6

// expand is a copy of f's body for the call s.
func expand(names *name.Supply, s *ir.Stm, c *ir.Call, f *ir.Fun) *ir.Body {
	fresh := ir.NewRenamer(names).Fun(f)
	args := ir.Subst{}
	for k, p := range fresh.Params {
		args[p.Name] = c.Args[k]
	}
	args.Body(fresh.Body)
	addCallSite(fresh.Body, s.Pos)
	return fresh.Body
}

// addCallSite appends a place to the backtraces of b's assertions.
func addCallSite(b *ir.Body, site source.Pos) {
	if !site.IsValid() {
		return
	}
	w := &ir.Walker{Stm: func(s *ir.Stm) {
		if a, ok := s.Exp.(*ir.Assert); ok {
			a.Trace = append(a.Trace, site)
		}
	}}
	w.InBody(b)
}

// removeUnused removes the functions that no entry point reaches; without entry
// points all functions stay.
func removeUnused(u *pass.Unit) {
	p := u.IR
	used := map[string]bool{}
	var visit func(*ir.Fun)
	visit = func(f *ir.Fun) {
		if f == nil || used[f.Name] {
			return
		}
		used[f.Name] = true
		w := &ir.Walker{Stm: func(s *ir.Stm) {
			if c, ok := s.Exp.(*ir.Call); ok {
				visit(p.Fun(c.Fun))
			}
		}}
		w.Fun(f)
	}
	for _, f := range p.Funs {
		if f.Entry != nil {
			visit(f)
		}
	}
	if len(used) == 0 || len(used) == len(p.Funs) || !u.Rewrite() {
		return
	}
	var kept []*ir.Fun
	for _, f := range p.Funs {
		if used[f.Name] {
			kept = append(kept, f)
		}
	}
	p.Funs = kept
}
