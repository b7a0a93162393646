// Package kmeans groups points around centres (Lloyd's algorithm).
package kmeans

import (
	"math"

	"github.com/lamina-lang/lamina/accelerate"
)

// Point is a point of the plane.
type Point struct{ X, Y float64 }

func (p Point) distance2(q Point) float64 {
	dx, dy := p.X-q.X, p.Y-q.Y
	return dx*dx + dy*dy
}

// nearest returns the number of the centre that is nearest to p.
func nearest(p Point, centres []Point) int {
	best, at := math.Inf(1), 0
	for i, c := range centres {
		if d := p.distance2(c); d < best {
			best, at = d, i
		}
	}
	return at
}

// cluster is the sum of some points, and how many they are.
type cluster struct {
	sum   Point
	count int
}

func (c cluster) plus(d cluster) cluster {
	return cluster{Point{c.sum.X + d.sum.X, c.sum.Y + d.sum.Y}, c.count + d.count}
}

// Step returns the centres of the groups that points are in: each point belongs to the
// nearest of the given centres. A centre without points stays where it is.
func Step(points, centres []Point) []Point {
	return accelerate.Run(func() []Point {
		at := accelerate.Map(func(p Point) int { return nearest(p, centres) }, points)
		ones := accelerate.Map(func(p Point) cluster { return cluster{p, 1} }, points)
		empty := make([]cluster, len(centres))
		clusters := accelerate.Hist(func(c, d cluster) cluster { return c.plus(d) }, cluster{}, empty, at, ones)
		return accelerate.Map2(func(c cluster, old Point) Point {
			if c.count == 0 {
				return old
			}
			n := float64(c.count)
			return Point{c.sum.X / n, c.sum.Y / n}
		}, clusters, centres)
	})
}
