package wrap

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// definitions are the variables that never change and are declared as one operator of i64s.
func definitions(body []imp.Stm) map[name.Name]*imp.Prim {
	assigned := imp.Names{}
	imp.Walk(body, func(s imp.Stm) bool {
		imp.Assigns(s, assigned)
		return true
	})
	defs := map[name.Name]*imp.Prim{}
	imp.Walk(body, func(s imp.Stm) bool {
		if d, ok := s.(*imp.Declare); ok && d.Lanes == 0 && !assigned[d.Name] {
			if p, ok := d.Init.(*imp.Prim); ok && p.Type == scalar.I64 {
				defs[d.Name] = p
			}
		}
		return true
	})
	return defs
}

// rotated is the place of an element of an array that is rotated by a constant:
//
//	var k = mod(-1, max(n, 1))
//	parallel (i < n) {
//	  var from = select(i + k < n, i + k, i + k - n)
//
// That is mod(i - 1, n). The sum with k wraps around for all i but one where the constant is
// negative, so that no condition on it has a main part with neighbours.
func (w *wrapper) rotated(p *imp.Prim) (imp.Expr, bool) {
	if p.Fn != scalar.Select || p.Type != scalar.I64 {
		return nil, false
	}
	cond, ok := w.operator(p.Args[0])
	if !ok || cond.Type != scalar.I64 || cond.Fn != scalar.Lt && cond.Fn != scalar.Ge {
		return nil, false
	}
	within, past := p.Args[1], p.Args[2]
	if cond.Fn == scalar.Ge {
		within, past = past, within
	}
	var sums [4]sym.Poly
	for i, e := range []imp.Expr{cond.Args[0], cond.Args[1], within, past} {
		if sums[i], ok = w.Poly(e); !ok {
			return nil, false
		}
	}
	sum, n := sums[0], sums[1]
	if !sums[2].Equal(sum) || !sums[3].Equal(sum.Sub(n)) {
		return nil, false
	}
	for _, t := range sum.Terms() {
		if len(t.Vars) != 1 || t.Coef != 1 {
			continue
		}
		index := t.Vars[0]
		if bound, ok := w.bounds[index]; !ok || !bound.Equal(n) {
			continue
		}
		if c, ok := w.amount(sum.Sub(sym.Var(index)), n); ok {
			at := imp.Add(imp.IntVar(index), imp.Int(c))
			return compared(index, c, &imp.Prim{Fn: scalar.Mod, Type: scalar.I64, Args: []imp.Expr{at, cond.Args[1]}}), true
		}
	}
	return nil, false
}

// amount is c if k is declared as mod(c, n) or mod(c, max(n, 1)), which are the same within a loop
// of n iterations.
func (w *wrapper) amount(k, n sym.Poly) (int64, bool) {
	terms := k.Terms()
	if len(terms) != 1 || len(terms[0].Vars) != 1 || terms[0].Coef != 1 {
		return 0, false
	}
	mod := w.defs[terms[0].Vars[0]]
	if mod == nil || mod.Fn != scalar.Mod {
		return 0, false
	}
	c, ok := imp.ConstOf(mod.Args[0])
	if !ok || c.Int() <= -near || c.Int() >= near || !w.isAtLeastOne(mod.Args[1], n) {
		return 0, false
	}
	return c.Int(), true
}

// isAtLeastOne reports whether e is n, or the greater of n and 1.
func (w *wrapper) isAtLeastOne(e imp.Expr, n sym.Poly) bool {
	if most, ok := w.operator(e); ok && most.Fn == scalar.Max {
		for i, x := range most.Args {
			if c, ok := imp.ConstOf(x); ok && c.Int() == 1 {
				e = most.Args[1-i]
			}
		}
	}
	p, ok := w.Poly(e)
	return ok && p.Equal(n)
}

// operator is the operator that e is, or that the variable e is declared as.
func (w *wrapper) operator(e imp.Expr) (*imp.Prim, bool) {
	if v, ok := e.(*imp.Var); ok {
		p := w.defs[v.Name]
		return p, p != nil
	}
	p, ok := e.(*imp.Prim)
	return p, ok
}
