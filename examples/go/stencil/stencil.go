// Package stencil spreads heat over a plate: in each step a cell becomes the mean of its
// four neighbours. The cells at the border keep their temperature.
package stencil

import "github.com/lamina-lang/lamina/accelerate"

// Step writes into next the plate that follows now. Both have the same dimensions.
func Step(now, next accelerate.Tensor[float64]) {
	rows, columns := now.Dim(0), now.Dim(1)
	accelerate.Loop(rows, func(i int) {
		for j := 0; j < columns; j++ {
			if i == 0 || j == 0 || i == rows-1 || j == columns-1 {
				next.Set(now.At(i, j), i, j)
				continue
			}
			around := now.At(i-1, j) + now.At(i+1, j) + now.At(i, j-1) + now.At(i, j+1)
			next.Set(around/4, i, j)
		}
	})
}

// Run returns the plate after a number of steps.
func Run(plate accelerate.Tensor[float64], steps int) accelerate.Tensor[float64] {
	next := accelerate.NewTensor[float64](plate.Dim(0), plate.Dim(1))
	for range steps {
		Step(plate, next)
		plate, next = next, plate
	}
	return plate
}
