package wasm_test

import (
	"fmt"
	"testing"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// Index spaces whose rows run along the columns of an array, of two and three dimensions,
// in ranges that start and end within rows.
func TestTiles(t *testing.T) {
	for _, c := range []struct{ name, space, store, load string }{
		{"loads", "i < m, j < n", "i * n + j", "j * m + i"},
		{"stores", "i < m, j < n", "j * m + i", "i * n + j"},
		{"backwards", "i < m, j < n", "i * n + j", "(n - 1 - j) * m + (m - 1 - i)"},
		{"three dimensions", "k < 3, i < m, j < n", "(k * m + i) * n + j", "(k * n + j) * m + i"},
		{"slowest last", "i < m, k < 3, j < n", "(i * 3 + k) * n + j", "(j * m + i) * 3 + k"},
	} {
		t.Run(c.name, func(t *testing.T) {
			agree(t, fmt.Sprintf(`
fun main(n: i64, m: i64, size: i64, xs: mem) -> (zs: mem)
  entry (n: "i64" = i64 in n, m: "i64" = i64 in m, xs: "[size]i32" = [size]i32 in xs) -> ("[size]i32" = [size]i32 in zs) {
  zs <- alloc(mulsat.i64(size, 4))
  for k: i64 < size { zs.i32[k] <- 7i32 }
  parallel "turn" (%s) {
    zs.i32[%s] <- add.i32(xs.i32[%s], convert.i64.i32(i * 3 + j))
  }
}`, c.space, c.store, c.load), func(n int64) []value.Value {
				m := 3 + n%23
				return []value.Value{value.Scalar(scalar.Int(scalar.I64, n)), value.Scalar(scalar.Int(scalar.I64, m)),
					vectorOf(scalar.I32, 3*n*m, 1)}
			})
		})
	}
}
