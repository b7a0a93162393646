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
			f.set(f.declare(d.Name, d.Type))
			f.done[d.Name] = true
			moved = append(moved, d)
			delete(changed, d.Name)
		}
		return !isKernel(s)
	})
	var added []string
	var part func(e imp.Expr)
	part = func(e imp.Expr) {
		if load, ok := e.(*imp.Load); ok && pointed[load] {
			return
		}
		if !f.movable(e, changed) {
			for _, x := range imp.Operands(e) {
				part(x)
			}
			return
		}
		k := key(e)
		if _, ok := f.hoisted[k]; !ok && worthHoisting(e) {
			f.expr(e)
			l := f.temp(valType(imp.TypeOf(e)))
			f.set(l)
			f.hoisted[k] = l
			added = append(added, k)
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
// given variables: it reads none of them and no memory, and cannot trap.
func (f *fn) movable(e imp.Expr, changed imp.Names) bool {
	ok := true
	imp.WalkExpr(e, func(e imp.Expr) {
		switch e := e.(type) {
		case *imp.Var:
			ok = ok && !changed[e.Name] && f.inScope(e.Name)
		case *imp.Load, *imp.ID:
			ok = false
		case *imp.Prim:
			ok = ok && total(e)
		}
	})
	return ok
}

func (f *fn) inScope(n name.Name) bool {
	_, ok := f.vars[n]
	return ok
}

// total reports whether an application is defined for every value of the first
// operand.
func total(e *imp.Prim) bool {
	if !e.Fn.Info().Partial.Has(e.Type) {
		return true
	}
	y, ok := constOf(e.Args[1])
	return ok && e.Fn.Defined(e.Type, scalar.Zero(e.Type), y)
}

// worthHoisting excludes what is as cheap as a register: variables, constants,
// and one addition or comparison.
func worthHoisting(e imp.Expr) bool {
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

// key identifies an expression up to equality.
func key(e imp.Expr) string { return string(appendKey(nil, e)) }

func appendKey(out []byte, e imp.Expr) []byte {
	switch e := e.(type) {
	case *imp.Const:
		return e.Value.Append(append(out, '#'))
	case *imp.Var:
		return append(append(out, '$'), e.Name.String()...)
	case *imp.Load:
		out = append(append(out, e.Elem.String()...), '@')
		out = append(out, e.Block.String()...)
	case *imp.Prim:
		out = append(append(append(out, e.Fn.String()...), '.'), e.Type.String()...)
	case *imp.Convert:
		out = append(append(append(out, e.From.String()...), '>'), e.To.String()...)
	case *imp.ID:
		return append(out, '?', '0'+byte(e.Kind))
	}
	out = append(out, '(')
	for i, x := range imp.Operands(e) {
		if i > 0 {
			out = append(out, ',')
		}
		out = appendKey(out, x)
	}
	return append(out, ')')
}
