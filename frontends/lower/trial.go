package lower

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/ops"
)

// Estimate is what the statements that f emits would cost, in scalar operations; f is given rank
// fresh indices. It is false if they must not be repeated, as they make arrays, or loop. The
// statements are thrown away.
func (b *Builder) Estimate(rank int, f func(index []ir.Atom)) (cost int, ok bool) {
	inner := b.within(func() {
		index := make([]ir.Atom, rank)
		for k := range index {
			index[k] = ir.Var(b.names.Fresh("i"))
		}
		f(index)
	})
	return repeated(inner.Stms())
}

func repeated(stms []*ir.Stm) (cost int, ok bool) {
	for _, s := range stms {
		n, ok := repeatedExp(s.Exp)
		if !ok {
			return 0, false
		}
		cost += n
	}
	return cost, true
}

func repeatedExp(e ir.Exp) (int, bool) {
	switch e := e.(type) {
	case *ir.If:
		x, okThen := repeated(e.Then.Stms)
		y, okElse := repeated(e.Else.Stms)
		return 1 + max(x, y), okThen && okElse
	case *ir.Assert:
		return 1, true
	case *ir.Literal:
		return 0, true // of constants, it is a table
	}
	return ops.Cost(e)
}
