package apl

import (
	"strings"
	"unicode/utf8"

	"github.com/lamina-lang/lamina/core/value"
)

// Boxed prints an array in a box, as an APL session does after ]box on -style=mid: arrows stand
// for its axes, or ⊖ and ⌽ for those without places, and ~ says that its elements are numbers. A
// scalar has no box.
func Boxed(v value.Value) string {
	if v.Rank() == 0 {
		return Display(v)
	}
	lines := strings.Split(Display(prototype(v)), "\n")
	width := 0
	for _, l := range lines {
		width = max(width, utf8.RuneCountInString(l))
	}
	left := max(v.Rank()-1, 1) // the columns of the box's left side
	var out strings.Builder
	out.WriteString(strings.Repeat("┌", left) + pick(v.Shape[v.Rank()-1] == 0, "⊖", "→") + strings.Repeat("─", width-1) + "┐\n")
	for i, l := range lines {
		for k := range left {
			switch {
			case i > 0 || v.Rank() == 1:
				out.WriteString("│")
			default:
				out.WriteString(pick(v.Shape[k] == 0, "⌽", "↓"))
			}
		}
		out.WriteString(l + strings.Repeat(" ", width-utf8.RuneCountInString(l)) + "│\n")
	}
	out.WriteString(strings.Repeat("└", left) + "~" + strings.Repeat("─", width-1) + "┘")
	return out.String()
}

// mostShown is how many places of an axis the box of an array without elements shows.
const mostShown = 100

// prototype is v, or an array of zeros with one place on each axis that has none: what a box shows.
func prototype(v value.Value) value.Value {
	if v.Len() > 0 {
		return v
	}
	n, shape := int64(1), make([]int64, v.Rank())
	for k, d := range v.Shape {
		shape[k] = min(max(d, 1), mostShown)
		if n *= shape[k]; n > mostShown {
			n, shape[k] = n/shape[k], 1
		}
	}
	return value.FromSlice(make([]int64, n), shape...)
}

func pick(first bool, x, y string) string {
	if first {
		return x
	}
	return y
}
