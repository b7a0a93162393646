// Package sgemm multiplies matrices of float32, as sgemm of the Parboil benchmarks:
// alpha*A*B + beta*C. Matrices are slices in row-major order.
package sgemm

import "github.com/lamina-lang/lamina/accelerate"

// Matrix is a matrix in row-major order.
type Matrix struct {
	Rows, Columns int
	Elems         []float32
}

// New returns a matrix of zeros.
func New(rows, columns int) Matrix {
	return Matrix{rows, columns, make([]float32, rows*columns)}
}

// Multiply sets c to alpha*a*b + beta*c. The sizes of the matrices agree.
func Multiply(alpha float32, a, b Matrix, beta float32, c Matrix) {
	inner, columns := a.Columns, b.Columns
	accelerate.Loop(c.Rows*columns, func(k int) {
		i, j := k/columns, k%columns
		var sum float32
		for l := range inner {
			sum += a.Elems[i*inner+l] * b.Elems[l*columns+j]
		}
		c.Elems[k] = alpha*sum + beta*c.Elems[k]
	})
}
