package accelerate

import (
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"
)

// lawsAsked reports whether LAMINA_CHECK asks for the laws of operators.
var lawsAsked = sync.OnceValue(func() bool {
	return slices.Contains(strings.Split(os.Getenv("LAMINA_CHECK"), ","), "laws")
})

// samples is how many operands an operator is tried on.
const samples = 16

// checkLaws tries an operator on some of the elements that it is to combine, if asked.
func checkLaws[T any](function string, op func(T, T) T, ne T, xs []T) {
	if lawsAsked() {
		tryLaws(function, op, ne, xs)
	}
}

// tryLaws panics if ne is not neutral or op not associative on elements spread over xs.
// Floats may differ by rounding.
func tryLaws[T any](function string, op func(T, T) T, ne T, xs []T) {
	step := max(1, len(xs)/samples)
	for i := 0; i < len(xs); i += step {
		x, y, z := xs[i], xs[(i+step)%len(xs)], xs[(i+2*step)%len(xs)]
		if !alike(reflect.ValueOf(op(ne, x)), reflect.ValueOf(x)) || !alike(reflect.ValueOf(op(x, ne)), reflect.ValueOf(x)) {
			failf("%s: %v is not neutral: with %v the operator gives %v and %v", function, ne, x, op(ne, x), op(x, ne))
		}
		left, right := op(op(x, y), z), op(x, op(y, z))
		if !alike(reflect.ValueOf(left), reflect.ValueOf(right)) {
			failf("%s: the operator is not associative: of %v, %v and %v it gives %v from the left and %v from the right",
				function, x, y, z, left, right)
		}
	}
}

// alike compares values, floats up to rounding.
func alike(a, b reflect.Value) bool {
	switch a.Kind() {
	case reflect.Float32, reflect.Float64:
		x, y := a.Float(), b.Float()
		margin := 1e-9
		if a.Kind() == reflect.Float32 {
			margin = 1e-3
		}
		return x == y || math.IsNaN(x) && math.IsNaN(y) || math.Abs(x-y) <= margin*max(1, math.Abs(x), math.Abs(y))
	case reflect.Slice, reflect.Array:
		if a.Len() != b.Len() {
			return false
		}
		for i := range a.Len() {
			if !alike(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Struct:
		for i := range a.NumField() {
			if !alike(a.Field(i), b.Field(i)) {
				return false
			}
		}
		return true
	}
	return a.Equal(b)
}
