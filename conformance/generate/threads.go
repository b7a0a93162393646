package generate

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
)

// sweeps has a thread per row, which traverses it forwards and backwards using private
// arrays; once, or in a loop that carries the table, alternating rows and columns.
func sweeps(g *generator, b *ir.Builder, e *environment) []ir.Param {
	rows, columns := g.area(e)
	table := g.filled(b, e, ir.ArrayOf(g.elem(), rows, columns))
	if g.oneOf(2) == 0 {
		return []ir.Param{g.swept(b, e, table)}
	}
	both := g.oneOf(2) == 0
	return g.looped(b, ir.Size(2), false, []ir.Param{table}, func(in *ir.Builder, xs []ir.Atom) []ir.Atom {
		t := g.swept(in, e, ir.Param{Name: xs[1].Name, Type: table.Type})
		if both {
			t = transposed(in, g.swept(in, e, transposed(in, t)))
		}
		return []ir.Atom{ir.Var(t.Name)}
	})
}

// transposed returns a transposed view of a table.
func transposed(b *ir.Builder, a ir.Param) ir.Param {
	t := ir.ArrayOf(a.Type.Elem, a.Type.Dims[1], a.Type.Dims[0])
	return ir.Param{Name: b.Let("tr", t, &ir.Rearrange{Perm: []int{1, 0}, Array: a.Name}).Name, Type: t}
}

// swept computes a row from each row of a table.
func (g *generator) swept(b *ir.Builder, e *environment, table ir.Param) ir.Param {
	t := table.Type.Peel(1)
	n, x := t.Dims[0], g.scalar(e, t.Elem)
	forth, back, times := g.blend(t.Elem), g.blend(t.Elem), g.oneOf(3)
	return g.mapped(b, table.Type.Dims[0], []ir.Param{table}, []ir.Type{t}, func(in *ir.Builder, xs []ir.Atom) []ir.Atom {
		row := ir.Param{Name: xs[0].Name, Type: t}
		for k := range 1 + times {
			next := ir.Param{Name: in.Let("own", t, &ir.Replicate{Shape: t.Dims, Value: x}).Name, Type: t}
			if k == 2 {
				next.Name = in.Let("own", t, &ir.Copy{Array: row.Name}).Name
			}
			row = g.overwritten(in, n, next, func(in *ir.Builder, i ir.Atom, own ir.Param) ir.Atom {
				if k%2 == 0 {
					before := elementOr(in, x, own, plus(in, i, -1))
					return put(in, own, forth(in, element(in, row, i), before), i)
				}
				i = in.Prim("i", scalar.Sub, scalar.I64, plus(in, n, -1), i)
				return put(in, own, back(in, element(in, row, i), elementOr(in, x, own, plus(in, i, 1))), i)
			})
		}
		return []ir.Atom{ir.Var(row.Name)}
	})[0]
}

// sections has threads that build arrays of varying sizes and reduce them to a number.
func sections(g *generator, b *ir.Builder, e *environment) []ir.Param {
	n := e.wides[g.oneOf(len(e.wides))]
	sizes, f := g.filled(b, e, ir.I64.Under(n)), g.fold(b, e)
	elem := f.types[0].Elem
	most := ir.Size([]int64{1, 3, 7, 15}[g.oneOf(4)])
	from, way, other := g.filled(b, e, ir.ArrayOf(elem, n)), g.oneOf(4), g.oneOf(3) == 0
	return []ir.Param{g.tabulated(b, n, ir.ScalarOf(elem), func(in *ir.Builder, i ir.Atom) ir.Atom {
		at := i
		if way != 0 {
			at = element(in, sizes, i)
		}
		size := in.Prim("size", scalar.And, scalar.I64, at, most)
		own := g.section(in, elem, size, i)
		if way == 3 {
			own = g.grown(in, f, size, i)
		}
		if way > 1 {
			own = g.either(in, own, g.section(in, elem, most, i), in.Prim("longer", scalar.Lt, scalar.I64, size, ir.Size(2)))
		}
		if other {
			own = g.scanned(in, f, own)
		}
		first := elementOr(in, element(in, from, i), own, ir.Size(1))
		r := g.folded(in, f, own.Type.Dims[0], false, false, func(in *ir.Builder, j ir.Atom) []ir.Atom {
			return []ir.Atom{sum(in, elem, element(in, own, j), first)}
		})
		return ir.Var(r[0].Name)
	})}
}

// section returns an array of the given size.
func (g *generator) section(b *ir.Builder, elem scalar.Type, size, salt ir.Atom) ir.Param {
	by := [3]ir.Atom{ir.Size(3), ir.Size(1)}
	return g.tabulated(b, size, ir.ScalarOf(elem), func(in *ir.Builder, j ir.Atom) ir.Atom {
		return small(in, elem, mix(in, []ir.Atom{j, salt}, by))
	})
}

// grown returns a section whose elements are folds of sections of other sizes.
func (g *generator) grown(b *ir.Builder, f folding, size, salt ir.Atom) ir.Param {
	t := ir.ArrayOf(f.types[0].Elem, size)
	own := ir.Param{Name: b.Let("own", t, &ir.Replicate{Shape: t.Dims, Value: f.neutral[0]}).Name, Type: t}
	return g.overwritten(b, size, own, func(in *ir.Builder, j ir.Atom, own ir.Param) ir.Atom {
		part := g.section(in, t.Elem, j, salt)
		r := g.folded(in, f, j, false, false, func(in *ir.Builder, k ir.Atom) []ir.Atom { return []ir.Atom{element(in, part, k)} })
		return put(in, own, sum(in, t.Elem, ir.Var(r[0].Name), elementOr(in, f.neutral[0], part, ir.Size(1))), j)
	})
}

// scanned returns the scan of an array.
func (g *generator) scanned(b *ir.Builder, f folding, a ir.Param) ir.Param {
	return g.folded(b, f, a.Type.Dims[0], true, false, func(in *ir.Builder, j ir.Atom) []ir.Atom {
		return []ir.Atom{element(in, a, j)}
	})[0]
}

// either chooses between two one-dimensional arrays; the result's size is existential.
func (g *generator) either(b *ir.Builder, x, y ir.Param, cond ir.Atom) ir.Param {
	size := ir.Param{Name: g.names.Fresh("size"), Type: ir.I64}
	out := ir.Param{Name: g.names.Fresh("one"), Type: ir.ArrayOf(x.Type.Elem, ir.Var(size.Name))}
	branch := func(a ir.Param) *ir.Body { return b.Inner().Body(a.Type.Dims[0], ir.Var(a.Name)) }
	b.Bind([]ir.Param{size, out}, &ir.If{Cond: cond, Then: branch(x), Else: branch(y)})
	return out
}
