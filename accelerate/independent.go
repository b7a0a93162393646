//go:build !race

package accelerate

// independently calls f for every integer from 0 up to, not including, n. The calls must not depend on each
// other.
func independently(n int, f func(i int)) {
	for i := range n {
		f(i)
	}
}
