package interp

import (
	"slices"
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
