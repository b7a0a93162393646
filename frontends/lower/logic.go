package lower

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
)

// And is x && y, where y is computed only if needed.
func (b *Builder) And(x ir.Atom, y func() Value) Value {
	return b.logic(scalar.And, x, y, func(cond ir.Atom, y func() Value) Value {
		return b.If(cond, y, func() Value { return ScalarValue(scalar.Bool, no) })
	})
}

// Or is x || y, where y is computed only if needed.
func (b *Builder) Or(x ir.Atom, y func() Value) Value {
	return b.logic(scalar.Or, x, y, func(cond ir.Atom, y func() Value) Value {
		return b.If(cond, func() Value { return ScalarValue(scalar.Bool, yes) }, y)
	})
}

// logic computes x op y at once when y is scalar code that cannot fail, and
// only if needed otherwise.
func (b *Builder) logic(op scalar.Op, x ir.Atom, y func() Value, lazily func(ir.Atom, func() Value) Value) Value {
	if !x.IsVar() {
		return lazily(x, y)
	}
	var v Value
	inner := b.within(func() { v = y() })
	if !cheap(inner.Stms()) {
		return lazily(x, func() Value {
			b.scope.splice(inner)
			return v
		})
	}
	b.scope.splice(inner)
	return ScalarValue(scalar.Bool, b.Bool("b", op, x, v.Atom()))
}

// cheap reports whether statements are few and compute scalars, which cannot
// fail.
func cheap(stms []*ir.Stm) bool {
	for _, s := range stms {
		switch e := s.Exp.(type) {
		case *ir.Prim:
			if e.Fn.Info().Partial.Has(e.Type) || e.Fn.Info().Cost > 1 {
				return false
			}
		case *ir.Convert:
		default:
			return false
		}
	}
	return len(stms) <= 8
}

// Operator applies a scalar operator at type elem, or, when that is not given,
// at the type of its arguments.
func (b *Builder) Operator(op scalar.Op, elem scalar.Type, args ...Value) Value {
	if elem == scalar.Invalid {
		for i, k := range op.Info().Params {
			if k == scalar.Same {
				elem = args[i].Elem()
			}
		}
	}
	atoms := make([]ir.Atom, len(args))
	for i, a := range args {
		atoms[i] = a.Atom()
	}
	if op.Info().Partial.Has(elem) {
		b.checkDefined(op, elem, atoms)
	}
	return ScalarValue(op.ResultType(elem), b.Prim(op.String(), op, elem, atoms...))
}

// checkDefined asserts that a partial operator has a result.
func (b *Builder) checkDefined(op scalar.Op, t scalar.Type, args []ir.Atom) {
	zero := ir.Const(scalar.Zero(t))
	if op == scalar.Pow {
		b.Assert(b.Prim("ok", scalar.Ge, t, args[1], zero), "negative exponent")
		return
	}
	b.Assert(b.Prim("nonzero", scalar.Ne, t, args[1], zero), "division by zero")
}

// Differ is x != y.
func (b *Builder) Differ(x, y Value) ir.Atom {
	if s, ok := x.Shape.(Scalar); ok {
		return b.Prim("ne", scalar.Ne, s.Elem, x.Atom(), y.Atom())
	}
	return b.Bool("ne", scalar.Not, b.Equal(x, y))
}

// Equal compares two values of one type, part by part.
func (b *Builder) Equal(x, y Value) ir.Atom {
	switch s := x.Shape.(type) {
	case Scalar:
		return b.Prim("eq", scalar.Eq, s.Elem, x.Atom(), y.Atom())
	case *Record:
		same := yes
		ys := y.Fields()
		for i, f := range x.Fields() {
			same = b.Bool("eq", scalar.And, same, b.Equal(f, ys[i]))
		}
		return same
	case *Sum:
		return b.equalSums(s, x, y)
	case *Array:
		sized := b.I64("eq", scalar.Eq, s.Dim, y.Dim())
		return b.If(sized,
			func() Value {
				rows := b.Map(s.Dim, []Value{x, b.view(y, withOuter(y.Shape, s.Dim))}, func(row []Value) Value {
					return ScalarValue(scalar.Bool, b.Equal(row[0], row[1]))
				})
				return ScalarValue(scalar.Bool, b.allTrue(rows))
			},
			func() Value { return ScalarValue(scalar.Bool, no) }).Atom()
	}
	return yes
}

// withOuter is an array's shape with another outer dimension.
func withOuter(s Shape, dim ir.Atom) Shape { return ArrayOf(dim, s.(*Array).Elem) }

// Negate is -x or !x.
func (b *Builder) Negate(x Value, op scalar.Op) Value {
	return ScalarValue(x.Elem(), b.Prim(op.String(), op, x.Elem(), x.Atom()))
}
