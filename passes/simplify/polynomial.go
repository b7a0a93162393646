package simplify

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// Polynomials larger than this are not worth comparing.
const (
	maxTerms  = 8
	maxDegree = 4
)

// poly is the i64 atom a as a polynomial over names that are none themselves.
func (s *simplifier) poly(a ir.Atom) sym.Poly {
	if a.IsVar() {
		if p, ok := s.polys[a.Name]; ok {
			return p
		}
	}
	return a.Poly()
}

// polynomial is what e computes, when it is i64 arithmetic: a ring modulo 2^64,
// as polynomials are.
func (s *simplifier) polynomial(e *ir.Prim) (sym.Poly, bool) {
	if e.Type != scalar.I64 {
		return sym.Poly{}, false
	}
	var p sym.Poly
	switch e.Fn {
	case scalar.Add:
		p = s.poly(e.Args[0]).Add(s.poly(e.Args[1]))
	case scalar.Sub:
		p = s.poly(e.Args[0]).Sub(s.poly(e.Args[1]))
	case scalar.Mul:
		p = s.poly(e.Args[0]).Mul(s.poly(e.Args[1]))
	case scalar.Neg:
		p = s.poly(e.Args[0]).Neg()
	default:
		return sym.Poly{}, false
	}
	if len(p.Terms()) > maxTerms {
		return sym.Poly{}, false
	}
	for _, t := range p.Terms() {
		if len(t.Vars) > maxDegree {
			return sym.Poly{}, false
		}
	}
	return p, true
}

// cancel finds arithmetic that is a constant, a name, or a name and a constant
// in disguise: (i + 1) - 1, (x + 2) + 3.
func cancel(s *simplifier, st *ir.Stm, e *ir.Prim) action {
	p, ok := s.polynomial(e)
	if !ok {
		return kept
	}
	if c, ok := p.AsConst(); ok {
		return s.same(st, ir.Size(c))
	}
	if n, ok := p.AsVar(); ok {
		return s.same(st, ir.Var(n))
	}
	if x, c, ok := plusConst(p); ok && s.indirect(e) {
		return become(st, &ir.Prim{Fn: scalar.Add, Type: scalar.I64, Args: []ir.Atom{x, ir.Size(c)}})
	}
	return kept
}

// plusConst takes x + c apart.
func plusConst(p sym.Poly) (x ir.Atom, c int64, ok bool) {
	terms := p.Terms()
	if len(terms) != 2 || len(terms[1].Vars) != 0 {
		return ir.Atom{}, 0, false
	}
	n, ok := p.Sub(sym.Const(terms[1].Coef)).AsVar()
	return ir.Var(n), terms[1].Coef, ok
}

// indirect reports whether an operand of e is itself a polynomial.
func (s *simplifier) indirect(e *ir.Prim) bool {
	for _, a := range e.Args {
		if a.IsVar() {
			if _, ok := s.polys[a.Name]; ok {
				return true
			}
		}
	}
	return false
}
