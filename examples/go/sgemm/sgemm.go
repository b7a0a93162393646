// Package sgemm multiplies matrices of float32, as sgemm of the Parboil benchmarks:
// alpha*A*B + beta*C.
package sgemm

import "github.com/lamina-lang/lamina/accelerate"

// Matrix is a matrix by row and column.
type Matrix = accelerate.Tensor[float32]

// Multiply sets c to alpha*a*b + beta*c. The sizes of the matrices agree.
func Multiply(alpha float32, a, b Matrix, beta float32, c Matrix) {
	rows, columns, inner := c.Dim(0), c.Dim(1), a.Dim(1)
	accelerate.Loop(rows, func(i int) {
		for j := range columns {
			var sum float32
			for l := range inner {
				sum += a.At(i, l) * b.At(l, j)
			}
			c.Set(alpha*sum+beta*c.At(i, j), i, j)
		}
	})
}
