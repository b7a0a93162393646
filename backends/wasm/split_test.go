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

// A loop is written once for each outcome of a condition that it does not change; what conditions are about
// may be declared in it, change after it, or be in a loop or branch inside.
func TestConditionsThatLoopsDoNotChange(t *testing.T) {
	for name, body := range map[string]string{
		"a row":               "for j: i64 < n {\n if eq.i64(i, k) {\n ys.i64[j] <- xs.i64[j] + i\n } else {\n ys.i64[j] <- ys.i64[j] + xs.i64[i] * j\n }\n }",
		"declared inside":     "for j: i64 < n {\n var c: bool = lt.i64(i, k)\n var v: i64 = 0\n if c {\n v <- xs.i64[j]\n } else {\n v <- j\n }\n ys.i64[j] <- ys.i64[j] * 3 + v\n }",
		"twice":               "for j: i64 < n {\n var c: bool = lt.i64(i, k)\n if c {\n ys.i64[j] <- ys.i64[j] + 1\n }\n if lt.i64(i, k) {\n ys.i64[i] <- ys.i64[i] + j\n } else {\n ys.i64[j] <- ys.i64[j] + 2\n }\n }",
		"of what it was":      "var c: bool = lt.i64(i, k)\n k <- rem.i64(k + 3, 5)\n for j: i64 < n {\n if c {\n ys.i64[j] <- ys.i64[j] + 1\n } else {\n ys.i64[j] <- ys.i64[j] * 5\n }\n var d: bool = lt.i64(i, k)\n if d {\n ys.i64[j] <- ys.i64[j] + 2\n }\n }",
		"it changes":          "var c: bool = lt.i64(i, k)\n for j: i64 < n {\n if c {\n ys.i64[j] <- ys.i64[j] + 1\n } else {\n ys.i64[j] <- ys.i64[j] * 5\n }\n c <- lt.i64(j, k)\n }",
		"in a loop inside":    "for j: i64 < n {\n for l: i64 < 3 {\n if lt.i64(i, k) {\n ys.i64[j] <- ys.i64[j] + l\n } else {\n if eq.i64(l, 1) {\n ys.i64[j] <- ys.i64[j] * 7\n }\n }\n }\n }",
		"two of them":         "for j: i64 < n {\n if lt.i64(i, k) {\n if eq.i64(i, 2) {\n ys.i64[j] <- 9\n } else {\n ys.i64[j] <- ys.i64[j] + 4\n }\n } else {\n if eq.i64(i, k) {\n ys.i64[j] <- ys.i64[j] - 3\n }\n }\n }",
		"in a while loop":     "for j: i64 < n {\n var m: i64 = j\n while gt.i64(m, 0) {\n if lt.i64(i, k) {\n m <- m - 2\n } else {\n m <- m - 3\n }\n ys.i64[j] <- ys.i64[j] + 1\n }\n }",
		"an assertion in one": "for j: i64 < n {\n if gt.i64(i, 1000) {\n assert(lt.i64(j, 0), [\"never\"], at = [@1:1])\n }\n ys.i64[j] <- ys.i64[j] + i\n }",
	} {
		t.Run(name, func(t *testing.T) {
			agree(t, `
fun main(n: i64, xs: mem) -> (ys: mem)
  entry (xs: "[n]i64" = [n]i64 in xs) -> ("[n]i64" = [n]i64 in ys) {
  ys <- alloc(mulsat.i64(n, 8))
  for z: i64 < n {
    ys.i64[z] <- z
  }
  var k: i64 = min.i64(4, n - 1)
  for i: i64 < min.i64(n, 9) {
    `+body+`
  }
}`, func(n int64) []value.Value { return []value.Value{vectorOf(scalar.I64, n, 1)} })
		})
	}
}
