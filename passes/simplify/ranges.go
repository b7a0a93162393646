package simplify

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// facts are inequalities between integers, in ℤ, that hold where the walk
// stands. i64 arithmetic wraps, so a polynomial over names tells what a name
// holds only where it is shown to lie in the range of i64 (see exact).
type facts struct {
	lower map[name.Name]int64      // name ≥ constant
	upper map[name.Name][]sym.Poly // name ≤ each polynomial
	// trusted are polynomials, as text, that are known not to have wrapped.
	trusted map[string]bool
}

// maxUppers bounds the upper bounds kept for one name.
const maxUppers = 4

// atLeast adds the fact n ≥ c, in the innermost scope.
func (s *simplifier) atLeast(n name.Name, c int64) {
	if p, composed := s.polys[n]; composed {
		if c >= 0 {
			s.trust(p)
		}
		return
	}
	old, known := s.facts.lower[n]
	if known && old >= c {
		return
	}
	s.facts.lower[n] = c
	s.here().undo = append(s.here().undo, func() {
		if known {
			s.facts.lower[n] = old
		} else {
			delete(s.facts.lower, n)
		}
	})
}

// atMost adds the fact n ≤ p, in the innermost scope.
func (s *simplifier) atMost(n name.Name, p sym.Poly) {
	old := s.facts.upper[n]
	if _, composed := s.polys[n]; composed || p.Mentions(n) || len(old) >= maxUppers {
		return
	}
	s.facts.upper[n] = append(old[:len(old):len(old)], p)
	s.here().undo = append(s.here().undo, func() { s.facts.upper[n] = old })
}

// below adds the facts 0 ≤ index < bound, and so 1 ≤ bound, for an index of type t.
func (s *simplifier) below(index name.Name, t scalar.Type, bound ir.Atom) {
	s.atLeast(index, 0)
	if t == scalar.I64 && bound.IsVar() {
		s.atLeast(bound.Name, 1)
	}
	s.know(&ir.Prim{Fn: scalar.Lt, Type: t, Args: []ir.Atom{ir.Var(index), bound}})
	p, ok := s.widened(t, bound)
	if ok && s.exact(p) {
		s.atMost(index, p.Sub(sym.Const(1)))
	}
}

// know makes the comparison e available as true in the innermost scope.
func (s *simplifier) know(e *ir.Prim) {
	key := primKey(e)
	if _, ok := s.avail[key]; !ok {
		s.avail[key] = truth(true)
		s.here().undo = append(s.here().undo, func() { delete(s.avail, key) })
	}
}

// widened is an atom of a signed type as a polynomial over i64 names, if there
// is a name for it.
func (s *simplifier) widened(t scalar.Type, a ir.Atom) (sym.Poly, bool) {
	switch {
	case t == scalar.I64:
		return s.poly(a), true
	case !a.IsVar():
		return sym.Const(a.Const.Int()), t.IsSigned()
	case t.IsSigned():
		return sym.Var(a.Name), true
	}
	return sym.Poly{}, false
}

// element adds what is known of an element of array: those of an iota are in
// its range.
func (s *simplifier) element(p ir.Param, array name.Name) {
	e, ok := s.defs[array].(*ir.Iota)
	if ok && e.Elem == scalar.I64 && e.Start == ir.Size(0) && e.Step == ir.Size(1) {
		s.below(p.Name, scalar.I64, e.Count)
	}
}

// learn adds what follows from the condition a being true, or false.
func (s *simplifier) learn(a ir.Atom, holds bool) {
	if !a.IsVar() {
		return
	}
	if _, known := s.sub[a.Name]; known {
		return
	}
	s.replace(a.Name, truth(holds))
	s.learned.Add(a.Name)
	s.here().undo = append(s.here().undo, func() {
		delete(s.sub, a.Name)
		delete(s.learned, a.Name)
	})
	e, ok := s.defs[a.Name].(*ir.Prim)
	if !ok {
		return
	}
	switch e.Fn {
	case scalar.Not:
		s.learn(e.Args[0], !holds)
	case scalar.And, scalar.Or:
		if holds == (e.Fn == scalar.And) {
			s.learn(e.Args[0], holds)
			s.learn(e.Args[1], holds)
		}
	}
	if e.Type == scalar.I64 {
		s.learnOrder(e, holds)
	}
}

// learnOrder adds what follows from a comparison of i64 being true, or false.
func (s *simplifier) learnOrder(e *ir.Prim, holds bool) {
	if c, ok := comparisons[e.Fn]; ok {
		s.learnComparison(c, e.Args[0], e.Args[1], holds)
	}
	if e.Fn == scalar.Eq || e.Fn == scalar.Ne {
		s.learnEqual(e.Args[0], e.Args[1], holds == (e.Fn == scalar.Eq))
	}
}

// comparison is an order as y − x ≥ Slack, with the operands swapped if Swap.
type comparison struct {
	swap  bool
	slack int64
}

var comparisons = map[scalar.Op]comparison{
	scalar.Lt: {false, 1},
	scalar.Le: {false, 0},
	scalar.Gt: {true, 1},
	scalar.Ge: {true, 0},
}

// difference returns operands x and y and the slack with which the comparison
// says y − x ≥ slack, or, if it does not hold, x − y ≥ 1 − slack.
func (c comparison) difference(x, y ir.Atom, holds bool) (ir.Atom, ir.Atom, int64) {
	if c.swap {
		x, y = y, x
	}
	if !holds {
		return y, x, 1 - c.slack
	}
	return x, y, c.slack
}

// learnComparison turns a comparison that holds into bounds of names.
func (s *simplifier) learnComparison(c comparison, x, y ir.Atom, holds bool) {
	x, y, slack := c.difference(x, y, holds)
	px, py := s.poly(x), s.poly(y)
	if low, ok := px.AsConst(); ok && low+slack >= 0 {
		s.trust(py)
	}
	if s.exact(px) && s.exact(py) {
		s.learnNonNegative(py.Sub(px).Sub(sym.Const(slack)))
	}
}

// learnEqual turns x = y, or x ≠ y, into bounds of names.
func (s *simplifier) learnEqual(x, y ir.Atom, holds bool) {
	px, py := s.poly(x), s.poly(y)
	if !s.exact(px) || !s.exact(py) {
		return
	}
	for _, d := range []sym.Poly{py.Sub(px), px.Sub(py)} {
		switch {
		case holds:
			s.learnNonNegative(d)
		case s.nonNegative(d):
			s.learnNonNegative(d.Sub(sym.Const(1)))
		}
	}
}

// learnNonNegative turns d ≥ 0 into bounds of the names in d.
func (s *simplifier) learnNonNegative(d sym.Poly) {
	for _, t := range d.Terms() {
		if len(t.Vars) != 1 {
			continue
		}
		n := t.Vars[0]
		rest := d.Sub(sym.Var(n).Scale(t.Coef))
		switch c, constant := rest.AsConst(); {
		case t.Coef == 1 && constant && tame(rest):
			s.atLeast(n, -c)
		case t.Coef == -1:
			s.atMost(n, rest)
		}
	}
}

// holds reports whether the condition a is known to be true where the walk
// stands, which may be further inside than where it was computed.
func (s *simplifier) holds(a ir.Atom) bool {
	if !a.IsVar() {
		return a == truth(true)
	}
	e, ok := s.defs[a.Name].(*ir.Prim)
	if !ok {
		return false
	}
	if e.Fn == scalar.And {
		return s.holds(s.atom(e.Args[0])) && s.holds(s.atom(e.Args[1]))
	}
	verdict, ok := s.compare(e)
	return ok && verdict
}

// decide replaces comparisons of i64 that always, or never, hold.
func decide(s *simplifier, st *ir.Stm, e *ir.Prim) action {
	if holds, ok := s.compare(e); ok {
		return s.same(st, truth(holds))
	}
	return kept
}

// decideExtreme replaces maxima and minima of i64 by the operand that is always
// the greater, or the lesser.
func decideExtreme(s *simplifier, st *ir.Stm, e *ir.Prim) action {
	if e.Type != scalar.I64 || e.Fn != scalar.Max && e.Fn != scalar.Min {
		return kept
	}
	x, y := s.poly(e.Args[0]), s.poly(e.Args[1])
	if !s.exact(x) || !s.exact(y) {
		return kept
	}
	lesser, greater := e.Args[0], e.Args[1]
	switch {
	case s.nonNegative(y.Sub(x)):
	case s.nonNegative(x.Sub(y)):
		lesser, greater = greater, lesser
	default:
		return kept
	}
	if e.Fn == scalar.Max {
		return s.same(st, greater)
	}
	return s.same(st, lesser)
}

// compare tells whether a comparison of i64 holds, if that is known.
func (s *simplifier) compare(e *ir.Prim) (holds, known bool) {
	if e.Type != scalar.I64 || len(e.Args) != 2 {
		return false, false
	}
	px, py := s.poly(e.Args[0]), s.poly(e.Args[1])
	if e.Fn == scalar.Eq || e.Fn == scalar.Ne {
		c, ok := px.Sub(py).AsConst()
		return (c == 0) == (e.Fn == scalar.Eq), ok
	}
	c, ok := comparisons[e.Fn]
	if !ok {
		return false, false
	}
	for _, holds := range []bool{true, false} {
		x, y, slack := c.difference(e.Args[0], e.Args[1], holds)
		if s.apart(x, y, slack, maxExtremes) {
			return holds, true
		}
	}
	return false, false
}

// maxExtremes bounds how many minima and maxima of others a proof looks into.
const maxExtremes = 2

// apart proves y − x ≥ slack. A maximum is at most y if both of its operands are,
// and a minimum at least x.
func (s *simplifier) apart(x, y ir.Atom, slack int64, depth int) bool {
	px, py := s.poly(x), s.poly(y)
	if s.exact(px) && s.exact(py) && s.nonNegative(py.Sub(px).Sub(sym.Const(slack))) {
		return true
	}
	if depth == 0 {
		return false
	}
	if e, ok := s.prim(x, scalar.Max); ok && e.Type == scalar.I64 {
		return s.apart(e.Args[0], y, slack, depth-1) && s.apart(e.Args[1], y, slack, depth-1)
	}
	if e, ok := s.prim(y, scalar.Min); ok && e.Type == scalar.I64 {
		return s.apart(x, e.Args[0], slack, depth-1) && s.apart(x, e.Args[1], slack, depth-1)
	}
	return false
}

// estimate adds bounds of a scalar that follow from how it is computed.
func (s *simplifier) estimate(p ir.Param, e ir.Exp) {
	if !p.Type.IsScalar() || p.Type.Elem != scalar.I64 {
		return
	}
	switch e := e.(type) {
	case *ir.Convert:
		s.estimateConvert(p.Name, e)
	case *ir.Prim:
		if e.Type != scalar.I64 {
			return
		}
		if q, ok := s.polynomial(e); ok {
			s.polys[p.Name] = q
			return
		}
		s.estimatePrim(p.Name, e)
	}
}

func (s *simplifier) estimatePrim(n name.Name, e *ir.Prim) {
	switch e.Fn {
	case scalar.Min:
		for _, a := range e.Args {
			if q := s.poly(a); s.exact(q) {
				s.atMost(n, q)
			}
		}
		if s.notNegative(e.Args[0]) && s.notNegative(e.Args[1]) {
			s.atLeast(n, 0)
		}
	case scalar.Max:
		if s.notNegative(e.Args[0]) || s.notNegative(e.Args[1]) {
			s.atLeast(n, 0)
		}
	case scalar.Mod:
		if c, ok := e.Args[1].AsSize(); ok && c > 0 {
			s.atLeast(n, 0)
			s.atMost(n, sym.Const(c-1))
		}
	case scalar.Div, scalar.Quot, scalar.Rem, scalar.Shr:
		if s.notNegative(e.Args[0]) && s.notNegative(e.Args[1]) {
			s.atLeast(n, 0)
			s.atMost(n, s.poly(e.Args[0]))
		}
	}
}

// estimateConvert bounds conversions of integers: an unsigned one is not
// negative and at most the highest of its type, and a signed one keeps its value.
func (s *simplifier) estimateConvert(n name.Name, e *ir.Convert) {
	switch {
	case e.From.IsUnsigned() && e.From.Size() < 8:
		s.atLeast(n, 0)
		s.atMost(n, sym.Const(1<<e.From.Bits()-1))
	case e.From.IsSigned() && e.X.IsVar():
		if c, ok := s.facts.lower[e.X.Name]; ok {
			s.atLeast(n, c)
		}
		s.atMost(n, sym.Var(e.X.Name))
		s.atMost(e.X.Name, sym.Var(n))
	}
}

// notNegative reports whether the i64 a is known not to be negative.
func (s *simplifier) notNegative(a ir.Atom) bool {
	p := s.poly(a)
	return s.exact(p) && s.nonNegative(p)
}
