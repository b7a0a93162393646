package generate

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
)

// part is a component of a concatenation: further parts, or an array built directly.
type part struct {
	size  ir.Atom
	parts []part
}

// joins builds one array from pieces, some of which are concatenations themselves, and
// perhaps writes it to a slice of a larger array; or it does so for each row, in a thread.
func joins(g *generator, b *ir.Builder, e *environment) []ir.Param {
	elem := g.elem()
	if g.oneOf(2) == 0 {
		whole := g.joined(b, e, elem, g.parts(b, slices.Concat(e.wides, e.widths), 2), ir.Size(0))
		if g.oneOf(3) == 0 {
			return []ir.Param{whole, g.inserted(b, e, whole)}
		}
		return []ir.Param{whole}
	}
	p := g.parts(b, e.widths, 1)
	return []ir.Param{g.tabulated(b, g.side(e), ir.ArrayOf(elem, p.size), func(in *ir.Builder, i ir.Atom) ir.Atom {
		return ir.Var(g.joined(in, e, elem, p, i).Name)
	})}
}

// parts draws the sizes of the components.
func (g *generator) parts(b *ir.Builder, sizes []ir.Atom, depth int) part {
	whole := part{size: ir.Size(0)}
	for range 2 + g.oneOf(3) {
		p := part{size: ir.Size(int64(1 + g.oneOf(4)))}
		if k := g.oneOf(len(sizes) + 1); k < len(sizes) {
			p.size = sizes[k]
		}
		if depth > 0 && g.oneOf(5) == 0 {
			p = g.parts(b, sizes, depth-1)
		}
		whole.size = b.Prim("size", scalar.Add, scalar.I64, whole.size, p.size)
		whole.parts = append(whole.parts, p)
	}
	return whole
}

// joined builds the array of part p.
func (g *generator) joined(b *ir.Builder, e *environment, elem scalar.Type, p part, salt ir.Atom) ir.Param {
	if p.parts == nil {
		return g.piece(b, e, ir.ArrayOf(elem, p.size), salt)
	}
	var pieces []ir.Param
	for k, q := range p.parts {
		pieces = append(pieces, g.joined(b, e, elem, q, plus(b, salt, int64(k))))
	}
	t := ir.ArrayOf(elem, p.size)
	return ir.Param{Name: b.Let("joined", t, &ir.Concat{Size: p.size, Arrays: namesOf(pieces)}).Name, Type: t}
}

// piece builds a one-dimensional array in a way that allows in-place construction.
func (g *generator) piece(b *ir.Builder, e *environment, t ir.Type, salt ir.Atom) ir.Param {
	n, x := t.Dims[0], g.scalar(e, t.Elem)
	made := func(in *ir.Builder) ir.Param { return g.section(in, t.Elem, n, salt) }
	bind := func(x ir.Exp) ir.Param { return ir.Param{Name: b.Let("piece", t, x).Name, Type: t} }
	switch g.oneOf(7) {
	case 0:
		return bind(&ir.Replicate{Shape: t.Dims, Value: x})
	case 1:
		return g.filled(b, e, t)
	case 2:
		reversed := []ir.SliceDim{ir.RangeOf(plus(b, n, -1), n, ir.Size(-1))}
		return bind(&ir.Slice{Array: made(b).Name, Dims: reversed})
	case 3:
		return g.scanned(b, g.foldOf(b, e, t.Elem), made(b))
	case 4:
		from, own := made(b), g.fresh(b, e, t)
		return g.overwritten(b, n, own, func(in *ir.Builder, i ir.Atom, own ir.Param) ir.Atom {
			return put(in, own, g.blended(in, t.Elem, []ir.Atom{element(in, from, i), elementOr(in, x, own, plus(in, i, -1))}), i)
		})
	case 5:
		other := g.filled(b, e, t)
		one := either(b, g.scalar(e, scalar.Bool), t, func(in *ir.Builder) ir.Atom { return ir.Var(made(in).Name) }, always(ir.Var(other.Name)))
		return ir.Param{Name: one.Name, Type: t}
	}
	return made(b)
}

// inserted returns an array with a slice replaced by a and a few elements around it:
// contiguously, or every second element.
func (g *generator) inserted(b *ir.Builder, e *environment, a ir.Param) ir.Param {
	n, stride := a.Type.Dims[0], int64(1+g.oneOf(2))
	before := int64(g.oneOf(3))
	t := ir.ArrayOf(a.Type.Elem, plus(b, b.Prim("n", scalar.Mul, scalar.I64, n, ir.Size(stride)), before+int64(g.oneOf(3))))
	own := b.Let("own", t, &ir.Replicate{Shape: t.Dims, Value: g.scalar(e, t.Elem)})
	if g.oneOf(3) == 0 {
		g.within(b, ir.Size(before), n, ir.Size(stride), t.Dims[0])
	}
	at := []ir.SliceDim{ir.RangeOf(ir.Size(before), n, ir.Size(stride))}
	return ir.Param{Name: b.Let("u", t, &ir.Update{Array: own.Name, Dims: at, Value: ir.Var(a.Name)}).Name, Type: t}
}

// blocks overwrites a table by rows, columns or a diagonal, each of them an LMAD slice of
// the flattened table, and each computed from the contents so far.
func blocks(g *generator, b *ir.Builder, e *environment) []ir.Param {
	rows, columns := g.area(e)
	elem := g.elem()
	t := ir.ArrayOf(elem, b.Prim("cells", scalar.Mul, scalar.I64, rows, columns))
	flat := g.fresh(b, e, t)
	one := ir.Size(1)
	strips := []struct{ count, size, apart, stride ir.Atom }{
		{rows, columns, columns, one}, {columns, rows, one, columns},
		{one, b.Prim("least", scalar.Min, scalar.I64, rows, columns), one, plus(b, columns, 1)},
	}
	s := strips[g.oneOf(len(strips))]
	x, checked := g.scalar(e, elem), g.oneOf(3) == 0
	out := g.overwritten(b, s.count, flat, func(in *ir.Builder, k ir.Atom, flat ir.Param) ir.Atom {
		start := in.Prim("start", scalar.Mul, scalar.I64, k, s.apart)
		back := in.Prim("back", scalar.Sub, scalar.I64, start, s.apart)
		made := g.tabulated(in, s.size, ir.ScalarOf(elem), func(in *ir.Builder, i ir.Atom) ir.Atom {
			along := in.Prim("along", scalar.Mul, scalar.I64, i, s.stride)
			last := in.Prim("at", scalar.Add, scalar.I64, back, along)
			return g.blended(in, elem, []ir.Atom{elementOr(in, x, flat, last), small(in, elem, i)})
		})
		if checked {
			g.within(in, start, s.size, s.stride, t.Dims[0])
		}
		return in.Let("u", t, &ir.FlatUpdate{Array: flat.Name, Offset: start, Dims: []ir.FlatDim{{Size: s.size, Stride: s.stride}}, Value: made.Name})
	})
	if g.oneOf(2) == 0 {
		return []ir.Param{out}
	}
	table := ir.ArrayOf(elem, rows, columns)
	return []ir.Param{{Name: b.Let("table", table, &ir.Reshape{Shape: table.Dims, Array: out.Name}).Name, Type: table}}
}

// within asserts that a slice, which is in bounds, lies within the given number of cells.
func (g *generator) within(b *ir.Builder, start, size, stride, cells ir.Atom) {
	last := b.Prim("last", scalar.Add, scalar.I64, start, b.Prim("far", scalar.Mul, scalar.I64, plus(b, size, -1), stride))
	none := b.Prim("none", scalar.Eq, scalar.I64, size, ir.Size(0))
	ok := b.Prim("ok", scalar.And, scalar.Bool, inBounds(b, last, cells), b.Prim("low", scalar.Le, scalar.I64, ir.Size(0), start))
	g.assert(b, b.Prim("ok", scalar.Or, scalar.Bool, none, ok), ir.Text("slice from "), ir.Arg(start))
}

// diagonalBlocks overwrites the blocks of a square along anti-diagonals of blocks, each
// computed from the row above it and the column to its left: Needleman–Wunsch on LMAD
// slices.
func diagonalBlocks(g *generator, b *ir.Builder, e *environment) []ir.Param {
	count, size := g.points(e), []ir.Atom{ir.Size(2), ir.Size(3), ir.Size(8), ir.Size(9)}[g.oneOf(4)]
	mul := func(b *ir.Builder, x, y ir.Atom) ir.Atom { return b.Prim("m", scalar.Mul, scalar.I64, x, y) }
	add := func(b *ir.Builder, x, y ir.Atom) ir.Atom { return b.Prim("a", scalar.Add, scalar.I64, x, y) }
	side := plus(b, mul(b, count, size), 1)
	elem := g.elem()
	t := ir.ArrayOf(elem, mul(b, side, side))
	up := b.Prim("up", scalar.Sub, scalar.I64, size, mul(b, side, size)) // from a block to the one above and to the right
	low, checked := mul(b, side, size), g.oneOf(2) == 0
	return []ir.Param{g.overwritten(b, count, g.fresh(b, e, t), func(in *ir.Builder, k ir.Atom, square ir.Param) ir.Atom {
		many, corner := plus(in, k, 1), mul(in, k, low)
		border := func(base string, stride ir.Atom) ir.Param {
			t := ir.ArrayOf(elem, many, plus(in, size, 1))
			x := &ir.FlatSlice{Array: square.Name, Offset: corner, Dims: []ir.FlatDim{{Size: many, Stride: up}, {Size: t.Dims[1], Stride: stride}}}
			return ir.Param{Name: in.Let(base, t, x).Name, Type: t}
		}
		left, above := border("left", side), border("above", ir.Size(1))
		row := ir.ArrayOf(elem, size, size)
		made := g.mapped(in, many, []ir.Param{left, above}, []ir.Type{row}, func(in *ir.Builder, xs []ir.Atom) []ir.Atom {
			l, a := ir.Param{Name: xs[0].Name, Type: left.Type.Peel(1)}, ir.Param{Name: xs[1].Name, Type: above.Type.Peel(1)}
			return []ir.Atom{ir.Var(g.blockOf(in, row, l, a).Name)}
		})[0]
		dims := []ir.FlatDim{{Size: many, Stride: up}, {Size: size, Stride: side}, {Size: size, Stride: ir.Size(1)}}
		first := plus(in, add(in, corner, side), 1)
		if checked {
			g.within(in, first, many, up, t.Dims[0])
		}
		return in.Let("u", t, &ir.FlatUpdate{Array: square.Name, Offset: first, Dims: dims, Value: made.Name})
	})}
}

// blockOf computes a block from the borders to its left and above it.
func (g *generator) blockOf(b *ir.Builder, t ir.Type, left, above ir.Param) ir.Param {
	zeros := ir.Param{Name: b.Let("own", t, &ir.Replicate{Shape: t.Dims, Value: ir.Const(scalar.Zero(t.Elem))}).Name, Type: t}
	return g.overwritten(b, t.Dims[0], zeros, func(in *ir.Builder, i ir.Atom, block ir.Param) ir.Atom {
		row := g.overwritten(in, t.Dims[1], block, func(in *ir.Builder, j ir.Atom, block ir.Param) ir.Atom {
			near := func(other ir.Param, at, first ir.Atom, down, right int64) ir.Atom {
				return either(in, in.Prim("edge", scalar.Eq, scalar.I64, first, ir.Size(0)), ir.ScalarOf(t.Elem),
					func(in *ir.Builder) ir.Atom { return element(in, other, plus(in, at, 1)) },
					func(in *ir.Builder) ir.Atom { return element(in, block, plus(in, i, down), plus(in, j, right)) })
			}
			xs := []ir.Atom{near(above, j, i, -1, 0), near(left, i, j, 0, -1), small(in, t.Elem, in.Prim("x", scalar.Xor, scalar.I64, i, j))}
			return put(in, block, g.blended(in, t.Elem, xs), i, j)
		})
		return ir.Var(row.Name)
	})
}
