// Package stencil spreads heat over a plate: in each step a cell becomes the mean of its
// four neighbours. The cells at the border keep their temperature. In space it does the same
// with six neighbours and weights, as stencil of the Parboil benchmarks.
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

// StepInSpace writes into next what follows now in three dimensions: each cell within is around times
// the sum of its neighbours less centre times itself. Both have the same dimensions.
func StepInSpace(now, next accelerate.Tensor[float32], centre, around float32) {
	planes, rows, columns := now.Dim(0), now.Dim(1), now.Dim(2)
	accelerate.Loop(planes, func(i int) {
		for j := 0; j < rows; j++ {
			for k := 0; k < columns; k++ {
				if i == 0 || j == 0 || k == 0 || i == planes-1 || j == rows-1 || k == columns-1 {
					next.Set(now.At(i, j, k), i, j, k)
					continue
				}
				sum := now.At(i-1, j, k) + now.At(i+1, j, k) + now.At(i, j-1, k) + now.At(i, j+1, k) + now.At(i, j, k-1) + now.At(i, j, k+1)
				next.Set(around*sum-centre*now.At(i, j, k), i, j, k)
			}
		}
	})
}
