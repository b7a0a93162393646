package generate

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
)

// step is the distance between two elements, in rows and columns.
type step struct{ down, right int64 }

// earlier holds the dependences of an element. For some of them, preceding anti-diagonals
// do not contain all operands, so the iterations must stay in order.
var earlier = []step{{-1, 0}, {0, -1}, {-1, -1}, {-1, 0}, {0, -1}, {-2, 0}, {0, -3}, {0, 0}, {-1, 1}, {1, 0}}

// recurrence fills a table whose elements depend on earlier ones; or one table for each of
// a few points.
func recurrence(g *generator, b *ir.Builder, e *environment) []ir.Param {
	rows, columns := g.area(e)
	if g.oneOf(3) == 0 {
		return []ir.Param{g.recurred(b, e, rows, columns)}
	}
	t := g.bordered(b, g.elem(), rows, columns)
	whole := g.oneOf(2) == 0
	row := ir.ScalarOf(t.Elem)
	if whole {
		row = t
	}
	from := g.filled(b, e, ir.ArrayOf(t.Elem, rows, columns))
	c := g.points(e)
	return []ir.Param{g.tabulated(b, c, row, func(in *ir.Builder, k ir.Atom) ir.Atom {
		r := g.recurrenceOf(in, g.start(in, t, small(in, t.Elem, k)), from, small(in, t.Elem, k))
		if whole {
			return ir.Var(r.Name)
		}
		return elementOr(in, ir.Const(scalar.Zero(t.Elem)), r, plus(in, rows, -1), plus(in, columns, -1))
	})}
}

// recurred builds one table.
func (g *generator) recurred(b *ir.Builder, e *environment, rows, columns ir.Atom) ir.Param {
	t := g.bordered(b, g.elem(), rows, columns)
	from := g.filled(b, e, ir.ArrayOf(t.Elem, rows, columns))
	return g.recurrenceOf(b, g.start(b, t, g.scalar(e, t.Elem)), from, g.scalar(e, t.Elem))
}

// bordered returns the type of a table, perhaps with a border above and to the left.
func (g *generator) bordered(b *ir.Builder, t scalar.Type, rows, columns ir.Atom) ir.Type {
	if g.oneOf(2) == 0 {
		return ir.ArrayOf(t, rows, columns)
	}
	return ir.ArrayOf(t, plus(b, rows, 1), plus(b, columns, 1))
}

// start builds the table to be overwritten, uniform or not.
func (g *generator) start(b *ir.Builder, t ir.Type, x ir.Atom) ir.Param {
	if g.oneOf(2) == 0 {
		return ir.Param{Name: b.Let("own", t, &ir.Replicate{Shape: t.Dims, Value: x}).Name, Type: t}
	}
	return g.grid(b, t, func(in *ir.Builder, at []ir.Atom) ir.Atom {
		return small(in, t.Elem, mix(in, at, [3]ir.Atom{ir.Size(3), ir.Size(5), ir.Size(7)}))
	})
}

// recurrenceOf overwrites a table that has the size of from, plus an optional border.
func (g *generator) recurrenceOf(b *ir.Builder, table, from ir.Param, x ir.Atom) ir.Param {
	t := table.Type
	border := int64(0)
	if t.Dims[0] != from.Type.Dims[0] {
		border = 1
	}
	var needs []step
	for range 1 + g.oneOf(3) {
		needs = append(needs, earlier[g.oneOf(len(earlier)-g.oneOf(3))])
	}
	other := g.oneOf(4)
	return g.overwritten(b, from.Type.Dims[0], table, func(in *ir.Builder, i ir.Atom, table ir.Param) ir.Atom {
		row := g.overwritten(in, from.Type.Dims[1], table, func(in *ir.Builder, j ir.Atom, table ir.Param) ir.Atom {
			at := []ir.Atom{plus(in, i, border), plus(in, j, border)}
			xs := []ir.Atom{x}
			switch other {
			case 1:
				xs = append(xs, element(in, from, i, j))
			case 2:
				xs = append(xs, element(in, from, i, ir.Size(0)))
			case 3:
				xs = append(xs, element(in, from, ir.Size(0), j))
			}
			for _, s := range needs {
				xs = append(xs, g.neighbour(in, table, border, x, i, j, s))
			}
			return put(in, table, g.blended(in, t.Elem, xs), at...)
		})
		return ir.Var(row.Name)
	})
}

// neighbour reads the element a step from (i, j), if it exists. Borders always exist.
func (g *generator) neighbour(b *ir.Builder, table ir.Param, border int64, x, i, j ir.Atom, s step) ir.Atom {
	at := []ir.Atom{plus(b, i, border+s.down), plus(b, j, border+s.right)}
	near := s.down >= -border && s.right >= -border && s.down <= 0 && s.right <= 0
	switch {
	case near:
		return element(b, table, at...)
	case s == step{-1, 0} && g.oneOf(2) == 0:
		return g.unlessFirst(b, x, table, i, at)
	case s == step{0, -1} && g.oneOf(2) == 0:
		return g.unlessFirst(b, x, table, j, at)
	}
	return elementOr(b, x, table, at...)
}

// unlessFirst reads an element, or returns x in the first row or column.
func (g *generator) unlessFirst(b *ir.Builder, x ir.Atom, table ir.Param, i ir.Atom, at []ir.Atom) ir.Atom {
	first := b.Prim("first", scalar.Eq, scalar.I64, i, ir.Size(0))
	return either(b, first, ir.ScalarOf(table.Type.Elem), always(x), func(in *ir.Builder) ir.Atom { return element(in, table, at...) })
}

// independent overwrites an array in a loop whose iterations are independent, or
// occasionally have a dependence, at most a few times.
func independent(g *generator, b *ir.Builder, e *environment) []ir.Param {
	n := e.wides[g.oneOf(len(e.wides))]
	t := ir.ArrayOf(g.elem(), n)
	own, from := g.fresh(b, e, t), g.filled(b, e, t)
	far := []int64{0, 0, 0, -1, 1, 4}[g.oneOf(6)]
	x := g.scalar(e, t.Elem)
	inner := func(b *ir.Builder, k ir.Atom, array ir.Param) ir.Param {
		return g.overwritten(b, n, array, func(in *ir.Builder, i ir.Atom, array ir.Param) ir.Atom {
			last := element(in, array, i)
			if far != 0 {
				last = elementOr(in, x, array, plus(in, i, far))
			}
			return put(in, array, g.blended(in, t.Elem, []ir.Atom{element(in, from, i), last, small(in, t.Elem, k)}), i)
		})
	}
	if g.oneOf(2) == 0 {
		return []ir.Param{inner(b, ir.Size(2), own)}
	}
	return []ir.Param{g.overwritten(b, g.points(e), own, func(in *ir.Builder, k ir.Atom, array ir.Param) ir.Atom {
		return ir.Var(inner(in, k, array).Name)
	})}
}

// elimination subtracts row k from each row below it: loops with shrinking ranges, over the
// rest of a square.
func elimination(g *generator, b *ir.Builder, e *environment) []ir.Param {
	d := []ir.Atom{e.widths[0], ir.Size(3), ir.Size(9), ir.Size(17)}[g.oneOf(4)]
	t := ir.ArrayOf(g.elem(), d, d)
	strict := int64(g.oneOf(2)) // or also row k itself, which the other iterations read
	out := func(b *ir.Builder, square ir.Param) ir.Param {
		return g.overwritten(b, d, square, func(in *ir.Builder, k ir.Atom, a ir.Param) ir.Atom {
			from := plus(in, k, strict)
			left := in.Prim("left", scalar.Sub, scalar.I64, d, from)
			rows := g.overwritten(in, left, a, func(in *ir.Builder, i ir.Atom, a ir.Param) ir.Atom {
				i = in.Prim("i", scalar.Add, scalar.I64, from, i)
				columns := g.overwritten(in, left, a, func(in *ir.Builder, j ir.Atom, a ir.Param) ir.Atom {
					j = in.Prim("j", scalar.Add, scalar.I64, from, j)
					v := g.blended(in, t.Elem, []ir.Atom{element(in, a, i, j), element(in, a, i, k), element(in, a, k, j)})
					return put(in, a, v, i, j)
				})
				return ir.Var(columns.Name)
			})
			return ir.Var(rows.Name)
		})
	}
	if g.oneOf(2) == 0 {
		return []ir.Param{out(b, g.fresh(b, e, t))}
	}
	return []ir.Param{g.tabulated(b, g.points(e), t, func(in *ir.Builder, k ir.Atom) ir.Atom {
		return ir.Var(out(in, g.start(in, t, small(in, t.Elem, k))).Name)
	})}
}

// walk traverses an array sequentially, as its elements direct, and returns scalars that
// the host needs.
func walk(g *generator, b *ir.Builder, e *environment) []ir.Param {
	n := e.wides[g.oneOf(len(e.wides))]
	a := g.filled(b, e, ir.ArrayOf(scalar.I64, n))
	acc := ir.Param{Name: b.Prim("acc", scalar.Max, scalar.I64, g.scalar(e, scalar.I64), ir.Size(1)).Name, Type: ir.I64}
	at := ir.Param{Name: b.Prim("at", scalar.Min, scalar.I64, g.scalar(e, scalar.I64), ir.Size(5)).Name, Type: ir.I64}
	return g.looped(b, n, false, []ir.Param{acc, at}, func(in *ir.Builder, xs []ir.Atom) []ir.Atom {
		i, acc, at := xs[0], xs[1], xs[2]
		v := elementOr(in, i, a, at)
		next := in.Prim("next", scalar.And, scalar.I64, in.Prim("s", scalar.Add, scalar.I64, v, i), ir.Size(15))
		return []ir.Atom{g.blended(in, scalar.I64, []ir.Atom{acc, v, element(in, a, i)}), next}
	})
}
