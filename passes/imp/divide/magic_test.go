package divide

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// A fraction that is found divides exactly: at multiples of the divisor, before them and at
// the highest dividend, in products below 2^63.
func TestMagic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.Int64Range(3, 1<<62).Draw(t, "d") >> rapid.IntRange(0, 60).Draw(t, "shift")
		if d < 3 || d&(d-1) == 0 {
			t.Skip("a power of two")
		}
		highest := rapid.Uint64().Draw(t, "highest") >> rapid.IntRange(1, 63).Draw(t, "bits")
		m, ok := magicOf(d, highest)
		if !ok {
			if highest < 1<<31 && d < 1<<31 {
				t.Fatalf("no fraction for %d up to %d, of 31 bits", d, highest)
			}
			return
		}
		k := rapid.Uint64Range(0, highest/uint64(d)).Draw(t, "multiple")
		for _, x := range []uint64{highest, k * uint64(d), k*uint64(d) - 1, highest / uint64(d) * uint64(d), highest/uint64(d)*uint64(d) - 1} {
			if x > highest {
				continue
			}
			product := new(big.Int).Mul(new(big.Int).SetUint64(x), big.NewInt(m.factor))
			if !product.IsInt64() {
				t.Fatalf("%d · %d is no i64", x, m.factor)
			}
			if got := product.Int64() >> m.shift; got != int64(x/uint64(d)) {
				t.Fatalf("%d / %d gives %d with %v", x, d, got, m)
			}
		}
	})
}
