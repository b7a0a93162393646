package narrow_test

import (
	"math"
	"testing"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/interp"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/pass/passtest"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/core/value"
)

// inPlace doubles an array, into a block of its own or in place. fill stores an argument,
// which no index is made of.
const (
	inPlace = `lamina imp

fun main(n_1: i64, k_2: i64, xs_3: mem) -> (out_4: mem, form_9: i64)
  entry (k: "i64" = i64 in k_2, xs: *"[]i64" = [n_1]i64 in xs_3) -> ("[]i64" = [n_1]i64 in out_4, "i64" = i64 in form_9) {
  out_4 <- hold(xs_3)
  if lt.i64(0, k_2) {
    out_4 <- alloc(8 * n_1)
  }
  parallel "double" (i_5 < n_1) {
    var j_6: i64 = k_2 + i_5
    out_4.i64[j_6 - k_2] <- xs_3.i64[i_5] + xs_3.i64[i_5]
  }
}
`
	fill = `lamina imp

fun main(n_1: i64, k_2: i64, xs_3: mem) -> (out_4: mem, form_9: i64)
  entry (k: "i64" = i64 in k_2, xs: "[]i64" = [n_1]i64 in xs_3) -> ("[]i64" = [n_1]i64 in out_4, "i64" = i64 in form_9) {
  out_4 <- alloc(8 * n_1)
  parallel "fill" (i_5 < n_1) {
    out_4.i64[i_5] <- xs_3.i64[i_5] + k_2
  }
}
`
)

// The narrow form runs where all numbers fit and no block that is written is another one
// too. It gets its arguments in 32 bits, also those that are only computed with.
func TestForms(t *testing.T) {
	const elements = 1000
	for _, c := range []struct {
		name, text string
		narrow     []int64 // arguments k for which the narrow form runs
		wide       []int64
	}{
		{"index", inPlace, []int64{1, 5, 1 << 30, math.MaxInt32 - 999}, []int64{math.MaxInt32 - 998, math.MaxInt32 + 1, 1 << 40, math.MaxInt64}},
		{"in place", inPlace, nil, []int64{-1, 0}},
		{"number", fill, []int64{1, -1, math.MaxInt32, -math.MaxInt32}, []int64{math.MaxInt32 + 1, math.MinInt32, 1 << 40, math.MinInt64}},
	} {
		p, err := imp.Parse("forms.lir", c.text)
		if err != nil {
			t.Fatal(err)
		}
		u := &pass.Unit{Imp: p, Target: target.GPU()}
		if err := passtest.Apply(u, "narrow"); err != nil {
			t.Fatal(err)
		}
		note(p.Funs[0])
		for want, ks := range map[int64][]int64{1: c.narrow, 0: c.wide} {
			for _, k := range ks {
				args := []value.Value{number(k), value.FromSlice(make([]int64, elements), elements)}
				results, _, err := interp.Imp(t.Context(), p, "main", args, interp.Options{})
				if err != nil {
					t.Fatal(err)
				}
				if got := results[1].Scalar().Int(); got != want {
					t.Errorf("%s: k = %d: form %d, want %d (1 is narrow)", c.name, k, got, want)
				}
			}
		}
	}
}
