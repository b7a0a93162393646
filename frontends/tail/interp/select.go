package interp

import (
	"slices"
	"sort"
)

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
