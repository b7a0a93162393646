package specialise

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
)

// binOp lowers `x op y`. && and || evaluate y only when they need it.
func (fr *frame) binOp(e *syntax.BinOp) value {
	if use := fr.Uses[e.Op]; use != nil && use.Binding.Kind == types.Operator {
		truth := ir.Const(scalar.FromBool(e.Op.Name == "||"))
		right := func() value { return fr.exp(e.Right) }
		constant := func() value { return scalarValue(scalar.Bool, truth) }
		switch e.Op.Name {
		case "&&":
			return fr.logic(scalar.And, fr.exp(e.Left).atom(), right, func(cond ir.Atom, y func() value) value {
				return fr.conditional(cond, y, constant)
			})
		case "||":
			return fr.logic(scalar.Or, fr.exp(e.Left).atom(), right, func(cond ir.Atom, y func() value) value {
				return fr.conditional(cond, constant, y)
			})
		}
	}
	left := fr.exp(e.Left)
	right := fr.exp(e.Right)
	return fr.apply(fr.exp(e.Op), []value{left, right})
}

// logic computes x op y at once when y is scalar code that cannot fail, and
// only if needed otherwise.
func (fr *frame) logic(op scalar.Op, x ir.Atom, y func() value, lazily func(ir.Atom, func() value) value) value {
	if !x.IsVar() {
		return lazily(x, y)
	}
	var v value
	inner := fr.within(func() { v = y() })
	if !cheap(inner.Stms()) {
		return lazily(x, func() value {
			fr.scope.splice(inner)
			return v
		})
	}
	fr.scope.splice(inner)
	return scalarValue(scalar.Bool, fr.bool("b", op, x, v.atom()))
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

// operatorCode is the code of a scalar operator or function.
func (fr *frame) operatorCode(at *syntax.Var, use *types.Use) *code {
	b := use.Binding
	elem := scalar.Invalid
	if len(use.Types) > 0 {
		if s, ok := use.Types[0].(types.Scalar); ok {
			elem = s.Type
		}
	}
	return fr.code(codeKey{of: b.Name, elem: elem}, func() *code {
		if b.Name == "&&" || b.Name == "||" {
			op := scalar.And
			if b.Name == "||" {
				op = scalar.Or
			}
			return &code{name: "logic", arity: 2, place: inPlace, prelude: true,
				run: func(fr *frame, args []value) value {
					return scalarValue(scalar.Bool, fr.bool("b", op, args[0].atom(), args[1].atom()))
				}}
		}
		op := b.Op
		return &code{name: op.String(), arity: op.Info().Arity(), place: inPlace, prelude: true,
			run: func(fr *frame, args []value) value { return fr.operator(op, elem, args) }}
	})
}

// operator applies a scalar operator at type elem, or, when that is not given,
// at the type of its arguments.
func (fr *frame) operator(op scalar.Op, elem scalar.Type, args []value) value {
	if elem == scalar.Invalid {
		for i, k := range op.Info().Params {
			if k == scalar.Same {
				elem = args[i].elem()
			}
		}
	}
	atoms := make([]ir.Atom, len(args))
	for i, a := range args {
		atoms[i] = a.atom()
	}
	if op.Info().Partial.Has(elem) {
		fr.checkDefined(op, elem, atoms)
	}
	return scalarValue(op.ResultType(elem), fr.prim(op.String(), op, elem, atoms...))
}

// checkDefined asserts that a partial operator has a result.
func (fr *frame) checkDefined(op scalar.Op, t scalar.Type, args []ir.Atom) {
	zero := ir.Const(scalar.Zero(t))
	if op == scalar.Pow {
		fr.assert(fr.prim("ok", scalar.Ge, t, args[1], zero), "negative exponent")
		return
	}
	fr.assert(fr.prim("nonzero", scalar.Ne, t, args[1], zero), "division by zero")
}

// differ is x != y.
func (fr *frame) differ(x, y value) ir.Atom {
	if s, ok := x.shape.(scalarShape); ok {
		return fr.prim("ne", scalar.Ne, s.elem, x.atom(), y.atom())
	}
	return fr.bool("ne", scalar.Not, fr.equal(x, y))
}

// equal compares two values of one type, part by part.
func (fr *frame) equal(x, y value) ir.Atom {
	switch s := x.shape.(type) {
	case scalarShape:
		return fr.prim("eq", scalar.Eq, s.elem, x.atom(), y.atom())
	case *recordShape:
		same := yes
		ys := y.fields()
		for i, f := range x.fields() {
			same = fr.bool("eq", scalar.And, same, fr.equal(f, ys[i]))
		}
		return same
	case *arrayShape:
		sized := fr.i64("eq", scalar.Eq, s.dim, y.dim())
		return fr.conditional(sized,
			func() value {
				rows := fr.mapOver(s.dim, []value{x, fr.resize(y, withOuter(y.shape, s.dim))}, func(row []value) value {
					return scalarValue(scalar.Bool, fr.equal(row[0], row[1]))
				})
				return scalarValue(scalar.Bool, fr.allTrue(rows))
			},
			func() value { return scalarValue(scalar.Bool, no) }).atom()
	}
	return yes
}

// withOuter is an array's shape with another outer dimension.
func withOuter(s shape, dim ir.Atom) shape { return arrayOf(dim, s.(*arrayShape).elem) }

// negate is -x or !x.
func (fr *frame) negate(x value, op scalar.Op) value {
	return scalarValue(x.elem(), fr.prim(op.String(), op, x.elem(), x.atom()))
}

// conversionCode is the code of a conversion such as i32.f64.
func (fr *frame) conversionCode(b *types.Binding) *code {
	return fr.code(codeKey{of: [2]scalar.Type{b.From, b.To}}, func() *code {
		return &code{name: b.Name, arity: 1, place: inPlace, prelude: true,
			run: func(fr *frame, args []value) value {
				return scalarValue(b.To, fr.convert(b.From, b.To, args[0].atom()))
			}}
	})
}
