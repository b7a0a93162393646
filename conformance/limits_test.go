package conformance

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/driver"
)

const untilTheEnd = `
entry total (n: i64) = reduce (+) 0 (iota n)
entry mean (n: i64) : f32 = f32.sum (map f32.i64 (iota n)) / f32.i64 n
entry greatest (n: i64) = i64.maximum (iota n)
entry place (n: i64) = reduce (\(a, i) (b, j) -> if a > b then (a, i) else (b, j)) (0, -1) (map (\i -> (i % 7, i)) (iota n))
entry bins (n: i64) = hist (+) 0 3 (map (% 3) (iota n)) (iota n)
entry rows (n: i64) = map (\k -> reduce (+) k (iota n)) (iota 2)
entry columns (n: i64) = reduce (map2 (+)) [0, 0] (map (\i -> [i, -i]) (iota n))
entry last (n: i64) = loop s = 0 for i < n do s + i * i
`

// Reductions over computed elements start, use little memory, and stop with their context,
// for any number of elements up to 2^63 - 1, which would take years.
func TestSizesNearTheLimit(t *testing.T) {
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	u, err := d.LoadText(t.Context(), "years.fut", []byte(untilTheEnd))
	if err != nil {
		t.Fatal(err)
	}
	entries := u.Entries()
	x, _, err := d.Build(t.Context(), u, driver.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	for _, entry := range entries {
		for _, n := range []int64{1<<63 - 1, 1<<63 - 1000, 1e15} {
			ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
			out, used, err := x.Run(ctx, entry, []value.Value{value.Scalar(scalar.Int(scalar.I64, n))})
			cancel()
			if !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%s of %d elements: %v, %v; want it to run until its context ends", entry, n, out, err)
			}
			if peak := used.Spaces[0].Peak; peak > 100<<20 {
				t.Errorf("%s of %d elements: %d bytes were in use", entry, n, peak)
			}
		}
	}
}
