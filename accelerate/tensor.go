package accelerate

import "fmt"

// Tensor is a mutable array of one to three dimensions, in row-major order. Like a slice it
// refers to its elements: a copy of a Tensor has the same ones.
type Tensor[T any] struct {
	elems []T
	dims  [3]int
	rank  int
}

// NewTensor returns a tensor of zeros. It panics unless there are one to three dimensions,
// none of them negative.
func NewTensor[T any](dims ...int) Tensor[T] {
	n := size(dims)
	return TensorOf(make([]T, n), dims...)
}

// TensorOf returns a tensor whose elements are those of elems, not copies of them. It panics
// unless the dimensions are one to three, none of them negative, and their product is
// len(elems).
func TensorOf[T any](elems []T, dims ...int) Tensor[T] {
	if n := size(dims); n != len(elems) {
		failf("TensorOf: %d elements for dimensions that take %d", len(elems), n)
	}
	t := Tensor[T]{elems: elems, rank: len(dims)}
	copy(t.dims[:], dims)
	return t
}

// maxElements is more elements than a tensor has.
const maxElements = 1 << 40

// size returns the number of elements that dimensions say.
func size(dims []int) int {
	if len(dims) < 1 || len(dims) > 3 {
		failf("a tensor has one to three dimensions, not %d", len(dims))
	}
	n := 1
	for _, d := range dims {
		if d < 0 {
			failf("a tensor has no dimension %d: it is negative", d)
		}
		if d > 0 && n > maxElements/d {
			failf("a tensor is too large: a dimension is %d", d)
		}
		n *= d
	}
	return n
}

// Rank returns the number of dimensions.
func (t Tensor[T]) Rank() int { return t.rank }

// Dim returns the size of dimension k, counted from 0.
func (t Tensor[T]) Dim(k int) int { return t.dims[:t.rank][k] }

// Elems returns the elements in row-major order, not copies of them.
func (t Tensor[T]) Elems() []T { return t.elems }

// At returns the element at an index in each dimension. It panics if one is out of range.
func (t Tensor[T]) At(is ...int) T { return t.elems[t.offset(is)] }

// Set replaces the element at an index in each dimension. It panics if one is out of range.
func (t Tensor[T]) Set(x T, is ...int) { t.elems[t.offset(is)] = x }

// offset returns the place of an element among elems.
func (t Tensor[T]) offset(is []int) int {
	if len(is) != t.rank {
		failf("%d indices into a tensor of rank %d", len(is), t.rank)
	}
	at := 0
	for k, i := range is {
		if i < 0 || i >= t.dims[k] {
			message := fmt.Sprintf("runtime error: index out of range [%d]", i)
			if i >= 0 {
				message += fmt.Sprintf(" with length %d", t.dims[k])
			}
			panic(&Error{Message: message, Trace: caller()})
		}
		at = at*t.dims[k] + i
	}
	return at
}
