package value

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/core/scalar"
)

// DefaultTolerance is the tolerance of tests that state none.
const DefaultTolerance = 0.002

// Equal reports whether a and b have the same type, sizes and bits. All NaNs count as
// equal.
func Equal(a, b Value) bool {
	if a.Elem != b.Elem || !slices.Equal(a.Shape, b.Shape) {
		return false
	}
	if bytes.Equal(a.Data, b.Data) {
		return true
	}
	return a.Elem.IsFloat() && firstDifference(a, b, scalar.Value.Same) < 0
}

// Compare returns nil if got agrees with expected, else a *Mismatch. Types and sizes must
// be equal, and so must integers and bools. Floats agree as in futhark test: x (expected)
// and y do if both are NaN, if they are equal, or if they are finite and |x − y| ≤
// tolerance · max(1, m), where m is the greatest finite magnitude in expected. A
// tolerance of 0 demands equality.
func Compare(expected, got Value, tolerance float64) error {
	if expected.Elem != got.Elem || !slices.Equal(expected.Shape, got.Shape) {
		return &Mismatch{Expected: expected.Type(), Got: got.Type()}
	}
	if bytes.Equal(expected.Data, got.Data) {
		return nil
	}
	agree := func(x, y scalar.Value) bool { return x == y }
	if expected.Elem.IsFloat() {
		margin := tolerance * max(1, magnitude(expected))
		agree = func(x, y scalar.Value) bool { return floatsAgree(x.Float(), y.Float(), margin) }
	}
	return mismatchAt(firstDifference(expected, got, agree), expected, got)
}

// CompareBits is Compare for results that must be the same to the bit: it returns nil if the values
// are Equal, else a *Mismatch, of 0.0 and -0.0 too.
func CompareBits(expected, got Value) error {
	if expected.Elem != got.Elem || !slices.Equal(expected.Shape, got.Shape) {
		return &Mismatch{Expected: expected.Type(), Got: got.Type()}
	}
	return mismatchAt(firstDifference(expected, got, scalar.Value.Same), expected, got)
}

// mismatchAt is the *Mismatch at a flat index, or nil if the index is that of no element.
func mismatchAt(i int64, expected, got Value) error {
	if i < 0 {
		return nil
	}
	return &Mismatch{
		Index:    unflatten(i, expected.Shape),
		Expected: expected.At(i).String(),
		Got:      got.At(i).String(),
	}
}

// magnitude returns the greatest finite |x| in v.
func magnitude(v Value) float64 {
	m := 0.0
	for i, n := int64(0), v.Len(); i < n; i++ {
		if x := math.Abs(v.At(i).Float()); !math.IsInf(x, 0) && x > m {
			m = x
		}
	}
	return m
}

func floatsAgree(x, y, margin float64) bool {
	switch {
	case x == y || x != x && y != y:
		return true
	case math.IsInf(x, 0) || math.IsInf(y, 0):
		return false
	}
	return math.Abs(x-y) <= margin
}

// firstDifference returns the flat index of the first elements that disagree, or -1. The
// values have the same type and sizes.
func firstDifference(a, b Value, agree func(x, y scalar.Value) bool) int64 {
	for i, n := int64(0), a.Len(); i < n; i++ {
		if x, y := a.At(i), b.At(i); x != y && !agree(x, y) {
			return i
		}
	}
	return -1
}

// unflatten turns a row-major index into one index per dimension.
func unflatten(i int64, shape []int64) []int64 {
	index := make([]int64, len(shape))
	for d := len(shape) - 1; d >= 0; d-- {
		index[d] = i % shape[d]
		i /= shape[d]
	}
	return index
}

// Mismatch is a difference that Compare found.
type Mismatch struct {
	Index         []int64 // of the first element that differs; nil for scalars and if the types differ
	Expected, Got string  // elements, or types
}

func (m *Mismatch) Error() string {
	var place strings.Builder
	for _, i := range m.Index {
		fmt.Fprintf(&place, "[%d]", i)
	}
	if place.Len() > 0 {
		place.WriteString(": ")
	}
	return fmt.Sprintf("%sexpected %s, got %s", place.String(), m.Expected, m.Got)
}
