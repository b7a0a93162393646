package lower

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

// FlatIndex is the LMAD slice of a one-dimensional array that offset and dims say.
func (b *Builder) FlatIndex(array Value, offset ir.Atom, dims []ir.FlatDim) Value {
	s := flatSlice{n: array.Dim(), offset: offset, dims: dims}
	var sizes []ir.Atom
	for _, d := range dims {
		sizes = append(sizes, d.Size)
	}
	b.checkFlat(s)
	shape := Under(sizes, Peel(array.Shape, 1))
	return b.eachArray("flat", array, shape, func(leaf ir.Atom, from, to ir.Type) ir.Exp {
		leaf, t := b.flatOf(leaf, from, s)
		return &ir.FlatSlice{Array: leaf.Name, Offset: t.offset, Dims: t.dims}
	})
}

// FlatUpdate replaces an LMAD slice of a one-dimensional array by v, whose outer dimensions
// are as many as the strides. Its points must differ. What of that is not easily told,
// differ tells, unless it is nil: it gets four dimensions, pairs of a size and a stride.
func (b *Builder) FlatUpdate(array Value, offset ir.Atom, strides []ir.Atom, v Value, differ func(dims []Value) Value) Value {
	s := flatSlice{n: array.Dim(), offset: offset}
	row := v.Shape
	var sizes []ir.Atom
	for _, stride := range strides {
		n := row.(*Array).Dim
		row = row.(*Array).Elem
		s.dims = append(s.dims, ir.FlatDim{Size: n, Stride: stride})
		sizes = append(sizes, n)
	}
	b.checkFlat(s)
	b.checkDistinct(s, differ)
	v = b.Resize(v, Under(sizes, Peel(array.Shape, 1)))
	i := -1
	return b.eachArray("upd", array, array.Shape, func(dest ir.Atom, t, _ ir.Type) ir.Exp {
		i++
		return b.flatWrite(dest, t, s, v.Atoms()[i])
	})
}

// flatWrite updates one leaf.
func (b *Builder) flatWrite(dest ir.Atom, t ir.Type, s flatSlice, v ir.Atom) ir.Exp {
	flat, s2 := b.flatOf(dest, t, s)
	e := &ir.FlatUpdate{Array: flat.Name, Offset: s2.offset, Dims: s2.dims, Value: v.Name}
	if t.Rank() == 1 {
		return e
	}
	one := ir.ArrayOf(t.Elem, b.elements(t))
	return &ir.Reshape{Shape: t.Dims, Array: b.let("upd", one, e).Name}
}

// elements is the number of scalars in an array of type t. It asserts that the product of
// the sizes is not more than an i64 can hold, as it may be where the array has no elements
// or is never stored.
func (b *Builder) elements(t ir.Type) ir.Atom {
	n := t.Dims[0]
	ok := yes
	for _, d := range t.Dims[1:] {
		product := b.I64("n", scalar.Mul, n, d)
		if product != n && product != d { // neither is 1
			ok = b.All(ok, b.isProduct(product, n, d))
		}
		n = product
	}
	b.Assert(ok, "The product of the sizes ", ShapeText(t.Dims), " is more than an i64 can hold.")
	return n
}

// flatOf is an array of type t as a one-dimensional array, with the slice that
// selects the same rows there.
func (b *Builder) flatOf(array ir.Atom, t ir.Type, s flatSlice) (ir.Atom, flatSlice) {
	if t.Rank() == 1 {
		return array, s
	}
	total := b.elements(t)
	flat := b.let("flat", ir.ArrayOf(t.Elem, total), &ir.Reshape{Shape: []ir.Atom{total}, Array: array.Name})
	row := t.Peel(1)
	scale := b.elements(row)
	out := flatSlice{n: total, offset: b.I64("offset", scalar.Mul, s.offset, scale)}
	for _, d := range s.dims {
		out.dims = append(out.dims, ir.FlatDim{Size: d.Size, Stride: b.I64("stride", scalar.Mul, d.Stride, scale)})
	}
	for i, d := range row.Dims {
		stride := ir.Size(1)
		if i+1 < row.Rank() {
			stride = b.elements(row.Peel(i + 1))
		}
		out.dims = append(out.dims, ir.FlatDim{Size: d, Stride: stride})
	}
	return flat, out
}

// reach is how far a dimension's last point lies from its first, at most n.
func (b *Builder) reach(d ir.FlatDim, n ir.Atom) ir.Atom {
	steps := b.I64("steps", scalar.Max, ir.Size(0), b.I64("last", scalar.Sub, d.Size, ir.Size(1)))
	abs := b.I64("abs", scalar.Max, ir.Size(0), b.I64("abs", scalar.Abs, d.Stride))
	// The absolute value of the lowest stride is negative: it reaches beyond.
	abs = b.Choose(b.I64("low", scalar.Eq, d.Stride, ir.Const(scalar.Lowest(scalar.I64))), n, abs)
	return b.I64("reach", scalar.Min, n, b.I64("reach", scalar.MulSat, steps, abs))
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
func (b *Builder) emptyFlat(s flatSlice) ir.Atom {
	empty := no
	for _, d := range s.dims {
		empty = b.Bool("empty", scalar.Or, empty, b.I64("none", scalar.Eq, d.Size, ir.Size(0)))
	}
	return empty
}

// checkFlat asserts that every point of the slice is in bounds. An empty slice
// may lie anywhere.
func (b *Builder) checkFlat(s flatSlice) {
	zero := ir.Size(0)
	low, high := s.offset, s.offset
	sized := yes
	for _, d := range s.dims {
		sized = b.All(sized, b.I64("ok", scalar.Le, zero, d.Size))
		reach := b.reach(d, s.n)
		down := b.I64("down", scalar.Lt, d.Stride, zero)
		low = b.I64("low", scalar.Sub, low, b.Choose(down, reach, zero))
		high = b.I64("high", scalar.Add, high, b.Choose(down, zero, reach))
	}
	inside := b.All(b.InBounds(s.offset, s.n), b.I64("ok", scalar.Le, zero, low), b.I64("ok", scalar.Lt, high, s.n))
	b.Assert(b.All(sized, b.Bool("ok", scalar.Or, b.emptyFlat(s), inside)),
		s.text(), " out of bounds for array of shape ", ShapeText([]ir.Atom{s.n}), ".")
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
func (b *Builder) checkDistinct(s flatSlice, differ func(dims []Value) Value) {
	if b.unchecked {
		return
	}
	distinct := b.Bool("plain", scalar.Or, b.emptyFlat(s), b.nested(s))
	if differ != nil {
		points := s.dims[0].Size
		for _, d := range s.dims[1:] {
			points = b.I64("points", scalar.MulSat, points, d.Size)
		}
		answer := func(of ir.Atom) func() Value {
			return func() Value { return ScalarValue(scalar.Bool, of) }
		}
		distinct = b.If(distinct, answer(yes), func() Value {
			return b.If(b.I64("few", scalar.Le, points, s.n),
				func() Value { return differ(b.fourDimensions(s)) }, answer(no))
		}).Atom()
	}
	b.Assert(distinct, s.text(), " overlaps itself: it cannot be updated.")
}

// fourDimensions are the arguments of points_differ: the slice with dimensions of
// one point in front of its last one.
func (b *Builder) fourDimensions(s flatSlice) []Value {
	dims := slices.Clone(s.dims)
	for len(dims) < 4 {
		dims = slices.Insert(dims, len(dims)-1, ir.FlatDim{Size: ir.Size(1), Stride: ir.Size(0)})
	}
	var args []Value
	for _, d := range dims {
		args = append(args, Tuple(ScalarValue(scalar.I64, d.Size), ScalarValue(scalar.I64, d.Stride)))
	}
	return args
}

// nested is whether the dimensions of the slice nest.
func (b *Builder) nested(s flatSlice) ir.Atom {
	type dim struct{ stride, reach ir.Atom }
	dims := make([]dim, len(s.dims))
	for i, d := range s.dims {
		// A dimension of one point, or of none, never collides.
		single := b.I64("single", scalar.Le, d.Size, ir.Size(1))
		stride := b.Choose(single, ir.Const(scalar.Highest(scalar.I64)), b.I64("abs", scalar.Abs, d.Stride))
		dims[i] = dim{stride, b.reach(d, s.n)}
	}
	// Sort by stride, shortest first, by exchanging neighbours.
	for last := len(dims) - 1; last > 0; last-- {
		for i := range last {
			x, y := dims[i], dims[i+1]
			swap := b.I64("swap", scalar.Gt, x.stride, y.stride)
			dims[i] = dim{b.Choose(swap, y.stride, x.stride), b.Choose(swap, y.reach, x.reach)}
			dims[i+1] = dim{b.Choose(swap, x.stride, y.stride), b.Choose(swap, x.reach, y.reach)}
		}
	}
	reach := ir.Size(0)
	ok := yes
	for _, d := range dims {
		ok = b.All(ok, b.I64("ok", scalar.Gt, d.stride, reach))
		reach = b.I64("reach", scalar.Add, reach, d.reach)
	}
	return ok
}
