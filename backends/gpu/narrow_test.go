package gpu

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
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

// forms is a program of one kernel that doubles an array, into a block of its own or
// in place.
const forms = `lamina imp

fun main(n_1: i64, k_2: i64, xs_3: mem) -> (out_4: mem)
  entry (k: "i64" = i64 in k_2, xs: "[]f32" = [n_1]f32 in xs_3) -> ("[]f32" = [n_1]f32 in out_4) {
  out_4 <- hold(xs_3)
  if lt.i64(0, k_2) {
    out_4 <- alloc(4 * n_1)
  }
  parallel "double" (i_5 < n_1) {
    var j_6: i64 = k_2 + i_5
    out_4.f32[j_6 - k_2] <- add.f32(xs_3.f32[i_5], xs_3.f32[i_5])
  }
}
`

// The narrow form runs where all numbers fit and no block that is written is another
// one too.
func TestForms(t *testing.T) {
	expectForms(t, forms, scalar.F32, []formOf{
		{1, narrow}, {1 << 30, narrow}, {math.MaxInt32 - 1001, narrow}, {math.MaxInt32 - 998, wide}, {1 << 40, wide}, {5, narrow},
		{-1, wide}, // in place
		{0, wide},
	})
}

// The forms of a kernel, and which of them runs for an argument k.
const wide, narrow = 0, 1

type formOf struct {
	k    int64
	want Kernel
}

// expectForms runs a program of one kernel on each k, and 1000 elements.
func expectForms(t *testing.T, program string, elem scalar.Type, cases []formOf) {
	t.Helper()
	d := &idle{memory: map[Memory][]byte{}, room: 1 << 40}
	x := compileFor(t, d, program)
	defer x.Close()
	xs, _ := value.New(elem, 1000)
	for _, c := range cases {
		d.launched = nil
		if _, _, err := x.Run(t.Context(), "main", []value.Value{value.Scalar(scalar.Int(scalar.I64, c.k)), xs}); err != nil {
			t.Fatal(err)
		}
		if len(d.launched) != 1 || d.launched[0] != c.want {
			t.Errorf("k = %d: kernels %v were launched, want %d", c.k, d.launched, c.want)
		}
	}
}

// fill is a program of one kernel that stores an argument, which no index is made of.
const fill = `lamina imp

fun main(n_1: i64, k_2: i64, xs_3: mem) -> (out_4: mem)
  entry (k: "i64" = i64 in k_2, xs: "[]i64" = [n_1]i64 in xs_3) -> ("[]i64" = [n_1]i64 in out_4) {
  out_4 <- alloc(8 * n_1)
  parallel "fill" (i_5 < n_1) {
    out_4.i64[i_5] <- xs_3.i64[i_5] + k_2
  }
}
`

// The narrow form gets arguments in 32 bits, also those that are only computed with.
func TestFormsOfArgumentsThatAreNoIndex(t *testing.T) {
	expectForms(t, fill, scalar.I64, []formOf{
		{1, narrow}, {-1, narrow}, {math.MaxInt32, narrow}, {math.MaxInt32 + 1, wide}, {math.MinInt32 - 1, wide}, {1 << 40, wide},
	})
}
