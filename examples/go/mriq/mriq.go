// Package mriq computes the Q matrix of magnetic resonance image reconstruction, as mri-q
// of the Parboil benchmarks: for each voxel a sum over all samples.
package mriq

import (
	"math"

	"github.com/lamina-lang/lamina/accelerate"
)

// Voxel is a point of the image, in space.
type Voxel struct{ X, Y, Z float32 }

// Sample is a point of the trajectory, in frequency space, and the magnitude there.
type Sample struct{ X, Y, Z, Magnitude float32 }

// Complex is an element of Q.
type Complex struct{ Re, Im float32 }

// phase is the angle that a sample contributes to a voxel, in radians.
func (s Sample) phase(v Voxel) float64 {
	return 2 * math.Pi * float64(s.X*v.X+s.Y*v.Y+s.Z*v.Z)
}

// Q returns an element of Q for each voxel.
func Q(voxels []Voxel, samples []Sample) []Complex {
	return accelerate.Run(func() []Complex {
		return accelerate.Map(func(v Voxel) Complex {
			var q Complex
			for _, s := range samples {
				a := s.phase(v)
				q.Re += s.Magnitude * float32(math.Cos(a))
				q.Im += s.Magnitude * float32(math.Sin(a))
			}
			return q
		}, voxels)
	})
}
