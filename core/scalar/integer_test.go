package scalar

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// exactInt is v as a mathematical integer.
func exactInt(v Value) *big.Int {
	if v.Type.IsSigned() {
		return big.NewInt(v.Int())
	}
	return new(big.Int).SetUint64(v.Bits)
}

// reduceInt is x modulo 2^n, in t's range.
func reduceInt(t Type, x *big.Int) Value {
	m := new(big.Int).Lsh(big.NewInt(1), uint(t.Bits()))
	return Value{t, new(big.Int).Mod(x, m).Uint64()}
}

// onIntegers are the operators' definitions over the integers: what math/big
// computes, of which the result's low bits are kept.
var onIntegers = map[Op]func(t Type, x, y, z *big.Int) *big.Int{
	Add: func(_ Type, x, y, _ *big.Int) *big.Int { return x.Add(x, y) },
	Sub: func(_ Type, x, y, _ *big.Int) *big.Int { return x.Sub(x, y) },
	Mul: func(_ Type, x, y, _ *big.Int) *big.Int { return x.Mul(x, y) },
	// Euclid's quotient and remainder, moved to the floor for negative divisors.
	Div: func(_ Type, x, y, _ *big.Int) *big.Int { q, _ := floored(x, y); return q },
	Mod: func(_ Type, x, y, _ *big.Int) *big.Int { _, r := floored(x, y); return r },
	Quot: func(_ Type, x, y, _ *big.Int) *big.Int {
		return new(big.Int).Quo(x, y)
	},
	Rem: func(_ Type, x, y, _ *big.Int) *big.Int { return new(big.Int).Rem(x, y) },
	Pow: func(t Type, x, y, _ *big.Int) *big.Int {
		return new(big.Int).Exp(x, y, new(big.Int).Lsh(big.NewInt(1), uint(t.Bits())))
	},
	MulHi: func(t Type, x, y, _ *big.Int) *big.Int { return x.Rsh(x.Mul(x, y), uint(t.Bits())) },
	MadHi: func(t Type, x, y, z *big.Int) *big.Int {
		return z.Add(z, x.Rsh(x.Mul(x, y), uint(t.Bits())))
	},
	Neg: func(_ Type, x, _, _ *big.Int) *big.Int { return x.Neg(x) },
	Abs: func(_ Type, x, _, _ *big.Int) *big.Int { return x.Abs(x) },
	Sgn: func(_ Type, x, _, _ *big.Int) *big.Int { return big.NewInt(int64(x.Sign())) },
	Not: func(_ Type, x, _, _ *big.Int) *big.Int { return x.Not(x) },
	And: func(_ Type, x, y, _ *big.Int) *big.Int { return x.And(x, y) },
	Or:  func(_ Type, x, y, _ *big.Int) *big.Int { return x.Or(x, y) },
	Xor: func(_ Type, x, y, _ *big.Int) *big.Int { return x.Xor(x, y) },
	Min: func(_ Type, x, y, _ *big.Int) *big.Int {
		if x.Cmp(y) < 0 {
			return x
		}
		return y
	},
	Max: func(_ Type, x, y, _ *big.Int) *big.Int {
		if x.Cmp(y) > 0 {
			return x
		}
		return y
	},
}

func floored(x, y *big.Int) (q, r *big.Int) {
	q, r = new(big.Int).DivMod(x, y, new(big.Int))
	if y.Sign() < 0 && r.Sign() != 0 {
		q.Sub(q, big.NewInt(1))
		r.Add(r, y)
	}
	return q, r
}

func TestIntegersAgainstMath(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ty := rapid.SampledFrom(IntTypes.Types()).Draw(t, "type")
		small := func(name string) Value {
			if rapid.Bool().Draw(t, name+" is small") {
				return Int(ty, rapid.Int64Range(-9, 9).Draw(t, name))
			}
			return Value{ty, rapid.Uint64().Draw(t, name) & mask(ty)}
		}
		x, y, z := small("x"), small("y"), small("z")
		for op, f := range onIntegers {
			args := []Value{x, y, z}[:op.Info().Arity()]
			got, ok := op.Eval(ty, args...)
			if !ok {
				continue
			}
			want := reduceInt(ty, f(ty, exactInt(x), exactInt(y), exactInt(z)))
			if got != want {
				t.Fatalf("%s of %v is %v, want %v", op, args, got, want)
			}
		}
		checkShifts(t, ty, x, y)
	})
}

func checkShifts(t *rapid.T, ty Type, x, distance Value) {
	by := uint(min(distance.Bits, 64))
	unsigned := new(big.Int).SetUint64(x.Bits)
	for op, exact := range map[Op]*big.Int{
		Shl:  new(big.Int).Lsh(exactInt(x), by),
		Shr:  new(big.Int).Rsh(exactInt(x), by),
		Lshr: new(big.Int).Rsh(unsigned, by),
	} {
		if got, _ := op.Eval(ty, x, distance); got != reduceInt(ty, exact) {
			t.Fatalf("%s of %v by %v is %v, want %v", op, x, distance, got, reduceInt(ty, exact))
		}
	}
}
