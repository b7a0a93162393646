package driver_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/driver"
)

// Functions that differ in constants alone share code on the embedded backend: each still
// computes with its own constants, and fails at its own place.
func TestFunctionsThatAreAlike(t *testing.T) {
	const functions, elements = 120, 100
	var b strings.Builder
	for k := range functions {
		fmt.Fprintf(&b, "def f%d [n] (xs: [n]u64) : [n]u64 =\n", k)
		fmt.Fprintf(&b, "  map (\\x -> if x %% 7 == %d then x * xs[%d] else x + xs[i64.u64 (x %% %d)]) xs\n", k%5, k, k+1)
	}
	b.WriteString("entry main [m] (xs: [m]u64) : [m]u64 =\n")
	for k := range functions {
		fmt.Fprintf(&b, "  let xs = f%d xs\n", k)
	}
	b.WriteString("  in xs\n")
	ctx := context.Background()
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	x, _, err := d.Build(ctx, load(t, d, b.String()), driver.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	xs := make([]uint64, functions)
	for k := range xs {
		xs[k] = uint64(3*k + 1)
	}
	got, _, err := x.Run(ctx, "main", []value.Value{numbers(t, xs)})
	if err != nil {
		t.Fatal(err)
	}
	for k := range functions {
		next := make([]uint64, len(xs))
		for i, x := range xs {
			if next[i] = x + xs[x%uint64(k+1)]; x%7 == uint64(k%5) {
				next[i] = x * xs[k]
			}
		}
		xs = next
	}
	if want := numbers(t, xs); !value.Equal(want, got[0]) {
		t.Error(value.Compare(want, got[0], 0))
	}
	_, _, err = x.Run(ctx, "main", []value.Value{numbers(t, xs[:elements])})
	if want := fmt.Sprintf("generated.fut:%d:", 2*elements+2); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("with %d elements: %v, want an error at %s", elements, err, want)
	}
}

func numbers(t *testing.T, xs []uint64) value.Value {
	t.Helper()
	vs, err := value.Parse(strings.ReplaceAll(strings.ReplaceAll(fmt.Sprint(xs), "]", "u64]"), " ", "u64, "))
	if err != nil {
		t.Fatal(err)
	}
	return vs[0]
}
