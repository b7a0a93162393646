// Package intrinsics holds the functions of Go's standard library that marked expressions may
// call: what each becomes in terms of the operators of the intermediate representation.
package intrinsics

import (
	"math"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/lower"
)

// Function lowers a call, given the arguments.
type Function func(b *lower.Builder, args []lower.Value) lower.Value

// Find returns the function of a package of the standard library.
func Find(path, name string) (Function, bool) {
	f, ok := tables[path][name]
	return f, ok
}

var tables = map[string]map[string]Function{"math": mathTable, "math/bits": bitsTable, "slices": slicesTable}

// slicesTable has the functions of package slices whose own code asks what values do not tell.
var slicesTable = map[string]Function{
	"Clone": func(_ *lower.Builder, args []lower.Value) lower.Value { return args[0] },
}

// Replaces reports whether the function is to be used in the place of Go's own code, which for bits has
// tables in variables.
func Replaces(path, name string) bool { return path != "math" && tables[path][name] != nil }

// unary is an operator on float64s.
func unary(op scalar.Op) Function {
	return func(b *lower.Builder, args []lower.Value) lower.Value {
		return b.Operator(op, scalar.F64, args...)
	}
}

// mathTable has the functions of package math. Those that this table gives as one operator
// have the special cases that Go documents.
var mathTable = map[string]Function{
	"Abs": unary(scalar.Abs), "Sqrt": unary(scalar.Sqrt), "Cbrt": unary(scalar.Cbrt),
	"Floor": unary(scalar.Floor), "Ceil": unary(scalar.Ceil), "Trunc": unary(scalar.Trunc),
	"RoundToEven": unary(scalar.Round), "Round": round, "Mod": unary(scalar.Mod),
	"Exp": unary(scalar.Exp), "Log": unary(scalar.Log), "Log2": unary(scalar.Log2), "Log10": unary(scalar.Log10), "Log1p": unary(scalar.Log1p),
	"Sin": unary(scalar.Sin), "Cos": unary(scalar.Cos), "Tan": unary(scalar.Tan),
	"Asin": unary(scalar.Asin), "Acos": unary(scalar.Acos), "Atan": unary(scalar.Atan), "Atan2": unary(scalar.Atan2),
	"Sinh": unary(scalar.Sinh), "Cosh": unary(scalar.Cosh), "Tanh": unary(scalar.Tanh),
	"Asinh": unary(scalar.Asinh), "Acosh": unary(scalar.Acosh), "Atanh": unary(scalar.Atanh),
	"Pow": unary(scalar.Pow), "Hypot": unary(scalar.Hypot), "Erf": unary(scalar.Erf), "Erfc": unary(scalar.Erfc), "FMA": unary(scalar.Fma),
	"IsNaN": unary(scalar.IsNaN), "IsInf": isInf, "Inf": inf, "NaN": nan,
	"Min": func(b *lower.Builder, args []lower.Value) lower.Value {
		return infinityFirst(b, scalar.Min, math.Inf(-1), args)
	},
	"Max": func(b *lower.Builder, args []lower.Value) lower.Value {
		return infinityFirst(b, scalar.Max, math.Inf(1), args)
	},
	"Copysign": copysign, "Signbit": signbit, "Dim": dim, "Modf": modf, "Sincos": sincos,
	"Float64bits":     unary(scalar.ToBits),
	"Float64frombits": unary(scalar.FromBits),
	"Float32bits": func(b *lower.Builder, args []lower.Value) lower.Value {
		return b.Operator(scalar.ToBits, scalar.F32, args...)
	},
	"Float32frombits": func(b *lower.Builder, args []lower.Value) lower.Value {
		return b.Operator(scalar.FromBits, scalar.F32, args...)
	},
}

// bitsTable has the functions of package math/bits: they return ints.
var bitsTable = map[string]Function{}

func init() {
	for suffix, t := range map[string]scalar.Type{"": scalar.U64, "8": scalar.U8, "16": scalar.U16, "32": scalar.U32, "64": scalar.U64} {
		bitsTable["OnesCount"+suffix] = counted(scalar.Popc, t)
		bitsTable["LeadingZeros"+suffix] = counted(scalar.Clz, t)
		bitsTable["TrailingZeros"+suffix] = counted(scalar.Ctz, t)
	}
}

func counted(op scalar.Op, t scalar.Type) Function {
	return func(b *lower.Builder, args []lower.Value) lower.Value {
		n := b.Operator(op, t, args...)
		return lower.ScalarValue(scalar.I64, b.Convert(scalar.I32, scalar.I64, n.Atom()))
	}
}

func float(x float64) ir.Atom { return ir.Const(scalar.Float(scalar.F64, x)) }

func f64(b *lower.Builder, op scalar.Op, args ...ir.Atom) ir.Atom {
	return b.Prim(op.String(), op, scalar.F64, args...)
}

// round rounds half away from zero.
func round(b *lower.Builder, args []lower.Value) lower.Value {
	x := args[0].Atom()
	t := f64(b, scalar.Trunc, x)
	rest := f64(b, scalar.Abs, f64(b, scalar.Sub, x, t))
	away := f64(b, scalar.Add, t, f64(b, scalar.Copysign, float(1), x))
	half := f64(b, scalar.Ge, rest, float(0.5))
	return lower.ScalarValue(scalar.F64, f64(b, scalar.Select, half, away, t))
}

// copysign is the magnitude of a number with the sign of another, of NaNs too.
func copysign(b *lower.Builder, args []lower.Value) lower.Value {
	const sign = math.MinInt64
	x, y := unary(scalar.ToBits)(b, args[:1]).Atom(), unary(scalar.ToBits)(b, args[1:]).Atom()
	word := func(op scalar.Op, x, y ir.Atom) ir.Atom { return b.Prim("bits", op, scalar.U64, x, y) }
	mask := func(n int64) ir.Atom { return ir.Const(scalar.Int(scalar.U64, n)) }
	joined := word(scalar.Or, word(scalar.And, x, mask(math.MaxInt64)), word(scalar.And, y, mask(sign)))
	return unary(scalar.FromBits)(b, []lower.Value{lower.ScalarValue(scalar.U64, joined)})
}

// signbit reports whether a number, or zero or NaN, has a sign.
func signbit(b *lower.Builder, args []lower.Value) lower.Value {
	bits := unary(scalar.ToBits)(b, args).Atom()
	limit := ir.Const(scalar.Int(scalar.U64, math.MaxInt64))
	return lower.ScalarValue(scalar.Bool, b.Prim("negative", scalar.Gt, scalar.U64, bits, limit))
}

// dim is how much the first number is above the second, or 0.
func dim(b *lower.Builder, args []lower.Value) lower.Value {
	d := f64(b, scalar.Sub, args[0].Atom(), args[1].Atom())
	return lower.ScalarValue(scalar.F64, f64(b, scalar.Select, f64(b, scalar.Le, d, float(0)), float(0), d))
}

// modf is the whole part of a number, and the rest with the same sign.
func modf(b *lower.Builder, args []lower.Value) lower.Value {
	whole := unary(scalar.Trunc)(b, args)
	rest := lower.ScalarValue(scalar.F64, f64(b, scalar.Sub, args[0].Atom(), whole.Atom()))
	return lower.Tuple(whole, copysign(b, []lower.Value{rest, args[0]}))
}

func sincos(b *lower.Builder, args []lower.Value) lower.Value {
	return lower.Tuple(unary(scalar.Sin)(b, args), unary(scalar.Cos)(b, args))
}

func nan(*lower.Builder, []lower.Value) lower.Value {
	return lower.ScalarValue(scalar.F64, float(math.NaN()))
}

// inf is +∞ for a sign of 0 or more, else -∞.
func inf(b *lower.Builder, args []lower.Value) lower.Value {
	up := b.I64("up", scalar.Ge, args[0].Atom(), ir.Size(0))
	return lower.ScalarValue(scalar.F64, f64(b, scalar.Select, up, float(math.Inf(1)), float(math.Inf(-1))))
}

// isInf tells whether a number is an infinity of the given sign; 0 means any.
func isInf(b *lower.Builder, args []lower.Value) lower.Value {
	x, sign := args[0].Atom(), args[1].Atom()
	up := b.Bool("up", scalar.And, b.I64("ge", scalar.Ge, sign, ir.Size(0)), f64(b, scalar.Eq, x, float(math.Inf(1))))
	down := b.Bool("down", scalar.And, b.I64("le", scalar.Le, sign, ir.Size(0)), f64(b, scalar.Eq, x, float(math.Inf(-1))))
	return lower.ScalarValue(scalar.Bool, b.Bool("inf", scalar.Or, up, down))
}

// infinityFirst is math.Min or math.Max: an infinity in op's direction wins over NaN.
func infinityFirst(b *lower.Builder, op scalar.Op, infinity float64, args []lower.Value) lower.Value {
	x, y := args[0].Atom(), args[1].Atom()
	extreme := b.Bool("inf", scalar.Or, f64(b, scalar.Eq, x, float(infinity)), f64(b, scalar.Eq, y, float(infinity)))
	m := Extreme(b, op, scalar.F64, x, y)
	return lower.ScalarValue(scalar.F64, f64(b, scalar.Select, extreme, float(infinity), m))
}

// Extreme is Go's min or max of two numbers of type t: of floats NaN if one is NaN.
func Extreme(b *lower.Builder, op scalar.Op, t scalar.Type, x, y ir.Atom) ir.Atom {
	m := b.Prim(op.String(), op, t, x, y)
	if !t.IsFloat() {
		return m
	}
	none := b.Bool("nan", scalar.Or, b.Prim("nan", scalar.IsNaN, t, x), b.Prim("nan", scalar.IsNaN, t, y))
	return b.Prim("m", scalar.Select, t, none, ir.Const(scalar.Float(t, math.NaN())), m)
}
