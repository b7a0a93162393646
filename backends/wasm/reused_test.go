package wasm_test

import (
	"testing"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// What an iteration of a kernel allocates may be the block of the iteration before: of a size that changes, twice in an
// iteration, in loops and branches, and never while a variable holds it.
func TestKernelsKeepBlocks(t *testing.T) {
	for name, body := range map[string]string{
		"of one size":                    "b <- alloc(64)\n for k: i64 < 8 { b.i64[k] <- x + k }\n r <- b.i64[and.i64(x, 7)]",
		"of growing and shrinking sizes": "var m: i64 = 1 + rem.i64(x, 9)\n b <- alloc(m * 8)\n for k: i64 < m { b.i64[k] <- x * k }\n r <- b.i64[m - 1]",
		"in a loop":                      "for j: i64 < 4 {\n b <- alloc((1 + j) * 8)\n for k: i64 < 1 + j { b.i64[k] <- x + k * j }\n r <- r * 3 + b.i64[j]\n }",
		"in a branch":                    "b <- alloc(8)\n b.i64[0] <- x\n if lt.i64(x, 20) {\n b <- alloc(40)\n b.i64[4] <- x + 1\n r <- b.i64[4]\n } else { r <- b.i64[0] }",
		"held while the next is made":    "for j: i64 < 4 {\n c <- hold(b)\n b <- alloc(16)\n b.i64[0] <- x + j\n if lt.i64(0, j) { r <- r * 5 + c.i64[0] }\n }",
		"of nothing":                     "b <- alloc(0)\n b <- hold()\n r <- x",
	} {
		t.Run(name, func(t *testing.T) {
			text := `
fun main(n: i64, xs: mem) -> (ys: mem)
  entry (xs: "[n]i64" = [n]i64 in xs) -> ("[n]i64" = [n]i64 in ys) {
  ys <- alloc(mulsat.i64(n, 8))
  parallel "kept" (i < n) {
    var x: i64 = max.i64(rem.i64(xs.i64[i], 40), 0)
    var b: mem
    var c: mem
    var r: i64 = 0
    ` + body + `
    ys.i64[i] <- r
  }
}`
			agree(t, text, func(n int64) []value.Value { return []value.Value{vectorOf(scalar.I64, n, 1)} })
		})
	}
}
