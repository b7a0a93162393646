//go:build cuda

package cuda_test

import (
	"testing"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// A work-group reverses 256 elements in shared memory, without the barrier between writing
// them and reading those of other threads.
const forgotten = `lamina imp

fun main(n_1: i64, xs_2: mem) -> (out_3: mem)
  entry (xs: "[n]i32" = [n_1]i32 in xs_2) -> ("[n]i32" = [n_1]i32 in out_3) {
  out_3 <- alloc(4 * n_1)
  launch "forgotten" (1, 256) shared (s_4: 1024) {
    s_4.i32[local_id()] <- xs_2.i32[local_id()]
    out_3.i32[local_id()] <- s_4.i32[255 - local_id()]
  }
}
`

// TestRace runs a kernel that has a race and only asks that it ends. compute-sanitizer's
// racecheck must report the race, which shows that it does inspect kernels.
//
//	compute-sanitizer --tool racecheck ./cuda.test -test.run Race
func TestRace(t *testing.T) {
	x := compiled(t, "forgotten.lir", forgotten)
	xs, _ := value.New(scalar.I32, 256)
	out, _, err := x.Run(t.Context(), "main", []value.Value{xs})
	if err != nil {
		t.Fatal(err)
	}
	if n := out[0].Shape[0]; n != 256 {
		t.Errorf("%d elements come back, want 256", n)
	}
}
