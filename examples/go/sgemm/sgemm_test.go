package sgemm_test

import (
	"testing"

	"github.com/lamina-lang/lamina/accelerate"
	"github.com/lamina-lang/lamina/examples/go/sgemm"
)

// filled is a matrix with elements by row and column.
func filled(rows, columns int, elem func(i, j int) float32) sgemm.Matrix {
	m := accelerate.NewTensor[float32](rows, columns)
	for i := range rows {
		for j := range columns {
			m.Set(elem(i, j), i, j)
		}
	}
	return m
}

// The product of a matrix of i+1 and one of j+1 has inner*(i+1)*(j+1) in row i, column j.
func TestMultiply(t *testing.T) {
	const rows, inner, columns = 5, 7, 3
	a := filled(rows, inner, func(i, _ int) float32 { return float32(i + 1) })
	b := filled(inner, columns, func(_, j int) float32 { return float32(j + 1) })
	c := filled(rows, columns, func(int, int) float32 { return 10 })
	sgemm.Multiply(2, a, b, 3, c)
	for i := range rows {
		for j := range columns {
			if got, want := c.At(i, j), float32(2*inner*(i+1)*(j+1)+30); got != want {
				t.Errorf("element %d, %d is %v, want %v", i, j, got, want)
			}
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
			x := filled(set.rows, set.inner, func(i, j int) float32 { return float32((i+j)%13) / 13 })
			y := filled(set.inner, set.columns, func(i, j int) float32 { return float32((i+j)%11) / 11 })
			z := accelerate.NewTensor[float32](set.rows, set.columns)
			for b.Loop() {
				sgemm.Multiply(1, x, y, 0, z)
			}
		})
	}
}
