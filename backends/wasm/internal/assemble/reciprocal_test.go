package assemble

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// Products by reciprocals are quotients: at multiples of the divisor, next to them, and at the ends of
// what the width allows; and a factor fits 64 bits, with a small dividend the whole product.
func TestReciprocal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Uint64Range(3, 1<<smallBits).Draw(t, "n") >> rapid.IntRange(0, 28).Draw(t, "by")
		if n < 3 || n&(n-1) == 0 {
			t.Skip("a power of two")
		}
		width := rapid.SampledFrom([]int{smallBits, 63}).Draw(t, "width")
		factor, shift := reciprocal(n, width)
		highest := uint64(1) << width
		k := rapid.Uint64Range(0, highest/n).Draw(t, "multiple") >> rapid.IntRange(0, width).Draw(t, "smaller")
		for _, x := range []uint64{0, highest, highest - 1, k * n, k*n + n - 1, highest / n * n, highest/n*n - 1} {
			if x > highest {
				continue
			}
			product := new(big.Int).Mul(new(big.Int).SetUint64(x), new(big.Int).SetUint64(factor))
			if width == smallBits && !product.IsUint64() {
				t.Fatalf("%d · %d has more than 64 bits", x, factor)
			}
			if got := product.Rsh(product, uint(shift)); !got.IsUint64() || got.Uint64() != x/n {
				t.Fatalf("%d / %d gives %v", x, n, got)
			}
		}
	})
}

// The integer next to a product of floats leaves less than the divisor: at multiples, halfway between them, and at the
// ends of what may be divided so.
func TestNearestQuotient(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int64Range(3, 1<<smallBits).Draw(t, "n") >> rapid.IntRange(0, 29).Draw(t, "by")
		if n < 3 {
			t.Skip("a power of two")
		}
		const highest = int64(1) << floatBits
		k := rapid.Int64Range(-highest/n, highest/n).Draw(t, "multiple") >> rapid.IntRange(0, floatBits).Draw(t, "smaller")
		for _, x := range []int64{0, highest, highest - 1, -highest, 1 - highest, k * n, k*n + 1, k*n - 1, k*n + n/2, k*n + n/2 + 1, k*n - n/2, k*n - n/2 - 1} {
			if x < -highest || x > highest {
				continue
			}
			product := float64(x) * (1 / float64(n))
			q := int64(math.Float64bits(product+toInteger) - math.Float64bits(toInteger))
			if r := x - q*n; r <= -n || r >= n {
				t.Fatalf("%d / %d: %d leaves %d", x, n, q, r)
			}
		}
	})
}
