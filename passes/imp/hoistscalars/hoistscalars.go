// Package hoistscalars has the host compute once what its loops do not change, at level imp:
//
//	for i < n { if le(m·m, most) && le(…) { parallel … } else { parallel … } }
//
// becomes
//
//	var steady = le(m·m, most) && le(…)
//	for i < n { if steady { parallel … } else { parallel … } }
//
// The host of a GPU computes between launches, so what it computes in each iteration of a loop delays
// kernels that take a few microseconds. Conditions of narrow forms are the longest of such computations.
// All that moves is defined for all values of its operands, so it may be computed where the loop does not
// run.
package hoistscalars

import (
	"context"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/pass"
)

// Pass is hoist-scalars.
var Pass = &pass.Pass{
	Name:    "hoist-scalars",
	Summary: "compute what loops of the host do not change before them",
	From:    pass.At(pass.Imp),
	Constraints: []pass.Constraint{
		{Order: pass.After, Pass: "narrow", Reason: "it makes the conditions"},
	},
	Run: run,
}

func init() { pass.Default.Register(Pass) }

func run(ctx context.Context, u *pass.Unit, _ pass.Options) error {
	return u.EachImpFun(ctx, func(f *imp.Fun) error {
		if f.InKernel {
			return nil
		}
		h := &hoister{unit: u, assigned: imp.Names{}}
		imp.Walk(f.Body, func(s imp.Stm) bool {
			imp.Assigns(s, h.assigned)
			return true
		})
		f.Body = h.list(f.Body)
		return nil
	})
}

// hoister is the state within a function of the host.
type hoister struct {
	unit     *pass.Unit
	assigned imp.Names // variables that change after their declaration
}

// list hoists what the loops in a list do not change.
func (h *hoister) list(list []imp.Stm) []imp.Stm {
	out := make([]imp.Stm, 0, len(list))
	for _, s := range list {
		switch s.(type) {
		case *imp.Parallel, *imp.Launch:
			out = append(out, s)
			continue
		}
		s = imp.WithBodies(s, h.list)
		switch s := s.(type) {
		case *imp.For:
			l := h.loop(s.Body)
			l.changes[s.Index] = true
			body := l.body(s.Body)
			out = append(append(out, l.before...), &imp.For{Index: s.Index, Type: s.Type, Bound: s.Bound, Pos: s.Pos, Body: body})
		case *imp.While:
			l := h.loop(s.Body)
			body := l.body(s.Body)
			out = append(append(out, l.before...), &imp.While{Cond: s.Cond, Pos: s.Pos, Body: body})
		default:
			out = append(out, s)
		}
	}
	return out
}

// loop is a loop of the host: the variables that it changes, and what is computed before it.
type loop struct {
	*hoister
	changes imp.Names
	before  []imp.Stm
}

func (h *hoister) loop(body []imp.Stm) *loop { return &loop{hoister: h, changes: imp.Changes(body)} }

// body returns what is left of a loop's body.
func (l *loop) body(list []imp.Stm) []imp.Stm {
	var out []imp.Stm
	for _, s := range list {
		switch s := s.(type) {
		case *imp.Declare:
			if s.Lanes == 0 && !l.assigned[s.Name] && l.steady(s.Init) && l.unit.Rewrite() {
				l.before = append(l.before, s)
				delete(l.changes, s.Name)
				continue
			}
		case *imp.If:
			out = append(out, &imp.If{Cond: l.parts(s.Cond), Then: s.Then, Else: s.Else, General: s.General})
			continue
		}
		out = append(out, s)
	}
	return out
}

// parts returns a condition that reads its steady parts from variables.
func (l *loop) parts(e imp.Expr) imp.Expr {
	p, ok := e.(*imp.Prim)
	switch {
	case !ok:
		return e
	case l.steady(e):
		if !l.unit.Rewrite() {
			return e
		}
		n := l.unit.Imp.Names.Fresh("steady")
		l.before = append(l.before, &imp.Declare{Name: n, Type: imp.TypeOf(e), Init: e})
		return &imp.Var{Name: n, Type: imp.TypeOf(e)}
	}
	q := *p
	q.Args = make([]imp.Expr, len(p.Args))
	for i, x := range p.Args {
		q.Args[i] = l.parts(x)
	}
	return &q
}

// steady reports whether e computes with what the loop does not change, reads no memory, and is defined for
// all values.
func (l *loop) steady(e imp.Expr) bool {
	ok := true
	imp.WalkExpr(e, func(e imp.Expr) {
		switch e := e.(type) {
		case *imp.Const, *imp.Convert:
		case *imp.Var:
			ok = ok && !l.changes[e.Name]
		case *imp.Prim:
			ok = ok && imp.Total(e)
		case *imp.ID:
			ok = ok && e.Kind != imp.Repeats
		default:
			ok = false
		}
	})
	return ok
}
