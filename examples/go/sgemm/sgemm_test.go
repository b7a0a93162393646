package sgemm_test

import (
	"testing"

	"github.com/lamina-lang/lamina/examples/go/sgemm"
)

// The product of a matrix of i+1 and one of j+1 has inner*(i+1)*(j+1) in row i, column j.
func TestMultiply(t *testing.T) {
	const rows, inner, columns = 5, 7, 3
	a, b, c := sgemm.New(rows, inner), sgemm.New(inner, columns), sgemm.New(rows, columns)
	for k := range a.Elems {
		a.Elems[k] = float32(k/inner + 1)
	}
	for k := range b.Elems {
		b.Elems[k] = float32(k%columns + 1)
	}
	for k := range c.Elems {
		c.Elems[k] = 10
	}
	sgemm.Multiply(2, a, b, 3, c)
	for k, x := range c.Elems {
		if want := float32(2*inner*(k/columns+1)*(k%columns+1) + 30); x != want {
			t.Errorf("element %d is %v, want %v", k, x, want)
		}
	}
}

// Matrices of the sizes of Parboil's sets.
func BenchmarkMultiply(b *testing.B) {
	for _, set := range []struct {
		name                 string
		rows, inner, columns int
	}{{"small", 128, 96, 160}, {"medium", 1024, 992, 1056}} {
		b.Run(set.name, func(b *testing.B) {
			x, y, z := sgemm.New(set.rows, set.inner), sgemm.New(set.inner, set.columns), sgemm.New(set.rows, set.columns)
			for k := range x.Elems {
				x.Elems[k] = float32(k%13) / 13
			}
			for k := range y.Elems {
				y.Elems[k] = float32(k%11) / 11
			}
			for b.Loop() {
				sgemm.Multiply(1, x, y, 0, z)
			}
		})
	}
}
