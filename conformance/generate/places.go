package generate

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// canvas is an array that a few statements overwrite part by part, with arrays that may be
// computed from the canvas itself: what the memory passes try to build in place.
type canvas struct {
	array   ir.Param
	regions []region // all within the array
}

// region is a part of a canvas: a slice, or an LMAD slice if dims is nil.
type region struct {
	dims   []ir.SliceDim
	offset ir.Atom
	flat   []ir.FlatDim
	shape  []ir.Atom
}

// genPlaces paints on a canvas, directly or in each iteration of a loop.
func genPlaces(g *generator, b *ir.Builder, e *environment, depth int) {
	c := g.canvas(b, e)
	times := 1 + g.oneOf(3)
	if depth <= 0 || g.oneOf(3) > 0 {
		for range times {
			c.array = g.paint(b, e, c)
		}
		g.show(b, e, c)
		return
	}
	in, within := b.Inner(), e.inner()
	carried := ir.Param{Name: g.names.Fresh("canvas"), Type: c.array.Type, Unique: true}
	i := g.names.Fresh("i")
	inner := c
	inner.array = carried
	if row, ok := c.row(in, i); ok {
		inner.regions = append(slices.Clone(c.regions), row, row)
	}
	within.addParam(ir.Param{Name: i, Type: ir.I64})
	for range times {
		inner.array = g.paint(in, within, inner)
	}
	x := &ir.Loop{Params: []ir.Param{carried}, Inits: []ir.Atom{ir.Var(c.array.Name)}, Index: i, Bound: ir.Size(3), Body: in.Body(ir.Var(inner.array.Name))}
	c.array.Name = b.Let("painted", c.array.Type, x).Name
	g.show(b, e, c)
}

// show adds the canvas to the environment, or a part of it if its size is not in scope.
func (g *generator) show(b *ir.Builder, e *environment, c canvas) {
	dims := c.array.Type.Dims
	if len(dims) > 1 || !dims[0].IsVar() {
		e.addParam(c.array)
		return
	}
	r := c.regions[g.oneOf(len(c.regions))]
	g.let(b, e, "part", ir.ArrayOf(c.elem(), r.shape...), &ir.Slice{Array: c.array.Name, Dims: r.dims})
}

// canvas builds an array of twelve elements, of 3n, of n rows of three, or of three rows of
// four.
func (g *generator) canvas(b *ir.Builder, e *environment) canvas {
	one, three, n := ir.Size(1), ir.Size(3), g.width(e)
	slice := func(shape []ir.Atom, dims ...ir.SliceDim) region { return region{dims: dims, shape: shape} }
	line := func(start, size, step int64) region {
		s := ir.Size(size)
		return slice([]ir.Atom{s}, ir.RangeOf(ir.Size(start), s, ir.Size(step)))
	}
	flat := func(offset int64, dims ...int64) region {
		r := region{offset: ir.Size(offset)}
		for k := 0; k < len(dims); k += 2 {
			r.flat = append(r.flat, ir.FlatDim{Size: ir.Size(dims[k]), Stride: ir.Size(dims[k+1])})
			r.shape = append(r.shape, ir.Size(dims[k]))
		}
		return r
	}
	var c canvas
	var shape []ir.Atom
	switch g.oneOf(4) {
	case 0:
		shape = []ir.Atom{ir.Size(12)}
		c.regions = []region{
			line(0, 4, 1), line(4, 4, 1), line(2, 4, 2), line(1, 4, 3), line(11, 4, -2),
			flat(0, 2, 6, 3, 1), flat(1, 3, 4, 2, 1), flat(3, 2, 6, 3, 1), flat(11, 2, -6, 3, -1),
		}
	case 1:
		two := b.Prim("two", scalar.Add, scalar.I64, n, n)
		shape = []ir.Atom{b.Prim("all", scalar.Add, scalar.I64, two, n)}
		for _, start := range []ir.Atom{ir.Size(0), n, two} {
			c.regions = append(c.regions, slice([]ir.Atom{n}, ir.RangeOf(start, n, one)))
		}
		for k := range int64(3) {
			c.regions = append(c.regions, slice([]ir.Atom{n}, ir.RangeOf(ir.Size(k), n, three)))
		}
	case 2:
		shape = []ir.Atom{n, three}
		c.regions = []region{
			slice([]ir.Atom{n}, ir.Whole(n), ir.FixAt(ir.Size(0))),
			slice([]ir.Atom{n}, ir.Whole(n), ir.FixAt(ir.Size(2))),
			slice([]ir.Atom{n, ir.Size(2)}, ir.Whole(n), ir.RangeOf(one, ir.Size(2), one)),
		}
	case 3:
		shape = []ir.Atom{three, ir.Size(4)}
		c.regions = []region{
			slice([]ir.Atom{ir.Size(4)}, ir.FixAt(one), ir.Whole(ir.Size(4))),
			slice([]ir.Atom{three}, ir.Whole(three), ir.FixAt(three)),
			slice([]ir.Atom{ir.Size(2), ir.Size(2)}, ir.RangeOf(one, ir.Size(2), one), ir.RangeOf(ir.Size(0), ir.Size(2), ir.Size(2))),
			slice([]ir.Atom{ir.Size(2), ir.Size(2)}, ir.RangeOf(ir.Size(0), ir.Size(2), one), ir.RangeOf(one, ir.Size(2), one)),
		}
	}
	t := ir.ArrayOf(g.elem(), shape...)
	c.array = ir.Param{Name: b.Let("canvas", t, &ir.Replicate{Shape: shape, Value: g.scalar(e, t.Elem)}).Name, Type: t}
	return c
}

// elem returns the canvas's element type.
func (c canvas) elem() scalar.Type { return c.array.Type.Elem }

// constant returns k in the canvas's element type.
func (c canvas) constant(k int64) ir.Atom { return ir.Const(scalar.Int(c.elem(), k)) }

// row returns part i of three of a canvas.
func (c canvas) row(b *ir.Builder, i name.Name) (region, bool) {
	dims := c.array.Type.Dims
	switch {
	case len(dims) == 1 && dims[0] == ir.Size(12):
		start := b.Prim("start", scalar.Mul, scalar.I64, ir.Var(i), ir.Size(4))
		return region{dims: []ir.SliceDim{ir.RangeOf(start, ir.Size(4), ir.Size(1))}, shape: []ir.Atom{ir.Size(4)}}, true
	case len(dims) == 2 && dims[0] == ir.Size(3):
		return region{dims: []ir.SliceDim{ir.FixAt(ir.Var(i)), ir.Whole(dims[1])}, shape: dims[1:]}, true
	}
	return region{}, false
}

// paint builds an array and writes it to a region of the canvas, which is consumed; in
// between and afterwards, other arrays may be read.
func (g *generator) paint(b *ir.Builder, e *environment, c canvas) ir.Param {
	r := c.regions[g.oneOf(len(c.regions))]
	paint := g.paintLike(b, e, c, r.shape, 2)
	if g.oneOf(4) == 0 {
		g.peek(b, e, c.array)
	}
	if g.oneOf(6) == 0 {
		genAssert(g, b, e, 0)
	}
	out := ir.Param{Name: g.names.Fresh("canvas"), Type: c.array.Type}
	if r.dims == nil {
		b.Bind([]ir.Param{out}, &ir.FlatUpdate{Array: c.array.Name, Offset: r.offset, Dims: r.flat, Value: paint.Name})
	} else {
		b.Bind([]ir.Param{out}, &ir.Update{Array: c.array.Name, Dims: r.dims, Value: ir.Var(paint.Name)})
	}
	if g.oneOf(6) == 0 {
		e.addParam(paint)
	}
	return out
}

// peek reads an element that may be out of bounds.
func (g *generator) peek(b *ir.Builder, e *environment, a ir.Param) {
	i := g.scalar(e, scalar.I64)
	indices := []ir.Atom{i}
	for range a.Type.Dims[1:] {
		indices = append(indices, ir.Size(0))
	}
	then := b.Inner()
	x := then.Index("e", a.Type.Elem, a.Name, indices...)
	none := ir.Const(scalar.Int(a.Type.Elem, -1))
	g.let(b, e, "e", ir.ScalarOf(a.Type.Elem), &ir.If{Cond: inBounds(b, i, a.Type.Dims[0]), Then: then.Body(x), Else: &ir.Body{Result: []ir.Atom{none}}})
}

// paintLike builds an array of the given shape, perhaps from the contents of the canvas.
func (g *generator) paintLike(b *ir.Builder, e *environment, c canvas, shape []ir.Atom, depth int) ir.Param {
	t := ir.ArrayOf(c.elem(), shape...)
	bind := func(x ir.Exp) ir.Param { return ir.Param{Name: b.Let("paint", t, x).Name, Type: t} }
	choice := g.oneOf(8)
	if depth <= 0 && choice > 4 {
		choice -= 5
	}
	switch choice {
	case 0:
		return bind(&ir.Replicate{Shape: shape, Value: g.scalar(e, c.elem())})
	case 1, 2:
		return bind(g.paintedMap(b, e, c, shape))
	case 3:
		return bind(g.paintedLoop(b, e, c, t))
	case 4:
		for _, r := range c.regions {
			if r.dims != nil && slices.Equal(r.shape, shape) && g.oneOf(2) == 0 {
				part := b.Let("part", t, &ir.Slice{Array: c.array.Name, Dims: r.dims})
				return bind(&ir.Copy{Array: part.Name})
			}
		}
		return bind(&ir.Replicate{Shape: shape, Value: c.constant(7)})
	case 5:
		then, els := b.Inner(), b.Inner()
		x := ir.Var(g.paintLike(then, e.inner(), c, shape, depth-1).Name)
		y := ir.Var(g.paintLike(els, e.inner(), c, shape, depth-1).Name)
		return bind(&ir.If{Cond: g.scalar(e, scalar.Bool), Then: then.Body(x), Else: els.Body(y)})
	case 6:
		if n, ok := shape[0].AsSize(); ok && n > 1 {
			first, rest := slices.Clone(shape), slices.Clone(shape)
			first[0], rest[0] = ir.Size(1), ir.Size(n-1)
			x, y := g.paintLike(b, e, c, first, depth-1), g.paintLike(b, e, c, rest, depth-1)
			return bind(&ir.Concat{Size: shape[0], Arrays: []name.Name{x.Name, y.Name}})
		}
		fallthrough
	default:
		if len(shape) == 2 {
			x := g.paintLike(b, e, c, []ir.Atom{shape[1], shape[0]}, depth-1)
			return bind(&ir.Rearrange{Perm: []int{1, 0}, Array: x.Name})
		}
		x := g.paintLike(b, e, c, shape, depth-1)
		last := b.Prim("last", scalar.Sub, scalar.I64, shape[0], ir.Size(1))
		return bind(&ir.Slice{Array: x.Name, Dims: []ir.SliceDim{ir.RangeOf(last, shape[0], ir.Size(-1))}})
	}
}

// paintedMap is a map that reads the canvas at each index, or elsewhere.
func (g *generator) paintedMap(b *ir.Builder, e *environment, c canvas, shape []ir.Atom) ir.Exp {
	is := g.counted(b, shape[0])
	i := ir.Param{Name: g.names.Fresh("i"), Type: ir.I64}
	in := b.Inner()
	row := ir.ArrayOf(c.elem(), shape[1:]...)
	var result ir.Atom
	if len(shape) == 1 {
		result = sum(in, c.elem(), g.mixed(in, c, ir.Var(i.Name)), g.scalar(e, c.elem()))
	} else {
		result = in.Let("row", row, g.paintedMap(in, e, c, shape[1:]))
	}
	fn := &ir.Lambda{Params: []ir.Param{i}, Results: []ir.Type{row}, Body: in.Body(result)}
	return &ir.Map{Width: shape[0], Fn: fn, Arrays: []name.Name{is}}
}

// paintedLoop overwrites an array element by element or row by row, and reads the canvas in
// between.
func (g *generator) paintedLoop(b *ir.Builder, e *environment, c canvas, t ir.Type) ir.Exp {
	start := b.Let("blank", t, &ir.Replicate{Shape: t.Dims, Value: c.constant(0)})
	carried := ir.Param{Name: g.names.Fresh("paint"), Type: t, Unique: true}
	i := g.names.Fresh("i")
	in := b.Inner()
	dims := []ir.SliceDim{ir.FixAt(ir.Var(i))}
	v := g.mixed(in, c, ir.Var(i))
	if t.Rank() == 2 {
		dims = append(dims, ir.Whole(t.Dims[1]))
		v = in.Let("row", t.Peel(1), &ir.Replicate{Shape: t.Dims[1:], Value: v})
	}
	out := in.Let("paint", t, &ir.Update{Array: carried.Name, Dims: dims, Value: v})
	return &ir.Loop{Params: []ir.Param{carried}, Inits: []ir.Atom{start}, Index: i, Bound: t.Dims[0], Body: in.Body(out)}
}

// mixed reads the canvas at i, in one of its regions, or from the end; 3 if that is out of
// bounds.
func (g *generator) mixed(b *ir.Builder, c canvas, i ir.Atom) ir.Atom {
	dims := c.array.Type.Dims
	at := i
	switch g.oneOf(4) {
	case 0:
		return b.Convert(scalar.I64, c.elem(), i)
	case 1:
		last := b.Prim("last", scalar.Sub, scalar.I64, dims[0], ir.Size(1))
		at = b.Prim("at", scalar.Sub, scalar.I64, last, i)
	case 2:
		if r := c.regions[g.oneOf(len(c.regions))]; len(dims) == 1 && len(r.dims) == 1 {
			along := b.Prim("along", scalar.Mul, scalar.I64, i, r.dims[0].Step)
			at = b.Prim("at", scalar.Add, scalar.I64, r.dims[0].Start, along)
		}
	}
	indices := []ir.Atom{at}
	for range dims[1:] {
		indices = append(indices, ir.Size(int64(g.oneOf(3))))
	}
	then := b.Inner()
	x := then.Index("e", c.elem(), c.array.Name, indices...)
	other := &ir.Body{Result: []ir.Atom{c.constant(3)}}
	return b.Let("e", ir.ScalarOf(c.elem()), &ir.If{Cond: inBounds(b, at, dims[0]), Then: then.Body(x), Else: other})
}
