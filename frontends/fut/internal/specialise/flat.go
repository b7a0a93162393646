package specialise

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
)

// flatSlice is an LMAD slice of a one-dimensional array of n elements.
type flatSlice struct {
	n, offset ir.Atom
	dims      []ir.FlatDim
}

// flatIndex is flat_index_1d, 2d, …: the array, the offset, and a size and a
// stride for each dimension.
func flatIndex(rank int) intrinsic {
	return noSizes(2+2*rank, func(fr *frame, a []value) value {
		s := flatSlice{n: a[0].dim(), offset: a[1].atom()}
		var sizes []ir.Atom
		for i := range rank {
			n, stride := a[2+2*i].atom(), a[3+2*i].atom()
			s.dims = append(s.dims, ir.FlatDim{Size: n, Stride: stride})
			sizes = append(sizes, n)
		}
		fr.checkFlat(s)
		shape := under(sizes, peel(a[0].shape, 1))
		return fr.eachArray("flat", a[0], shape, func(array ir.Atom, from, to ir.Type) ir.Exp {
			array, t := fr.flatOf(array, from, s)
			return &ir.FlatSlice{Array: array.Name, Offset: t.offset, Dims: t.dims}
		})
	})
}

// flatUpdate is flat_update_1d, or update_2d, 3d, …, which are given in front the
// function that tells whether points differ: then the array, the offset, the strides
// and the new values.
func flatUpdate(rank int) intrinsic {
	asks := 0
	if rank > 1 {
		asks = 1
	}
	return noSizes(asks+3+rank, func(fr *frame, a []value) value {
		ask, a := a[:asks], a[asks:]
		array, v := a[0], a[2+rank]
		s := flatSlice{n: array.dim(), offset: a[1].atom()}
		row := v.shape
		var sizes []ir.Atom
		for i := range rank {
			n := row.(*arrayShape).dim
			row = row.(*arrayShape).elem
			s.dims = append(s.dims, ir.FlatDim{Size: n, Stride: a[2+i].atom()})
			sizes = append(sizes, n)
		}
		fr.checkFlat(s)
		fr.checkDistinct(s, ask)
		v = fr.resize(v, under(sizes, peel(array.shape, 1)))
		i := -1
		return fr.eachArray("upd", array, array.shape, func(dest ir.Atom, t, _ ir.Type) ir.Exp {
			i++
			return fr.flatWrite(dest, t, s, v.atoms()[i])
		})
	})
}

// flatWrite updates one leaf.
func (fr *frame) flatWrite(dest ir.Atom, t ir.Type, s flatSlice, v ir.Atom) ir.Exp {
	flat, s2 := fr.flatOf(dest, t, s)
	e := &ir.FlatUpdate{Array: flat.Name, Offset: s2.offset, Dims: s2.dims, Value: v.Name}
	if t.Rank() == 1 {
		return e
	}
	one := ir.ArrayOf(t.Elem, fr.elements(t))
	return &ir.Reshape{Shape: t.Dims, Array: fr.let("upd", one, e).Name}
}

// elements is the number of scalars in an array of type t.
func (fr *frame) elements(t ir.Type) ir.Atom {
	n := t.Dims[0]
	for _, d := range t.Dims[1:] {
		n = fr.i64("n", scalar.Mul, n, d)
	}
	return n
}

// flatOf is an array of type t as a one-dimensional array, with the slice that
// selects the same rows there.
func (fr *frame) flatOf(array ir.Atom, t ir.Type, s flatSlice) (ir.Atom, flatSlice) {
	if t.Rank() == 1 {
		return array, s
	}
	total := fr.elements(t)
	flat := fr.let("flat", ir.ArrayOf(t.Elem, total), &ir.Reshape{Shape: []ir.Atom{total}, Array: array.Name})
	row := t.Peel(1)
	scale := fr.elements(row)
	out := flatSlice{n: total, offset: fr.i64("offset", scalar.Mul, s.offset, scale)}
	for _, d := range s.dims {
		out.dims = append(out.dims, ir.FlatDim{Size: d.Size, Stride: fr.i64("stride", scalar.Mul, d.Stride, scale)})
	}
	for i, d := range row.Dims {
		stride := ir.Size(1)
		if i+1 < row.Rank() {
			stride = fr.elements(row.Peel(i + 1))
		}
		out.dims = append(out.dims, ir.FlatDim{Size: d, Stride: stride})
	}
	return flat, out
}

// reach is how far a dimension's last point lies from its first, at most n.
func (fr *frame) reach(d ir.FlatDim, n ir.Atom) ir.Atom {
	steps := fr.i64("steps", scalar.Max, ir.Size(0), fr.i64("last", scalar.Sub, d.Size, ir.Size(1)))
	abs := fr.i64("abs", scalar.Max, ir.Size(0), fr.i64("abs", scalar.Abs, d.Stride))
	// The absolute value of the lowest stride is negative: it reaches beyond.
	abs = fr.choose(fr.i64("low", scalar.Eq, d.Stride, ir.Const(scalar.Lowest(scalar.I64))), n, abs)
	return fr.i64("reach", scalar.Min, n, fr.i64("reach", scalar.MulSat, steps, abs))
}

// text shows the slice in messages.
func (s flatSlice) text() []ir.MessagePart {
	text := message("Slice ", s.offset, " + {")
	for i, d := range s.dims {
		if i > 0 {
			text = append(text, ir.Text(", "))
		}
		text = append(text, message("(", d.Size, " : ", d.Stride, ")")...)
	}
	return append(text, ir.Text("}"))
}

// emptyFlat is whether the slice has no points.
func (fr *frame) emptyFlat(s flatSlice) ir.Atom {
	empty := no
	for _, d := range s.dims {
		empty = fr.bool("empty", scalar.Or, empty, fr.i64("none", scalar.Eq, d.Size, ir.Size(0)))
	}
	return empty
}

// checkFlat asserts that every point of the slice is in bounds. An empty slice
// may lie anywhere.
func (fr *frame) checkFlat(s flatSlice) {
	zero := ir.Size(0)
	low, high := s.offset, s.offset
	sized := yes
	for _, d := range s.dims {
		sized = fr.all(sized, fr.i64("ok", scalar.Le, zero, d.Size))
		reach := fr.reach(d, s.n)
		down := fr.i64("down", scalar.Lt, d.Stride, zero)
		low = fr.i64("low", scalar.Sub, low, fr.choose(down, reach, zero))
		high = fr.i64("high", scalar.Add, high, fr.choose(down, zero, reach))
	}
	inside := fr.all(fr.inBounds(s.offset, s.n), fr.i64("ok", scalar.Le, zero, low), fr.i64("ok", scalar.Lt, high, s.n))
	fr.assert(fr.all(sized, fr.bool("ok", scalar.Or, fr.emptyFlat(s), inside)),
		s.text(), " out of bounds for array of shape ", shapeText([]ir.Atom{s.n}), ".")
}

// checkDistinct asserts that no two points of the slice are one. Dimensions
// nest when each stride is longer than the reach of all dimensions with shorter
// strides; then points differ. Where they do not nest, the function given, if any, is
// asked: of one dimension there is no more to know. More points than the array has
// elements are not all different; it is not asked of those, so that it takes no more
// time than the array has elements, times a constant.
//
// All of this is scalars and cannot fail, which lets short-circuit look at it before
// the new values are computed, and compute them in their places.
func (fr *frame) checkDistinct(s flatSlice, ask []value) {
	if fr.unsafe {
		return
	}
	distinct := fr.bool("plain", scalar.Or, fr.emptyFlat(s), fr.nested(s))
	for _, differ := range ask {
		points := s.dims[0].Size
		for _, d := range s.dims[1:] {
			points = fr.i64("points", scalar.MulSat, points, d.Size)
		}
		answer := func(of ir.Atom) func() value {
			return func() value { return scalarValue(scalar.Bool, of) }
		}
		distinct = fr.conditional(distinct, answer(yes), func() value {
			return fr.conditional(fr.i64("few", scalar.Le, points, s.n),
				func() value { return fr.apply(differ, fr.fourDimensions(s)) }, answer(no))
		}).atom()
	}
	fr.assert(distinct, s.text(), " overlaps itself: it cannot be updated.")
}

// fourDimensions are the arguments of points_differ: the slice with dimensions of
// one point in front of its last one.
func (fr *frame) fourDimensions(s flatSlice) []value {
	dims := slices.Clone(s.dims)
	for len(dims) < 4 {
		dims = slices.Insert(dims, len(dims)-1, ir.FlatDim{Size: ir.Size(1), Stride: ir.Size(0)})
	}
	var args []value
	for _, d := range dims {
		args = append(args, tuple(scalarValue(scalar.I64, d.Size), scalarValue(scalar.I64, d.Stride)))
	}
	return args
}

// nested is whether the dimensions of the slice nest.
func (fr *frame) nested(s flatSlice) ir.Atom {
	type dim struct{ stride, reach ir.Atom }
	dims := make([]dim, len(s.dims))
	for i, d := range s.dims {
		// A dimension of one point, or of none, never collides.
		single := fr.i64("single", scalar.Le, d.Size, ir.Size(1))
		stride := fr.choose(single, ir.Const(scalar.Highest(scalar.I64)), fr.i64("abs", scalar.Abs, d.Stride))
		dims[i] = dim{stride, fr.reach(d, s.n)}
	}
	// Sort by stride, shortest first, by exchanging neighbours.
	for last := len(dims) - 1; last > 0; last-- {
		for i := range last {
			x, y := dims[i], dims[i+1]
			swap := fr.i64("swap", scalar.Gt, x.stride, y.stride)
			dims[i] = dim{fr.choose(swap, y.stride, x.stride), fr.choose(swap, y.reach, x.reach)}
			dims[i+1] = dim{fr.choose(swap, x.stride, y.stride), fr.choose(swap, x.reach, y.reach)}
		}
	}
	reach := ir.Size(0)
	ok := yes
	for _, d := range dims {
		ok = fr.all(ok, fr.i64("ok", scalar.Gt, d.stride, reach))
		reach = fr.i64("reach", scalar.Add, reach, d.reach)
	}
	return ok
}
