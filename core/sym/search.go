package sym

import (
	"maps"
	"math"
	"slices"

	"github.com/lamina-lang/lamina/core/name"
)

// Bounds on the work for one question.
const (
	maxSteps  = 120 // polynomials looked at
	maxCancel = 4   // negative terms cancelled one after the other
	maxSplits = 2   // slacks split one inside the other
)

// world is what is known of the slacks in one case: polynomials that are not
// negative, and assignments that satisfy them.
type world struct {
	facts  []Poly
	models []Model
}

// worlds are the samples, for a search.
func (p *Prover) worlds() []Model {
	var out []Model
	for k := range p.samples().rows {
		out = append(out, p.samples().model(k))
	}
	return out
}

// search proves e ≥ 0, for a polynomial of slacks.
func (p *Prover) search(e Poly, w world, splits int) *Proof {
	if w.refutes(e) {
		return nil
	}
	if proof := p.cancel(tighten(e), w, maxCancel); proof != nil {
		return proof
	}
	if splits == 0 {
		return nil
	}
	for _, v := range p.worthSplitting(e) {
		if p.fuel <= 0 {
			return nil
		}
		if proof := p.split(e, w, v, splits-1); proof != nil {
			return proof
		}
	}
	return nil
}

// plain proves e ≥ 0 by the signs of its terms, if they are enough.
func (p *Prover) plain(e Poly) *Proof {
	if !p.slacks.noneNegative(e) {
		return nil
	}
	return NewProof(nil, noNegativeTerm, e)
}

const noNegativeTerm = "no term of %v can be negative"

// cancel proves e ≥ 0 by the signs of its terms, after taking away multiples of
// facts that cancel its negative terms: if k·e = m·f + r, where f is a fact and
// m a product of slacks, or a sum of such products, then e ≥ 0 follows from
// r ≥ 0. This is Fourier–Motzkin elimination led by the goal, and by the
// products m a search for a Handelman certificate.
func (p *Prover) cancel(e Poly, w world, depth int) *Proof {
	p.fuel--
	p.work += len(e.terms)
	if !e.Exact() || p.fuel < 0 {
		return nil
	}
	if proof := p.plain(e); proof != nil || depth == 0 {
		return proof
	}
	bad := slices.IndexFunc(e.terms, func(t Term) bool { return p.slacks.sign(t) <= 0 })
	for _, f := range w.facts {
		for _, r := range p.reductions(e, e.terms[bad], f) {
			if w.refutes(r.rest) {
				continue
			}
			if why := p.cancel(tighten(r.rest), w, depth-1); why != nil {
				return NewProof([]*Proof{why}, "%v is %v times %v, which is not negative by a fact, plus %v",
					e.Scale(r.scale), r.times, f, r.rest)
			}
		}
	}
	return nil
}

// reduction is scale·e = times·f + rest.
type reduction struct {
	scale       int64
	times, rest Poly
}

// reductions are the ways to cancel term t of e with a multiple of the fact f:
// some term of f of the same sign divides it, and the quotient is a product of
// slacks, so that it is not negative. Where others of e's terms can go the same
// way, one reduction takes them all: a size that is squared has many terms once
// its form replaces it.
func (p *Prover) reductions(e Poly, t Term, f Poly) []reduction {
	var out []reduction
	for _, u := range f.terms {
		one, ok := p.quotient(t, u)
		if !ok {
			continue
		}
		if all := p.quotients(e, u); len(all.terms) > 1 {
			out = append(out, p.reduce(e, f, 1, all))
		}
		common := int64(gcd(magnitude(t.Coef), magnitude(u.Coef)))
		if common <= 0 {
			continue
		}
		one.Coef = int64(magnitude(t.Coef / common))
		out = append(out, p.reduce(e, f, int64(magnitude(u.Coef/common)), Poly{terms: []Term{one}}))
	}
	return out
}

func (p *Prover) reduce(e, f Poly, scale int64, times Poly) reduction {
	p.work += len(e.terms) + len(f.terms)*len(times.terms)
	return reduction{scale, times, e.Scale(scale).Sub(times.Mul(f))}
}

// quotient is t by u without coefficients, if they have one sign and it is a product of slacks.
func (p *Prover) quotient(t, u Term) (Term, bool) {
	if (u.Coef < 0) != (t.Coef < 0) || t.Coef == math.MinInt64 {
		return Term{}, false
	}
	vars, ok := divMonomials(t.Vars, u.Vars)
	q := Term{1, vars}
	return q, ok && p.slacks.allBounded(Poly{terms: []Term{q}})
}

// quotients is the sum of the quotients by u of e's terms, for coefficient 1 or -1.
func (p *Prover) quotients(e Poly, u Term) (sum Poly) {
	if magnitude(u.Coef) != 1 {
		return sum
	}
	for _, t := range e.terms {
		if q, ok := p.quotient(t, u); ok {
			sum = sum.Add(Poly{terms: []Term{q}}.Scale(t.Coef * u.Coef))
		}
	}
	return sum
}

// worthSplitting lists the slacks in terms of e that may be negative.
func (p *Prover) worthSplitting(e Poly) []name.Name {
	var out []name.Name
	for _, t := range e.terms {
		if p.slacks.sign(t) > 0 {
			continue
		}
		for _, v := range t.Vars {
			if p.slacks.isSlack(v) && !slices.Contains(out, v) {
				out = append(out, v)
			}
		}
	}
	return out
}

// split proves e ≥ 0 for the slack v = 0 and for v ≥ 1, where v + 1 is written
// for v.
func (p *Prover) split(e Poly, w world, v name.Name, splits int) *Proof {
	var parts []*Proof
	for _, c := range []struct {
		shift Poly
		what  string
	}{
		{Poly{}, "for %v = 0:"},
		{Var(v).Add(Const(1)), "for %[1]v >= 1, writing %[1]v + 1 for it:"},
	} {
		at := func(n name.Name) (Poly, bool) { return c.shift, n == v }
		in, possible := p.assume(w, v, c.shift)
		if !possible {
			continue
		}
		why := p.search(e.Subst(at), in, splits)
		if why == nil {
			return nil
		}
		parts = append(parts, NewProof([]*Proof{why}, c.what, v))
	}
	return NewProof(parts, "split at %v", v)
}

// assume is the world w with v replaced by shift: 0, or v + 1. It reports false
// when that contradicts a fact.
func (p *Prover) assume(w world, v name.Name, shift Poly) (world, bool) {
	var out world
	at := func(n name.Name) (Poly, bool) { return shift, n == v }
	for _, f := range w.facts {
		f = tighten(f.Subst(at))
		if !f.Exact() || p.slacks.noneNegative(f) {
			continue
		}
		if f.allNegative() && f.constant() < 0 && p.slacks.allBounded(f) {
			return world{}, false
		}
		out.facts = append(out.facts, f)
	}
	for _, m := range w.models {
		if (m[v] == 0) == shift.IsZero() {
			m = maps.Clone(m)
			m[v] = max(m[v]-1, 0)
			out.models = append(out.models, m)
		}
	}
	return out, true
}
