// Package tpacf computes the two-point angular correlation function of points on the sky, as
// tpacf of the Parboil benchmarks: how many pairs of points there are in each range of angles.
package tpacf

import (
	"math"

	"github.com/lamina-lang/lamina/accelerate"
)

// Point is a direction: right ascension and declination, in radians.
type Point struct{ Ascension, Declination float64 }

type vector struct{ x, y, z float64 }

// bin is the first of the ranges whose bound the cosine of the angle is above; the bounds fall.
func bin(bounds []float64, cosine float64) int {
	low, high := 0, len(bounds)
	for low < high {
		middle := (low + high) / 2
		if cosine >= bounds[middle] {
			high = middle
		} else {
			low = middle + 1
		}
	}
	return low
}

// Bounds are the cosines of n angles, of which each is 10^(1/5) times the one before, from one
// minute of arc.
func Bounds(n int) []float64 {
	out := make([]float64, n)
	for k := range out {
		out[k] = math.Cos(math.Pow(10, float64(k)/5) / 60 * math.Pi / 180)
	}
	return out
}

func direction(p Point) vector {
	c := math.Cos(p.Declination)
	return vector{c * math.Cos(p.Ascension), c * math.Sin(p.Ascension), math.Sin(p.Declination)}
}

// Pairs counts the pairs of one of the points as and one of bs in each range of angles. The last
// range is of the angles beyond all bounds.
func Pairs(bounds []float64, as, bs []Point) []int64 {
	return accelerate.Run(func() []int64 {
		to := accelerate.Map(direction, bs)
		bins := accelerate.Map(func(a Point) []int {
			u := direction(a)
			return accelerate.Map(func(v vector) int { return bin(bounds, u.x*v.x+u.y*v.y+u.z*v.z) }, to)
		}, as)
		flat := accelerate.Flatten(bins)
		ones := accelerate.Map(func(int) int64 { return 1 }, flat)
		return accelerate.Hist(func(x, y int64) int64 { return x + y }, 0, make([]int64, len(bounds)+1), flat, ones)
	})
}
