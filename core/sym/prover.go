package sym

import (
	"maps"
	"slices"

	"github.com/lamina-lang/lamina/core/name"
)

// Prover decides inequalities between polynomials under facts, over the
// integers. It answers with a proof, or does not know; it is never wrong, and
// never works longer than a fixed number of steps. What it answers depends on
// the facts and the question only.
//
// It reasons in three stages:
//
//  1. Equations that can be solved for a variable replace it (n = q·b + 1).
//  2. Every other variable is written as a bound and a slack that is not
//     negative (q = 1 + i + q⁺ for i < q; see slack.go). What the facts say
//     beyond that stays as a list of polynomials that are not negative.
//  3. A polynomial of slacks is not negative when no coefficient is; else its
//     negative terms are cancelled with multiples of facts, and slacks are
//     split into = 0 and ≥ 1 (search.go).
//
// A Prover may be used by one goroutine at a time.
type Prover struct {
	defs    map[name.Name]Poly // solved equations; no value mentions a key
	slacks  slacks
	facts   []Poly   // ≥ 0, polynomials of slacks, none true by itself
	absurd  *Proof   // set when the facts contradict each other
	sampled *samples // where asked before
	forms   forms
	fuel    int // search steps left to the question being answered
	work    int // terms looked at so far
	limit   int // no more work than this, if not 0
}

// NewProver prepares the facts. Of a fact a ≠ b it makes no use: split those
// with Facts.Cases. The models give values to all variables of the facts, and
// to others named here.
func NewProver(facts Facts, others ...name.Name) *Prover {
	p := &Prover{defs: map[name.Name]Poly{}}
	bounds := p.solveEquations(facts)
	for _, f := range facts {
		if f.Rel != EQ && f.Rel != NE {
			bounds = append(bounds, f.nonNeg())
		}
	}
	inequalities := bounds[:0]
	for _, e := range bounds {
		e = p.Simplify(e)
		if !e.Exact() {
			continue
		}
		if c, ok := e.AsConst(); !ok {
			if e = tighten(e); !slices.ContainsFunc(inequalities, e.Equal) {
				inequalities = append(inequalities, e)
			}
		} else if c < 0 {
			p.contradiction("%v >= 0", e)
		}
	}
	p.slacks = chooseSlacks(inequalities)
	p.keepFacts(inequalities)
	for _, v := range others {
		if _, defined := p.defs[v]; !defined {
			p.slacks.mention(v)
		}
	}
	for _, v := range slices.SortedFunc(maps.Keys(p.defs), name.Compare) {
		p.defs[v].Vars(p.slacks.mention)
	}
	return p
}

// solveEquations takes up the equations among facts, and returns polynomials
// ≥ 0 that stand for those that cannot be solved for a variable.
func (p *Prover) solveEquations(facts Facts) (rest []Poly) {
	for _, f := range facts {
		if f.Rel != EQ {
			continue
		}
		left, right := p.Simplify(f.Left), p.Simplify(f.Right)
		e := left.Sub(right)
		if !e.Exact() || e.IsZero() {
			continue
		}
		if g := e.content(); g == 0 || g > 1 && e.constant()%g != 0 {
			p.contradiction("%v, but %v = 0 has no solution", f, e)
			continue
		}
		v, value, ok := solve(left, right)
		if !ok {
			rest = append(rest, e, e.Neg())
			continue
		}
		replace := func(n name.Name) (Poly, bool) { return value, n == v }
		for _, n := range slices.SortedFunc(maps.Keys(p.defs), name.Compare) {
			p.defs[n] = p.defs[n].Subst(replace)
		}
		p.defs[v] = value
	}
	return rest
}

// solve solves left = right for a variable: for left if it is one, else for the
// last variable that occurs once, alone and with coefficient ±1.
func solve(left, right Poly) (v name.Name, value Poly, ok bool) {
	if v, ok := left.AsVar(); ok && !right.Mentions(v) {
		return v, right, true
	}
	e := left.Sub(right)
	for _, t := range slices.Backward(e.terms) {
		if len(t.Vars) != 1 || t.Coef != 1 && t.Coef != -1 {
			continue
		}
		rest := e.Sub(Poly{terms: []Term{t}})
		if !rest.Mentions(t.Vars[0]) {
			return t.Vars[0], rest.Scale(-t.Coef), true
		}
	}
	return v, value, false
}

// keepFacts keeps, of the inequalities, what the slacks do not already say. A
// fact such as -s ≥ 0 makes the slack s 0.
func (p *Prover) keepFacts(inequalities []Poly) {
	for range len(inequalities) + 1 {
		p.facts = p.facts[:0]
		var zero []name.Name
		for _, e := range inequalities {
			e = tighten(p.slacks.apply(e))
			switch {
			case !e.Exact() || p.slacks.noneNegative(e):
			case e.allNegative() && p.slacks.allBounded(e):
				if e.constant() < 0 {
					p.contradiction("%v >= 0", e)
					return
				}
				for _, t := range e.terms {
					if len(t.Vars) == 1 {
						zero = append(zero, t.Vars[0])
					}
				}
				if len(zero) == 0 {
					p.facts = append(p.facts, e)
				}
			default:
				p.facts = append(p.facts, e)
			}
		}
		if len(zero) == 0 {
			return
		}
		p.slacks.setZero(zero)
	}
}

func (p *Prover) contradiction(format string, args ...any) {
	if p.absurd == nil {
		p.absurd = NewProof([]*Proof{NewProof(nil, format, args...)}, "the facts contradict each other")
	}
}

// Absurd returns why the facts contradict each other, or nil when no
// contradiction was seen. Under such facts everything holds.
func (p *Prover) Absurd() *Proof { return p.absurd }

// Work tells how much work the questions so far have been: the number of terms
// of the polynomials looked at.
func (p *Prover) Work() int { return p.work }

// Limit makes p answer "not known" once its work has reached the limit. So a
// caller bounds many questions together, and stays deterministic.
func (p *Prover) Limit(work int) { p.limit = work }

// Simplify replaces the variables that equations define.
func (p *Prover) Simplify(e Poly) Poly {
	return e.Subst(func(n name.Name) (Poly, bool) { q, ok := p.defs[n]; return q, ok })
}

// Given describes what the variables stand for in the proofs: the equations
// solved, and each variable as a bound and a slack.
func (p *Prover) Given() []string {
	var out []string
	for _, v := range slices.SortedFunc(maps.Keys(p.defs), name.Compare) {
		out = append(out, v.String()+" = "+p.defs[v].String())
	}
	return append(out, p.slacks.describe()...)
}

// NonNeg returns a proof of e ≥ 0, or nil when it finds none.
func (p *Prover) NonNeg(e Poly) *Proof {
	why, ok := p.prove(question{e, Poly{}, 0})
	if !ok {
		return nil
	}
	return NewProof(why, "%v >= 0", e)
}

// Evident reports whether the bounds of e's variables alone show that e ≥ 0, which
// takes no search.
func (p *Prover) Evident(e Poly) bool {
	p.ask(question{e, Poly{}, 0})
	return p.forms.exact && p.forms.noneNegative()
}

// Pos returns a proof of e > 0, or nil when it finds none.
func (p *Prover) Pos(e Poly) *Proof {
	why, ok := p.prove(question{e, Poly{}, -1})
	if !ok {
		return nil
	}
	return NewProof(why, "%v > 0", e)
}

// Less returns a proof of a < b, or nil when it finds none.
func (p *Prover) Less(a, b Poly) *Proof {
	why, ok := p.prove(question{b, a, -1})
	if !ok {
		return nil
	}
	return NewProof(why, "%v < %v", a, b)
}

// Zero returns a proof of e = 0, or nil when it finds none.
func (p *Prover) Zero(e Poly) *Proof {
	simple := p.slacks.apply(p.Simplify(e))
	switch {
	case !simple.Exact():
		return nil
	case simple.IsZero():
		return NewProof(nil, "%v = 0", e)
	case p.absurd != nil:
		return p.absurd
	case len(p.facts) == 0:
		return nil
	}
	below := p.NonNeg(e)
	if below == nil {
		return nil
	}
	above := p.NonNeg(e.Neg())
	if above == nil {
		return nil
	}
	return NewProof([]*Proof{below, above}, "%v = 0", e)
}

// question is whether more - less + constant ≥ 0.
type question struct {
	more, less Poly
	constant   int64
}

// ask makes the sum of p's forms that of the question.
func (p *Prover) ask(q question) {
	p.forms.begin()
	p.add(q.more, 1)
	p.add(q.less, -1)
	if q.constant != 0 {
		p.add(Const(q.constant), 1)
	}
}

// prove answers the question, and tells why, unless that is plain to see.
func (p *Prover) prove(q question) (why []*Proof, ok bool) {
	if p.absurd != nil {
		return []*Proof{p.absurd}, true
	}
	if p.limit > 0 && p.work >= p.limit {
		return nil, false
	}
	p.ask(q)
	p.work += p.forms.terms() + 1
	if !p.forms.exact {
		return nil, false
	}
	if p.forms.noneNegative() {
		if q.more.differsByConstant(q.less) {
			return nil, true
		}
		return []*Proof{NewProof(nil, noNegativeTerm, inSlacks{p, q})}, true
	}
	if p.refuted() {
		return nil, false
	}
	p.fuel = maxSteps
	if why := p.search(p.forms.poly(), world{p.facts, p.worlds()}, maxSplits); why != nil {
		return []*Proof{why}, true
	}
	return nil, false
}

// inSlacks is what is asked as a polynomial of slacks, for people.
type inSlacks struct {
	*Prover
	question
}

// String prints the polynomial.
func (s inSlacks) String() string {
	s.ask(s.question)
	return s.forms.poly().String()
}

// tighten divides e by the common divisor of its coefficients, and rounds the
// constant down: over the integers, 2x - 1 ≥ 0 says x - 1 ≥ 0.
func tighten(e Poly) Poly {
	g := e.content()
	if g <= 1 {
		return e
	}
	out := Poly{wrapped: e.wrapped, terms: make([]Term, 0, len(e.terms))}
	for _, t := range e.terms {
		if c := floorDiv(t.Coef, g); c != 0 {
			out.terms = append(out.terms, Term{c, t.Vars})
		}
	}
	return out
}

// allNegative reports whether e, which is not 0, has no positive coefficient.
func (e Poly) allNegative() bool {
	for _, t := range e.terms {
		if t.Coef > 0 {
			return false
		}
	}
	return true
}

// Split returns two facts one of which holds: v at its bound, or beyond it; for
// a variable without a bound, v negative or not.
func (p *Prover) Split(v name.Name) [2]Fact {
	s, ok := p.slacks.bound(v)
	switch {
	case !ok:
		return [2]Fact{Ge(Var(v), Poly{}), Lt(Var(v), Poly{})}
	case s.Upper:
		return [2]Fact{Eq(Var(v), s.Bound), Lt(Var(v), s.Bound)}
	}
	return [2]Fact{Eq(Var(v), s.Bound), {Var(v), GT, s.Bound}}
}
