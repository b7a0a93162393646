package suite

import (
	"fmt"

	"github.com/lamina-lang/lamina/core/value"
)

// tagGroups marks cases that need a device that runs kernels written as work-groups, with
// shared memory and barriers.
const tagGroups = "work-groups"

// kernels runs imperative programs that launch work-groups themselves.
func kernels() []*Case {
	var out []*Case
	for _, shape := range [][2]int64{{1, 1}, {1, 64}, {5, 32}, {40, 64}, {3, 256}} {
		groups, size := shape[0], shape[1]
		n := groups * size
		input := numbers(n, func(i int64) int64 { return i*i%97 + 1 })
		at := func(i int64) int64 { return i*i%97 + 1 }
		name := fmt.Sprintf("%dx%d", groups, size)
		out = append(out,
			gives("kernels", "reverse-groups-"+name, fmt.Sprintf(reverseGroups, size), values(input), func() []value.Value {
				return one(numbers(n, func(i int64) int64 { return at(i/size*size + size - 1 - i%size) }))
			}, tagGroups),
			gives("kernels", "neighbours-"+name, fmt.Sprintf(neighbours, size), values(input), func() []value.Value {
				return one(numbers(n, func(i int64) int64 {
					g, l := i/size*size, i%size
					return at(g+l) + 2*at(g+(l+1)%size) + 4*at(g+(l+2)%size)
				}))
			}, tagGroups),
			gives("kernels", "count-"+name, fmt.Sprintf(countAll, size), values(input), func() []value.Value {
				total := int64(0)
				for i := range n {
					total += at(i)
				}
				return one(numbers(1, func(int64) int64 { return total }))
			}, tagGroups, "atomics64"),
		)
	}
	return out
}

const reverseGroups = `lamina imp
fun main(n: i64, xs: mem) -> (ys: mem)
  entry (xs: "[]i64" = [n]i64 in xs) -> ("[]i64" = [n]i64 in ys) {
  ys <- alloc(n * 8)
  launch "reverse each group" (quot.i64(n, %[1]d), %[1]d) shared (s: %[1]d * 8) {
    var at: i64 = group_id() * %[1]d
    s.i64[local_id()] <- xs.i64[at + local_id()]
    barrier
    ys.i64[at + local_id()] <- s.i64[%[1]d - 1 - local_id()]
  }
}
`

const neighbours = `lamina imp
fun main(n: i64, xs: mem) -> (ys: mem)
  entry (xs: "[]i64" = [n]i64 in xs) -> ("[]i64" = [n]i64 in ys) {
  ys <- alloc(n * 8)
  launch "neighbours" (quot.i64(n, %[1]d), %[1]d) shared (s: %[1]d * 8) {
    var at: i64 = group_id() * %[1]d
    s.i64[local_id()] <- xs.i64[at + local_id()]
    barrier
    var x: i64 = s.i64[local_id()] + 2 * s.i64[mod.i64(local_id() + 1, %[1]d)]
    var y: i64 = s.i64[mod.i64(local_id() + 2, %[1]d)]
    barrier
    s.i64[local_id()] <- x + 4 * y
    barrier
    ys.i64[at + local_id()] <- s.i64[local_id()]
  }
}
`

const countAll = `lamina imp
fun main(n: i64, xs: mem) -> (total: mem)
  entry (xs: "[]i64" = [n]i64 in xs) -> ("[]i64" = [1]i64 in total) {
  total <- alloc(8)
  total.i64[0] <- 0
  launch "count" (quot.i64(n, %[1]d), %[1]d) {
    atomic(total.i64[0], add, xs.i64[group_id() * %[1]d + local_id()])
  }
}
`
