package kmeans_test

import (
	"reflect"
	"testing"

	"github.com/lamina-lang/lamina/examples/go/kmeans"
)

// Two squares of points: their centres are in their middles. A third centre has no points.
func TestStep(t *testing.T) {
	var points []kmeans.Point
	for _, corner := range []kmeans.Point{{}, {X: 100, Y: 50}} {
		for i := range 4 {
			points = append(points, kmeans.Point{X: corner.X + float64(2*(i%2)), Y: corner.Y + float64(4*(i/2))})
		}
	}
	got := kmeans.Step(points, []kmeans.Point{{X: 3}, {X: 90, Y: 40}, {X: 1000, Y: 1000}})
	want := []kmeans.Point{{X: 1, Y: 2}, {X: 101, Y: 52}, {X: 1000, Y: 1000}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("the centres are %v, want %v", got, want)
	}
}

func BenchmarkStep(b *testing.B) {
	points, centres := make([]kmeans.Point, 1<<18), make([]kmeans.Point, 32)
	for i := range points {
		points[i] = kmeans.Point{X: float64(i*7919%10007) / 100, Y: float64(i*104729%10009) / 100}
	}
	for i := range centres {
		centres[i] = kmeans.Point{X: float64(i * 3), Y: float64(i * 7 % 100)}
	}
	for b.Loop() {
		kmeans.Step(points, centres)
	}
}
