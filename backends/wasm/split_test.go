package wasm_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// Conditions on multiples of the index, with steps that are constants or known at run time:
// positive, negative, zero, and so large that products wrap.
func TestMultiplesOfTheIndex(t *testing.T) {
	steps := []int64{0, 1, 2, 7, 1 << 20, math.MaxInt64, -5}
	for _, cond := range []string{
		"and.bool(le.i64(0, (i + 2) * s), lt.i64((i + 2) * s, n))",
		"and.bool(le.i64(0, (i - 2) * s), lt.i64((i - 2) * s, n))",
		"lt.i64(n, i * s)",
		"ge.i64(i * s - 7, n)",
		"le.i64(n - i * s, 5)",
		"gt.i64(20, s * i - n)",
		"and.bool(le.i64(0, i * 3 - 4), lt.i64(i * 3 - 4, n))",
		"and.bool(le.i64(3, n - i * 2), lt.i64(n - i * 2, s))",
		"ne.i64(i * 2, n - 3)",
		"eq.i64(i * s, n - 3)",
	} {
		t.Run(cond, func(t *testing.T) {
			text := fmt.Sprintf(`
fun main(n: i64, s: i64, xs: mem) -> (ys: mem)
  entry (s: "i64" = i64 in s, xs: "[n]i64" = [n]i64 in xs) -> ("[n]i64" = [n]i64 in ys) {
  ys <- alloc(mulsat.i64(n, 8))
  parallel "map" (i < n) {
    var x: i64 = xs.i64[i]
    ys.i64[i] <- x
    if %s {
      ys.i64[i] <- x * 3 + i
    }
  }
}`, cond)
			for _, s := range steps {
				agree(t, text, func(n int64) []value.Value {
					return []value.Value{value.Scalar(scalar.Int(scalar.I64, s)), vectorOf(scalar.I64, n, 1)}
				})
			}
		})
	}
}
