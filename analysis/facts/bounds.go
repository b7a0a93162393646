package facts

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// A walk keeps bounds of names: a least number, and polynomials that are never exceeded.
// They are inequalities in ℤ. i64 arithmetic wraps, so a polynomial over names tells what
// a name holds only where it is shown to lie in the range of i64 (exact).

// small bounds the numbers in proofs, so that none of the products overflows.
const small = 1 << 30

// tame reports whether all coefficients are small.
func tame(p sym.Poly) bool {
	return !slices.ContainsFunc(p.Terms(), func(t sym.Term) bool {
		return t.Coef > small || t.Coef < -small
	})
}

// maxUppers bounds the upper bounds kept for one name.
const maxUppers = 4

// atLeast adds the fact n ≥ c.
func (w *Walk) atLeast(n name.Name, c int64) {
	if p, ok := w.composed[n]; ok {
		if c >= 0 {
			w.trust(p)
		}
		return
	}
	if old, known := w.lower[n]; !known || old < c {
		put(w, w.lower, n, c)
	}
}

// atMost adds the fact n ≤ p.
func (w *Walk) atMost(n name.Name, p sym.Poly) {
	old := w.upper[n]
	if w.IsComposed(n) || p.Mentions(n) || len(old) >= maxUppers {
		return
	}
	put(w, w.upper, n, append(old[:len(old):len(old)], p))
}

// nonNegative turns d ≥ 0 into bounds of the names in d.
func (w *Walk) nonNegative(d sym.Poly) {
	for _, t := range d.Terms() {
		if len(t.Vars) != 1 {
			continue
		}
		n := t.Vars[0]
		rest := d.Sub(sym.Var(n).Scale(t.Coef))
		switch c, constant := rest.AsConst(); {
		case t.Coef == 1 && constant && tame(rest):
			w.atLeast(n, -c)
		case t.Coef == -1:
			w.atMost(n, rest)
		}
	}
}

// exact reports whether p is tame and, evaluated with wrapping arithmetic, has its
// value in ℤ: it cannot leave the range of i64, or it lies between a small negative
// number and a small number or some name, or it is known not to have wrapped.
func (w *Walk) exact(p sym.Poly) bool {
	switch {
	case !tame(p):
		return false
	case w.fits(p) || w.trusted[p.String()]:
		return true
	}
	return w.isNonNegative(p.Add(sym.Const(small/2))) && slices.ContainsFunc(w.ceilings(p), func(above sym.Poly) bool {
		return w.isNonNegative(above.Sub(p))
	})
}

// sum takes p apart as a sum of names that are not negative, less others, plus
// a constant.
func (w *Walk) sum(p sym.Poly) (plus, minus int, constant int64, ok bool) {
	for _, t := range p.Terms() {
		switch {
		case len(t.Vars) == 0:
			constant = t.Coef
		case len(t.Vars) > 1 || w.maybeNegative(t.Vars[0]):
			return 0, 0, 0, false
		case t.Coef == 1:
			plus++
		case t.Coef == -1:
			minus++
		default:
			return 0, 0, 0, false
		}
	}
	return plus, minus, constant, true
}

// fits reports whether p cannot leave the range of i64: it is a name, a
// constant, or a difference of names that are not negative.
func (w *Walk) fits(p sym.Poly) bool {
	if _, ok := p.AsVar(); ok {
		return true
	}
	plus, minus, constant, ok := w.sum(p)
	return ok && plus <= 1 && minus <= 1 && (plus == 0 || constant <= 0) && (minus == 0 || constant >= -1)
}

// trust adds the fact that p, which is not negative as wrapping arithmetic
// evaluates it, has that value in ℤ too, if it follows: p in ℤ is not negative
// and below 2^64, so that it would have become negative if it had wrapped.
func (w *Walk) trust(p sym.Poly) {
	plus, minus, constant, ok := w.sum(p)
	key := p.String()
	if ok && plus <= 2 && minus == 0 && constant <= 1 && !w.trusted[key] && w.isNonNegative(p) {
		put(w, w.trusted, key, true)
	}
}

// ceilings may be above p: a constant, the names in p and in the upper bounds
// of those.
func (w *Walk) ceilings(p sym.Poly) []sym.Poly {
	out := []sym.Poly{sym.Const(small / 2)}
	seen := ir.Names{}
	add := func(n name.Name) {
		if !seen.Has(n) {
			seen.Add(n)
			out = append(out, sym.Var(n))
		}
	}
	p.Vars(func(n name.Name) {
		add(n)
		for _, u := range w.upper[n] {
			u.Vars(add)
		}
	})
	return out
}

// maxSubstitutions bounds one proof.
const maxSubstitutions = 64

// isNonNegative proves p ≥ 0 in ℤ for all values of names that satisfy the bounds, or
// gives up.
func (w *Walk) isNonNegative(p sym.Poly) bool {
	left := maxSubstitutions
	return w.substitute(p, &left)
}

// substitute replaces a name in a negative term by its upper bounds, until no term
// is negative. Inner loops' indices come first: their bounds mention the outer
// ones'.
func (w *Walk) substitute(p sym.Poly, left *int) bool {
	if !tame(p) {
		return false
	}
	if w.plainlyNonNegative(p) {
		return true
	}
	for _, t := range slices.Backward(p.Terms()) {
		if t.Coef < 0 && w.without(p, t, left) {
			return true
		}
	}
	return false
}

// without proves p ≥ 0 with a name of its negative term t replaced.
func (w *Walk) without(p sym.Poly, t sym.Term, left *int) bool {
	for k, n := range t.Vars {
		rest := slices.Delete(slices.Clone(t.Vars), k, k+1)
		if slices.ContainsFunc(rest, w.maybeNegative) {
			continue
		}
		factor := sym.Const(t.Coef)
		for _, m := range rest {
			factor = factor.Mul(sym.Var(m))
		}
		for _, u := range w.upper[n] {
			if *left--; *left < 0 {
				return false
			}
			if tame(u) && w.substitute(p.Add(factor.Mul(u.Sub(sym.Var(n)))), left) {
				return true
			}
		}
	}
	return false
}

func (w *Walk) maybeNegative(n name.Name) bool {
	low, known := w.lower[n]
	return !known || low < 0
}

// plainlyNonNegative adds up the least values of the terms, each at most
// small², of a tame p.
func (w *Walk) plainlyNonNegative(p sym.Poly) bool {
	var least int64
	for _, t := range p.Terms() {
		if len(t.Vars) == 0 {
			least += t.Coef
			continue
		}
		low, ok := w.least(t.Vars)
		if !ok || t.Coef < 0 {
			return false
		}
		least += min(t.Coef*low, small)
	}
	return least >= 0
}

// least is a lower bound of the product of names, at most small.
func (w *Walk) least(names []name.Name) (int64, bool) {
	product := int64(1)
	for _, n := range names {
		low, ok := w.lower[n]
		if !ok || low < -small || low < 0 && len(names) > 1 {
			return 0, false
		}
		product = min(product*min(low, small), small)
	}
	return product, true
}

// maxExtremes bounds how many minima and maxima of others a proof looks into.
const maxExtremes = 2

// bounded proves y − x ≥ slack. A maximum is at most y if both of its operands are, and
// a minimum at least x.
func (w *Walk) bounded(x, y ir.Atom, slack int64, depth int) bool {
	px, py := w.Poly(x), w.Poly(y)
	if w.exact(px) && w.exact(py) && w.isNonNegative(py.Sub(px).Sub(sym.Const(slack))) {
		return true
	}
	if depth == 0 {
		return false
	}
	if e, ok := w.extreme(x, scalar.Max); ok {
		return w.bounded(e.Args[0], y, slack, depth-1) && w.bounded(e.Args[1], y, slack, depth-1)
	}
	if e, ok := w.extreme(y, scalar.Min); ok {
		return w.bounded(x, e.Args[0], slack, depth-1) && w.bounded(x, e.Args[1], slack, depth-1)
	}
	return false
}

// extreme is the application of fn to i64s that defines a, if there is one.
func (w *Walk) extreme(a ir.Atom, fn scalar.Op) (*ir.Prim, bool) {
	if !a.IsVar() {
		return nil, false
	}
	e, ok := w.base.defs[a.Name].(*ir.Prim)
	return e, ok && e.Fn == fn && e.Type == scalar.I64
}
