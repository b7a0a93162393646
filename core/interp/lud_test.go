package interp_test

import (
	"context"
	"os"
	"testing"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/interp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

func readProgram(t testing.TB, file string) *ir.Program {
	t.Helper()
	text, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	return parse(t, string(text))
}

// matrix is n×n, diagonally dominant, with entries that are small fractions.
func matrix(t testing.TB, n int64) value.Value {
	t.Helper()
	m, err := value.New(scalar.F32, n, n)
	if err != nil {
		t.Fatal(err)
	}
	for i := range n * n {
		x := float64((i*7919)%64) / 64
		if i%(n+1) == 0 {
			x += float64(n)
		}
		m.Set(i, scalar.Float(scalar.F32, x))
	}
	return m
}

// decompose is the same algorithm on Go's float32.
func decompose(m value.Value) value.Value {
	n := m.Shape[0]
	a := make([]float32, n*n)
	for i := range a {
		a[i] = float32(m.At(int64(i)).Float())
	}
	for k := range n {
		for i := k + 1; i < n; i++ {
			a[i*n+k] /= a[k*n+k]
			for j := k + 1; j < n; j++ {
				a[i*n+j] -= float32(a[i*n+k] * a[k*n+j])
			}
		}
	}
	out := m.Clone()
	for i, x := range a {
		out.Set(int64(i), scalar.Float(scalar.F32, float64(x)))
	}
	return out
}

// levels run the decomposition at every level and with every semantics.
func levels(t testing.TB) map[string]func(m value.Value) ([]value.Value, error) {
	ctx := context.Background()
	kernel, mem := readProgram(t, "lud.lir"), readProgram(t, "lud-mem.lir")
	text, err := os.ReadFile("testdata/lud.imp")
	if err != nil {
		t.Fatal(err)
	}
	imperative, err := imp.ParseSource("lud.imp", string(text))
	if err != nil {
		t.Fatal(err)
	}
	return map[string]func(m value.Value) ([]value.Value, error){
		"kernel": func(m value.Value) ([]value.Value, error) {
			return interp.Value(ctx, kernel, "main", []value.Value{m}, interp.Options{})
		},
		"mem, by value": func(m value.Value) ([]value.Value, error) {
			return interp.Value(ctx, mem, "main", []value.Value{m}, interp.Options{})
		},
		"mem, on the heap": func(m value.Value) ([]value.Value, error) {
			results, _, err := interp.Heap(ctx, mem, "main", []value.Value{m}, interp.Options{})
			return results, err
		},
		"imp": func(m value.Value) ([]value.Value, error) {
			results, _, err := interp.Imp(ctx, imperative, "main", []value.Value{m}, interp.Options{})
			return results, err
		},
	}
}

func TestLUD(t *testing.T) {
	for name, run := range levels(t) {
		t.Run(name, func(t *testing.T) {
			for _, n := range []int64{0, 1, 2, 33} {
				m := matrix(t, n)
				got, err := run(m)
				if err != nil {
					t.Fatal(err)
				}
				if !value.Equal(got[0], decompose(m)) {
					t.Errorf("n = %d: wrong result", n)
				}
			}
		})
	}
}

func BenchmarkLUD256(b *testing.B) {
	m := matrix(b, 256)
	for name, run := range levels(b) {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := run(m); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
