package interp

import (
	"slices"
	"sort"
)

// arrays are the meanings of operations on arrays.
var arrays map[string]func([]Value) Value

func init() {
	arrays = map[string]func([]Value) Value{
		"iota": iota1, "iotaV": iota1,
		"each": each, "eachV": each, "zipWith": zipWith, "zipWithV": zipWith,
		"reduce":  func(a []Value) Value { return fold(a[0], scalar(a[1]), a[2].(*Array), true) },
		"reduce1": func(a []Value) Value { return fold(a[0], scalar(a[1]), a[2].(*Array), false) },
		"scan":    scan,
		"compress": func(a []Value) Value {
			return repeat(a[0].(*Array), a[1].(*Array), func(x any) int { return int(boolToInt([]any{x}).(int64)) })
		},
		"replicate": func(a []Value) Value {
			return repeat(a[0].(*Array), a[1].(*Array), func(x any) int { return int(x.(int64)) })
		},
		"shape":    func(a []Value) Value { return vectorOf(a[0].(*Array).Shape) },
		"shapeV":   func(a []Value) Value { return vectorOf(a[0].(*Array).Shape) },
		"reshape":  func(a []Value) Value { return reshape(a[0].(*Array), scalar(a[1]), a[2].(*Array)) },
		"reshape0": func(a []Value) Value { return reshape(a[0].(*Array), nil, a[1].(*Array)) },
		"reverse":  func(a []Value) Value { return mirrored(a[0].(*Array), -1) },
		"reverseV": func(a []Value) Value { return mirrored(a[0].(*Array), -1) },
		"vreverse": func(a []Value) Value { return mirrored(a[0].(*Array), 0) },
		"rotate":   func(a []Value) Value { return rotated(number(a[0]), a[1].(*Array), -1) },
		"rotateV":  func(a []Value) Value { return rotated(number(a[0]), a[1].(*Array), -1) },
		"vrotate":  func(a []Value) Value { return rotated(number(a[0]), a[1].(*Array), 0) },
		"transp": func(a []Value) Value {
			x := a[0].(*Array)
			var axes []int
			for i := range x.Shape {
				axes = append(axes, len(x.Shape)-1-i)
			}
			return transposed(axes, x)
		},
		"transp2": transp2,
		"take":    func(a []Value) Value { return take(number(a[0]), scalar(a[1]), a[2].(*Array)) },
		"takeV":   func(a []Value) Value { return take(number(a[0]), nil, a[1].(*Array)) },
		"drop":    func(a []Value) Value { return drop(number(a[0]), a[1].(*Array)) },
		"dropV":   func(a []Value) Value { return drop(number(a[0]), a[1].(*Array)) },
		"first": func(a []Value) Value {
			if x := a[1].(*Array); len(x.Elems) > 0 {
				return scalarOf(x.Elems[0])
			}
			return a[0]
		},
		"firstV": func(a []Value) Value { return scalarOf(a[0].(*Array).Elems[0]) },
		"cat":    func(a []Value) Value { return beside(a[0].(*Array), a[1].(*Array)) },
		"catV":   func(a []Value) Value { return beside(a[0].(*Array), a[1].(*Array)) },
		"cons":   func(a []Value) Value { return beside(column(a[0].(*Array)), a[1].(*Array)) },
		"consV":  func(a []Value) Value { return beside(column(a[0].(*Array)), a[1].(*Array)) },
		"snoc":   func(a []Value) Value { return beside(a[0].(*Array), column(a[1].(*Array))) },
		"snocV":  func(a []Value) Value { return beside(a[0].(*Array), column(a[1].(*Array))) },
		"index":  index,
		"gather": gather,
		"update": update,
		"radices": func(a []Value) Value {
			x := a[0].(*Array)
			for i, e := range x.Elems {
				n, isInt := e.(int64)
				d, isDouble := e.(float64)
				if 0 < i && i < len(x.Elems)-1 && (isInt && n < 0 || isDouble && !(d >= 0)) {
					fail("radix %d is negative", i+1)
				}
			}
			return x
		},
		"ravel": func(a []Value) Value {
			x := a[0].(*Array)
			return &Array{[]int{len(x.Elems)}, x.Elems}
		},
		"copy": func(a []Value) Value {
			x := a[0].(*Array)
			return &Array{x.Shape, slices.Clone(x.Elems)}
		},
		"power": func(a []Value) Value {
			x := a[2]
			for n := number(a[1]); n > 0; n-- {
				x = a[0].(function)(x)
			}
			return x
		},
		"cells": cells,
		"grade": grade,
		"find":  find,
		"amend": amend,
	}
}

func vectorOf(ns []int) *Array {
	out := &Array{Shape: []int{len(ns)}, Elems: []any{}}
	for _, n := range ns {
		out.Elems = append(out.Elems, int64(n))
	}
	return out
}

func product(shape []int) int {
	n := 1
	for _, d := range shape {
		n *= d
	}
	return n
}

// toIdx is the index of element number i of an array of a shape.
func toIdx(shape []int, i int) []int {
	out := make([]int, len(shape))
	for k := len(shape) - 1; k >= 0; k-- {
		out[k] = i % shape[k]
		i /= shape[k]
	}
	return out
}

// fromIdx is the number of the element at an index.
func fromIdx(shape, index []int) int {
	n := 0
	for k, d := range shape {
		n = n*d + index[k]
	}
	return n
}

// built is the array of a shape whose element at an index is what at says.
func built(shape []int, at func(index []int) any) *Array {
	out := &Array{Shape: shape, Elems: []any{}}
	for i := range product(shape) {
		out.Elems = append(out.Elems, at(toIdx(shape, i)))
	}
	return out
}

func (a *Array) at(index []int) any { return a.Elems[fromIdx(a.Shape, index)] }

func iota1(a []Value) Value {
	n := number(a[0])
	if n < 0 {
		fail("iota of %d", n)
	}
	return built([]int{n}, func(i []int) any { return int64(i[0] + 1) })
}

func each(a []Value) Value {
	x := a[1].(*Array)
	return built(x.Shape, func(i []int) any { return call(a[0], x.at(i)) })
}

func zipWith(a []Value) Value {
	x, y := a[1].(*Array), a[2].(*Array)
	if !slices.Equal(x.Shape, y.Shape) {
		fail("the extents are %v and %v", x.Shape, y.Shape)
	}
	return built(x.Shape, func(i []int) any { return call(a[0], x.at(i), y.at(i)) })
}

// rows calls each with the rows of the last axis.
func (a *Array) rows(each func(row []any)) (outer []int) {
	outer = a.Shape[:len(a.Shape)-1]
	n := a.Shape[len(a.Shape)-1]
	for i := range product(outer) {
		each(a.Elems[i*n : (i+1)*n])
	}
	return outer
}

func fold(f Value, v any, x *Array, always bool) Value {
	out := &Array{Elems: []any{}}
	out.Shape = x.rows(func(row []any) { out.Elems = append(out.Elems, foldRow(f, v, row, always)) })
	return out
}

func foldRow(f Value, v any, row []any, always bool) any {
	if !always && len(row) > 0 {
		v, row = row[len(row)-1], row[:len(row)-1]
	}
	for i := len(row) - 1; i >= 0; i-- {
		v = call(f, row[i], v)
	}
	return v
}

func scan(a []Value) Value {
	x := a[1].(*Array)
	if len(x.Shape) == 0 {
		return x
	}
	out := &Array{Shape: x.Shape, Elems: []any{}}
	x.rows(func(row []any) {
		for i := range row {
			out.Elems = append(out.Elems, foldRow(a[0], nil, row[:i+1], false))
		}
	})
	return out
}

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

func index(a []Value) Value {
	d, at, x := number(a[0])-1, number(a[1])-1, a[2].(*Array)
	if d < 0 || d >= len(x.Shape) || at < 0 || at >= x.Shape[d] {
		fail("index %d of axis %d of extents %v", at+1, d+1, x.Shape)
	}
	shape := slices.Delete(slices.Clone(x.Shape), d, d+1)
	return built(shape, func(i []int) any { return x.at(slices.Insert(slices.Clone(i), d, at)) })
}

func gather(a []Value) Value {
	d, places, x := number(a[0])-1, a[1].(*Array), a[2].(*Array)
	if d < 0 || d >= len(x.Shape) {
		fail("axis %d of extents %v", d+1, x.Shape)
	}
	shape := slices.Clone(x.Shape)
	shape[d] = len(places.Elems)
	for _, e := range places.Elems {
		if k := e.(int64); k < 1 || k > int64(x.Shape[d]) {
			fail("index %d of an axis of %d", k, x.Shape[d])
		}
	}
	return built(shape, func(i []int) any {
		j := slices.Clone(i)
		j[d] = int(places.Elems[i[d]].(int64)) - 1
		return x.at(j)
	})
}

func update(a []Value) Value {
	x := a[0].(*Array)
	var at []int
	for k, e := range a[1].(*Array).Elems {
		i := int(e.(int64)) - 1
		if i < 0 || i >= x.Shape[k] {
			fail("index %d of an axis of %d", i+1, x.Shape[k])
		}
		at = append(at, i)
	}
	x.Elems[fromIdx(x.Shape, at)] = scalar(a[2])
	return scalarOf(true)
}

func grade(a []Value) Value {
	x := a[0].(*Array)
	size := product(x.Shape[1:])
	order := make([]int, x.Shape[0])
	for i := range order {
		order[i] = i + 1
	}
	cell := func(place int) []any { return x.Elems[(place-1)*size : place*size] }
	sort.SliceStable(order, func(i, j int) bool {
		p, q := cell(order[i]), cell(order[j])
		for k := range p {
			if less(p[k], q[k]) || less(q[k], p[k]) {
				return less(p[k], q[k])
			}
		}
		return false
	})
	return vectorOf(order)
}

func less(x, y any) bool {
	switch x := x.(type) {
	case int64:
		return x < y.(int64)
	case float64:
		return x < y.(float64)
	}
	return !x.(bool) && y.(bool)
}

// amend writes one value after the other.
func amend(a []Value) Value {
	places, values, x := a[0].(*Array), a[1].(*Array), a[2].(*Array)
	if len(places.Elems) != len(values.Elems) {
		fail("%d places for %d values", len(places.Elems), len(values.Elems))
	}
	out := &Array{Shape: x.Shape, Elems: slices.Clone(x.Elems)}
	for i, p := range places.Elems {
		k := p.(int64)
		if k < 1 || k > int64(len(out.Elems)) {
			fail("index %d of an axis of %d", k, len(out.Elems))
		}
		out.Elems[k-1] = values.Elems[i]
	}
	return out
}

// find looks at one element after the other.
func find(a []Value) Value {
	x, y := a[0].(*Array), a[1].(*Array)
	out := &Array{Shape: y.Shape}
	for _, e := range y.Elems {
		at := slices.Index(x.Elems, e)
		if at < 0 {
			at = len(x.Elems)
		}
		out.Elems = append(out.Elems, int64(at+1))
	}
	return out
}

// cells applies a function to one int after the other.
func cells(a []Value) Value {
	extents, places := a[0].(*Array), a[2].(*Array)
	out := &Array{Shape: []int{len(places.Elems)}, Elems: []any{}}
	for _, n := range extents.Elems {
		out.Shape = append(out.Shape, int(n.(int64)))
	}
	for _, p := range places.Elems {
		cell := a[1].(function)(scalarOf(p)).(*Array)
		if !slices.Equal(cell.Shape, out.Shape[1:]) {
			fail("a cell of extents %v among cells of extents %v", cell.Shape, out.Shape[1:])
		}
		out.Elems = append(out.Elems, cell.Elems...)
	}
	return out
}
