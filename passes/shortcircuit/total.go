package shortcircuit

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/scalar"
)

// total reports whether st computes scalars from scalars, cannot fail, and ends. That
// may take branches, counted loops and reductions.
func (a *attempt) total(st *ir.Stm) bool {
	return ops.TotalIf(st, func(e ir.Exp) bool {
		if p, ok := e.(*ir.Prim); ok {
			return a.isDefined(p)
		}
		return ops.Defined(e)
	})
}

// isDefined reports whether e has a result for all operands, or for those that it may
// have: a divisor that is max(1, x) is not 0.
func (a *attempt) isDefined(e *ir.Prim) bool {
	if !e.Fn.Info().Partial.Has(e.Type) {
		return true
	}
	positive := func(x ir.Atom) bool { return !x.IsVar() && x.Const.Int() > 0 }
	y := e.Args[1]
	if least, ok := a.Def(y.Name).(*ir.Prim); ok && least.Fn == scalar.Max && e.Type.IsSigned() {
		return slices.ContainsFunc(least.Args, positive)
	}
	return positive(y)
}
