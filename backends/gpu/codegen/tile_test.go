package codegen

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/lamina-lang/lamina/core/imp"
)

// Quotients by multiplication are right for all numbers below 2^31.
func TestDivisor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := int64(1)<<rapid.IntRange(0, 30).Draw(t, "log") + rapid.Int64Range(-2, 2).Draw(t, "off")
		d = max(1, d)
		n := rapid.Int64Range(0, math.MaxInt32).Draw(t, "n")
		if rapid.Bool().Draw(t, "near") { // a multiple, or one less
			n = min(math.MaxInt32, n/d*d+d-1)
		}
		by := divisorOf(d)
		if by.m > math.MaxUint32 {
			t.Fatalf("the factor for %d is %d", d, by.m)
		}
		if got := int64(uint64(n) * by.m >> by.s); got != n/d {
			t.Errorf("%d / %d = %d, want %d", n, d, got, n/d)
		}
	})
}

// The number of groups of a narrow statement, and the rows and columns that their tiles reach
// to, are i32s, for all spaces that such a statement may have.
func TestTilesAreI32s(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		left := int64(imp.MostNarrow)
		var sizes []int64
		for range rapid.IntRange(1, 3).Draw(t, "rank") {
			n := rapid.Int64Range(1, left).Draw(t, "size") >> rapid.IntRange(0, 30).Draw(t, "shift")
			if rapid.Bool().Draw(t, "all that is left") {
				n = left
			}
			sizes = append(sizes, max(1, n))
			left /= max(1, n)
		}
		rows := rapid.SampledFrom([]int64{1, 2, 4, 8, 16}).Draw(t, "rows")
		columns := rapid.SampledFrom([]int64{1, 2, 4, 16}).Draw(t, "columns")
		if len(sizes) == 1 {
			columns = 1
		}
		tiling := Cut(sizes, rows, columns, rapid.SampledFrom([]uint64{0, WidestColumns, Widest, logGroup}).Draw(t, "width"))
		down := tiling.Groups
		if len(sizes) > 1 {
			down /= tiling.across
		}
		for what, n := range map[string]int64{
			"groups": tiling.Groups, "columns": tiling.across * columns << tiling.LogWidth,
			"rows": down * rows << (logGroup - tiling.LogWidth),
		} {
			if n > math.MaxInt32 {
				t.Errorf("%v by %d rows and %d columns: %d %s", sizes, rows, columns, n, what)
			}
		}
	})
}
