//go:build cuda

package cuda_test

import (
	"errors"
	"testing"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/backends/cuda"
	"github.com/lamina-lang/lamina/backends/gpu/hardware"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// A kernel that writes k elements past its array's position, unchecked.
const wild = `lamina imp

fun main(k_1: i64, n_2: i64, xs_3: mem) -> (out_4: mem)
  entry (k: "i64" = i64 in k_1, xs: "[]i32" = [n_2]i32 in xs_3) -> ("[]i32" = [n_2]i32 in out_4) {
  out_4 <- alloc(4 * n_2)
  parallel "wild" (i_5 < n_2) {
    out_4.i32[i_5 + k_1] <- add.i32(xs_3.i32[i_5], 1i32)
  }
}
`

// After an illegal address the next run has a new context and is correct. To run it on a
// machine with a GPU but without Go: go test -tags cuda -c -o cuda.test ./backends/cuda,
// and ./cuda.test -test.v -test.run Illegal there.
func TestIllegalAddress(t *testing.T) {
	x := compiled(t, "wild.lir", wild)
	xs, _ := value.New(scalar.I32, 1000)
	for i := range 1000 {
		xs.Set(int64(i), scalar.Int(scalar.I32, int64(i)))
	}
	run := func(k int64) ([]value.Value, error) {
		out, _, err := x.Run(t.Context(), "main", []value.Value{value.Scalar(scalar.Int(scalar.I64, k)), xs})
		return out, err
	}
	for range 2 {
		if _, err := run(1 << 44); !errors.Is(err, hardware.ErrLost) {
			t.Fatalf("the wild kernel ends with %v, want an illegal address", err)
		} else {
			t.Log(err)
		}
		out, err := run(0)
		if err != nil {
			t.Fatal(err)
		}
		for i := range int64(1000) {
			if got := out[0].At(i).Int(); got != i+1 {
				t.Fatalf("element %d is %d, want %d", i, got, i+1)
			}
		}
	}
}

// compiled returns a program compiled for the GPU. A test without a GPU is skipped.
func compiled(t *testing.T, file, text string) backend.Executable {
	t.Helper()
	b := cuda.New()
	var unavailable *backend.UnavailableError
	if _, err := b.Probe(t.Context()); errors.As(err, &unavailable) {
		t.Skip(unavailable)
	}
	p, err := imp.ParseSource(file, text)
	if err != nil {
		t.Fatal(err)
	}
	x, err := b.Compile(t.Context(), p, backend.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Close() })
	return x
}
