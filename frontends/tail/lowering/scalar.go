package lowering

import (
	"math/bits"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/lower"
)

// primitive is a scalar operation that one operator computes.
type primitive struct {
	op scalar.Op
	at scalar.Type
}

var primitives = map[string]primitive{
	"addi": {scalar.Add, scalar.I64}, "subi": {scalar.Sub, scalar.I64}, "muli": {scalar.Mul, scalar.I64},
	"divi": {scalar.Div, scalar.I64},
	"mini": {scalar.Min, scalar.I64}, "maxi": {scalar.Max, scalar.I64},
	"andi": {scalar.And, scalar.I64}, "ori": {scalar.Or, scalar.I64}, "xori": {scalar.Xor, scalar.I64},
	"negi": {scalar.Neg, scalar.I64}, "absi": {scalar.Abs, scalar.I64}, "signi": {scalar.Sgn, scalar.I64},

	"addd": {scalar.Add, scalar.F64}, "subd": {scalar.Sub, scalar.F64}, "muld": {scalar.Mul, scalar.F64},
	"divd": {scalar.Div, scalar.F64},
	"mind": {scalar.Min, scalar.F64}, "maxd": {scalar.Max, scalar.F64}, "atan2d": {scalar.Atan2, scalar.F64},
	"negd": {scalar.Neg, scalar.F64}, "absd": {scalar.Abs, scalar.F64},
	"expd": {scalar.Exp, scalar.F64}, "lnd": {scalar.Log, scalar.F64}, "sqrtd": {scalar.Sqrt, scalar.F64},
	"sind": {scalar.Sin, scalar.F64}, "cosd": {scalar.Cos, scalar.F64}, "tand": {scalar.Tan, scalar.F64},
	"asind": {scalar.Asin, scalar.F64}, "acosd": {scalar.Acos, scalar.F64}, "atand": {scalar.Atan, scalar.F64},
	"sinhd": {scalar.Sinh, scalar.F64}, "coshd": {scalar.Cosh, scalar.F64}, "tanhd": {scalar.Tanh, scalar.F64},
	"asinhd": {scalar.Asinh, scalar.F64}, "acoshd": {scalar.Acosh, scalar.F64}, "atanhd": {scalar.Atanh, scalar.F64},
	"gammad": {scalar.Gamma, scalar.F64},

	"andb": {scalar.And, scalar.Bool}, "orb": {scalar.Or, scalar.Bool}, "xorb": {scalar.Xor, scalar.Bool},
	"eqb": {scalar.Eq, scalar.Bool}, "notb": {scalar.Not, scalar.Bool},
	"lti": {scalar.Lt, scalar.I64}, "ltei": {scalar.Le, scalar.I64}, "gti": {scalar.Gt, scalar.I64},
	"gtei": {scalar.Ge, scalar.I64}, "eqi": {scalar.Eq, scalar.I64}, "neqi": {scalar.Ne, scalar.I64},
	"ltd": {scalar.Lt, scalar.F64}, "lted": {scalar.Le, scalar.F64}, "gtd": {scalar.Gt, scalar.F64},
	"gted": {scalar.Ge, scalar.F64}, "eqd": {scalar.Eq, scalar.F64}, "neqd": {scalar.Ne, scalar.F64},
}

// composites are the scalar operations that take more than one operator.
var composites = map[string]func(l *lowerer, x []lower.Value) lower.Value{
	"i2d":  func(l *lowerer, x []lower.Value) lower.Value { return l.convert(x[0], scalar.F64) },
	"b2i":  func(l *lowerer, x []lower.Value) lower.Value { return l.convert(x[0], scalar.I64) },
	"b2iV": func(l *lowerer, x []lower.Value) lower.Value { return l.convert(x[0], scalar.I64) },
	"i2b": func(l *lowerer, x []lower.Value) lower.Value {
		n := x[0].Atom()
		one := l.I64("one", scalar.Eq, n, ir.Size(1))
		l.Assert(l.Bool("ok", scalar.Or, one, l.I64("zero", scalar.Eq, n, ir.Size(0))), n, " is neither 0 nor 1")
		return lower.ScalarValue(scalar.Bool, one)
	},
	"gcdi": func(l *lowerer, x []lower.Value) lower.Value { return l.divisorOf(x[0], x[1]) },
	"lcmi": func(l *lowerer, x []lower.Value) lower.Value {
		_, d := l.divisor(l.divisorOf(x[0], x[1]).Atom())
		multiple := l.I64("lcm", scalar.Mul, l.I64("quo", scalar.Quot, x[0].Atom(), d), x[1].Atom())
		return number(l.I64("lcm", scalar.Abs, multiple))
	},
	"floor": func(l *lowerer, x []lower.Value) lower.Value {
		return l.convert(l.Operator(scalar.Floor, scalar.F64, x[0]), scalar.I64)
	},
	"ceil": func(l *lowerer, x []lower.Value) lower.Value {
		return l.convert(l.Operator(scalar.Ceil, scalar.F64, x[0]), scalar.I64)
	},
	"signd": func(l *lowerer, x []lower.Value) lower.Value {
		zero := lower.Constant(scalar.Float(scalar.F64, 0))
		up := l.convert(l.Operator(scalar.Gt, scalar.F64, x[0], zero), scalar.I64)
		down := l.convert(l.Operator(scalar.Lt, scalar.F64, x[0], zero), scalar.I64)
		return l.Operator(scalar.Sub, scalar.I64, up, down)
	},
	"quoi": func(l *lowerer, x []lower.Value) lower.Value {
		if k, ok := exponent(x[1].Atom()); ok {
			return number(l.I64("quo", scalar.Shr, x[0].Atom(), ir.Size(k)))
		}
		none, divisor := l.divisor(x[1].Atom())
		return number(l.Choose(none, ir.Size(0), l.I64("quo", scalar.Div, x[0].Atom(), divisor)))
	},
	"resi": func(l *lowerer, x []lower.Value) lower.Value {
		if k, ok := exponent(x[0].Atom()); ok {
			return number(l.I64("res", scalar.And, x[1].Atom(), ir.Size(1<<k-1)))
		}
		none, divisor := l.divisor(x[0].Atom())
		return number(l.Choose(none, x[1].Atom(), l.I64("res", scalar.Mod, x[1].Atom(), divisor)))
	},
	"resd": func(l *lowerer, x []lower.Value) lower.Value {
		quotient := l.Operator(scalar.Floor, scalar.F64, l.Operator(scalar.Div, scalar.F64, x[1], x[0]))
		rest := l.Operator(scalar.Sub, scalar.F64, x[1], l.Operator(scalar.Mul, scalar.F64, x[0], quotient))
		none := l.Operator(scalar.Eq, scalar.F64, x[0], lower.Constant(scalar.Float(scalar.F64, 0)))
		return l.either(none.Atom(), func() lower.Value { return x[1] }, func() lower.Value { return rest })
	},
	"powi":  func(l *lowerer, x []lower.Value) lower.Value { return l.powered(scalar.I64, x[0], x[1]) },
	"powd":  func(l *lowerer, x []lower.Value) lower.Value { return l.powered(scalar.F64, x[0], x[1]) },
	"facti": (*lowerer).factorial, "binomi": (*lowerer).combinations, "binomd": (*lowerer).combinationsOfDoubles,
	"shli": func(l *lowerer, x []lower.Value) lower.Value { return l.shift(scalar.Shl, x) },
	"shri": func(l *lowerer, x []lower.Value) lower.Value { return l.shift(scalar.Shr, x) },
}

// exponent is k where n is known to be 2^k. A shift to the right rounds down, and the last k bits are
// the residue, also of negative numbers.
func exponent(n ir.Atom) (k int64, ok bool) {
	size, ok := n.AsSize()
	if !ok || size < 1 || size&(size-1) != 0 {
		return 0, false
	}
	return int64(bits.TrailingZeros64(uint64(size))), true
}

// divisor is n, or 1 where n is 0.
func (l *lowerer) divisor(n ir.Atom) (isZero, divisor ir.Atom) {
	isZero = l.I64("none", scalar.Eq, n, ir.Size(0))
	return isZero, l.Choose(isZero, ir.Size(1), n)
}

// divisorOf is the greatest common divisor, by Euclid's algorithm.
func (l *lowerer) divisorOf(x, y lower.Value) lower.Value {
	pair := l.Loop(lower.Loop{Init: lower.Tuple(x, y), Names: []string{"x", "y"},
		While: func(v lower.Value) lower.Value {
			return lower.ScalarValue(scalar.Bool, l.I64("more", scalar.Ne, v.Fields()[1].Atom(), ir.Size(0)))
		},
		Body: func(v, _ lower.Value) lower.Value {
			y := v.Fields()[1]
			_, d := l.divisor(y.Atom())
			return lower.Tuple(y, number(l.I64("rest", scalar.Rem, v.Fields()[0].Atom(), d)))
		}})
	return number(l.I64("gcd", scalar.Abs, pair.Fields()[0].Atom()))
}

// mostFactors is the exponent up to which powers are products.
const mostFactors = 16

// power is x to the power of y. Where y is a small number that is known, it is a product; a half
// is a square root. Products are within a few units in the last place.
func (l *lowerer) powered(t scalar.Type, x, y lower.Value) lower.Value {
	if n, ok := smallPower(y.Atom()); ok {
		return l.product(t, x, n)
	}
	if y.Atom() == ir.Const(scalar.Float(scalar.F64, 0.5)) {
		plus := l.Operator(scalar.Add, t, x, lower.Constant(scalar.Zero(t))) // -0 becomes 0, as by powers
		return l.Operator(scalar.Sqrt, t, plus)
	}
	return l.Operator(scalar.Pow, t, x, y)
}

// smallPower is y, if it is an exponent from 1 to mostFactors.
func smallPower(y ir.Atom) (int, bool) {
	if y.IsVar() {
		return 0, false
	}
	for n := 1; n <= mostFactors; n++ {
		if y.Const == scalar.Int(y.Const.Type, int64(n)) {
			return n, true
		}
	}
	return 0, false
}

// product is x·x·…, n times, by squares.
func (l *lowerer) product(t scalar.Type, x lower.Value, n int) lower.Value {
	if n == 1 {
		return x
	}
	half := l.product(t, x, n/2)
	square := l.Operator(scalar.Mul, t, half, half)
	if n%2 == 0 {
		return square
	}
	return l.Operator(scalar.Mul, t, square, x)
}

func (l *lowerer) convert(x lower.Value, to scalar.Type) lower.Value {
	return lower.ScalarValue(to, l.Convert(x.Elem(), to, x.Atom()))
}

func (l *lowerer) shift(op scalar.Op, x []lower.Value) lower.Value {
	n := x[1].Atom()
	l.Assert(l.All(l.I64("ok", scalar.Le, ir.Size(0), n), l.I64("ok", scalar.Lt, n, ir.Size(64))), "a shift by ", n, " places")
	return l.Operator(op, scalar.I64, x...)
}

// op lowers an operation.
func (l *lowerer) op(name string, args []value) value {
	prim, isPrim := primitives[name]
	composite, isComposite := composites[name]
	if isPrim || isComposite {
		xs := make([]lower.Value, len(args))
		for i, a := range args {
			xs[i] = a.(*array).element()
		}
		if isPrim {
			return l.scalar(l.Operator(prim.op, prim.at, xs...))
		}
		return l.scalar(composite(l, xs))
	}
	if name == "update" {
		return l.update(args[0].(*array), args[1].(*array), args[2].(*array))
	}
	// What an operation returns is not what it was given, and keeps what that is now: updates
	// come later.
	for i, a := range args {
		if x, ok := a.(*array); ok && (x.cheap || x.region > 0) {
			now := *x
			now.region = 0
			args[i] = &now
		}
	}
	f, ok := operations[name]
	if !ok {
		l.fail("internal error: no lowering for %s", name)
	}
	return f(l, args)
}
