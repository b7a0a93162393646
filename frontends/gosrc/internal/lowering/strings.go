package lowering

import (
	"go/types"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/lower"
)

// A string is its bytes.

func isString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// equalText is whether two strings are equal.
func (f *frame) equalText(x, y lower.Value) lower.Value {
	b := f.b
	same := b.I64("same", scalar.Eq, x.Dim(), y.Dim())
	return b.If(same, func() lower.Value {
		n := x.Dim()
		equal := b.Map(n, []lower.Value{x, b.Resize(y, x.Shape)}, func(row []lower.Value) lower.Value {
			return lower.ScalarValue(scalar.Bool, b.Prim("equal", scalar.Eq, scalar.U8, row[0].Atom(), row[1].Atom()))
		})
		all := lower.NewClosure(&lower.Code{
			Name: "all", Arity: 2, Place: lower.InPlace,
			Run: func(b *lower.Builder, _ []lower.Captured, x []lower.Value) lower.Value {
				return b.Operator(scalar.And, scalar.Bool, x...)
			},
		})
		return b.Reduce(all, lower.Constant(scalar.FromBool(true)), equal, true)
	}, func() lower.Value { return lower.Constant(scalar.FromBool(false)) })
}

// negated is not x.
func (f *frame) negated(x lower.Value) lower.Value {
	return lower.ScalarValue(scalar.Bool, f.b.Prim("not", scalar.Not, scalar.Bool, x.Atom()))
}
