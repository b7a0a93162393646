package embedded

import (
	"fmt"
	"math"
)

// Element is a Go type of array elements. f16 is Float16; the others are what they are called.
type Element interface {
	int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64 | Float16 | float32 | float64 | bool
}

// Shape is the number of elements in each dimension, outermost first.
type Shape interface {
	[2]int | [3]int | [4]int | [5]int | [6]int | [7]int | [8]int
}

// MaxRank is the largest number of dimensions of an Array.
const MaxRank = 8

// Array is an array of two or more dimensions. Elems holds its elements in row-major order:
// that of index (i, j) of an array of shape [2]int{n, m} is Elems[i*m+j]. The number of
// dimensions is part of the type. Arrays of one dimension are slices.
type Array[T Element, S Shape] struct {
	Shape S
	Elems []T
}

// Arrays of a given number of dimensions.
type (
	Array2[T Element] = Array[T, [2]int]
	Array3[T Element] = Array[T, [3]int]
	Array4[T Element] = Array[T, [4]int]
)

// NewArray returns an array of zeros. It panics if a size is negative, as make does.
func NewArray[T Element, S Shape](shape S) Array[T, S] {
	n, err := count(shape)
	if err != nil {
		panic("embedded.NewArray: " + err.Error())
	}
	return Array[T, S]{shape, make([]T, n)}
}

// At returns the element at an index. It panics if the index is out of bounds.
func (a Array[T, S]) At(index S) T { return a.Elems[a.offset(index)] }

// Set replaces the element at an index. It panics if the index is out of bounds.
func (a Array[T, S]) Set(index S, x T) { a.Elems[a.offset(index)] = x }

// offset returns the place of an element among Elems.
func (a Array[T, S]) offset(index S) int {
	at := 0
	for d := range len(index) {
		if i, n := index[d], a.Shape[d]; i < 0 || i >= n {
			panic(fmt.Sprintf("embedded: index %v is out of bounds for an array of shape %v", index, a.Shape))
		}
		at = at*a.Shape[d] + index[d]
	}
	return at
}

// Rows returns the rows of a matrix. They share their elements with it.
func Rows[T Element](a Array2[T]) [][]T {
	n, m := a.Shape[0], a.Shape[1]
	rows := make([][]T, n)
	for i := range rows {
		rows[i] = a.Elems[i*m : (i+1)*m : (i+1)*m]
	}
	return rows
}

// FromRows returns a matrix with copies of the given rows, which must have one length. Without
// rows its shape is [2]int{0, 0}.
func FromRows[T Element](rows [][]T) (Array2[T], error) {
	var a Array2[T]
	for i, row := range rows {
		if len(row) != len(rows[0]) {
			return Array2[T]{}, fmt.Errorf("the rows of a matrix differ in length: row 0 has %d elements, row %d has %d", len(rows[0]), i, len(row))
		}
		a.Elems = append(a.Elems, row...)
	}
	if len(rows) > 0 {
		a.Shape = [2]int{len(rows), len(rows[0])}
	}
	return a, nil
}

// count returns the number of elements of arrays of a shape.
func count[S Shape](shape S) (int, error) {
	n, empty := 1, false
	for d := range len(shape) {
		switch {
		case shape[d] < 0:
			return 0, fmt.Errorf("an array of shape %v has a negative size", shape)
		case shape[d] == 0:
			empty = true
		case n > math.MaxInt/shape[d]:
			n = math.MaxInt // too large, unless it is empty
		default:
			n *= shape[d]
		}
	}
	if empty {
		return 0, nil
	}
	return n, nil
}
