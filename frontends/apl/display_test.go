package apl

import (
	"testing"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// The expected texts are those of Dyalog's sessions, by its documentation of ⎕PP and of the
// display of simple arrays.
func TestDisplay(t *testing.T) {
	for _, c := range []struct {
		v    value.Value
		want string
	}{
		{value.FromSlice([]int64{-5}), "¯5"},
		{value.FromSlice([]float64{2, -0.5, 1.0 / 3}, 3), "2 ¯0.5 0.3333333333"},
		{value.FromSlice([]float64{1e10, 1234567890, 12345678901, 1e-6, 1e-7, 0}, 6), "1E10 1234567890 1.23456789E10 0.000001 1E¯7 0"},
		{value.FromSlice([]bool{true, false}, 2), "1 0"},
		{value.FromSlice([]int64{}, 0), ""},
		{value.FromSlice([]int64{1, -20, 300, 4}, 2, 2), "  1 ¯20\n300   4"},
		{value.FromSlice([]float64{1, 2.5, 10, 0.25}, 2, 2), " 1 2.5\n10 0.25"},
		{value.FromSlice([]int64{1, 2, 3, 4}, 2, 1, 2), "1 2\n\n3 4"},
		{value.FromSlice([]int64{1, 2, 3, 4}, 2, 2, 1, 1), "1\n\n2\n\n\n3\n\n4"},
		{value.FromSlice([]int64{}, 2, 0), "\n"},
	} {
		if got := Display(c.v); got != c.want {
			t.Errorf("%v is shown as\n%s\nwant\n%s", c.v, got, c.want)
		}
	}
}

// TestBoxed has boxes as Dyalog's documentation of ]box shows them.
func TestBoxed(t *testing.T) {
	for _, c := range []struct {
		v    value.Value
		want string
	}{
		{value.Scalar(scalar.Int(scalar.I64, 5)), "5"},
		{value.FromSlice([]int64{1, 2, 3}, 3), "┌→────┐\n│1 2 3│\n└~────┘"},
		{value.FromSlice([]int64{}, 0), "┌⊖┐\n│0│\n└~┘"},
		{value.FromSlice([]int64{1, -20, 300, 4}, 2, 2), "┌→──────┐\n↓  1 ¯20│\n│300   4│\n└~──────┘"},
		{value.FromSlice([]int64{1, 2, 3, 4}, 2, 1, 2), "┌┌→──┐\n↓↓1 2│\n││   │\n││3 4│\n└└~──┘"},
		{value.FromSlice([]float64{}, 0, 2), "┌→──┐\n⌽0 0│\n└~──┘"},
		{value.FromSlice([]int64{}, 2, 0), "┌⊖┐\n↓0│\n│0│\n└~┘"},
	} {
		if got := Boxed(c.v); got != c.want {
			t.Errorf("the box of %v is\n%s\nwant\n%s", c.v, got, c.want)
		}
	}
}
