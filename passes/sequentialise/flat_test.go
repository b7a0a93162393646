package sequentialise_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/pass/meaning"
	"github.com/lamina-lang/lamina/core/pass/passtest"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/core/value"
)

// flats are operators on (a_N, b_N) and (c_N, d_N), from neutral elements or others, and whether one loop
// from left to right gives the bits of the tree.
var flats = []struct {
	name, neutral, body string
	flat                bool
}{
	{"sum and maximum", "0i64, -9223372036854775808i64", "let (x_N: i64) = add.i64(a_N, c_N) let (y_N: i64) = max.i64(b_N, d_N)", true},
	{"sum and maximum from 5", "0i64, 5i64", "let (x_N: i64) = add.i64(a_N, c_N) let (y_N: i64) = max.i64(b_N, d_N)", true},
	{"sum from 5", "5i64, 0i64", "let (x_N: i64) = add.i64(a_N, c_N) let (y_N: i64) = or.i64(b_N, d_N)", false},
	{"affine maps", "1i64, 0i64", "let (x_N: i64) = mul.i64(a_N, c_N) let (p_N: i64) = mul.i64(b_N, c_N) let (y_N: i64) = add.i64(p_N, d_N)", true},
	{"affine maps from another", "1i64, 3i64", "let (x_N: i64) = mul.i64(a_N, c_N) let (p_N: i64) = mul.i64(b_N, c_N) let (y_N: i64) = add.i64(p_N, d_N)", false},
	{"differences", "0i64, 0i64", "let (x_N: i64) = sub.i64(a_N, c_N) let (y_N: i64) = add.i64(b_N, d_N)", false},
}

// TestFlatFolds compares folds and scans of one thread with the interpreter's tree, at the borders
// of chunks.
func TestFlatFolds(t *testing.T) {
	for _, test := range flats {
		t.Run(test.name, func(t *testing.T) {
			op := func(suffix string) string {
				return strings.ReplaceAll(fmt.Sprintf("\\(a_N: i64, b_N: i64, c_N: i64, d_N: i64) -> (i64, i64) { %s in (x_N, y_N) }, neutral = [%s]",
					test.body, test.neutral), "_N", suffix)
			}
			before, err := ir.Parse("folds.lir", fmt.Sprintf(`lamina kernel
entry fun main(n: i64, xs: [n]i64) -> (p: [1]i64, q: [1]i64, s: [1][n]i64, t: [1][n]i64) {
  let (ps: [1]i64, qs: [1]i64, ss: [1][n]i64, ts: [1][n]i64) = segmap(i < 1i64) {
    let (r0: i64, r1: i64) = reduce(n, [xs, xs], op = %s)
    let (s0: [n]i64, s1: [n]i64) = scan(n, [xs, xs], op = %s)
    in (r0, r1, s0, s1)
  }
  in (ps, qs, ss, ts)
}
`, op("_1"), op("_2")))
			if err != nil {
				t.Fatal(err)
			}
			u := &pass.Unit{IR: before.Clone(), Target: target.Embedded()}
			if err := passtest.Apply(u, "sequentialise"); err != nil {
				t.Fatal(err)
			}
			if got := strings.Count(u.IR.String(), "loop(") == 2; got != test.flat {
				t.Errorf("one loop each: %t, want %t:\n%s", got, test.flat, u.IR)
			}
			for _, n := range []int64{0, 1, 1023, 1024, 1025, 2049, 5000} {
				xs := make([]int64, n)
				for i := range xs {
					xs[i] = int64(i*i*7919%1009) - 1100
				}
				if why := meaning.Differs(context.Background(), before, u, "main", []value.Value{value.FromSlice(xs, n)}); why != "" {
					t.Errorf("%d elements: %s", n, why)
				}
			}
		})
	}
}
