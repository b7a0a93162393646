package shortcircuit

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
)

// total reports whether st computes scalars from scalars, cannot fail, and ends. That
// may take branches, counted loops and reductions.
func (a *attempt) total(st *ir.Stm) bool {
	ok := true
	binders := func(ps []ir.Param) {
		ok = ok && !slices.ContainsFunc(ps, func(p ir.Param) bool { return !p.Type.IsScalar() || p.At != nil })
	}
	see := func(e ir.Exp) {
		switch e := e.(type) {
		case *ir.Prim:
			ok = ok && a.isDefined(e)
		case *ir.Loop:
			ok = ok && !e.Index.IsZero()
		case *ir.Use, *ir.Convert, *ir.If, *ir.SegRed:
		default:
			ok = false
		}
	}
	binders(st.Pat)
	see(st.Exp)
	(&ir.Walker{Binders: binders, Stm: func(st *ir.Stm) { see(st.Exp) }}).Exp(st.Exp)
	return ok
}

// isDefined reports whether e has a result for all operands, or for those that it may
// have: a divisor that is max(1, x) is not 0.
func (a *attempt) isDefined(e *ir.Prim) bool {
	if !e.Fn.Info().Partial.Has(e.Type) {
		return true
	}
	positive := func(x ir.Atom) bool { return !x.IsVar() && x.Const.Int() > 0 }
	y := e.Args[1]
	if least, ok := a.defs[y.Name].(*ir.Prim); ok && least.Fn == scalar.Max && e.Type.IsSigned() {
		return slices.ContainsFunc(least.Args, positive)
	}
	return positive(y)
}
