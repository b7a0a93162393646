package expandmemory_test

import (
	"context"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/interp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/pass/passtest"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/core/value"
)

const huge = `lamina mem
entry fun main(n: i64, s: i64, a_mem: mem, a: [n]i64 @ a_mem -> 0 + {(n : 1)}) -> (r_mem: mem, r: [n]i64 @ r_mem -> 0 + {(n : 1)}) {
  let (all: i64) = mulsat.i64(8i64, n)
  let (each: i64) = mulsat.i64(8i64, s)
  let (r_mem_1: mem) = alloc(all)
  let (r_1: [n]i64 @ r_mem_1 -> 0 + {(n : 1)}) = segmap(t < n) {
    let (v: i64) = index(a, [t])
    let (b_mem: mem) = alloc(each)
    let (b: [1]i64 @ b_mem -> 0 + {(1 : 1)}) = replicate([1i64], v)
    let (w: i64) = index(b, [0i64])
    in (w)
  }
  in (r_mem_1, r_1)
}
`

// The number of threads times the size per thread may exceed an i64. The product saturates,
// and allocating that much fails; if it wrapped, two threads with 2^62 bytes each would
// share a small block.
func TestTooMuchMemoryFailsAndNeverWraps(t *testing.T) {
	p, err := ir.Parse("huge.lir", huge)
	if err != nil {
		t.Fatal(err)
	}
	u := &pass.Unit{IR: p, Target: target.Embedded()}
	if err := passtest.Apply(u, "expand-memory{to=launch}"); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		each int64
		fits bool
	}{{1, true}, {1 << 59, false}, {1 << 60, false}, {1 << 61, false}, {1<<62 + 1, false}} {
		args := []value.Value{value.Scalar(scalar.Int(scalar.I64, c.each)), value.FromSlice([]int64{5, 6}, 2)}
		_, _, err := interp.Heap(context.Background(), u.IR, "main", args, interp.Options{MaxBytes: 1 << 20})
		if c.fits != (err == nil) || err != nil && !strings.Contains(err.Error(), "out of memory") {
			t.Errorf("%d elements a thread: got %v", c.each, err)
		}
	}
}
