package scalar

import (
	"math"
	"math/bits"
)

// floorDiv rounds towards −∞. Go defines MinInt64 / −1 to wrap, and narrower quotients
// wrap when truncated to their type.
func floorDiv(_ Type, x, y, _ int64) int64 {
	q := x / y
	if x%y != 0 && x < 0 != (y < 0) {
		q--
	}
	return q
}

func floorMod(_ Type, x, y, _ int64) int64 {
	r := x % y
	if r != 0 && r < 0 != (y < 0) {
		r += y
	}
	return r
}

// intPow squares and multiplies modulo 2^64, which is right for every narrower type. y is
// not negative, so sign extension did not change it.
func intPow(_ Type, x, y, _ uint64) uint64 {
	r := uint64(1)
	for ; y > 0; y >>= 1 {
		if y&1 == 1 {
			r *= x
		}
		x *= x
	}
	return r
}

// mulSat takes a negative operand as 0, so that the size of an array that cannot exist
// may be computed before the assertion that rejects it.
func mulSat(_ Type, x, y, _ int64) int64 {
	x, y = max(x, 0), max(y, 0)
	hi, lo := bits.Mul64(uint64(x), uint64(y))
	if hi != 0 || lo > math.MaxInt64 {
		return math.MaxInt64
	}
	return int64(lo)
}

func signedMulHi(t Type, x, y int64) int64 {
	if t.Bits() < 64 {
		return x * y >> t.Bits()
	}
	hi, _ := bits.Mul64(uint64(x), uint64(y))
	// Read as unsigned, negative operands are 2^64 too large.
	return int64(hi) - x>>63&y - y>>63&x
}

func unsignedMulHi(t Type, x, y uint64) uint64 {
	if t.Bits() < 64 {
		return x * y >> t.Bits()
	}
	hi, _ := bits.Mul64(x, y)
	return hi
}

func choose(_ Type, x, y, z uint64) uint64 {
	if x != 0 {
		return y
	}
	return z
}
