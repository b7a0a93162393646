package generate

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
)

// shape generates code that some pass looks for, with drawn sizes and operators. It returns
// the arrays and scalars that it binds; they become results of the program, so that none is
// dead.
type shape func(g *generator, b *ir.Builder, e *environment) []ir.Param

// allShapes lists the shapes at the top level of main, repeated according to their
// frequency.
func allShapes() []shape {
	return []shape{
		// cooperate: anti-diagonals and tiles of them
		recurrence, recurrence, recurrence,
		// offload, cooperate: loops whose iterations are distributed over groups
		independent, independent, elimination, walk,
		// double-buffer, and several elements per thread
		stencil, stencil, smallArrays, // and, for scalarise, folds of small arrays and loops that carry them
		// segmented reductions and scans, selections by groups, histograms, tiles
		segments, segments, selection, bins, bins, product, turned,
		// coalesce, expand-memory: threads with private rows and sizes
		sweeps, settled, settled, sections, sections,
		// short-circuit: concatenations and LMAD slices
		joins, smallArrays, blocks, diagonalBlocks, renewed, renewed, smallArrays,
	}
}

// shapes draws some shapes, and makes what they bind available and results.
func (g *generator) shapes(b *ir.Builder, e *environment) {
	all := allShapes()
	for range 1 + g.oneOf(2) {
		if k := g.oneOf(len(all) + 1); k > 0 {
			for _, p := range all[k-1](g, b, e) {
				e.addParam(p)
				g.kept = append(g.kept, p)
			}
		}
	}
}

// side draws a size: large, small, or at the boundary of what threads process at once.
func (g *generator) side(e *environment) ir.Atom {
	all := slices.Concat(e.wides[1:], e.widths)
	k := g.oneOf(len(all) + 1)
	if k < len(all) {
		return all[k]
	}
	return ir.Size([]int64{1, 2, 7, 16, 17, 31, 32, 33}[g.oneOf(8)])
}

// area draws the sides of a table that is not too large.
func (g *generator) area(e *environment) (rows, columns ir.Atom) {
	p, q := e.wides[1], e.wides[2]
	areas := [][2]ir.Atom{{p, q}, {p, q}, {q, p}, {e.widths[0], q}, {p, ir.Size(3)}, {ir.Size(9), ir.Size(17)}, {ir.Size(33), ir.Size(31)}}
	a := areas[g.oneOf(len(areas))]
	return a[0], a[1]
}

// points draws a small count.
func (g *generator) points(e *environment) ir.Atom {
	return []ir.Atom{e.widths[0], ir.Size(1), ir.Size(2), ir.Size(3)}[g.oneOf(4)]
}

// filled returns an array of type t: a uniform one (the least choice), an existing one, or
// one computed by a formula.
func (g *generator) filled(b *ir.Builder, e *environment, t ir.Type) ir.Param {
	var fit []ir.Param
	for _, a := range e.arrays {
		if a.Type.Elem == t.Elem && slices.Equal(a.Type.Dims, t.Dims) {
			fit = append(fit, a)
		}
	}
	switch k := g.oneOf(len(fit) + 4); {
	case k == 0:
		same := b.Let("same", t, &ir.Replicate{Shape: t.Dims, Value: g.scalar(e, t.Elem)})
		return ir.Param{Name: same.Name, Type: t}
	case k <= len(fit):
		return fit[k-1]
	}
	by := [3]ir.Atom{ir.Size(int64(1 + g.oneOf(7))), ir.Size(int64(3 + g.oneOf(9))), ir.Size(5)}
	return g.grid(b, t, func(in *ir.Builder, at []ir.Atom) ir.Atom { return small(in, t.Elem, mix(in, at, by)) })
}

// mix hashes indices to a number without an obvious pattern.
func mix(b *ir.Builder, at []ir.Atom, by [3]ir.Atom) ir.Atom {
	v := ir.Size(3)
	for k, i := range at {
		v = b.Prim("v", scalar.Xor, scalar.I64, b.Prim("s", scalar.Mul, scalar.I64, i, by[k%3]), v)
	}
	return v
}

// small converts a number to one of at most two digits in any type.
func small(b *ir.Builder, t scalar.Type, x ir.Atom) ir.Atom {
	if t == scalar.Bool {
		return b.Prim("odd", scalar.Ne, scalar.I64, ir.Size(0), b.Prim("bit", scalar.And, scalar.I64, x, ir.Size(1)))
	}
	return b.Convert(scalar.I64, t, b.Prim("v", scalar.And, scalar.I64, x, ir.Size(31)))
}

// fresh returns an array of type t to be overwritten: a copy, or a uniform array.
func (g *generator) fresh(b *ir.Builder, e *environment, t ir.Type) ir.Param {
	p := ir.Param{Type: t}
	if g.oneOf(2) == 0 {
		p.Name = b.Let("own", t, &ir.Replicate{Shape: t.Dims, Value: g.scalar(e, t.Elem)}).Name
	} else {
		p.Name = b.Let("own", t, &ir.Copy{Array: g.filled(b, e, t).Name}).Name
	}
	return p
}

// blends are the binary operators on a type.
var blends = []scalar.Op{scalar.Add, scalar.Sub, scalar.Max, scalar.Min, scalar.Xor, scalar.Mul}

// blend draws a binary operator.
func (g *generator) blend(t scalar.Type) func(b *ir.Builder, x, y ir.Atom) ir.Atom {
	var fit []scalar.Op
	for _, op := range blends {
		if within(op).Has(t) {
			fit = append(fit, op)
		}
	}
	op := fit[g.oneOf(len(fit))]
	return func(b *ir.Builder, x, y ir.Atom) ir.Atom { return b.Prim("v", op, t, x, y) }
}

// blended combines all of xs.
func (g *generator) blended(b *ir.Builder, t scalar.Type, xs []ir.Atom) ir.Atom {
	v := xs[0]
	for _, x := range xs[1:] {
		v = g.blend(t)(b, v, x)
	}
	return v
}
