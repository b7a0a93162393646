package emit

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// hoist computes, before a loop with the given body, what the body computes and
// does not change: whole declarations first, then the largest parts of other
// expressions. Only expressions that cannot trap and read no memory move, as the
// loop may not run at all. Accesses with a pointer of their own need no index.
// It returns a function that forgets what was computed.
func (f *fn) hoist(body []imp.Stm, changed imp.Names, pointed map[any]bool) (undo func()) {
	var moved []*imp.Declare
	imp.Walk(body, func(s imp.Stm) bool {
		if d, ok := s.(*imp.Declare); ok && !f.assigned[d.Name] && !f.done[d.Name] && f.movable(d.Init, changed) {
			f.expr(d.Init)
			f.set(f.declareAs(d.Name, d.Type, holderOf(d.Init)))
			f.done[d.Name] = true
			moved = append(moved, d)
			delete(changed, d.Name)
		}
		return !isKernel(s)
	})
	var added []string
	before := func(k string, e imp.Expr) {
		f.expr(e)
		l := f.temp(holderOf(e))
		f.set(l)
		f.hoisted[k] = l
		added = append(added, k)
	}
	vectors := 0
	var part func(e imp.Expr)
	part = func(e imp.Expr) {
		if load, ok := e.(*imp.Load); ok && pointed[load] {
			return
		}
		if c, ok := f.insideOf(e); ok && f.movable(c.n, changed) && !f.movable(e, changed) {
			bound := c.bound()
			k := imp.Key(bound)
			if _, ok := f.hoisted[k]; !ok {
				if _, isConst := imp.ConstOf(c.n); !isConst {
					before(k, bound)
				}
			}
		}
		if !f.movable(e, changed) {
			for _, x := range imp.Operands(e) {
				part(x)
			}
			return
		}
		k := imp.Key(e)
		isVector := imp.LanesOf(e) > 0
		if _, ok := f.hoisted[k]; !ok && worthHoisting(e) && !(isVector && vectors == maxSplats) {
			if isVector {
				vectors++
			}
			before(k, e)
		}
	}
	imp.Walk(body, func(s imp.Stm) bool {
		if d, ok := s.(*imp.Declare); !ok || !f.done[d.Name] {
			f.hotRoots(s, pointed, part)
		}
		return !isKernel(s)
	})
	return func() {
		for _, d := range moved {
			delete(f.done, d.Name)
			delete(f.vars, d.Name)
		}
		for _, k := range added {
			delete(f.hoisted, k)
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
func (f *fn) hotRoots(s imp.Stm, pointed map[any]bool, g func(imp.Expr)) {
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

// movable reports whether e can be computed before the loop that changes the
// given variables.
func (f *fn) movable(e imp.Expr, changed imp.Names) bool {
	return f.scopeOfLoop().Movable(e, changed)
}

func (f *fn) inScope(n name.Name) bool {
	_, ok := f.vars[n]
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
