package wasm_test

import (
	"testing"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// Statements that access an element again take its address from the first access, unless what
// the address is computed from changed in between.
func TestRepeatedAddresses(t *testing.T) {
	for name, body := range map[string]string{
		"an update":            "ys.i64[at] <- ys.i64[at] + x",
		"several of one":       "ys.i64[at] <- ys.i64[at] + x\n ys.i64[at] <- ys.i64[at] * 3\n ys.i64[at + 0] <- ys.i64[at] - 1",
		"the index changes":    "ys.i64[at] <- ys.i64[at] + x\n at <- rem.i64(at + 5, n)\n ys.i64[at] <- ys.i64[at] + x",
		"in a branch":          "ys.i64[at] <- ys.i64[at] + x\n if lt.i64(x, 3) {\n at <- rem.i64(at + 5, n)\n ys.i64[at] <- ys.i64[at] + x\n }\n ys.i64[at] <- ys.i64[at] + 1",
		"in a loop":            "ys.i64[at] <- ys.i64[at] + x\n for j: i64 < 3 {\n at <- rem.i64(at + 5, n)\n ys.i64[at] <- ys.i64[at] + j\n }\n ys.i64[at] <- ys.i64[at] + 1",
		"another block":        "var b: mem\n b <- hold(ys)\n b.i64[at] <- b.i64[at] + x\n b <- hold(zs)\n b.i64[at] <- b.i64[at] + x\n ys.i64[at] <- ys.i64[at] + b.i64[at]",
		"a place that changes": "zs.i64[0] <- mod.i64(x, n)\n ys.i64[zs.i64[0]] <- ys.i64[zs.i64[0]] + x\n zs.i64[0] <- mod.i64(x + 1, n)\n ys.i64[zs.i64[0]] <- ys.i64[zs.i64[0]] + x",
		"of two blocks":        "ys.i64[at] <- ys.i64[at] + zs.i64[at] + zs.i64[at]",
	} {
		t.Run(name, func(t *testing.T) {
			text := `
fun main(n: i64, xs: mem) -> (ys: mem)
  entry (xs: "[n]i64" = [n]i64 in xs) -> ("[n]i64" = [n]i64 in ys) {
  ys <- alloc(mulsat.i64(n, 8))
  var zs: mem
  zs <- alloc(mulsat.i64(n, 8))
  for k: i64 < n {
    ys.i64[k] <- 0
    zs.i64[k] <- k
  }
  for i: i64 < n {
    var x: i64 = xs.i64[i]
    var at: i64 = rem.i64(x * 7 + 3, n)
    at <- max.i64(at, 0)
    ` + body + `
  }
}`
			agree(t, text, func(n int64) []value.Value { return []value.Value{vectorOf(scalar.I64, n, 1)} })
		})
	}
}
