package interp

import "slices"

// rowsOf is y with its last or first axis as a list of rows, and the shape of the others.
func rowsOf(y Array, first bool) (rows [][]float64, rest []int) {
	if first {
		y = transposeArr(y, cycle(len(y.Shape), 1))
	}
	last := len(y.Shape) - 1
	n := y.Shape[last]
	rest = y.Shape[:last]
	for i := range count(rest) {
		rows = append(rows, y.Data[i*n:(i+1)*n])
	}
	return rows, rest
}

// cycle is the permutation that moves the first axis last (or, for -1, the last first).
func cycle(r, by int) []int {
	out := make([]int, r)
	for k := range r {
		out[k] = ((k-by)%r + r) % r
	}
	return out
}

// transposeArr moves axis k to place to[k].
func transposeArr(y Array, to []int) Array {
	shape := make([]int, len(to))
	for k, t := range to {
		shape[t] = y.Shape[k]
	}
	out := Array{shape, make([]float64, len(y.Data))}
	index := make([]int, len(to))
	for _, v := range y.Data {
		at := 0
		moved := make([]int, len(to))
		for k, t := range to {
			moved[t] = index[k]
		}
		for k, d := range shape {
			at = at*d + moved[k]
		}
		out.Data[at] = v
		for k := len(index) - 1; k >= 0; k-- {
			if index[k]++; index[k] < y.Shape[k] {
				break
			}
			index[k] = 0
		}
	}
	return out
}

// onAxis is y with each line along an axis changed by f.
func onAxis(y Array, axis int, f func(line []float64) []float64) Array {
	r := len(y.Shape)
	to := make([]int, r)
	back := make([]int, r)
	for k := range r {
		switch {
		case k == axis:
			to[k] = r - 1
		case k > axis:
			to[k] = k - 1
		default:
			to[k] = k
		}
		back[to[k]] = k
	}
	rows, rest := rowsOf(transposeArr(y, to), false)
	out := Array{nil, nil}
	n := len(f(make([]float64, y.Shape[axis])))
	for _, row := range rows {
		out.Data = append(out.Data, f(row)...)
	}
	out.Shape = append(slices.Clone(rest), n)
	return transposeArr(out, back)
}

func flip(y Array, axis int) Array {
	if len(y.Shape) == 0 {
		return y
	}
	return onAxis(y, axis, func(line []float64) []float64 {
		out := slices.Clone(line)
		slices.Reverse(out)
		return out
	})
}

// diagonalArr has, at each index, the element of y at the index that has its entry to[k] on axis k.
func diagonalArr(y Array, to []int) Array {
	shape := make([]int, slices.Max(to)+1)
	for j := range shape {
		shape[j] = -1
	}
	for k, j := range to {
		if shape[j] < 0 || y.Shape[k] < shape[j] {
			shape[j] = y.Shape[k]
		}
	}
	if slices.Contains(shape, -1) {
		raise("AXIS ERROR")
	}
	out := Array{shape, nil}
	for i := range count(shape) {
		index := make([]int, len(shape))
		for j := len(shape) - 1; j >= 0; j-- {
			index[j], i = i%shape[j], i/shape[j]
		}
		at := 0
		for k, j := range to {
			at = at*y.Shape[k] + index[j]
		}
		out.Data = append(out.Data, y.Data[at])
	}
	return out
}

// rotateRows rotates each row along the last or the first axis by a number of its own.
func rotateRows(n, shape []int, y Array, first bool) Array {
	if len(shape) != len(y.Shape)-1 {
		raise("RANK ERROR")
	}
	if first {
		y = transposeArr(y, cycle(len(y.Shape), 1))
	}
	if !slices.Equal(shape, y.Shape[:len(shape)]) {
		raise("LENGTH ERROR")
	}
	length := y.Shape[len(shape)]
	out := Array{y.Shape, make([]float64, len(y.Data))}
	for row, k := range n {
		for i := range length {
			// What was at i stands k places to the left.
			out.Data[row*length+((i-k)%length+length)%length] = y.Data[row*length+i]
		}
	}
	if first {
		return transposeArr(out, cycle(len(y.Shape), -1))
	}
	return out
}

// expandArr has the places of an axis in turn where x has 1, and zeros where it has 0.
func expandArr(x []int, y Array, first bool) Array {
	ones := 0
	for _, k := range x {
		if k != 0 && k != 1 {
			panic(skip{}) // repetitions and more fills, which the compiler leaves out
		}
		ones += k
	}
	axis := len(y.Shape) - 1
	if first {
		axis = 0
	}
	if len(y.Shape) == 0 {
		y, axis = Array{[]int{ones}, cycleData(y.Data[0], ones)}, 0
	}
	if y.Shape[axis] == 1 && ones != 1 {
		panic(skip{}) // an extension of axes of one, which the compiler leaves out, unless it knows the length
	}
	if ones != y.Shape[axis] {
		raise("LENGTH ERROR")
	}
	return onAxis(y, axis, func(line []float64) []float64 {
		out := make([]float64, len(x))
		for i, at := 0, 0; i < len(x); i++ {
			if x[i] == 1 {
				out[i] = line[at]
				at++
			}
		}
		return out
	})
}

func cycleData(v float64, n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = v
	}
	return out
}

func join(x, y Array, first bool) Array {
	r := max(len(x.Shape), len(y.Shape), 1)
	axis := r - 1
	if first {
		axis = 0
	}
	full := func(a, other Array) Array {
		switch {
		case len(a.Shape) == r:
			return a
		case len(a.Shape) == 0 && len(other.Shape) == r:
			shape := slices.Clone(other.Shape)
			shape[axis] = 1
			out := Array{shape, nil}
			for range count(shape) {
				out.Data = append(out.Data, a.Data[0])
			}
			return out
		case len(a.Shape) == r-1:
			return Array{slices.Insert(slices.Clone(a.Shape), axis, 1), a.Data}
		}
		raise("RANK ERROR")
		return a
	}
	x, y = full(x, y), full(y, x)
	for k := range r {
		if k != axis && x.Shape[k] != y.Shape[k] {
			raise("LENGTH ERROR")
		}
	}
	shape := slices.Clone(x.Shape)
	shape[axis] += y.Shape[axis]
	out := Array{shape, nil}
	inner := count(shape[axis+1:])
	for i := range count(shape[:axis]) {
		nx, ny := x.Shape[axis]*inner, y.Shape[axis]*inner
		out.Data = append(append(out.Data, x.Data[i*nx:(i+1)*nx]...), y.Data[i*ny:(i+1)*ny]...)
	}
	return out
}

func takeDrop(glyph string, n []int, y Array) Array {
	if len(y.Shape) == 0 {
		y.Shape = slices.Repeat([]int{1}, len(n)) // not in place: another array's extents may follow
	}
	if len(n) > len(y.Shape) {
		raise("LENGTH ERROR")
	}
	for axis, k := range n {
		y = onAxis(y, axis, func(line []float64) []float64 {
			have := len(line)
			size := max(k, -k)
			if glyph == "↓" {
				size = max(0, have-size)
				if k > 0 {
					return line[have-size:]
				}
				return line[:size]
			}
			out := make([]float64, size)
			for i := range out {
				j := i
				if k < 0 {
					j = have - size + i
				}
				if j >= 0 && j < have {
					out[i] = line[j]
				}
			}
			return out
		})
	}
	return y
}
