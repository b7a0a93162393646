package emit

import (
	"slices"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// Checks that the host decides. A check in a kernel keeps a work-item's loads apart, each waiting
// for the one before. So a kernel with checks that the prover cannot decide has a second version
// without those of which the host can tell, before it starts, that none fails: from the numbers in
// them, or, of a place, from its extremes over all work-items and rounds.

// decisions are the conditions under which a version of a kernel leaves out its checks.
type decisions struct{ conds []imp.Expr }

func (d *decisions) add(cond imp.Expr) {
	key := imp.Key(cond)
	if !slices.ContainsFunc(d.conds, func(x imp.Expr) bool { return imp.Key(x) == key }) {
		d.conds = append(d.conds, cond)
	}
}

// decides leaves a check to the host, if the host can evaluate it.
func (e *emitter) decides(cond imp.Expr) bool {
	if e.decisions == nil || e.Kernel == nil || !total(cond) {
		return false
	}
	known := true
	imp.WalkExpr(cond, func(x imp.Expr) {
		switch x := x.(type) {
		case *imp.Var:
			known = known && e.ofHost[x.Name]
		case *imp.Const, *imp.Prim, *imp.Convert:
		default:
			known = false
		}
	})
	if known {
		e.decisions.add(cond)
	}
	return known
}

// decidesPlace leaves the check 0 <= i < n to the host, if it can compute the extremes of i. What it
// asks suffices for the check, and need not hold where the check does.
func (e *emitter) decidesPlace(i, n sym.Poly) bool {
	if e.decisions == nil || e.Kernel == nil || !e.hostKnows(n) {
		return false
	}
	least, most, conds, ok := e.extremes(i)
	if !ok {
		return false
	}
	if c, known := least.AsConst(); !known {
		conds = append(conds, withinLargest(least), compare(scalar.Ge, imp.Poly(least), imp.Int(0)))
	} else if c < 0 {
		return false
	}
	if _, known := most.AsConst(); !known {
		conds = append(conds, withinLargest(most))
	}
	conds = append(conds, compare(scalar.Lt, imp.Poly(most), imp.Poly(n)))
	for _, c := range conds {
		e.decisions.add(c)
	}
	return true
}

// extremes are bounds of a polynomial by numbers of the host, and conditions for them.
func (e *emitter) extremes(p sym.Poly) (least, most sym.Poly, conds []imp.Expr, ok bool) {
	b := bounds{emitter: e, upper: map[name.Name]sym.Poly{}}
	p = b.whole(b.undivided(p))
	rest := p
	for _, v := range b.varying(p) {
		c := p.Coefficient(v)
		top, bounded := b.top(v)
		if !bounded || !e.hostKnows(c) || !p.Exact() {
			return least, most, nil, false
		}
		rest = rest.Sub(c.Mul(sym.Var(v)))
		if sign, known := c.AsConst(); known && sign < 0 {
			least = least.Add(c.Mul(top))
			continue
		} else if !known {
			conds = append(conds, withinLargest(c), compare(scalar.Ge, imp.Poly(c), imp.Int(0)))
		}
		most = most.Add(c.Mul(top))
	}
	return least.Add(rest), most.Add(rest), conds, e.hostKnows(rest)
}

// bounds looks for the bounds of variables.
type bounds struct {
	*emitter
	upper map[name.Name]sym.Poly // of variables that stand for sums; all are at least 0
}

// varying are the variables of a polynomial that the host does not know.
func (b *bounds) varying(p sym.Poly) []name.Name {
	var out []name.Name
	p.Vars(func(v name.Name) {
		if !b.ofHost[v] && !slices.Contains(out, v) {
			out = append(out, v)
		}
	})
	return out
}

// stand returns p with a new variable below n for the polynomial of, which has to contain a variable
// that p does, once.
func (b *bounds) stand(p, of, n sym.Poly) (sym.Poly, bool) {
	for _, v := range b.varying(of) {
		if c, known := of.Coefficient(v).AsConst(); !known || c != 1 || !p.Mentions(v) || !b.hostKnows(n) {
			continue
		}
		t := b.Names.Fresh("t")
		b.upper[t] = n.Sub(sym.Const(1))
		others := of.Sub(sym.Var(v))
		return p.Subst(func(x name.Name) (sym.Poly, bool) { return sym.Var(t).Sub(others), x == v }), true
	}
	return p, false
}

// undivided replaces what was divided by divisor · quotient + remainder, where the quotient is there.
func (b *bounds) undivided(p sym.Poly) sym.Poly {
	b.EachQuotient(func(over, by sym.Poly, quotient name.Name) {
		if p.Mentions(quotient) {
			p, _ = b.stand(p, over.Sub(by.Mul(sym.Var(quotient))), by)
		}
	})
	return p
}

// whole replaces variables without bounds where a sum with them has one.
func (b *bounds) whole(p sym.Poly) sym.Poly {
	for _, v := range b.varying(p) {
		if _, bounded := b.top(v); bounded || !p.Mentions(v) {
			continue
		}
		for _, f := range b.Facts {
			if f.Rel != sym.LT || !f.Left.Mentions(v) || b.prover(f.Left).NonNeg(f.Left) == nil {
				continue
			}
			if q, done := b.stand(p, f.Left, f.Right); done {
				p = q
				break
			}
		}
	}
	return p
}

// top is the largest value of a variable that is at least 0.
func (b *bounds) top(v name.Name) (most sym.Poly, bounded bool) {
	if most, bounded = b.upper[v]; bounded {
		return most, true
	}
	x := sym.Var(v)
	if b.prover(x).NonNeg(x) == nil {
		return most, false
	}
	for _, f := range b.Facts {
		if !f.Left.Equal(x) || !b.hostKnows(f.Right) {
			continue
		}
		limit := f.Right
		switch f.Rel {
		case sym.LT:
			limit = limit.Sub(sym.Const(1))
		case sym.LE:
		default:
			continue
		}
		if _, known := limit.AsConst(); known || !bounded {
			most, bounded = limit, true
		}
		if _, known := most.AsConst(); known {
			break
		}
	}
	return most, bounded
}
