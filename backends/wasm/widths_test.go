package wasm_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// Loops whose index is of any width, with a sign or without, have as many iterations as their bound says: none, fewer than
// are written one after another, more, and where the bound changes from loop to loop. One over u64 once went on without
// end: few iterations minus those that are written one after another were very many.
func TestLoopsOfAnyWidth(t *testing.T) {
	var body strings.Builder
	for k, of := range scalar.IntTypes.Types() {
		fmt.Fprintf(&body, `
    ys.i64[i * 8 + %[1]d] <- 0
    for j%[1]d: i64 < 3 {
      var bound%[1]d: %[2]s = convert.i64.%[2]s(max.i64(rem.i64(xs.i64[i], 40) - j%[1]d * 7, 0))
      for k%[1]d: %[2]s < bound%[1]d {
        ys.i64[i * 8 + %[1]d] <- ys.i64[i * 8 + %[1]d] * 3 + zs.i64[and.i64(convert.%[2]s.i64(k%[1]d), 7)] + 1
      }
    }`, k, of)
	}
	text := `
fun main(n: i64, xs: mem) -> (ys: mem)
  entry (xs: "[n]i64" = [n]i64 in xs) -> ("[n][8]i64" = [n][8]i64 in ys) {
  ys <- alloc(mulsat.i64(mulsat.i64(n, 8), 8))
  var zs: mem
  zs <- alloc(64)
  for k: i64 < 8 {
    zs.i64[k] <- k
  }
  for i: i64 < n {` + body.String() + `
  }
}`
	agreeOn(t, text, func(n int64) []value.Value { return []value.Value{vectorOf(scalar.I64, n, 1)} }, 1)
}
