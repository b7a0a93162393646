package interp

import (
	"math"
	"slices"
	"sort"
)

func structural1(glyph string, y Array) Array {
	switch glyph {
	case "≠", "⍸":
		if len(y.Shape) > 1 || glyph == "⍸" && len(y.Shape) == 0 {
			raise("RANK ERROR")
		}
		out := vectorArr()
		for i, v := range y.Data {
			if glyph == "≠" {
				out.Data = append(out.Data, truth(slices.Index(y.Data, v) == i))
				continue
			}
			if v < 0 || v != math.Trunc(v) {
				raise("DOMAIN ERROR")
			}
			for range int(v) {
				out.Data = append(out.Data, float64(i+1))
			}
		}
		out.Shape = []int{len(out.Data)}
		return out
	case "⍳":
		if len(y.Data) != 1 || y.Data[0] < 0 || y.Data[0] != math.Trunc(y.Data[0]) {
			raise("DOMAIN ERROR")
		}
		out := vectorArr()
		for i := range int(y.Data[0]) {
			out.Data = append(out.Data, float64(i+1))
		}
		out.Shape = []int{len(out.Data)}
		return out
	case "⍴":
		out := Array{[]int{len(y.Shape)}, nil}
		for _, d := range y.Shape {
			out.Data = append(out.Data, float64(d))
		}
		return out
	case "≢":
		if len(y.Shape) == 0 {
			return scalarArr(1)
		}
		return scalarArr(float64(y.Shape[0]))
	case "⊢", "⊣":
		return y
	case ",", "∊":
		return Array{[]int{len(y.Data)}, y.Data}
	case "⌽":
		return flip(y, len(y.Shape)-1)
	case "⊖":
		return flip(y, 0)
	case "⍉":
		var to []int
		for k := range y.Shape {
			to = append(to, len(y.Shape)-1-k)
		}
		return transposeArr(y, to)
	case "⊃":
		if len(y.Data) == 0 {
			return scalarArr(0)
		}
		return scalarArr(y.Data[0])
	case "⍋", "⍒":
		if len(y.Shape) == 0 {
			raise("RANK ERROR")
		}
		size := count(y.Shape[1:])
		order := make([]int, y.Shape[0])
		for i := range order {
			order[i] = i
		}
		sort.SliceStable(order, func(i, j int) bool {
			a, b := order[i]*size, order[j]*size
			c := slices.Compare(y.Data[a:a+size], y.Data[b:b+size])
			return glyph == "⍋" && c < 0 || glyph == "⍒" && c > 0
		})
		out := Array{y.Shape[:1], nil}
		for _, i := range order {
			out.Data = append(out.Data, float64(i+1))
		}
		return out
	case "∪":
		out := vectorArr()
		for _, v := range y.Data {
			if !slices.Contains(out.Data, v) {
				out.Data = append(out.Data, v)
			}
		}
		out.Shape = []int{len(out.Data)}
		return out
	}
	panic("function " + glyph)
}

func structural2(f *frame, glyph string, x, y Array) Array {
	switch glyph {
	case "⍴":
		shape := ints(x)
		for _, d := range shape {
			if d < 0 {
				raise("DOMAIN ERROR")
			}
		}
		out := Array{shape, nil}
		for i := range count(shape) {
			if len(y.Data) == 0 {
				out.Data = append(out.Data, 0)
				continue
			}
			out.Data = append(out.Data, y.Data[i%len(y.Data)])
		}
		return out
	case ",", "⍪":
		return join(x, y, glyph == "⍪")
	case "⌽", "⊖":
		n := ints(Array{[]int{len(x.Data)}, x.Data})
		if len(n) != 1 || len(x.Shape) > 1 {
			return rotateRows(n, x.Shape, y, glyph == "⊖")
		}
		*f.extended = *f.extended || len(x.Shape) > 0
		if len(y.Shape) == 0 {
			return y
		}
		axis := 0
		if glyph == "⌽" {
			axis = len(y.Shape) - 1
		}
		return onAxis(y, axis, func(line []float64) []float64 {
			out := slices.Clone(line)
			for i := range out {
				out[i] = line[((i+n[0])%len(line)+len(line))%len(line)]
			}
			return out
		})
	case "↑", "↓":
		return takeDrop(glyph, ints(x), y)
	case "\\", "⍀":
		return expandArr(ints(x), y, glyph == "⍀")
	case "/", "⌿":
		axis := 0
		if glyph == "/" {
			axis = len(y.Shape) - 1
		}
		if len(y.Shape) == 0 {
			y, axis = Array{[]int{1}, y.Data}, 0
		}
		n := ints(x)
		if len(n) == 1 {
			for len(n) < y.Shape[axis] {
				n = append(n, n[0])
			}
			n = n[:y.Shape[axis]]
		}
		for _, k := range n {
			if k < 0 {
				panic(skip{}) // fills, which the compiler leaves out
			}
		}
		if len(n) != y.Shape[axis] {
			raise("LENGTH ERROR")
		}
		return onAxis(y, axis, func(line []float64) []float64 {
			out := []float64{}
			for i, v := range line {
				for range n[i] {
					out = append(out, v)
				}
			}
			return out
		})
	case "⍸":
		if len(x.Shape) != 1 {
			raise("RANK ERROR")
		}
		for i := range x.Data[min(1, len(x.Data)):] {
			if x.Data[i] > x.Data[i+1] {
				raise("DOMAIN ERROR")
			}
		}
		out := Array{y.Shape, nil}
		for _, v := range y.Data {
			at, found := slices.BinarySearch(x.Data, v)
			for found && at < len(x.Data) && x.Data[at] == v {
				at++
			}
			out.Data = append(out.Data, float64(at))
		}
		return out
	case "∊":
		out := Array{x.Shape, nil}
		for _, v := range x.Data {
			out.Data = append(out.Data, truth(slices.Contains(y.Data, v)))
		}
		return out
	case "⍳":
		if len(x.Shape) != 1 {
			raise("RANK ERROR")
		}
		out := Array{y.Shape, nil}
		for _, v := range y.Data {
			at := slices.Index(x.Data, v)
			if at < 0 {
				at = len(x.Data)
			}
			out.Data = append(out.Data, float64(at+1))
		}
		return out
	case "≡", "≢":
		return scalarArr(truth((slices.Equal(x.Shape, y.Shape) && slices.Equal(x.Data, y.Data)) == (glyph == "≡")))
	case "⊢":
		return y
	case "⊣":
		return x
	case "⍉":
		to := ints(x)
		for i := range to {
			to[i]--
			if to[i] < 0 || to[i] >= len(y.Shape) {
				raise("DOMAIN ERROR")
			}
		}
		if len(to) != len(y.Shape) {
			raise("LENGTH ERROR")
		}
		return diagonalArr(y, to)
	case "⊥":
		if len(x.Shape) > 0 || len(y.Shape) > 1 {
			panic(skip{})
		}
		v := 0.0
		for _, d := range y.Data {
			v = v*x.Data[0] + d
		}
		return scalarArr(v)
	case "⊤":
		digits := slices.Clone(x.Data)
		out := Array{append(slices.Clone(x.Shape), y.Shape...), make([]float64, len(x.Data)*len(y.Data))}
		for j, v := range y.Data {
			for i := len(digits) - 1; i >= 0; i-- {
				d := pervasive["|"](digits[i], v)
				out.Data[i*len(y.Data)+j] = d
				if digits[i] == 0 {
					v = 0
				} else {
					v = (v - d) / digits[i]
				}
			}
		}
		return out
	}
	panic("function " + glyph)
}

func ints(x Array) []int {
	if len(x.Shape) > 1 {
		raise("RANK ERROR")
	}
	var out []int
	for _, v := range x.Data {
		if v != math.Trunc(v) {
			raise("DOMAIN ERROR")
		}
		out = append(out, int(v))
	}
	return out
}
