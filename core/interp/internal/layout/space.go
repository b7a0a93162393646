package layout

import "slices"

// Points calls f for the points of a space in row-major order. A space with an empty
// dimension has none, however large the others are.
func Points(sizes []int64, f func(point []int64)) {
	if slices.ContainsFunc(sizes, func(n int64) bool { return n <= 0 }) {
		return
	}
	point := make([]int64, len(sizes))
	var from func(d int)
	from = func(d int) {
		if d == len(sizes) {
			f(point)
			return
		}
		for point[d] = 0; point[d] < sizes[d]; point[d]++ {
			from(d + 1)
		}
	}
	from(0)
}

// Unrank returns the ith point of a space in row-major order.
func Unrank(i int64, sizes []int64) []int64 {
	point := make([]int64, len(sizes))
	for d := len(sizes) - 1; d >= 0; d-- {
		point[d] = i % sizes[d]
		i /= sizes[d]
	}
	return point
}
