package wasm_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// foldText returns a program that folds xs, of type T, and ys, of type i64, into a key and
// a place. The body's variables are x, y, i, key and place.
func foldText(t scalar.Type, body string) string {
	return strings.NewReplacer("T", t.String(), "BODY", body).Replace(`
fun main(n: i64, first: T, from: i64, xs: mem, ys: mem) -> (key: T, place: i64)
  entry (first: "t" = T in first, from: "i64" = i64 in from, xs: "[n]t" = [n]T in xs, ys: "[n]i64" = [n]i64 in ys) -> ("t" = T in key, "i64" = i64 in place) {
  key <- first
  place <- -1
  for j: i64 < n {
    var i: i64 = from + j
    var x: T = xs.T[j]
    var y: i64 = ys.i64[j]
    BODY
  }
}`)
}

// mostlyKeep are operators that mostly keep the accumulator, with different forms of branches,
// selections and places.
var mostlyKeep = map[string]string{
	"first least": "if lt.T(x, key) { key <- x place <- i }",
	"last least":  "if le.T(x, key) { key <- x place <- i }",
	"greatest pair": `
    var better: bool = or.bool(gt.T(x, key), and.bool(eq.T(x, key), lt.i64(i, place)))
    var k: T = select.T(better, x, key)
    var p: i64 = select.i64(better, i, place)
    key <- k
    place <- p`,
	"least of those chosen": `
    var taken: bool = lt.i64(y, 0)
    var k: i64 = select.i64(taken, -1, i)
    var z: T = convert.i64.T(0)
    var p: i64 = 0
    if lt.i64(place, 0) { z <- x p <- k } else {
      var none: bool = lt.i64(k, 0)
      if none { z <- key p <- place } else {
        var b: bool = or.bool(lt.T(x, key), and.bool(eq.T(x, key), lt.i64(k, place)))
        z <- select.T(b, x, key)
        p <- select.i64(b, k, place)
      }
    }
    key <- z
    place <- p`,
	"last of a kind":          "if eq.T(x, first) { place <- i * 3 + 7 }",
	"first of a kind":         "if and.bool(eq.T(x, first), lt.i64(place, 0)) { place <- i }",
	"least y, and its x":      "if lt.i64(y, place) { key <- x place <- y }",
	"places as far as apart":  "if gt.T(x, key) { key <- x place <- i * 1000000007 }",
	"the greater place":       "if gt.T(x, key) { key <- x place <- max.i64(i, place) }",
	"an assertion on the way": `assert(ne.i64(y, 99), ["y is ", y]) if lt.T(x, key) { key <- x place <- i }`,
	"a load after an assertion": `
    assert(and.bool(le.i64(0, y), lt.i64(y, n)), ["no element ", y])
    var z: T = xs.T[y]
    if lt.T(z, key) { key <- z place <- i }`,
	"a load after an assertion, and work": `
    var h: i32 = convert.i64.i32(y)
    assert(and.bool(le.i32(0i32, h), lt.i32(h, convert.i64.i32(n))), ["no element ", y])
    var z: T = xs.T[convert.i32.i64(h)]
    var a: i32 = xor.i32(mul.i32(h, h), 12345i32)
    var b: i32 = add.i32(mul.i32(a, h), xor.i32(a, mul.i32(a, a)))
    var c: i32 = add.i32(mul.i32(a, b), xor.i32(b, mul.i32(b, b)))
    var d: i32 = max.i32(min.i32(b, c), add.i32(mul.i32(a, c), mul.i32(c, c)))
    if and.bool(lt.T(z, key), ne.i32(d, 77i32)) { key <- z place <- i }`,
	"what was, plus one": "if lt.T(x, key) { key <- x place <- place + 1 }",
}

// Vectorised loops that skip elements which do not change the accumulator agree with the
// interpreter, for elements in any order and for indices of more than 32 bits.
func TestSpeculativeLoops(t *testing.T) {
	for name, body := range mostlyKeep {
		for _, elem := range []scalar.Type{scalar.F32, scalar.I32, scalar.U8, scalar.F64, scalar.I64, scalar.I16} {
			for _, from := range []int64{0, 1<<31 - 40, 1 << 40, -1 << 33, 1<<63 - 20} {
				t.Run(fmt.Sprintf("%s/%s/%d", name, elem, from), func(t *testing.T) {
					turn := uint64(0)
					agreeOn(t, foldText(elem, strings.ReplaceAll(body, "T", elem.String())), func(n int64) []value.Value {
						turn++
						xs, ys := vectorOf(elem, n, turn), vectorOf(scalar.I64, n, turn+1)
						if turn%3 > 0 { // mostly one value, or decreasing
							for i := range n {
								x := int64(100)
								if turn%3 == 1 && i%70 < 60 {
									x -= i / 60
								}
								xs.Set(i, scalar.Convert(elem, scalar.Int(scalar.I64, x)))
							}
						}
						if turn%2 == 0 { // in bounds, except one
							for i := range n {
								ys.Set(i, scalar.Int(scalar.I64, i))
							}
							if turn%4 == 0 && n > 0 {
								ys.Set(n*3/4, scalar.Int(scalar.I64, 1<<29))
							}
						}
						return []value.Value{value.Scalar(scalar.Convert(elem, scalar.Int(scalar.I64, 100))), i64(from), xs, ys}
					}, 1)
				})
			}
		}
	}
}
