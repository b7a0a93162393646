package interp

import (
	"slices"
)

func repeat(counts, x *Array, count func(any) int) Value {
	last := len(x.Shape) - 1
	if counts.Shape[0] != x.Shape[last] {
		fail("%d counts for an axis of %d", counts.Shape[0], x.Shape[last])
	}
	var from []int
	for i, c := range counts.Elems {
		n := count(c)
		if n < 0 {
			fail("repeated %d times", n)
		}
		for range n {
			from = append(from, i)
		}
	}
	shape := append(slices.Clone(x.Shape[:last]), len(from))
	return built(shape, func(i []int) any {
		j := slices.Clone(i)
		j[last] = from[i[last]]
		return x.at(j)
	})
}

func reshape(shape *Array, fill any, x *Array) Value {
	var to []int
	for _, d := range shape.Elems {
		if d.(int64) < 0 {
			fail("an extent of %d", d)
		}
		to = append(to, int(d.(int64)))
	}
	return built(to, func(i []int) any {
		if len(x.Elems) > 0 {
			return x.Elems[fromIdx(to, i)%len(x.Elems)]
		}
		if fill == nil {
			fail("no elements to reshape")
		}
		return fill
	})
}

// moved is the array of x's shape whose index on an axis is what from says; axis -1 is the last.
func moved(x *Array, axis int, from func(i, n int) int) Value {
	if len(x.Shape) == 0 {
		return x
	}
	if axis < 0 {
		axis += len(x.Shape)
	}
	return built(x.Shape, func(i []int) any {
		j := slices.Clone(i)
		j[axis] = from(i[axis], x.Shape[axis])
		return x.at(j)
	})
}

func mirrored(x *Array, axis int) Value {
	return moved(x, axis, func(i, n int) int { return n - 1 - i })
}

func rotated(by int, x *Array, axis int) Value {
	return moved(x, axis, func(i, n int) int { return ((i+by)%n + n) % n })
}

// transposed makes axis k of x axis axes[k] of the result.
func transposed(axes []int, x *Array) Value {
	shape := make([]int, len(axes))
	for k, to := range axes {
		shape[to] = x.Shape[k]
	}
	return built(shape, func(i []int) any {
		j := make([]int, len(axes))
		for k, to := range axes {
			j[k] = i[to]
		}
		return x.at(j)
	})
}

func transp2(a []Value) Value {
	x := a[1].(*Array)
	seen := make([]bool, len(x.Shape))
	var axes []int
	for _, e := range a[0].(*Array).Elems {
		k := int(e.(int64)) - 1
		if k < 0 || k >= len(seen) || seen[k] {
			fail("%v is no permutation of the axes", a[0].(*Array).Elems)
		}
		seen[k] = true
		axes = append(axes, k)
	}
	return transposed(axes, x)
}

func take(n int, fill any, x *Array) Value {
	shape := slices.Clone(x.Shape)
	have := shape[0]
	shape[0] = max(n, -n)
	skip := 0
	if n < 0 {
		skip = have + n
	}
	return built(shape, func(i []int) any {
		j := slices.Clone(i)
		j[0] += skip
		if j[0] < 0 || j[0] >= have {
			if fill == nil {
				return zeroLike(x)
			}
			return fill
		}
		return x.at(j)
	})
}

// zeroLike is zero of the type of x's elements, an int if there are none.
func zeroLike(x *Array) any {
	if len(x.Elems) > 0 {
		switch x.Elems[0].(type) {
		case float64:
			return 0.0
		case bool:
			return false
		}
	}
	return int64(0)
}

func drop(n int, x *Array) Value {
	shape := slices.Clone(x.Shape)
	shape[0] = max(0, shape[0]-max(n, -n))
	return built(shape, func(i []int) any {
		j := slices.Clone(i)
		j[0] += max(n, 0)
		return x.at(j)
	})
}

// column is x with a last axis of one place.
func column(x *Array) *Array { return &Array{append(slices.Clone(x.Shape), 1), x.Elems} }

func beside(x, y *Array) Value {
	last := len(x.Shape) - 1
	if !slices.Equal(x.Shape[:last], y.Shape[:last]) {
		fail("the extents are %v and %v", x.Shape, y.Shape)
	}
	n := x.Shape[last]
	shape := append(slices.Clone(x.Shape[:last]), n+y.Shape[last])
	return built(shape, func(i []int) any {
		if i[last] < n {
			return x.at(i)
		}
		j := slices.Clone(i)
		j[last] -= n
		return y.at(j)
	})
}
