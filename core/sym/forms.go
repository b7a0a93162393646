package sym

import (
	"math/bits"
	"slices"

	"github.com/lamina-lang/lamina/core/name"
)

// forms remembers what monomials of the program's variables come to as sums of
// monomials of slacks. The questions to one Prover are about the same few of them,
// and most questions are decided by such a sum alone: no polynomial is made for them.
type forms struct {
	of     monomials // of variables
	values []form    // what they come to
	slack  monomials // of slacks
	signs  []bool    // of those, whether they are never negative
	at     [][]int64 // of those, the values in the models, where asked before

	// The sum being looked at: coefficients of monomials of slacks, of which those
	// in it may be other than 0.
	sum   []int64
	isIn  []bool
	in    []int
	exact bool    // no coefficient of it has wrapped
	total []int64 // its values in the models
}

// form is a sum of multiples of monomials of slacks, by number.
type form struct {
	parts []multiple
	exact bool
}

// multiple is coef times a monomial.
type multiple struct {
	monomial int
	coef     int64
}

// begin makes the sum 0.
func (f *forms) begin() {
	for _, m := range f.in {
		f.sum[m], f.isIn[m] = 0, false
	}
	f.in, f.exact = f.in[:0], true
}

// add adds c·e to the sum, with its variables written as bounds and slacks.
func (p *Prover) add(e Poly, c int64) {
	f := &p.forms
	f.exact = f.exact && e.Exact()
	for _, t := range e.terms {
		k, exact := mulInt(t.Coef, c)
		of := p.form(t.Vars)
		f.exact = f.exact && exact && of.exact
		for _, part := range of.parts {
			product, exact := mulInt(k, part.coef)
			sum, also := addInt(f.sum[part.monomial], product)
			f.exact = f.exact && exact && also
			f.sum[part.monomial] = sum
			if !f.isIn[part.monomial] {
				f.isIn[part.monomial] = true
				f.in = append(f.in, part.monomial)
			}
		}
	}
}

// form is the monomial's value.
func (p *Prover) form(vars []name.Name) form {
	f := &p.forms
	number, known := f.of.number(vars)
	if known {
		return f.values[number]
	}
	value := p.slacks.apply(p.Simplify(Poly{terms: []Term{{1, vars}}}))
	out := form{make([]multiple, 0, len(value.terms)), value.Exact()}
	for _, t := range value.terms {
		m, known := f.slack.number(t.Vars)
		if !known {
			f.sum, f.isIn = append(f.sum, 0), append(f.isIn, false)
			f.signs = append(f.signs, p.slacks.sign(Term{1, t.Vars}) > 0)
			f.at = append(f.at, nil)
		}
		out.parts = append(out.parts, multiple{m, t.Coef})
	}
	f.values = append(f.values, out)
	return out
}

// terms counts the monomials of the sum that are not 0 times in it.
func (f *forms) terms() (count int) {
	for _, m := range f.in {
		if f.sum[m] != 0 {
			count++
		}
	}
	return count
}

// noneNegative reports whether no term of the sum can be negative.
func (f *forms) noneNegative() bool {
	for _, m := range f.in {
		if c := f.sum[m]; c < 0 || c > 0 && !f.signs[m] {
			return false
		}
	}
	return true
}

// refuted reports whether the sum is negative in a model.
func (p *Prover) refuted() bool {
	f := &p.forms
	f.total = append(f.total[:0], make([]int64, len(p.samples().rows))...)
	for _, m := range f.in {
		if c := f.sum[m]; c != 0 {
			for k, x := range p.valuesOf(m) {
				f.total[k] += c * x
			}
		}
	}
	return slices.ContainsFunc(f.total, func(x int64) bool { return x < 0 })
}

// valuesOf are the values of monomial m of slacks in the models.
func (p *Prover) valuesOf(m int) []int64 {
	f := &p.forms
	if f.at[m] == nil {
		f.at[m] = p.samples().values(f.slack.vars[m])
	}
	return f.at[m]
}

// poly is the sum as a polynomial of slacks.
func (f *forms) poly() Poly {
	out := Poly{terms: make([]Term, 0, len(f.in)), wrapped: !f.exact}
	for _, m := range f.in {
		if f.sum[m] != 0 {
			out.terms = append(out.terms, Term{f.sum[m], f.slack.vars[m]})
		}
	}
	slices.SortFunc(out.terms, func(a, b Term) int { return compareMonomials(a.Vars, b.Vars) })
	return out
}

// monomials numbers monomials in the order in which they are met.
type monomials struct {
	vars [][]name.Name
	hash []uint32
	slot []int // numbers plus 1, by hash; 0 where there is none
}

// number is the monomial's, a new one if it was not known.
func (s *monomials) number(vars []name.Name) (number int, known bool) {
	if 2*len(s.vars) >= len(s.slot) {
		s.grow()
	}
	h := hashOf(vars)
	at := int(h) & (len(s.slot) - 1)
	for ; s.slot[at] != 0; at = (at + 1) & (len(s.slot) - 1) {
		if n := s.slot[at] - 1; s.hash[n] == h && slices.Equal(s.vars[n], vars) {
			return n, true
		}
	}
	s.vars, s.hash = append(s.vars, vars), append(s.hash, h)
	s.slot[at] = len(s.vars)
	return len(s.vars) - 1, false
}

func (s *monomials) grow() {
	s.slot = make([]int, max(32, 2*len(s.slot)))
	for n, h := range s.hash {
		at := int(h) & (len(s.slot) - 1)
		for s.slot[at] != 0 {
			at = (at + 1) & (len(s.slot) - 1)
		}
		s.slot[at] = n + 1
	}
}

func hashOf(vars []name.Name) uint32 {
	h := uint32(len(vars))
	for _, v := range vars {
		h = bits.RotateLeft32(h, 5) ^ uint32(v.ID)
		for i := range len(v.Base) {
			h = h*16777619 ^ uint32(v.Base[i])
		}
	}
	return h * 2654435769 >> 3
}
