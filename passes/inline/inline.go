// Package inline replaces calls by the bodies of the functions they call, and removes
// functions that are no longer called.
//
// A call is inlined if the function is small, if it is the function's only call, if the
// call is in a parallel operation, or in a function that one calls, and hides more parallelism, or
// if the function takes or returns arrays and is called only a few times or in a parallel operation. In the last
// case, the caller knows where the result is to lie and how large the arguments are, and an
// iteration would need private memory for arrays not laid out as calls require. A budget
// bounds the growth of the program, so that chains of functions that each call the next one
// twice do not explode.
//
// Regions give way to their bodies.
//
// Assertions keep their backtraces: inlining appends the position of the call. A function
// that still contains a call that can fail is not inlined, because a failure in that call
// could no longer report the enclosing call.
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
	if len(p.Regions()) > 0 && u.Rewrite() {
		p.Dissolve() // first, as a function with regions cannot be inlined twice
	}
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

		instances: map[source.Pos]int{},
	}
	for _, f := range p.Funs {
		in.instances[f.Pos]++
	}
	count := &ir.Walker{Stm: func(s *ir.Stm) {
		if c, ok := s.Exp.(*ir.Call); ok {
			in.calls[c.Fun]++
		}
	}}
	count.Program(p)
	in.kernels = ops.CalledWithin(p, ops.IsParallel)
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
	calls                   map[string]int // number of calls of each function before inlining
	done                    map[string]bool
	failing                 func(string) bool
	kernels                 map[string]bool    // functions that parallel operations call
	now                     *fact              // of the function that calls are inlined into
	instances               map[source.Pos]int // number of functions that are one in the source
}

// fact holds what the decision needs to know about a function whose own calls have been
// inlined.
type fact struct {
	f        *ir.Fun
	size     int // number of statements
	parallel bool
	leaves   bool // a call that can fail remains in it
	arrays   bool // it takes or returns arrays
	copies   copies
}

// copies counts, by the place of a function in the source, how many of its instances are within each
// other in a body, at most. It has only those functions that have more instances than may be.
type copies map[source.Pos]int

// mostCopies is how many instances of one function may be inlined into each other. A recursive function
// of the source is a chain of instances, each of which may call the next one several times.
const mostCopies = 3

// fun inlines the calls in f, after those in its callees.
func (in *inliner) fun(f *ir.Fun) {
	if in.done[f.Name] {
		return
	}
	in.done[f.Name] = true
	results := ir.Subst{}
	fact := &fact{f: f, copies: copies{}}
	outer := in.now
	in.now = fact
	in.body(f.Body, in.kernels[f.Name], results)
	in.now = outer
	if in.instances[f.Pos] > mostCopies {
		fact.copies[f.Pos]++
	}
	results.Body(f.Body)
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

// body inlines the calls in b; within says that b is inside a parallel operation. results
// maps the names that inlined calls bound to their values.
func (in *inliner) body(b *ir.Body, within bool, results ir.Subst) {
	var out []*ir.Stm
	for _, s := range b.Stms {
		if c, ok := s.Exp.(*ir.Call); ok {
			out = append(out, in.call(s, c, within, results)...)
			continue
		}
		inner := within || ops.IsParallel(s.Exp)
		ir.EachBody(s.Exp, func(b *ir.Body) {
			in.body(b, inner, results)
		})
		out = append(out, s)
	}
	b.Stms = out
}

// call returns the statements that replace s, a call.
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
	for at, n := range fact.copies {
		in.now.copies[at] = max(in.now.copies[at], n)
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
	if at := in.now.f.Pos; at.IsValid() && f.copies[at] >= mostCopies {
		return false
	}
	once := in.calls[f.f.Name] == 1 && f.f.Entry == nil
	hides := within && f.parallel || f.arrays && (within || in.calls[f.f.Name] <= fewCalls)
	return once || f.size <= in.small || hides && f.size <= in.parallel
}

// fewCalls is the number of calls up to which a function on arrays is inlined.
const fewCalls = 6

// expand returns a renamed copy of f's body with the arguments of call s.
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

// addCallSite appends a position to the backtraces of b's assertions.
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

// removeUnused removes functions that are unreachable from entry points. Without entry
// points it removes nothing.
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
