// Package histo counts how often each value occurs, up to a limit, as histo of the Parboil
// benchmarks: counts are bytes that stay at 255.
package histo

import "github.com/lamina-lang/lamina/accelerate"

// most is the largest count.
const most = 255

// Counts returns how many of the values are 0, 1, … bins-1, and at most 255 of each. Other values
// are left out.
func Counts(values []uint32, bins int) []uint8 {
	return accelerate.Run(func() []uint8 {
		is := accelerate.Map(func(v uint32) int { return int(v) }, values)
		ones := accelerate.Map(func(uint32) int32 { return 1 }, values)
		counts := accelerate.Hist(func(x, y int32) int32 { return min(x+y, most) }, 0, make([]int32, bins), is, ones)
		return accelerate.Map(func(n int32) uint8 { return uint8(n) }, counts)
	})
}
