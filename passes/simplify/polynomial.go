package simplify

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// cancel finds arithmetic that is a constant, a name, or a name and a constant
// in disguise: (i + 1) - 1, (x + 2) + 3.
func cancel(s *simplifier, st *ir.Stm, e *ir.Prim) action {
	p, ok := s.facts.Polynomial(e)
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
	return slices.ContainsFunc(e.Args, func(a ir.Atom) bool { return a.IsVar() && s.facts.IsComposed(a.Name) })
}
