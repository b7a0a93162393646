package apl

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// The defaults of APL's ⎕PP, the digits of a number that are shown, and ⎕PW, the width of a line.
const (
	printPrecision = 10
	printWidth     = 79
)

// Display prints an array as an APL session does: a vector in a line, a matrix in columns whose
// decimal points are aligned, planes with empty lines between them.
func Display(v value.Value) string {
	if v.Rank() == 0 {
		return Number(v.At(0))
	}
	n := v.Shape[v.Rank()-1]
	if v.Len() == 0 {
		if v.Rank() > 1 && n == 0 {
			rows := int64(1)
			for _, d := range v.Shape[:v.Rank()-1] {
				rows *= d
			}
			return strings.Repeat("\n", int(max(rows-1, 0)))
		}
		return ""
	}
	if v.Rank() == 1 {
		cells := make([]string, n)
		for i := range n {
			cells[i] = Number(v.At(i))
		}
		return folded(cells)
	}
	return matrices(v, n)
}

// folded is a line of cells, cut where it is too wide; what follows is indented.
func folded(cells []string) string {
	var out strings.Builder
	width := 0
	for i, c := range cells {
		w := utf8.RuneCountInString(c)
		switch {
		case i == 0:
		case width+1+w > printWidth:
			out.WriteString("\n      ")
			width = 6
		default:
			out.WriteByte(' ')
			width++
		}
		out.WriteString(c)
		width += w
	}
	return out.String()
}

// matrices prints an array of rank 2 or more with n columns.
func matrices(v value.Value, n int64) string {
	cells := make([]string, v.Len())
	before, after := make([]int, n), make([]int, n) // the widths of a column left and right of the point
	for i := range cells {
		cells[i] = Number(v.At(int64(i)))
		l, r := sides(cells[i])
		k := int64(i) % n
		before[k], after[k] = max(before[k], l), max(after[k], r)
	}
	var out strings.Builder
	for row := int64(0); row < v.Len()/n; row++ {
		if row > 0 {
			out.WriteByte('\n')
			for lines, rank := int64(1), v.Rank()-2; rank > 0; rank-- { // an empty line for each dimension that goes on
				if lines *= v.Shape[rank]; row%lines == 0 {
					out.WriteByte('\n')
				}
			}
		}
		var line strings.Builder
		for k := range n {
			c := cells[row*n+k]
			l, r := sides(c)
			if k > 0 {
				line.WriteByte(' ')
			}
			line.WriteString(strings.Repeat(" ", before[k]-l) + c + strings.Repeat(" ", after[k]-r))
		}
		out.WriteString(strings.TrimRight(line.String(), " "))
	}
	return out.String()
}

// sides are the widths of a number left of its decimal point, and from there on.
func sides(cell string) (left, right int) {
	n := utf8.RuneCountInString(cell)
	if i := strings.IndexAny(cell, ".E"); i >= 0 {
		left = utf8.RuneCountInString(cell[:i])
		return left, n - left
	}
	return n, 0
}

// Number prints a number as APL does: ¯ for a minus sign, E for powers of ten, as many digits
// as ⎕PP says.
func Number(x scalar.Value) string {
	text := ""
	switch {
	case x.Type == scalar.Bool:
		text = strconv.FormatUint(x.Bits, 10)
	case x.Type.IsFloat():
		text = decimal(x.Float())
	default:
		text = strconv.FormatInt(x.Int(), 10)
	}
	return strings.ReplaceAll(text, "-", "¯")
}

func decimal(x float64) string {
	switch {
	case math.IsInf(x, 1):
		return "∞"
	case math.IsInf(x, -1):
		return "-∞"
	case math.IsNaN(x):
		return "NaN"
	}
	text := strconv.FormatFloat(x, 'e', printPrecision-1, 64)
	digits, exponent, _ := strings.Cut(text, "e")
	power, _ := strconv.Atoi(exponent)
	if power < -6 || power >= printPrecision {
		if strings.Contains(digits, ".") {
			digits = strings.TrimRight(strings.TrimRight(digits, "0"), ".")
		}
		return digits + "E" + strconv.Itoa(power)
	}
	text = strconv.FormatFloat(x, 'f', max(printPrecision-1-power, 0), 64)
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	if text == "-0" {
		text = "0"
	}
	return text
}
