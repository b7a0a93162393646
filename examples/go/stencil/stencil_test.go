package stencil_test

import (
	"math"
	"testing"

	"github.com/lamina-lang/lamina/accelerate"
	"github.com/lamina-lang/lamina/examples/go/stencil"
)

// A plate whose temperature is linear in both directions is in equilibrium.
func TestEquilibrium(t *testing.T) {
	plate := accelerate.NewTensor[float64](5, 7)
	for i := range 5 {
		for j := range 7 {
			plate.Set(float64(2*i+3*j), i, j)
		}
	}
	after := stencil.Run(plate, 3)
	for i := range 5 {
		for j := range 7 {
			if want := float64(2*i + 3*j); after.At(i, j) != want {
				t.Errorf("cell %d, %d has %v, want %v", i, j, after.At(i, j), want)
			}
		}
	}
}

// A warm cell in the middle warms its neighbours by a quarter each.
func TestSpreading(t *testing.T) {
	plate := accelerate.NewTensor[float64](5, 5)
	plate.Set(8, 2, 2)
	after := stencil.Run(plate, 1)
	sum := 0.0
	for _, x := range after.Elems() {
		sum += x
	}
	if after.At(2, 2) != 0 || after.At(1, 2) != 2 || after.At(2, 3) != 2 || math.Abs(sum-8) > 0 {
		t.Errorf("after a step the plate is %v", after.Elems())
	}
}

func BenchmarkStep(b *testing.B) {
	plate := accelerate.NewTensor[float64](1024, 1024)
	for i := range plate.Elems() {
		plate.Elems()[i] = float64(i % 100)
	}
	next := accelerate.NewTensor[float64](1024, 1024)
	b.SetBytes(2 * 8 << 20)
	for b.Loop() {
		stencil.Step(plate, next)
	}
}
