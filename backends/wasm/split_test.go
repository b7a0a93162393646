package wasm_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// Conditions on multiples of the index, with steps that are constants or known when
// the loop runs: positive, negative, zero, and so large that products wrap.
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

// Where extents decide a comparison, and where they just do not.
func TestComparisonsDecidedByExtents(t *testing.T) {
	for _, cond := range []string{
		"lt.i64(convert.u8.i64(x), 256)", "lt.i64(convert.u8.i64(x), 255)", "le.i64(0, convert.u8.i64(x))",
		"lt.i64(0, convert.u8.i64(x))", "gt.i64(convert.i8.i64(y), -129)", "gt.i64(convert.i8.i64(y), -128)",
		"ge.i64(-128, convert.i8.i64(y))", "eq.i64(convert.u8.i64(x), 256)", "ne.i64(convert.u8.i64(x), 255)",
		"le.i64(0, i)", "lt.i64(0, i)", "lt.i64(i, n)", "lt.i64(mod.i64(i, 5), 5)", "lt.i64(mod.i64(i, 5), 4)",
		"ge.i64(min.i64(i, 3) - 3, 1)", "ge.i64(min.i64(i, 3) - 3, 0)", "lt.i64(max.i64(i - 10, 0), 0)",
		"and.bool(le.i64(0, convert.u8.i64(x)), lt.i64(i, 7))", "or.bool(lt.i64(convert.u8.i64(x), 0), lt.i64(i, 7))",
		"and.bool(le.i64(0, convert.u8.i64(x) + convert.i8.i64(y)), le.i64(convert.u8.i64(x) - convert.i8.i64(y), 383))",
		"le.i64(convert.u8.i64(x) - convert.i8.i64(y), 382)", "not.bool(lt.i64(i, 0))",
	} {
		t.Run(cond, func(t *testing.T) {
			agree(t, fmt.Sprintf(`
fun main(n: i64, xs: mem, ys: mem) -> (zs: mem)
  entry (xs: "[n]u8" = [n]u8 in xs, ys: "[n]i8" = [n]i8 in ys) -> ("[n]i64" = [n]i64 in zs) {
  zs <- alloc(mulsat.i64(n, 8))
  parallel "map" (i < n) {
    var x: u8 = xs.u8[i]
    var y: i8 = ys.i8[i]
    var c: bool = %[1]s
    if c { zs.i64[i] <- i + 1 } else { zs.i64[i] <- 0 - i }
    if %[1]s { zs.i64[i] <- zs.i64[i] * 3 }
    assert(or.bool(c, le.i64(0, i)), ["no"], at = [@1:1])
  }
}`, cond), func(n int64) []value.Value {
				return []value.Value{vectorOf(scalar.U8, n, 1), vectorOf(scalar.I8, n, 2)}
			})
		})
	}
}
