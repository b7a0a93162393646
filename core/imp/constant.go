package imp

import "github.com/lamina-lang/lamina/core/scalar"

// ConstOf returns the value of an expression that consists of constants.
func ConstOf(e Expr) (scalar.Value, bool) {
	switch e := e.(type) {
	case *Const:
		return e.Value, true
	case *Prim:
		return Fold(e)
	case *Convert:
		if v, ok := ConstOf(e.X); ok {
			return scalar.Convert(e.To, v), true
		}
	case *At:
		if v, ok := ConstOf(e.Sum()); ok {
			return scalar.Convert(TypeOf(e), v), true
		}
	}
	return scalar.Value{}, false
}

// Fold evaluates an operator on constants.
func Fold(e *Prim) (scalar.Value, bool) {
	args := make([]scalar.Value, len(e.Args))
	for i, x := range e.Args {
		v, ok := ConstOf(x)
		if !ok {
			return scalar.Value{}, false
		}
		args[i] = v
	}
	return e.Fn.Eval(e.Type, args...)
}

// Total reports whether an application is defined for every value of the first
// operand.
func Total(e *Prim) bool {
	if !e.Fn.Info().Partial.Has(e.Type) {
		return true
	}
	y, ok := ConstOf(e.Args[1])
	return ok && e.Fn.Defined(e.Type, scalar.Zero(e.Type), y)
}
