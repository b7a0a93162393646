package accelerate

// Map returns f(xs[0]), f(xs[1]), ….
func Map[T, U any](f func(T) U, xs []T) []U {
	out := make([]U, len(xs))
	independently(len(xs), func(i int) { out[i] = f(xs[i]) })
	regular("Map", out)
	return out
}

// Map2 returns f(xs[0], ys[0]), f(xs[1], ys[1]), …. Both slices have the same length.
func Map2[T, U, V any](f func(T, U) V, xs []T, ys []U) []V {
	sameLength("Map2", len(xs), len(ys))
	out := make([]V, len(xs))
	independently(len(xs), func(i int) { out[i] = f(xs[i], ys[i]) })
	regular("Map2", out)
	return out
}

// Map3 returns f(xs[0], ys[0], zs[0]), f(xs[1], ys[1], zs[1]), …. All slices have the same
// length.
func Map3[T, U, V, W any](f func(T, U, V) W, xs []T, ys []U, zs []V) []W {
	sameLength("Map3", len(xs), len(ys))
	sameLength("Map3", len(xs), len(zs))
	out := make([]W, len(xs))
	independently(len(xs), func(i int) { out[i] = f(xs[i], ys[i], zs[i]) })
	regular("Map3", out)
	return out
}

// Filter returns the elements of which keep is true, in their order.
func Filter[T any](keep func(T) bool, xs []T) []T {
	out := make([]T, 0, len(xs))
	for _, x := range xs {
		if keep(x) {
			out = append(out, x)
		}
	}
	return out
}

// Flatten returns the rows of xss, which have one length, one after the other.
func Flatten[T any](xss [][]T) []T {
	regular("Flatten", xss)
	out := []T{}
	for _, xs := range xss {
		out = append(out, xs...)
	}
	return out
}

// Iota returns 0, 1, …, n-1. It panics if n is negative.
func Iota(n int) []int {
	if n < 0 {
		failf("Iota: the size %d is negative", n)
	}
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

func sameLength(function string, n, m int) {
	if n != m {
		failf("%s: slices of different lengths: %d and %d", function, n, m)
	}
}
