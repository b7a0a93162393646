package scalar

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// roundRat rounds an exact result to t as docs/semantics.md says: f16 through
// f32.
func roundRat(t Type, x *big.Rat) Value {
	if t == F64 {
		f, _ := x.Float64()
		return Float(t, f)
	}
	f, _ := x.Float32()
	return Float(t, float64(f))
}

// onRationals are the operators that are exactly rounded.
var onRationals = map[Op]func(x, y, z *big.Rat) *big.Rat{
	Add: func(x, y, _ *big.Rat) *big.Rat { return x.Add(x, y) },
	Sub: func(x, y, _ *big.Rat) *big.Rat { return x.Sub(x, y) },
	Mul: func(x, y, _ *big.Rat) *big.Rat { return x.Mul(x, y) },
	Div: func(x, y, _ *big.Rat) *big.Rat {
		if y.Sign() == 0 {
			return nil
		}
		return x.Quo(x, y)
	},
	Fma: func(x, y, z *big.Rat) *big.Rat { return z.Add(z, x.Mul(x, y)) },
}

// drawFinite draws a finite float, and often one whose significand ends in many
// zeros or ones, so that sums and products come to lie close to ties.
func drawFinite(t *rapid.T, ty Type) Value {
	exponents := map[Type]int{F16: 12, F32: 40, F64: 40}[ty]
	significand := int64(rapid.Uint64().Draw(t, "significand") >> 11)
	if rapid.Bool().Draw(t, "round") {
		significand = significand>>40<<40 + rapid.Int64Range(-1, 1).Draw(t, "just beside")<<(52-fractionBits(ty))
	}
	x := math.Ldexp(float64(significand), rapid.IntRange(-exponents, exponents).Draw(t, "exponent")-52)
	if rapid.Bool().Draw(t, "negative") {
		x = -x
	}
	v := Float(ty, x)
	if math.IsInf(v.Float(), 0) {
		return Zero(ty)
	}
	return v
}

func TestFloatsRoundExactly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for _, ty := range FloatTypes.Types() {
			x, y, z := drawFinite(t, ty), drawFinite(t, ty), drawFinite(t, ty)
			for op, f := range onRationals {
				args := []Value{x, y, z}[:op.Info().Arity()]
				exact := f(rat(x), rat(y), rat(z))
				if exact == nil || exact.Sign() == 0 { // the sign of zero is not a matter of rounding
					continue
				}
				if got, _ := op.Eval(ty, args...); got.Float() != roundRat(ty, exact).Float() {
					t.Fatalf("%s of %v is %v, want %v", op, args, got, roundRat(ty, exact))
				}
			}
		}
	})
}

func rat(v Value) *big.Rat { return new(big.Rat).SetFloat64(v.Float()) }

func TestConversionsRoundOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := drawScalar(t, IntTypes)
		exact := new(big.Rat).SetInt(exactInt(x))
		for _, ty := range []Type{F32, F64} {
			if got := Convert(ty, x); got != roundRat(ty, exact) {
				t.Fatalf("%v as %s is %v, want %v", x, ty, got, roundRat(ty, exact))
			}
		}
		from := drawFinite(t, F64)
		for _, ty := range IntTypes.Types() {
			want := truncateExactly(ty, rat(from))
			if got := Convert(ty, from); exactInt(got).Cmp(want) != 0 {
				t.Fatalf("%v as %s is %v, want %v", from, ty, got, want)
			}
		}
	})
}

// truncateExactly truncates towards zero and saturates, in i64 for unsigned and in
// i32 for narrow types, whose low bits remain.
func truncateExactly(t Type, x *big.Rat) *big.Int {
	n := new(big.Int).Quo(x.Num(), x.Denom())
	in := I32
	switch {
	case t == U64 && n.Sign() >= 0:
		in = U64
	case t.Bits() == 64 || t == U32:
		in = I64
	}
	if low := exactInt(Lowest(in)); n.Cmp(low) < 0 {
		n = low
	}
	if high := exactInt(Highest(in)); n.Cmp(high) > 0 {
		n = high
	}
	return exactInt(reduceInt(t, n))
}

// Signed integers that become wider unsigned ones are extended by zeros.
func TestIntegerConversions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := drawScalar(t, IntTypes)
		for _, to := range IntTypes.Types() {
			exact := exactInt(x)
			if to.IsUnsigned() {
				exact.SetUint64(x.Bits)
			}
			if got := Convert(to, x); got != reduceInt(to, exact) {
				t.Fatalf("%v as %s is %v, want %v", x, to, got, reduceInt(to, exact))
			}
		}
	})
}
