package guards

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// Split is the statement of a loop's body that pass split made of it; nil if it did not.
func Split(body []imp.Stm) *imp.If {
	if len(body) == 1 {
		if s, ok := body[0].(*imp.If); ok && s.General {
			return s
		}
	}
	return nil
}

// General is list without what pass split made of the loops in it. It shares what it can.
func General(list []imp.Stm) []imp.Stm {
	if s := Split(list); s != nil {
		list = s.Else
	}
	var out []imp.Stm // list, as far as it was looked at, once something is different
	for i, s := range list {
		g := general(s)
		if g != s && out == nil {
			out = append(make([]imp.Stm, 0, len(list)), list[:i]...)
		}
		if out != nil {
			out = append(out, g)
		}
	}
	if out == nil {
		return list
	}
	return out
}

func general(s imp.Stm) imp.Stm {
	switch s := s.(type) {
	case *imp.If:
		if then, other := General(s.Then), General(s.Else); !same(then, s.Then) || !same(other, s.Else) {
			return &imp.If{Cond: s.Cond, Then: then, Else: other}
		}
	case *imp.For:
		if body := General(s.Body); !same(body, s.Body) {
			return &imp.For{Index: s.Index, Type: s.Type, Bound: s.Bound, Pos: s.Pos, Body: body}
		}
	case *imp.While:
		if body := General(s.Body); !same(body, s.Body) {
			return &imp.While{Cond: s.Cond, Pos: s.Pos, Body: body}
		}
	}
	return s
}

// same reports whether two lists are one and the same.
func same(x, y []imp.Stm) bool {
	return len(x) == len(y) && (len(x) == 0 || &x[0] == &y[0])
}

// Of takes a condition apart into guards on the index of a loop that changes the given
// variables, the index among them. It fails if the condition is something else than a
// conjunction of guards.
func Of(scope Scope, index name.Name, changed imp.Names, cond imp.Expr) ([]Guard, bool) {
	s := &splitter{Scope: scope, index: index, changed: changed}
	var out []Guard
	var add func(e imp.Expr) bool
	add = func(e imp.Expr) bool {
		if scope.Movable(e, changed) {
			out = append(out, Guard{Cond: e})
			return true
		}
		p, ok := e.(*imp.Prim)
		if ok && p.Fn == scalar.And && p.Type == scalar.Bool {
			return add(p.Args[0]) && add(p.Args[1])
		}
		if !ok || p.Type != scalar.I64 {
			return false
		}
		g, ok := s.comparison(p, true)
		out = append(out, g)
		return ok && g.Relation != scalar.Eq
	}
	ok := add(cond)
	return out, ok
}

// reach is how large the numbers that guards compare may be, so that nothing wraps: any
// index that a loop comes to is far below.
const reach = 1 << 61

// Where a multiple of the index is compared, the step and the loop's bound must be below
// these, so that the products stay within reach.
const (
	stepReach  = maxStep
	boundReach = 1 << 40
)

// Range computes the part of a loop's range, from index from to below to, in which all
// guards hold: from low to below high. It is empty, at to, if there is none, or if the
// numbers in the guards are too large. The statements declare low and high, and other
// variables with fresh names.
func Range(gs []Guard, from, to imp.Expr, fresh func(base string) name.Name) (stms []imp.Stm, low, high name.Name) {
	r := &ranger{fresh: fresh, to: to, low: fresh("low"), high: fresh("high"), ok: fresh("ok")}
	r.add(&imp.Declare{Name: r.low, Type: scalar.I64, Init: from},
		&imp.Declare{Name: r.high, Type: scalar.I64, Init: to},
		&imp.Declare{Name: r.ok, Type: scalar.Bool, Init: &imp.Const{Value: scalar.FromBool(true)}})
	// Those that take one index out go last, so that they see the range that the others leave.
	for _, holes := range []bool{false, true} {
		for _, g := range gs {
			if (g.Relation == scalar.Ne) == holes {
				r.guard(g)
			}
		}
	}
	some := prim(scalar.And, scalar.Bool, r.read(r.ok), prim(scalar.Lt, scalar.I64, r.read(r.low), r.read(r.high)))
	r.add(&imp.If{Cond: prim(scalar.Not, scalar.Bool, some), Then: []imp.Stm{
		&imp.Assign{Name: r.low, X: to}, &imp.Assign{Name: r.high, X: to},
	}})
	return r.out, r.low, r.high
}

// ranger writes the statements of Range.
type ranger struct {
	out           []imp.Stm
	fresh         func(string) name.Name
	to            imp.Expr
	low, high, ok name.Name
}

func (r *ranger) add(list ...imp.Stm) { r.out = append(r.out, list...) }

func (r *ranger) read(n name.Name) imp.Expr {
	if n == r.ok {
		return &imp.Var{Name: n, Type: scalar.Bool}
	}
	return imp.IntVar(n)
}

// let declares an i64.
func (r *ranger) let(base string, x imp.Expr) imp.Expr {
	if _, isConst := imp.ConstOf(x); isConst {
		return x
	}
	n := r.fresh(base)
	r.add(&imp.Declare{Name: n, Type: scalar.I64, Init: x})
	return imp.IntVar(n)
}

// require empties the range unless x holds.
func (r *ranger) require(x imp.Expr) {
	r.add(&imp.Assign{Name: r.ok, X: prim(scalar.And, scalar.Bool, r.read(r.ok), x)})
}

// between is the condition low < x < high.
func between(low int64, x imp.Expr, high int64) imp.Expr {
	return prim(scalar.And, scalar.Bool,
		prim(scalar.Lt, scalar.I64, imp.Int(low), x), prim(scalar.Lt, scalar.I64, x, imp.Int(high)))
}

// guard narrows the range down to where g holds.
func (r *ranger) guard(g Guard) {
	if g.Relation == 0 {
		r.require(g.Cond)
		return
	}
	left, right := r.limit(g.Left), r.limit(g.Right)
	t := prim(scalar.Sub, scalar.I64, right, left)
	if c, isConst := g.Right.Sub(g.Left).AsConst(); isConst {
		t = imp.Int(c)
	}
	above := g.Relation == scalar.Le || g.Relation == scalar.Gt
	switch {
	case !g.Plain():
		t = r.divided(t, g.Step, above)
	case above:
		t = imp.Add(t, imp.Int(1))
	}
	edge := r.let("edge", t)
	low, high := r.read(r.low), r.read(r.high)
	switch g.Relation {
	case scalar.Lt, scalar.Le:
		r.add(&imp.Assign{Name: r.high, X: prim(scalar.Min, scalar.I64, high, edge)})
	case scalar.Gt, scalar.Ge:
		r.add(&imp.Assign{Name: r.low, X: prim(scalar.Max, scalar.I64, low, edge)})
	default:
		r.without(edge)
	}
}

// limit is the value of q, which has to be within reach.
func (r *ranger) limit(q sym.Poly) imp.Expr {
	x := r.let("limit", imp.Poly(q))
	if c, isConst := q.AsConst(); !isConst || c <= -reach || c >= reach {
		r.require(between(-reach, x, reach))
	}
	return x
}

// divided is the least index of which step times that is at least t, or above t. The
// step has to be positive.
func (r *ranger) divided(t imp.Expr, step sym.Poly, above bool) imp.Expr {
	by := imp.Poly(step)
	if _, isConst := step.AsConst(); !isConst {
		s := r.let("step", by)
		r.require(between(0, s, stepReach))
		by = r.let("step", prim(scalar.Select, scalar.I64, between(0, s, stepReach), s, imp.Int(1)))
	}
	r.require(prim(scalar.Lt, scalar.I64, r.to, imp.Int(boundReach)))
	t = prim(scalar.Add, scalar.I64, t, by)
	if !above {
		t = prim(scalar.Sub, scalar.I64, t, imp.Int(1))
	}
	return prim(scalar.Div, scalar.I64, t, by)
}

// without takes an index out of the range, with the shorter side of it.
func (r *ranger) without(t imp.Expr) {
	low, high := r.read(r.low), r.read(r.high)
	inside := prim(scalar.And, scalar.Bool, prim(scalar.Le, scalar.I64, low, t), prim(scalar.Lt, scalar.I64, t, high))
	before, after := prim(scalar.Sub, scalar.I64, t, low), prim(scalar.Sub, scalar.I64, high, t)
	r.add(&imp.If{Cond: inside, Then: []imp.Stm{&imp.If{
		Cond: prim(scalar.Gt, scalar.I64, before, after),
		Then: []imp.Stm{&imp.Assign{Name: r.high, X: t}},
		Else: []imp.Stm{&imp.Assign{Name: r.low, X: imp.Add(t, imp.Int(1))}},
	}}})
}

func prim(fn scalar.Op, t scalar.Type, args ...imp.Expr) imp.Expr {
	return &imp.Prim{Fn: fn, Type: t, Args: args}
}
