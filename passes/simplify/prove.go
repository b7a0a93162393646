package simplify

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/sym"
)

// small bounds the numbers in proofs, so that none of the products overflows.
const small = 1 << 30

// tame reports whether all coefficients are small.
func tame(p sym.Poly) bool {
	return !slices.ContainsFunc(p.Terms(), func(t sym.Term) bool {
		return t.Coef > small || t.Coef < -small
	})
}

// exact reports whether p is tame and, evaluated with wrapping arithmetic, has its
// value in ℤ: it cannot leave the range of i64, or it lies between a small negative
// number and a small number or some name, or it is known not to have wrapped.
func (s *simplifier) exact(p sym.Poly) bool {
	switch {
	case !tame(p):
		return false
	case s.fits(p) || s.facts.trusted[p.String()]:
		return true
	}
	return s.nonNegative(p.Add(sym.Const(small/2))) && slices.ContainsFunc(s.ceilings(p), func(above sym.Poly) bool {
		return s.nonNegative(above.Sub(p))
	})
}

// sum takes p apart as a sum of names that are not negative, less others, plus
// a constant.
func (s *simplifier) sum(p sym.Poly) (plus, minus int, constant int64, ok bool) {
	for _, t := range p.Terms() {
		switch {
		case len(t.Vars) == 0:
			constant = t.Coef
		case len(t.Vars) > 1 || s.maybeNegative(t.Vars[0]):
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
func (s *simplifier) fits(p sym.Poly) bool {
	if _, ok := p.AsVar(); ok {
		return true
	}
	plus, minus, constant, ok := s.sum(p)
	return ok && plus <= 1 && minus <= 1 && (plus == 0 || constant <= 0) && (minus == 0 || constant >= -1)
}

// trust adds the fact that p, which is not negative as wrapping arithmetic
// evaluates it, has that value in ℤ too, if it follows: p in ℤ is not negative
// and below 2^64, so that it would have become negative if it had wrapped.
func (s *simplifier) trust(p sym.Poly) {
	plus, minus, constant, ok := s.sum(p)
	key := p.String()
	if !ok || plus > 2 || minus > 0 || constant > 1 || s.facts.trusted[key] || !s.nonNegative(p) {
		return
	}
	s.facts.trusted[key] = true
	s.here().undo = append(s.here().undo, func() { delete(s.facts.trusted, key) })
}

// ceilings may be above p: a constant, the names in p and in the upper bounds
// of those.
func (s *simplifier) ceilings(p sym.Poly) []sym.Poly {
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
		for _, u := range s.facts.upper[n] {
			u.Vars(add)
		}
	})
	return out
}

// maxSteps bounds the substitutions in one proof.
const maxSteps = 64

// nonNegative proves p ≥ 0 in ℤ for all values of names that satisfy the
// facts, or gives up.
func (s *simplifier) nonNegative(p sym.Poly) bool {
	steps := maxSteps
	return s.prove(p, &steps)
}

// prove replaces a name in a negative term by its upper bounds, until no term
// is negative. Inner loops' indices come first: their bounds mention the outer
// ones'.
func (s *simplifier) prove(p sym.Poly, steps *int) bool {
	if !tame(p) {
		return false
	}
	if s.plainlyNonNegative(p) {
		return true
	}
	for _, t := range slices.Backward(p.Terms()) {
		if t.Coef < 0 && s.proveWithout(p, t, steps) {
			return true
		}
	}
	return false
}

// proveWithout proves p ≥ 0 with a name of its negative term t replaced.
func (s *simplifier) proveWithout(p sym.Poly, t sym.Term, steps *int) bool {
	for k, n := range t.Vars {
		rest := slices.Delete(slices.Clone(t.Vars), k, k+1)
		if slices.ContainsFunc(rest, s.maybeNegative) {
			continue
		}
		factor := sym.Const(t.Coef)
		for _, m := range rest {
			factor = factor.Mul(sym.Var(m))
		}
		for _, u := range s.facts.upper[n] {
			if *steps--; *steps < 0 {
				return false
			}
			if tame(u) && s.prove(p.Add(factor.Mul(u.Sub(sym.Var(n)))), steps) {
				return true
			}
		}
	}
	return false
}

func (s *simplifier) maybeNegative(n name.Name) bool {
	low, known := s.facts.lower[n]
	return !known || low < 0
}

// plainlyNonNegative adds up the least values of the terms, each at most
// small², of a tame p.
func (s *simplifier) plainlyNonNegative(p sym.Poly) bool {
	var least int64
	for _, t := range p.Terms() {
		if len(t.Vars) == 0 {
			least += t.Coef
			continue
		}
		low, ok := s.least(t.Vars)
		if !ok || t.Coef < 0 {
			return false
		}
		least += min(t.Coef*low, small)
	}
	return least >= 0
}

// least is a lower bound of the product of names, at most small.
func (s *simplifier) least(names []name.Name) (int64, bool) {
	product := int64(1)
	for _, n := range names {
		low, ok := s.facts.lower[n]
		if !ok || low < -small || low < 0 && len(names) > 1 {
			return 0, false
		}
		product = min(product*min(low, small), small)
	}
	return product, true
}
