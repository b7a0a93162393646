package specialise

import (
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
	"github.com/lamina-lang/lamina/frontends/lower"
)

// binOp lowers `x op y`. && and || evaluate y only when they need it.
func (fr *frame) binOp(e *syntax.BinOp) lower.Value {
	if use := fr.Uses[e.Op]; use != nil && use.Binding.Kind == types.Operator {
		right := func() lower.Value { return fr.exp(e.Right) }
		switch e.Op.Name {
		case "&&":
			return fr.And(fr.exp(e.Left).Atom(), right)
		case "||":
			return fr.Or(fr.exp(e.Left).Atom(), right)
		}
	}
	left := fr.exp(e.Left)
	right := fr.exp(e.Right)
	return fr.Apply(fr.exp(e.Op), left, right)
}

// operatorCode is the code of a scalar operator or function.
func (fr *frame) operatorCode(at *syntax.Var, use *types.Use) *function {
	b := use.Binding
	elem := scalar.Invalid
	if len(use.Types) > 0 {
		if s, ok := use.Types[0].(types.Scalar); ok {
			elem = s.Type
		}
	}
	return fr.code(codeKey{of: b.Name, elem: elem}, func() *function {
		if b.Name == "&&" || b.Name == "||" {
			op := scalar.And
			if b.Name == "||" {
				op = scalar.Or
			}
			return primitive("logic", 2,
				func(out *lower.Builder, args []lower.Value) lower.Value {
					return lower.ScalarValue(scalar.Bool, out.Bool("b", op, args[0].Atom(), args[1].Atom()))
				})
		}
		op := b.Op
		return primitive(op.String(), op.Info().Arity(),
			func(out *lower.Builder, args []lower.Value) lower.Value { return out.Operator(op, elem, args...) })
	})
}

// primitive is a function that captures nothing and whose positions are not shown.
func primitive(name string, arity int, run func(b *lower.Builder, args []lower.Value) lower.Value) *function {
	return &function{Code: &lower.Code{Name: name, Arity: arity, Place: lower.InPlace, Library: true,
		Run: func(b *lower.Builder, _ []lower.Captured, args []lower.Value) lower.Value { return run(b, args) }}}
}

// conversionCode is the code of a conversion such as i32.f64.
func (fr *frame) conversionCode(b *types.Binding) *function {
	return fr.code(codeKey{of: [2]scalar.Type{b.From, b.To}}, func() *function {
		return primitive(b.Name, 1, func(out *lower.Builder, args []lower.Value) lower.Value {
			return lower.ScalarValue(b.To, out.Convert(b.From, b.To, args[0].Atom()))
		})
	})
}
