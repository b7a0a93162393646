package gpu

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/backends/gpu/hardware"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// fillings has parallel statements: whether the driver may run them is in their labels.
const fillings = `lamina imp

fun main(n_1: i64, x_2: i32) -> (as_3: mem, bs_4: mem, cs_5: mem, ds_6: mem)
  entry (n: "i64" = i64 in n_1, x: "i32" = i32 in x_2) -> ("[]i32" = [n_1]i32 in as_3, "[]i8" = [n_1]i8 in bs_4, "[]i64" = [n_1]i64 in cs_5, "[]i32" = [n_1]i32 in ds_6) {
  as_3 <- alloc(n_1 * 4)
  parallel "fill" (i_7 < n_1) {
    as_3.i32[i_7 in 0 + {(n_1 : 1)}] <- add.i32(x_2, 1i32)
  }
  bs_4 <- alloc(n_1)
  parallel "fill" (i_8 < n_1) {
    bs_4.i8[i_8 in 0 + {(n_1 : 1)}] <- -3i8
  }
  cs_5 <- alloc(n_1 * 8)
  parallel "whose halves differ" (i_9 < n_1) {
    cs_5.i64[i_9 in 0 + {(n_1 : 1)}] <- 7
  }
  ds_6 <- alloc(n_1 * 4)
  parallel "of indices" (i_10 < n_1) {
    ds_6.i32[i_10 in 0 + {(n_1 : 1)}] <- convert.i64.i32(i_10)
  }
  parallel "of every other element" (i_11 < quot.i64(n_1, 2)) {
    ds_6.i32[i_11 in 0 + {(n_1 : 2)}] <- 1i32
  }
  parallel "beyond a few" (i_12 < n_1) {
    as_3.i32[i_12 in 4 + {(n_1 : 1)}] <- as_3.i32[i_12 in 0 + {(n_1 : 1)}]
  }
}
`

// The driver fills what a kernel would fill with one value, unless that is long.
func TestFillings(t *testing.T) {
	d := &idle{memory: map[hardware.Memory][]byte{}, room: 1 << 30}
	x := compileFor(t, d, fillings)
	defer x.Close()
	for _, test := range []struct {
		n, launches int64
		want        string
	}{{3, 4, "[43i32, 43i32, 43i32] [-3i8, -3i8, -3i8]"}, {0, 0, "empty([0]i32) empty([0]i8)"}, {1 << 20, 6, ""}} {
		d.launches = 0
		results, _, err := x.Run(t.Context(), "main", []value.Value{value.Scalar(scalar.Int(scalar.I64, test.n)), value.Scalar(scalar.Int(scalar.I32, 42))})
		if err != nil {
			t.Fatal(err)
		}
		if d.launches != int(test.launches) {
			t.Errorf("%d elements: %d launches, want %d", test.n, d.launches, test.launches)
		}
		if got := fmt.Sprint(results[0], " ", results[1]); test.want != "" && strings.Join(strings.Fields(got), " ") != test.want {
			t.Errorf("%d elements: %s, want %s", test.n, got, test.want)
		}
	}
}
