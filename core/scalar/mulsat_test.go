package scalar

import (
	"math"
	"testing"
)

func TestMulSatSaturatesAndIgnoresNegatives(t *testing.T) {
	for _, c := range []struct{ x, y, want int64 }{
		{3, 4, 12},
		{math.MaxInt64, 2, math.MaxInt64},
		{1 << 62, 1 << 62, math.MaxInt64},
		{0, math.MaxInt64, 0},
		{-1, math.MaxInt64, 0},
		{5, -7, 0},
	} {
		got, ok := MulSat.Eval(I64, Int(I64, c.x), Int(I64, c.y))
		if !ok || got.Int() != c.want {
			t.Errorf("mulsat(%d, %d) = %v, want %d", c.x, c.y, got, c.want)
		}
	}
}
