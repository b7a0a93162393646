package launch

import (
	"slices"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// Indices simplifies subscripts. They are polynomials over the indices of loops, and quotients
// that could not be divided out are variables with the facts that division gives. So the remainder
// of x by n is x - n·q, and what a split undoes of a join cancels: (i / n)·n + i mod n is i.
type Indices struct {
	Facts sym.Facts // the ranges of loops, and what is known of quotients
	known []quotient
}

// quotient is a variable that holds over / by.
type quotient struct {
	over, by sym.Poly
	is       name.Name
}

// InRange notes that 0 <= i < n.
func (x *Indices) InRange(i, n sym.Poly) {
	x.Facts = append(x.Facts, sym.Range(i, sym.Const(0), n)...)
}

// Divide returns the quotient and the remainder of p by n. declare makes the variable for a
// quotient that stays.
func (x *Indices) Divide(p, n sym.Poly, declare func(value imp.Expr) name.Name) (quot, rem sym.Poly) {
	if one, ok := n.AsConst(); ok && one == 1 {
		return p, sym.Const(0)
	}
	prover := sym.NewProver(x.Facts)
	for _, q := range append(p.Quotients(n), sym.Const(0)) {
		r := p.Sub(q.Mul(n))
		if prover.NonNeg(r) != nil && prover.Less(r, n) != nil {
			return q, r
		}
	}
	for _, k := range x.known {
		if k.over.Equal(p) && k.by.Equal(n) {
			return sym.Var(k.is), p.Sub(sym.Var(k.is).Mul(n))
		}
	}
	v := declare(&imp.Prim{Fn: scalar.Quot, Type: scalar.I64, Args: []imp.Expr{imp.Poly(p), imp.Poly(n)}})
	q := sym.Var(v)
	x.known = append(x.known, quotient{p, n, v})
	r := p.Sub(q.Mul(n))
	x.Facts = append(x.Facts, sym.Ge(q, sym.Const(0)), sym.Ge(r, sym.Const(0)), sym.Lt(r, n))
	for _, f := range x.Facts { // p < n·m has a quotient below m
		if f.Rel == sym.LT && f.Left.Equal(p) {
			for _, m := range f.Right.Quotients(n) {
				if m.Mul(n).Equal(f.Right) {
					x.Facts = append(x.Facts, sym.Lt(q, m))
				}
			}
		}
	}
	// The prover does not add two facts and round: 16·q ≤ p and p ≤ 250 do not give it q ≤ 15.
	if by, known := n.AsConst(); known {
		if most, bounded := x.most(p); bounded {
			x.Facts = append(x.Facts, sym.Le(q, sym.Const(most/by)))
		}
	}
	return q, r
}

// EachQuotient visits the quotients that are variables.
func (x *Indices) EachQuotient(visit func(over, by sym.Poly, is name.Name)) {
	for _, q := range x.known {
		visit(q.over, q.by, q.is)
	}
}

// most is a constant that p does not exceed: by a fact about p, or by such facts about its variables.
func (x *Indices) most(p sym.Poly) (int64, bool) {
	for _, f := range x.Facts {
		if c, known := f.Right.AsConst(); known && f.Left.Equal(p) {
			switch f.Rel {
			case sym.LT:
				return c - 1, true
			case sym.LE:
				return c, true
			}
		}
	}
	if _, alone := p.AsVar(); alone {
		return 0, false
	}
	sum := int64(0)
	for _, t := range p.Terms() {
		most := int64(1)
		if len(t.Vars) > 0 {
			var known bool
			if most, known = x.most(sym.Var(t.Vars[0])); !known || len(t.Vars) > 1 || t.Coef < 0 {
				return 0, false
			}
		}
		if max(t.Coef, -t.Coef) > mostIndex || max(most, -most) > mostIndex {
			return 0, false
		}
		sum += t.Coef * most
	}
	return sum, true
}

// mostIndex keeps the arithmetic of bounds from overflowing.
const mostIndex = 1 << 24

// Mark and Reset leave a scope: what was noted in it is forgotten.
func (x *Indices) Mark() Indices { return Indices{slices.Clip(x.Facts), slices.Clip(x.known)} }

func (x *Indices) Reset(to Indices) { *x = to }
