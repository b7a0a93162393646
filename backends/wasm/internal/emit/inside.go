package emit

import (
	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/scalar"
)

// An index x is inside an array of n elements if 0 ≤ x and x < n. Where n is not negative, one
// comparison of unsigned integers says so. Sizes are not negative, but nothing tells that of a variable
// here; so a loop computes max(n, 0) before it begins, which makes no difference to the answer.

// inside is the condition that x is at least 0 and less than n.
type inside struct {
	t    scalar.Type
	x, n imp.Expr
}

// insideOf returns the condition that e is, if it is such a one.
func (f *fn) insideOf(e imp.Expr) (inside, bool) {
	and, ok := e.(*imp.Prim)
	if !ok || and.Fn != scalar.And || and.Type != scalar.Bool {
		return inside{}, false
	}
	low, ok1 := f.comparison(and.Args[0], scalar.Le)
	high, ok2 := f.comparison(and.Args[1], scalar.Lt)
	if !ok1 || !ok2 || low.Type != high.Type || low.Type != scalar.I32 && low.Type != scalar.I64 {
		return inside{}, false
	}
	zero, ok := imp.ConstOf(low.Args[0])
	if !ok || zero.Int() != 0 || imp.Key(low.Args[1]) != imp.Key(high.Args[0]) {
		return inside{}, false
	}
	return inside{low.Type, high.Args[0], high.Args[1]}, true
}

// comparison returns e, or what the variable e was declared as and still is, if that compares by o.
func (f *fn) comparison(e imp.Expr, o scalar.Op) (*imp.Prim, bool) {
	v, isVar := e.(*imp.Var)
	if isVar {
		e = f.defs[v.Name]
	}
	p, ok := e.(*imp.Prim)
	if !ok || p.Fn != o || isVar && !(f.stays(p.Args[0]) && f.stays(p.Args[1])) {
		return nil, false
	}
	return p, true
}

// stays reports whether e is a constant, or a variable that does not change after its declaration.
func (f *fn) stays(e imp.Expr) bool {
	if v, ok := e.(*imp.Var); ok {
		return !f.assigned[v.Name]
	}
	_, ok := imp.ConstOf(e)
	return ok
}

// bound is n where it is not negative, else 0.
func (c inside) bound() imp.Expr {
	return &imp.Prim{Fn: scalar.Max, Type: c.t, Args: []imp.Expr{c.n, &imp.Const{Value: scalar.Int(c.t, 0)}}}
}

// inside pushes whether c holds, if its bound is known not to be negative or has been computed before
// the loop.
func (f *fn) inside(c inside) bool {
	k, isConst := imp.ConstOf(c.n)
	at, hoisted := f.hoisted[imp.Key(c.bound())]
	if !hoisted && !(isConst && k.Int() >= 0) {
		return false
	}
	f.expr(c.x)
	if hoisted {
		f.get(at)
	} else {
		f.constant(k)
	}
	f.op(pick(c.t, code.I32LtU, code.I64LtU))
	return true
}
