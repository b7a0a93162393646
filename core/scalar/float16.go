package scalar

import (
	"math"
	"math/big"
)

// float16ToFloat64 widens an IEEE 754 binary16; exact.
func float16ToFloat64(h uint16) float64 {
	sign := uint64(h>>15) << 63
	exp := int(h >> 10 & 0x1f)
	frac := uint64(h & 0x3ff)
	switch exp {
	case 0: // zero and subnormals: frac · 2^-24
		return math.Float64frombits(sign | math.Float64bits(float64(frac)*0x1p-24))
	case 0x1f: // infinity and NaN
		return math.Float64frombits(sign | 0x7ff<<52 | frac<<42)
	}
	return math.Float64frombits(sign | uint64(exp-15+1023)<<52 | frac<<42)
}

// float64ToFloat16 rounds to the nearest binary16, ties to even.
func float64ToFloat16(x float64) uint16 {
	b := math.Float64bits(x)
	sign := uint16(b >> 48 & 0x8000)
	exp := int(b>>52&0x7ff) - 1023
	frac := b & (1<<52 - 1)
	switch {
	case exp == 1024 && frac != 0:
		return sign | 0x7e00
	case exp > 15:
		return sign | 0x7c00
	case exp < -25: // less than half of the least subnormal
		return sign
	}
	// The significand with its leading one. Its lowest drop bits are dropped; subnormals
	// share the least exponent, so they lose more.
	sig, drop := frac|1<<52, 42
	biased := uint64(exp + 14)
	if exp < -14 {
		drop += -14 - exp
		biased = 0
	}
	kept := sig >> drop
	rest, half := sig&(1<<drop-1), uint64(1)<<(drop-1)
	if rest > half || rest == half && kept&1 == 1 {
		kept++
	}
	// The leading one of kept adds one to the exponent field. So does a carry out of the
	// rounding, which is correct for infinity and for the least normal too.
	return sign | uint16(biased<<10+kept)
}

// roundToOdd takes x, the f64 nearest to the decimal or hexadecimal number digits, and
// makes its last bit sticky, so that rounding it to a narrower type gives the same as
// rounding the number itself.
func roundToOdd(x float64, digits string) float64 {
	b := math.Float64bits(x)
	if b&1 == 1 || math.IsInf(x, 0) || x == 0 {
		return x
	}
	exact, ok := new(big.Rat).SetString(digits)
	if !ok {
		return x
	}
	switch exact.Cmp(new(big.Rat).SetFloat64(x)) {
	case 1:
		b++
	case -1:
		b--
	}
	return math.Float64frombits(b)
}
