package interp

import (
	"math"
	"slices"
)

var aplIdentity = map[string]float64{"+": 0, "-": 0, "×": 1, "÷": 1, "⌊": math.Inf(1), "⌈": math.Inf(-1), "∧": 1, "∨": 0, "=": 1, "≠": 0, "<": 0, "≤": 1, ">": 0, "≥": 1, "⊤∧": -1, "⊤∨": 0, "⊤≠": 0}

func foldRow(g fn, row []float64) float64 {
	v := row[len(row)-1]
	for i := len(row) - 2; i >= 0; i-- {
		v = only(g(ptr(scalarArr(row[i])), scalarArr(v)))
	}
	return v
}

func reduceArr(g fn, glyph string, y Array, first bool) Array {
	if len(y.Shape) == 0 {
		return y
	}
	rows, rest := rowsOf(y, first)
	out := Array{rest, nil}
	for _, r := range rows {
		if len(r) == 0 {
			id, ok := aplIdentity[glyph]
			if !ok || math.IsInf(id, 0) {
				panic(skip{})
			}
			out.Data = append(out.Data, id)
			continue
		}
		out.Data = append(out.Data, foldRow(g, r))
	}
	return out
}

func scanArr(g fn, y Array, first bool) Array {
	if len(y.Shape) == 0 {
		return y
	}
	rows, rest := rowsOf(y, first)
	n := y.Shape[len(y.Shape)-1]
	if first {
		n = y.Shape[0]
	}
	out := Array{append(slices.Clone(rest), n), nil}
	for _, r := range rows {
		for i := range r {
			out.Data = append(out.Data, foldRow(g, r[:i+1]))
		}
	}
	if first {
		return transposeArr(out, cycle(len(y.Shape), -1))
	}
	return out
}

// windowsArr reduces each window of n elements along an axis.
func windowsArr(g fn, glyph string, n, y Array, first bool) Array {
	size := ints(n)[0]
	backwards := size < 0
	size = max(size, -size)
	if len(y.Shape) == 0 {
		y.Shape = []int{1}
	}
	axis := len(y.Shape) - 1
	if first {
		axis = 0
	}
	if size > y.Shape[axis]+1 {
		raise("LENGTH ERROR")
	}
	if size == 0 || count(y.Shape) == 0 {
		panic(skip{})
	}
	return onAxis(y, axis, func(line []float64) []float64 {
		out := []float64{}
		for i := range len(line) + 1 - size {
			window := slices.Clone(line[i : i+size])
			if backwards {
				slices.Reverse(window)
			}
			out = append(out, reduceArr(g, glyph, Array{[]int{size}, window}, false).Data...)
		}
		return out
	})
}

func innerArr(g fn, glyph string, h fn, x, y Array) Array {
	nx, ny := 1, 1
	var outer []int
	if r := len(x.Shape); r > 0 {
		nx, outer = x.Shape[r-1], slices.Clone(x.Shape[:r-1])
	}
	var rest []int
	if len(y.Shape) > 0 {
		ny, rest = y.Shape[0], y.Shape[1:]
	}
	if nx != ny && nx != 1 && ny != 1 {
		raise("LENGTH ERROR")
	}
	if nx != ny && (len(x.Shape) > 0 && len(y.Shape) > 0) {
		panic(skip{}) // an extension of axes of one, which the compiler leaves out
	}
	n := max(nx, ny)
	if nx == 0 || ny == 0 {
		n = 0
	}
	m := count(rest)
	out := Array{append(outer, rest...), nil}
	for i := range count(outer) {
		for j := range m {
			var row []float64
			for k := range n {
				row = append(row, only(h(ptr(scalarArr(x.Data[i*nx+min(k, nx-1)])), scalarArr(y.Data[min(k, ny-1)*m+j]))))
			}
			out.Data = append(out.Data, reduceArr(g, glyph, Array{[]int{n}, row}, false).Data...)
		}
	}
	return out
}
