package mriq_test

import (
	"math"
	"testing"

	"github.com/lamina-lang/lamina/examples/go/mriq"
)

// Samples at whole frequencies, and voxels at eighths: the sum of exp(2πi·k·x) over
// k = 0 … 7 is 8 at x = 0, and 0 at the other eighths.
func TestOrthogonality(t *testing.T) {
	var samples []mriq.Sample
	var voxels []mriq.Voxel
	for k := range 8 {
		samples = append(samples, mriq.Sample{Y: float32(k), Magnitude: 1})
		voxels = append(voxels, mriq.Voxel{Y: float32(k) / 8})
	}
	for i, q := range mriq.Q(voxels, samples) {
		want := 0.0
		if i == 0 {
			want = 8
		}
		if math.Abs(float64(q.Re)-want) > 1e-5 || math.Abs(float64(q.Im)) > 1e-5 {
			t.Errorf("voxel %d has %v, want %v", i, q, want)
		}
	}
}

// As many voxels and samples as Parboil's sets have.
func BenchmarkQ(b *testing.B) {
	for _, set := range []struct {
		name          string
		side, samples int
	}{{"small", 32, 3072}, {"large", 64, 2048}} {
		b.Run(set.name, func(b *testing.B) {
			side := set.side
			voxels, samples := make([]mriq.Voxel, side*side*side), make([]mriq.Sample, set.samples)
			at := func(i int) float32 { return float32(i%side) / float32(side) }
			for i := range voxels {
				voxels[i] = mriq.Voxel{X: at(i), Y: at(i / side), Z: at(i / side / side)}
			}
			for i := range samples {
				samples[i] = mriq.Sample{X: float32(i % 7), Y: float32(i % 11), Z: float32(i % 13), Magnitude: 1}
			}
			for b.Loop() {
				mriq.Q(voxels, samples)
			}
		})
	}
}
