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

// Numbers that are linear in all three directions are six times as large around a cell as in it, and the border
// stays.
func TestEquilibriumInSpace(t *testing.T) {
	now, next := accelerate.NewTensor[float32](4, 5, 6), accelerate.NewTensor[float32](4, 5, 6)
	for i := range now.Elems() {
		now.Elems()[i] = float32(i/30 + 2*(i/6%5) + 4*(i%6))
	}
	stencil.StepInSpace(now, next, 5, 1)
	for i, x := range next.Elems() {
		if want := now.Elems()[i]; x != want {
			t.Errorf("cell %d has %v, want %v", i, x, want)
		}
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

// A step with the weights and as many cells as Parboil's small and default sets have.
func BenchmarkStepInSpace(b *testing.B) {
	for _, set := range []struct {
		name                  string
		planes, rows, columns int
	}{{"small", 32, 128, 128}, {"default", 64, 512, 512}} {
		b.Run(set.name, func(b *testing.B) {
			now := accelerate.NewTensor[float32](set.planes, set.rows, set.columns)
			for i := range now.Elems() {
				now.Elems()[i] = float32(i % 100)
			}
			next := accelerate.NewTensor[float32](set.planes, set.rows, set.columns)
			for b.Loop() {
				stencil.StepInSpace(now, next, 1.0/6, 1.0/36)
			}
		})
	}
}
