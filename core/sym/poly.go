// Package sym holds integer polynomials over program variables, the language
// in which index functions are written, and a prover for inequalities between
// them.
//
// A Poly is kept in one canonical form, so that two polynomials are equal
// exactly when their representations are. Coefficients are int64 and wrap, as
// the i64 arithmetic that evaluates index functions does: + and × on them are
// ring operations modulo 2^64, so evaluation is right whatever the size of the
// coefficients. A Poly remembers whether a coefficient wrapped on the way to
// it, because order means nothing then: the Prover reasons over the integers
// and refuses such a polynomial.
package sym

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/lamina-lang/lamina/core/name"
)

// Poly is a polynomial: a sum of terms, sorted by their monomials, none with
// coefficient 0. The zero Poly is 0. Polys are values: no operation changes
// its operands.
type Poly struct {
	terms   []Term
	wrapped bool
}

// Term is Coef · Π Vars. Vars is sorted, with a variable repeated as often as
// its power says; the constant term has none.
type Term struct {
	Coef int64
	Vars []name.Name
}

// Const returns the constant polynomial c.
func Const(c int64) Poly {
	switch c {
	case 0:
		return Poly{}
	case 1:
		return Poly{terms: one}
	}
	return Poly{terms: []Term{{Coef: c}}}
}

// one are the terms of the constant that is needed most often.
var one = []Term{{Coef: 1}}

// Var returns the polynomial n.
func Var(n name.Name) Poly {
	memory := &struct {
		terms [1]Term
		vars  [1]name.Name
	}{vars: [1]name.Name{n}}
	memory.terms[0] = Term{Coef: 1, Vars: memory.vars[:]}
	return Poly{terms: memory.terms[:]}
}

// FromTerms makes the polynomial that has these terms, in any order; exact says
// whether it is right over the integers, as Exact does. It is the inverse of
// Terms and Exact, for those who read polynomials from outside.
func FromTerms(terms []Term, exact bool) Poly {
	canonical := slices.IsSortedFunc(terms, func(a, b Term) int {
		if c := compareMonomials(a.Vars, b.Vars); c != 0 {
			return c
		}
		return 1 // a repetition is out of order
	})
	for _, t := range terms {
		canonical = canonical && t.Coef != 0 && slices.IsSortedFunc(t.Vars, name.Compare)
	}
	if canonical {
		return Poly{terms: terms, wrapped: !exact}
	}
	sum := Poly{wrapped: !exact}
	for _, t := range terms {
		product := Const(t.Coef)
		for _, v := range t.Vars {
			product = product.Mul(Var(v))
		}
		sum = sum.Add(product)
	}
	return sum
}

// Terms returns the terms, highest degree first. The caller must not change them.
func (p Poly) Terms() []Term { return p.terms }

// Exact reports whether p is right over the integers too: no coefficient has
// wrapped in the operations that made p.
func (p Poly) Exact() bool { return !p.wrapped }

// IsZero reports whether p is the polynomial 0.
func (p Poly) IsZero() bool { return len(p.terms) == 0 }

// AsConst returns p's value when p has no variables.
func (p Poly) AsConst() (int64, bool) {
	switch {
	case len(p.terms) == 0:
		return 0, true
	case len(p.terms) == 1 && len(p.terms[0].Vars) == 0:
		return p.terms[0].Coef, true
	}
	return 0, false
}

// AsVar returns the variable when p is just that.
func (p Poly) AsVar() (name.Name, bool) {
	if len(p.terms) == 1 && p.terms[0].Coef == 1 && len(p.terms[0].Vars) == 1 {
		return p.terms[0].Vars[0], true
	}
	return name.Name{}, false
}

// Equal reports whether p and q are the same polynomial (modulo 2^64).
func (p Poly) Equal(q Poly) bool {
	return slices.EqualFunc(p.terms, q.terms, func(a, b Term) bool {
		return a.Coef == b.Coef && slices.Equal(a.Vars, b.Vars)
	})
}

// Away is p - q, if that is a number.
func (p Poly) Away(q Poly) (int64, bool) {
	c, exact := addInt(p.constant(), -q.constant())
	return c, exact && q.constant() != math.MinInt64 && p.Exact() && q.Exact() && p.differsByConstant(q)
}

// differsByConstant reports whether p - q is a number.
func (p Poly) differsByConstant(q Poly) bool {
	return slices.EqualFunc(p.inVars(), q.inVars(), func(a, b Term) bool {
		return a.Coef == b.Coef && slices.Equal(a.Vars, b.Vars)
	})
}

// inVars are the terms that have variables.
func (p Poly) inVars() []Term {
	if last := len(p.terms) - 1; last >= 0 && len(p.terms[last].Vars) == 0 {
		return p.terms[:last]
	}
	return p.terms
}

// compareMonomials orders by degree, highest first, then by variables.
func compareMonomials(a, b []name.Name) int {
	if len(a) != len(b) {
		return len(b) - len(a)
	}
	return slices.CompareFunc(a, b, name.Compare)
}

// Add returns p + q.
func (p Poly) Add(q Poly) Poly { return p.addScaled(q, 1) }

// Sub returns p - q.
func (p Poly) Sub(q Poly) Poly { return p.addScaled(q, -1) }

// addScaled returns p + c·q, for c = 1 or -1.
func (p Poly) addScaled(q Poly, c int64) Poly {
	switch {
	case len(q.terms) == 0 && !q.wrapped:
		return p
	case len(p.terms) == 0 && !p.wrapped && c == 1:
		return q
	}
	out := make([]Term, 0, len(p.terms)+len(q.terms))
	wrapped := p.wrapped || q.wrapped
	i := 0
	for _, b := range q.terms {
		for i < len(p.terms) && compareMonomials(p.terms[i].Vars, b.Vars) < 0 {
			out = append(out, p.terms[i])
			i++
		}
		k, exact := mulInt(b.Coef, c)
		wrapped = wrapped || !exact
		if i < len(p.terms) && slices.Equal(p.terms[i].Vars, b.Vars) {
			k, exact = addInt(p.terms[i].Coef, k)
			wrapped = wrapped || !exact
			i++
		}
		if k != 0 {
			out = append(out, Term{k, b.Vars})
		}
	}
	return Poly{append(out, p.terms[i:]...), wrapped}
}

// Neg returns -p.
func (p Poly) Neg() Poly { return p.Scale(-1) }

// Scale returns c·p.
func (p Poly) Scale(c int64) Poly {
	out := make([]Term, 0, len(p.terms))
	wrapped := p.wrapped
	for _, t := range p.terms {
		k, exact := mulInt(t.Coef, c)
		wrapped = wrapped || !exact
		if k != 0 {
			out = append(out, Term{k, t.Vars})
		}
	}
	return Poly{out, wrapped}
}

// Mul returns p · q.
func (p Poly) Mul(q Poly) Poly {
	if len(p.terms) == 1 {
		return q.mulTerm(p.terms[0], p.wrapped)
	}
	if len(q.terms) == 1 {
		return p.mulTerm(q.terms[0], q.wrapped)
	}
	products := make([]Term, 0, len(p.terms)*len(q.terms))
	wrapped := p.wrapped || q.wrapped
	room := make([]name.Name, 0, len(q.terms)*p.degrees()+len(p.terms)*q.degrees())
	for _, a := range p.terms {
		for _, b := range q.terms {
			c, exact := mulInt(a.Coef, b.Coef)
			wrapped = wrapped || !exact
			var vars []name.Name
			vars, room = mulMonomials(a.Vars, b.Vars, room)
			products = append(products, Term{c, vars})
		}
	}
	return collect(products, wrapped)
}

// collect is the sum of the terms, in their place.
func collect(terms []Term, wrapped bool) Poly {
	slices.SortStableFunc(terms, func(a, b Term) int { return compareMonomials(a.Vars, b.Vars) })
	out := terms[:0]
	for _, t := range terms {
		if last := len(out) - 1; last >= 0 && slices.Equal(out[last].Vars, t.Vars) {
			c, exact := addInt(out[last].Coef, t.Coef)
			wrapped = wrapped || !exact
			out[last].Coef = c
			continue
		}
		out = append(out, t)
	}
	return Poly{slices.DeleteFunc(out, func(t Term) bool { return t.Coef == 0 }), wrapped}
}

// mulTerm is p · t. Products with a monomial keep the order of the terms. inexact
// says that t's coefficient has wrapped.
func (p Poly) mulTerm(t Term, inexact bool) Poly {
	wrapped := p.wrapped || inexact
	if t.Coef == 1 && len(t.Vars) == 0 {
		return Poly{p.terms, wrapped}
	}
	out := make([]Term, 0, len(p.terms))
	var room []name.Name
	if len(t.Vars) > 0 {
		room = make([]name.Name, 0, len(p.terms)*len(t.Vars)+p.degrees())
	}
	for _, u := range p.terms {
		c, exact := mulInt(t.Coef, u.Coef)
		wrapped = wrapped || !exact
		if c != 0 {
			var vars []name.Name
			vars, room = mulMonomials(t.Vars, u.Vars, room)
			out = append(out, Term{c, vars})
		}
	}
	return Poly{out, wrapped}
}

// degrees is the sum of the degrees of p's terms.
func (p Poly) degrees() (sum int) {
	for _, t := range p.terms {
		sum += len(t.Vars)
	}
	return sum
}

// mulMonomials merges two sorted lists of variables, in room for it. It returns the
// room that is left: that many products are made in one piece of memory.
func mulMonomials(a, b, room []name.Name) (product, left []name.Name) {
	if len(a) == 0 {
		return b, room
	}
	if len(b) == 0 {
		return a, room
	}
	vars := room[len(room):]
	for len(a) > 0 && len(b) > 0 {
		if name.Compare(a[0], b[0]) <= 0 {
			vars, a = append(vars, a[0]), a[1:]
		} else {
			vars, b = append(vars, b[0]), b[1:]
		}
	}
	vars = append(append(vars, a...), b...)
	return slices.Clip(vars), vars[len(vars):]
}

// addInt returns a + b modulo 2^64, and whether that is the sum.
func addInt(a, b int64) (int64, bool) {
	s := a + b
	return s, (s > a) == (b > 0)
}

// mulInt returns a · b modulo 2^64, and whether that is the product.
func mulInt(a, b int64) (int64, bool) {
	p := a * b
	if a == 0 || b == 0 {
		return 0, true
	}
	if a == -1 || b == -1 {
		return p, p != math.MinInt64
	}
	return p, p/b == a
}

// Vars calls f for each variable of p, with repetitions.
func (p Poly) Vars(f func(name.Name)) {
	for _, t := range p.terms {
		for _, v := range t.Vars {
			f(v)
		}
	}
}

// Mentions reports whether n occurs in p.
func (p Poly) Mentions(n name.Name) bool {
	for _, t := range p.terms {
		if slices.Contains(t.Vars, n) {
			return true
		}
	}
	return false
}

// Subst replaces each variable n for which f returns (q, true) by q.
func (p Poly) Subst(f func(name.Name) (Poly, bool)) Poly {
	var sum []Term // once a term does not stay
	wrapped := p.wrapped
	for i, t := range p.terms {
		product, changed := t.subst(f)
		switch {
		case changed && len(p.terms) == 1:
			product.wrapped = product.wrapped || wrapped
			return product
		case changed:
			if sum == nil {
				sum = append(make([]Term, 0, len(p.terms)+2*len(product.terms)), p.terms[:i]...)
			}
			sum = append(sum, product.terms...)
			wrapped = wrapped || product.wrapped
		case sum != nil:
			sum = append(sum, t)
		}
	}
	if sum == nil {
		return p
	}
	return collect(sum, wrapped)
}

// subst is t with variables replaced as in Poly.Subst. It reports whether there
// are any.
func (t Term) subst(f func(name.Name) (Poly, bool)) (product Poly, changed bool) {
	rest := t.Vars
	for j, v := range t.Vars {
		q, ok := f(v)
		switch {
		case ok && !changed:
			product, changed = q, true
			rest = nil
			if len(t.Vars) > 1 {
				rest = append(make([]name.Name, 0, len(t.Vars)-1), t.Vars[:j]...)
			}
		case ok:
			product = product.Mul(q)
		case changed:
			rest = append(rest, v)
		}
	}
	if !changed {
		return Poly{}, false
	}
	if t.Coef == 1 && len(rest) == 0 {
		return product, true
	}
	return product.mulTerm(Term{t.Coef, rest}, false), true
}

func (p Poly) anyVar(is func(name.Name) bool) bool {
	for _, t := range p.terms {
		if slices.ContainsFunc(t.Vars, is) {
			return true
		}
	}
	return false
}

// Eval computes p, modulo 2^64, with the variables' values.
func (p Poly) Eval(value func(name.Name) int64) int64 {
	var sum int64
	for _, t := range p.terms {
		product := t.Coef
		for _, v := range t.Vars {
			product *= value(v)
		}
		sum += product
	}
	return sum
}

// String prints p as a sum such as "b*n_3 + 2*i_7 - 1".
func (p Poly) String() string { return p.Format(name.Name.String) }

// Format is String with the variables shown as show says.
func (p Poly) Format(show func(name.Name) string) string {
	var b strings.Builder
	p.Write(&b, show)
	return b.String()
}

// Write writes what Format returns.
func (p Poly) Write(b *strings.Builder, show func(name.Name) string) {
	if p.IsZero() {
		b.WriteString("0")
	}
	for i, t := range p.terms {
		c := t.Coef
		switch {
		case i == 0 && c < 0:
			b.WriteString("-")
		case i > 0 && c < 0:
			b.WriteString(" - ")
		case i > 0:
			b.WriteString(" + ")
		}
		if magnitude(c) != 1 || len(t.Vars) == 0 {
			b.WriteString(strconv.FormatUint(magnitude(c), 10))
			if len(t.Vars) > 0 {
				b.WriteByte('*')
			}
		}
		for j, v := range t.Vars {
			if j > 0 {
				b.WriteByte('*')
			}
			b.WriteString(show(v))
		}
	}
}

// magnitude is |c|, right for the smallest int64 too.
func magnitude(c int64) uint64 {
	if c < 0 {
		return -uint64(c)
	}
	return uint64(c)
}
