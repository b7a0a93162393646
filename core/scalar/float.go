package scalar

import "math"

// floatFn computes exactly or in f64; the caller rounds the result to t. For + − · / and
// √ that equals computing in t itself, because f64 has more than twice the precision of
// f32 (and f32 of f16).
type floatFn = func(t Type, x, y, z float64) float64

func lift1(f func(float64) float64) floatFn {
	return func(_ Type, x, _, _ float64) float64 { return f(x) }
}

func lift2(f func(x, y float64) float64) floatFn {
	return func(_ Type, x, y, _ float64) float64 { return f(x, y) }
}

// floatMin is IEEE 754-2019's minimumNumber.
func floatMin(_ Type, x, y, _ float64) float64 {
	switch {
	case x != x:
		return y
	case y != y:
		return x
	}
	return min(x, y)
}

// floatMax is IEEE 754-2019's maximumNumber.
func floatMax(_ Type, x, y, _ float64) float64 {
	switch {
	case x != x:
		return y
	case y != y:
		return x
	}
	return max(x, y)
}

func floatSgn(_ Type, x, _, _ float64) float64 {
	switch {
	case x < 0:
		return -1
	case x > 0:
		return 1
	}
	return x
}

// copysign treats the sign of NaN as positive: no operator distinguishes NaNs.
func copysign(x, y float64) float64 {
	if math.IsNaN(y) {
		y = 1
	}
	return math.Copysign(x, y)
}

func rsqrt(x float64) float64 { return 1 / math.Sqrt(x) }

// fma rounds x·y + z once. For the narrower types the product is exact in f64;
// the sum is rounded to odd there, after which rounding to f32 is as if from the
// exact sum (Boldo and Melquiond, "Emulation of FMA and correctly rounded sums").
func fma(t Type, x, y, z float64) float64 {
	if t == F64 {
		return math.FMA(x, y, z)
	}
	p := float64(x * y)
	s := p + z
	if math.IsInf(s, 0) || math.IsNaN(s) {
		return s
	}
	// The rounding error of the sum, exactly (Knuth's two-sum).
	v := s - p
	err := (p - (s - v)) + (z - v)
	if b := math.Float64bits(s); err != 0 && b&1 == 0 {
		if err > 0 == (s > 0) {
			b++
		} else {
			b--
		}
		return math.Float64frombits(b)
	}
	return s
}

func ldexp(t Type, x, y, _ uint64) uint64 {
	return floatBits(t, math.Ldexp(floatOf(t, x), int(int32(y))))
}

// nextafter steps through the bit patterns, whose order is that of magnitudes.
func nextafter(t Type, xb, yb, _ uint64) uint64 {
	x, y := floatOf(t, xb), floatOf(t, yb)
	sign := uint64(1) << (t.Bits() - 1)
	switch {
	case x != x || y != y:
		return nanBits(t)
	case x == y:
		return yb
	case x == 0 && y > 0:
		return 1
	case x == 0:
		return sign | 1
	case x < y == (x > 0):
		return xb + 1
	}
	return xb - 1
}
