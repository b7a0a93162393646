package emit

import (
	"github.com/lamina-lang/lamina/backends/wasm/internal/assemble"
	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// hoist computes, before a loop with the given body, what the body computes and
// does not change: whole declarations first, then the largest parts of other
// expressions. Only expressions that cannot trap and read no memory move, as the
// loop may not run at all. Accesses with a pointer of their own need no index.
// It returns a function that forgets what was computed.
func (f *Fn) hoist(body []imp.Stm, changed imp.Names, pointed map[any]bool) (undo func()) {
	var moved []*imp.Declare
	imp.Walk(body, func(s imp.Stm) bool {
		if d, ok := s.(*imp.Declare); ok && !f.Assigned[d.Name] && !f.Done[d.Name] && f.Movable(d.Init, changed) {
			f.Expr(d.Init)
			f.Set(f.declareAs(d.Name, d.Type, holderOf(d.Init)))
			f.Done[d.Name] = true
			moved = append(moved, d)
			delete(changed, d.Name)
		}
		return !isKernel(s)
	})
	var added []string
	before := func(k string, e imp.Expr) {
		f.Expr(e)
		l := f.Temp(holderOf(e))
		f.Set(l)
		f.Hoisted[k] = l
		added = append(added, k)
	}
	vectors := 0
	var part func(e imp.Expr)
	part = func(e imp.Expr) {
		if load, ok := e.(*imp.Load); ok && pointed[load] {
			return
		}
		if c, ok := f.insideOf(e, f.isNear(e)); ok && f.Movable(c.n, changed) && !f.Movable(e, changed) {
			bound := c.bound()
			k := imp.Key(bound)
			if _, ok := f.Hoisted[k]; !ok {
				if _, isConst := imp.ConstOf(c.n); !isConst {
					before(k, bound)
				}
			}
		}
		if !f.Movable(e, changed) {
			for _, x := range imp.Operands(e) {
				part(x)
			}
			return
		}
		k := imp.Key(e)
		isVector := imp.LanesOf(e) > 0
		if _, ok := f.Hoisted[k]; !ok && worthHoisting(e) && !(isVector && vectors == MaxSplats) {
			if isVector {
				vectors++
			}
			before(k, e)
		}
	}
	imp.Walk(body, func(s imp.Stm) bool {
		if d, ok := s.(*imp.Declare); !ok || !f.Done[d.Name] {
			f.hotRoots(s, pointed, part)
		}
		return !isKernel(s)
	})
	return func() {
		for _, d := range moved {
			delete(f.Done, d.Name)
			delete(f.Vars, d.Name)
		}
		for _, k := range added {
			delete(f.Hoisted, k)
		}
	}
}

// hoistLoads makes, before a loop with independent iterations, the loads that its body begins with and
// that are the same in all of them: nothing stores to these elements before, and no iteration stores to
// what another one reads. It returns a function that forgets them.
func (f *Fn) hoistLoads(body []imp.Stm, changed imp.Names) (undo func()) {
	var moved []*imp.Declare
	for _, s := range body {
		d, ok := s.(*imp.Declare)
		if !ok {
			break
		}
		if l, ok := d.Init.(*imp.Load); ok && !f.Assigned[d.Name] && !f.Done[d.Name] && !changed[l.Block] && f.Movable(l.Index, changed) {
			f.Expr(l)
			f.Set(f.declareAs(d.Name, d.Type, holderOf(l)))
			f.Done[d.Name] = true
			moved = append(moved, d)
			delete(changed, d.Name)
		}
	}
	return func() {
		for _, d := range moved {
			delete(f.Done, d.Name)
			delete(f.Vars, d.Name)
		}
	}
}

func isKernel(s imp.Stm) bool {
	switch s.(type) {
	case *imp.Parallel, *imp.Launch:
		return true
	}
	return false
}

// hotRoots calls g for the expressions in s itself that are evaluated when it
// succeeds, except the index of a store that has a pointer.
func (f *Fn) hotRoots(s imp.Stm, pointed map[any]bool, g func(imp.Expr)) {
	switch s := s.(type) {
	case *imp.Assert:
		g(s.Cond)
	case *imp.Store:
		if !pointed[s] {
			g(s.Index)
		}
		g(s.X)
	default:
		imp.Roots(s, g)
	}
}

// Movable reports whether e can be computed before the loop that changes the
// given variables.
func (f *Fn) Movable(e imp.Expr, changed imp.Names) bool {
	return f.ScopeOfLoop().Movable(e, changed)
}

// InScope reports whether a variable has been declared, and its scope has not ended.
func (f *Fn) InScope(n name.Name) bool {
	_, ok := f.Vars[n]
	return ok
}

// worthHoisting excludes what is as cheap as a register: variables, constants,
// and one addition or comparison.
func worthHoisting(e imp.Expr) bool {
	if imp.LanesOf(e) > 0 {
		_, isVar := e.(*imp.Var)
		return !isVar // a splat at least
	}
	cost := 0
	imp.WalkExpr(e, func(e imp.Expr) {
		switch e := e.(type) {
		case *imp.Prim:
			cost += e.Fn.Info().Cost
			if e.Fn == scalar.Mul {
				cost++
			}
		case *imp.Convert:
			if e.From.IsFloat() || e.To.IsFloat() {
				cost += 2
			}
		}
	})
	return cost > 1
}

// An index x is inside an array of n elements if 0 ≤ x and x < n. Where n is not negative, one
// comparison of unsigned integers says so. Sizes are not negative, but nothing tells that of a variable
// here; so a loop computes max(n, 0) before it begins, which makes no difference to the answer.

// inside is the condition that x is at least 0 and less than n.
type inside struct {
	t    scalar.Type
	x, n imp.Expr
}

// insideOf returns the condition that e is, if it is such a one; near says that the variables in it were declared
// just before, so that what they were declared as has not changed.
func (f *Fn) insideOf(e imp.Expr, near bool) (inside, bool) {
	and, ok := e.(*imp.Prim)
	if !ok || and.Fn != scalar.And || and.Type != scalar.Bool {
		return inside{}, false
	}
	low, ok1 := f.comparison(and.Args[0], scalar.Le, near)
	high, ok2 := f.comparison(and.Args[1], scalar.Lt, near)
	if !ok1 || !ok2 || low.Type != high.Type || low.Type != scalar.I32 && low.Type != scalar.I64 {
		return inside{}, false
	}
	zero, ok := imp.ConstOf(low.Args[0])
	if !ok || zero.Int() != 0 || imp.Key(low.Args[1]) != imp.Key(high.Args[0]) {
		return inside{}, false
	}
	return inside{low.Type, high.Args[0], high.Args[1]}, true
}

// comparison returns e, or what the variable e was declared as and still is, if that compares by o. If it was declared
// near, nothing was assigned since.
func (f *Fn) comparison(e imp.Expr, o scalar.Op, near bool) (*imp.Prim, bool) {
	v, isVar := e.(*imp.Var)
	if isVar {
		e = f.Defs[v.Name]
	}
	p, ok := e.(*imp.Prim)
	if !ok || p.Fn != o || isVar && !near && !(f.stays(p.Args[0]) && f.stays(p.Args[1])) {
		return nil, false
	}
	return p, true
}

// isNear reports whether e is a conjunction of comparisons that are declared just before.
func (f *Fn) isNear(e imp.Expr) bool {
	and, ok := e.(*imp.Prim)
	return ok && f.near[and]
}

// adjacent finds the conjunctions of comparisons that are declared just before, with declarations alone
// between them: what the comparisons are of has not changed where the conjunction is declared. Elsewhere, as
// in the test at the end of a loop, it may have.
func adjacent(list []imp.Stm, found map[*imp.Prim]bool) {
	run := imp.Names{}
	for _, s := range list {
		d, ok := s.(*imp.Declare)
		if !ok {
			clear(run)
			for _, body := range imp.Bodies(s) {
				adjacent(body, found)
			}
			continue
		}
		if and, ok := d.Init.(*imp.Prim); ok && and.Fn == scalar.And && and.Type == scalar.Bool {
			found[and] = isIn(run, and.Args[0]) && isIn(run, and.Args[1])
		}
		run[d.Name] = true
	}
}

// isIn reports whether e is one of the variables.
func isIn(names imp.Names, e imp.Expr) bool {
	v, ok := e.(*imp.Var)
	return ok && names[v.Name]
}

// stays reports whether e is a constant, or a variable that does not change after its declaration.
func (f *Fn) stays(e imp.Expr) bool {
	if v, ok := e.(*imp.Var); ok {
		return !f.Assigned[v.Name]
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
func (f *Fn) inside(c inside) bool {
	k, isConst := imp.ConstOf(c.n)
	at, hoisted := f.Hoisted[imp.Key(c.bound())]
	if !hoisted && !(isConst && k.Int() >= 0) {
		return false
	}
	f.Expr(c.x)
	if hoisted {
		f.Get(at)
	} else {
		f.Constant(k)
	}
	f.Op(assemble.Pick(c.t, code.I32LtU, code.I64LtU))
	return true
}
