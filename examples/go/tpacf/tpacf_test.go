package tpacf_test

import (
	"math"
	"slices"
	"testing"

	"github.com/lamina-lang/lamina/examples/go/tpacf"
)

// Of eight points on the equator, an eighth of a circle apart, each sees one at 0, two at 45, 90 and
// 135 degrees, and one at 180.
func TestPairs(t *testing.T) {
	var points []tpacf.Point
	for k := range 8 {
		points = append(points, tpacf.Point{Ascension: float64(k) * math.Pi / 4})
	}
	bounds := []float64{math.Cos(math.Pi / 8), math.Cos(3 * math.Pi / 8), math.Cos(5 * math.Pi / 8), math.Cos(7 * math.Pi / 8)}
	if got, want := tpacf.Pairs(bounds, points, points), []int64{8, 16, 16, 16, 8}; !slices.Equal(got, want) {
		t.Errorf("the counts are %v, want %v", got, want)
	}
}

// As many points as a file of Parboil's sets has.
func BenchmarkPairs(b *testing.B) {
	for _, set := range []struct {
		name   string
		points int
	}{{"small", 487}, {"medium", 4096}, {"large", 10391}} {
		b.Run(set.name, func(b *testing.B) {
			points := make([]tpacf.Point, set.points)
			for k := range points {
				points[k] = tpacf.Point{Ascension: float64(k*k%1009) / 160, Declination: float64(k*7%487)/160 - 1.5}
			}
			bounds := tpacf.Bounds(20)
			for b.Loop() {
				tpacf.Pairs(bounds, points, points)
			}
		})
	}
}
