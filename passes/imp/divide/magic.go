package divide

import "math/bits"

// magic is a fraction factor / 2^shift just above 1 / d, so that the quotient by d is the
// product by it, rounded down.
type magic struct {
	factor int64
	shift  int
}

// magicOf returns the fraction with which magnitudes up to highest can be divided by d, at
// least 3 and no power of two, in products that i64s hold. With e = factor·d − 2^shift, x·factor / 2^shift
// exceeds x / d by x·e / (d·2^shift); below 1 / d, that never reaches the next integer
// (Granlund, Montgomery: Division by invariant integers using multiplication, PLDI 1994).
func magicOf(d int64, highest uint64) (magic, bool) {
	for s := range 63 {
		factor := uint64(1)<<s/uint64(d) + 1
		e := factor*uint64(d) - uint64(1)<<s
		if over, low := bits.Mul64(e, highest); over != 0 || low >= uint64(1)<<s {
			continue
		}
		over, low := bits.Mul64(factor, highest)
		return magic{int64(factor), s}, over == 0 && low < 1<<63
	}
	return magic{}, false
}

func log2(n int64) int { return bits.TrailingZeros64(uint64(n)) }
