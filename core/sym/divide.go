package sym

import (
	"slices"

	"github.com/lamina-lang/lamina/core/name"
)

// maxDivisionSteps bounds a division whose leading term is not the greatest of
// any order of monomials, so that it need not end by itself.
const maxDivisionSteps = 16

// DivRem divides p by d with respect to d's term number lead: p = q·d + r, where
// no term of r is a multiple of the leading term. Constants divide as floor
// does: by 3, 7 = 2·3 + 1 and -1 = -1·3 + 2.
//
// Every choice of lead is right; they answer different questions. By n - b,
// n = 1·(n - b) + b when n leads, and 0·(n - b) + n when b does.
func (p Poly) DivRem(d Poly, lead int) (q, r Poly) {
	top := d.terms[lead]
	if top.Coef < 0 {
		negated := d.Neg()
		if !negated.Exact() {
			return Poly{}, p
		}
		q, r = p.DivRem(negated, lead)
		return q.Neg(), r
	}
	r = p
	for range maxDivisionSteps {
		step, ok := r.firstMultiple(top)
		if !ok {
			break
		}
		q = q.Add(step)
		r = r.Sub(step.Mul(d))
	}
	return q, r
}

// firstMultiple finds the first term of p that is at least once, or negative, a
// multiple of t, and returns how often.
func (p Poly) firstMultiple(t Term) (Poly, bool) {
	for _, u := range p.terms {
		c := floorDiv(u.Coef, t.Coef)
		if c == 0 {
			continue
		}
		if vars, ok := divMonomials(u.Vars, t.Vars); ok {
			return Poly{terms: []Term{{c, vars}}}, true
		}
	}
	return Poly{}, false
}

// DivExact returns p / d when d divides p.
func (p Poly) DivExact(d Poly) (Poly, bool) {
	if d.IsZero() {
		return Poly{}, false
	}
	// Terms are sorted by degree and then lexicographically, an order of
	// monomials: with the first term leading, the remainder of a multiple is 0.
	q, r := p.DivRem(d, 0)
	return q, r.IsZero() && r.Exact() && q.Exact()
}

// Quotients returns the different quotients of p by d, for each of d's terms of
// the highest degree leading, and 0. Any may be the one that leaves a remainder
// smaller than d.
func (p Poly) Quotients(d Poly) []Poly {
	out := []Poly{{}}
	for lead, t := range d.terms {
		if len(t.Vars) < len(d.terms[0].Vars) {
			break
		}
		q, _ := p.DivRem(d, lead)
		if q.Exact() && !slices.ContainsFunc(out, q.Equal) {
			out = append(out, q)
		}
	}
	return out
}

// Coefficient returns what v is multiplied with: p = Coefficient·v + r, where r
// does not mention v.
func (p Poly) Coefficient(v name.Name) Poly {
	out := Poly{wrapped: p.wrapped}
	for _, t := range p.terms {
		if vars, ok := divMonomials(t.Vars, []name.Name{v}); ok {
			out.terms = append(out.terms, Term{t.Coef, vars})
		}
	}
	return out
}

// divMonomials removes the variables of b from a, if a has them all.
func divMonomials(a, b []name.Name) ([]name.Name, bool) {
	if len(b) == 0 {
		return a, true
	}
	if len(b) > len(a) {
		return nil, false
	}
	out := make([]name.Name, 0, len(a)-len(b))
	for _, v := range a {
		if len(b) > 0 && v == b[0] {
			b = b[1:]
		} else {
			out = append(out, v)
		}
	}
	return out, len(b) == 0
}

// floorDiv rounds a / b down, for b > 0.
func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// content returns the greatest common divisor of the coefficients of p's terms
// with variables, 0 if there are none.
func (p Poly) content() int64 {
	var g uint64
	for _, t := range p.terms {
		if len(t.Vars) > 0 {
			g = gcd(g, magnitude(t.Coef))
		}
	}
	return int64(g)
}

func gcd(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// constant returns p's constant term.
func (p Poly) constant() int64 {
	if last := len(p.terms) - 1; last >= 0 && len(p.terms[last].Vars) == 0 {
		return p.terms[last].Coef
	}
	return 0
}
