package generate

import (
	"math"
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// folded reduces or scans the results of elements for the indices below width, one for each
// component of f. Occasionally it also returns an array of values that are not folded.
func (g *generator) folded(b *ir.Builder, f folding, width ir.Atom, scans, beside bool, elements func(in *ir.Builder, i ir.Atom) []ir.Atom) []ir.Param {
	is := ir.Param{Name: g.counted(b, width), Type: ir.I64.Under(width)}
	operator := ir.NewRenamer(g.names).Lambda(f.operator) // the operator may be used again
	types := slices.Clone(f.types)
	if beside {
		types = append(types, f.types[0])
	}
	fn := g.over(b, []ir.Param{is}, types, func(in *ir.Builder, xs []ir.Atom) []ir.Atom {
		ys := elements(in, xs[0])
		if beside {
			ys = append(ys, ys[0])
		}
		return ys
	})
	if scans {
		return named("scan", b, under(width, types), &ir.Scan{Width: width, Operator: operator, Neutral: f.neutral, Arrays: []name.Name{is.Name}, Fn: fn})
	}
	results := slices.Clone(f.types)
	if beside {
		results = append(results, f.types[0].Under(width))
	}
	return named("red", b, results, &ir.Reduce{Width: width, Operator: operator, Neutral: f.neutral, Commutative: f.commutative, Arrays: []name.Name{is.Name}, Fn: fn})
}

// segments folds or scans the rows or the columns of a table, or of a few tables.
func segments(g *generator, b *ir.Builder, e *environment) []ir.Param {
	rows, columns := g.area(e)
	f := g.fold(b, e)
	if g.oneOf(4) == 0 {
		f = g.pairs(b)
	}
	return g.segmentsOf(b, e, f, rows, columns, g.oneOf(2) == 0)
}

// selection finds the least or greatest element of rows, or of many elements, and its
// index.
func selection(g *generator, b *ir.Builder, e *environment) []ir.Param {
	f := g.extreme(b)
	if g.oneOf(3) > 0 {
		rows, columns := g.area(e)
		return g.segmentsOf(b, e, f, rows, columns, g.oneOf(4) == 0)
	}
	n, t := e.wides[0], f.types[0].Elem
	from := g.filled(b, e, ir.ArrayOf(t, n))
	spoiled := t.IsFloat() && g.oneOf(2) == 0 // with NaN, for which the operator is not associative
	scans, beside := g.oneOf(4) == 0, g.oneOf(4) == 0 && !spoiled
	out := g.folded(b, f, n, scans, beside, func(in *ir.Builder, i ir.Atom) []ir.Atom {
		x := element(in, from, i)
		if spoiled {
			some := in.Prim("some", scalar.And, scalar.I64, i, ir.Size(7))
			x = either(in, in.Prim("is", scalar.Eq, scalar.I64, some, ir.Size(3)), ir.ScalarOf(t), always(ir.Const(scalar.Float(t, math.NaN()))), always(x))
		}
		return g.componentsOf(in, f, x, i)
	})
	if spoiled {
		return out[1:] // NaN is not used further
	}
	return out
}

// segmentsOf folds each row.
func (g *generator) segmentsOf(b *ir.Builder, e *environment, f folding, rows, columns ir.Atom, scans bool) []ir.Param {
	from := g.filled(b, e, ir.ArrayOf(f.types[0].Elem, rows, columns))
	beside := g.oneOf(4) == 0
	if g.oneOf(3) == 0 { // columns
		t := ir.ArrayOf(from.Type.Elem, columns, rows)
		from = ir.Param{Name: b.Let("tr", t, &ir.Rearrange{Perm: []int{1, 0}, Array: from.Name}).Name, Type: t}
		rows, columns = columns, rows
	}
	row := slices.Clone(f.types)
	if scans {
		row = under(columns, row)
	}
	if beside && scans {
		row = append(row, row[0])
	} else if beside {
		row = append(row, f.types[0].Under(columns))
	}
	of := func(b *ir.Builder, row ir.Param) []ir.Atom {
		return atomsOf(g.folded(b, f, columns, scans, beside, func(in *ir.Builder, i ir.Atom) []ir.Atom {
			return g.componentsOf(in, f, element(in, row, i), i)
		}))
	}
	whole := func(b *ir.Builder) []ir.Param {
		return g.mapped(b, rows, []ir.Param{from}, row, func(in *ir.Builder, xs []ir.Atom) []ir.Atom {
			return of(in, ir.Param{Name: xs[0].Name, Type: from.Type.Peel(1)})
		})
	}
	if g.oneOf(4) > 0 {
		return whole(b)
	}
	c := g.points(e) // several identical tables
	is := ir.Param{Name: g.counted(b, c), Type: ir.I64.Under(c)}
	return g.mapped(b, c, []ir.Param{is}, under(rows, row), func(in *ir.Builder, _ []ir.Atom) []ir.Atom { return atomsOf(whole(in)) })
}

// componentsOf returns the values that an operator folds: an element, its index, and a
// number derived from it.
func (g *generator) componentsOf(b *ir.Builder, f folding, x, i ir.Atom) []ir.Atom {
	out := []ir.Atom{x}
	for _, t := range f.types[1:] {
		if t.Elem == scalar.I64 && len(out) == 1 {
			out = append(out, i)
		} else {
			out = append(out, small(b, t.Elem, mix(b, []ir.Atom{i}, [3]ir.Atom{ir.Size(5)})))
		}
	}
	return out
}

// extreme keeps the greater or lesser of two operands as a whole, with its index and
// perhaps another value. Of equal operands it keeps the first, the last, or the one with
// the lesser index. Here floats do influence decisions, because the compared floats are
// bit-identical everywhere.
func (g *generator) extreme(b *ir.Builder) folding {
	t, ok := g.typeIn(scalar.IntTypes | scalar.FloatTypes)
	if !ok {
		t = scalar.I64
	}
	least := g.oneOf(2) == 0
	types := []ir.Type{ir.ScalarOf(t), ir.I64}
	neutral := []ir.Atom{ir.Const(scalar.Lowest(t)), ir.Const(scalar.Highest(scalar.I64))}
	more := scalar.Gt
	if least {
		neutral[0], more = ir.Const(scalar.Highest(t)), scalar.Lt
	}
	if g.oneOf(3) == 0 {
		also := g.elem()
		types = append(types, ir.ScalarOf(also))
		neutral = append(neutral, ir.Const(scalar.Zero(also)))
	}
	ties := g.oneOf(3)
	return g.tupling(b, types, neutral, func(in *ir.Builder, x, y []ir.Atom) []ir.Atom {
		first := in.Prim("more", more, t, x[0], y[0])
		as := in.Prim("as", scalar.Eq, t, x[0], y[0])
		var tie ir.Atom
		switch ties {
		case 0: // the first one, unless it is the neutral element
			tie = in.Prim("there", scalar.Ne, scalar.I64, x[1], neutral[1])
		case 1: // the last one, likewise
			tie = in.Prim("none", scalar.Eq, scalar.I64, y[1], neutral[1])
		case 2:
			tie = in.Prim("before", scalar.Le, scalar.I64, x[1], y[1])
		}
		first = in.Prim("first", scalar.Or, scalar.Bool, first, in.Prim("tie", scalar.And, scalar.Bool, as, tie))
		return in.Lets("c", types, &ir.If{Cond: first, Then: in.Inner().Body(x...), Else: in.Inner().Body(y...)})
	})
}

// bins generates histograms of many updates, each to a bin given by a formula or out of
// bounds: bins in one or two dimensions, or one histogram per row.
func bins(g *generator, b *ir.Builder, e *environment) []ir.Param {
	switch g.oneOf(4) {
	case 0, 1:
		return g.histogram(b, e, e.wides[g.oneOf(len(e.wides))], g.side(e), ir.Size(0))
	case 2:
		return g.rowBins(b, e)
	}
	rows, columns := g.area(e)
	count := []ir.Atom{g.width(e), columns, ir.Size(2), ir.Size(33)}[g.oneOf(4)]
	is := ir.Param{Name: g.counted(b, rows), Type: ir.I64.Under(rows)}
	t := ir.ArrayOf(g.elem(), count)
	f := g.foldOf(b, e, t.Elem)
	by := g.factors()
	return g.mapped(b, rows, []ir.Param{is}, []ir.Type{t}, func(in *ir.Builder, xs []ir.Atom) []ir.Atom {
		return atomsOf(g.histogramOf(in, f, t, columns, by, xs[0]))
	})
}

// histogram generates a histogram of many elements, of one or two dimensions.
func (g *generator) histogram(b *ir.Builder, e *environment, width, count, salt ir.Atom) []ir.Param {
	f := g.fold(b, e)
	if g.oneOf(4) == 0 {
		f = g.extreme(b)
	}
	t := ir.ArrayOf(f.types[0].Elem, count)
	if g.oneOf(4) == 0 {
		t = ir.ArrayOf(t.Elem, count, g.width(e))
	}
	return g.histogramOf(b, f, t, width, g.factors(), salt)
}

// rowBins combines rows in bins.
func (g *generator) rowBins(b *ir.Builder, e *environment) []ir.Param {
	f, m := g.fold(b, e), g.width(e)
	t := ir.ArrayOf(f.types[0].Elem, g.side(e), m)
	from := g.filled(b, e, ir.ArrayOf(t.Elem, e.wides[g.oneOf(len(e.wides))], m))
	pair := []ir.Param{{Name: g.names.Fresh("as"), Type: t.Peel(1)}, {Name: g.names.Fresh("bs"), Type: t.Peel(1)}}
	in := b.Inner()
	both := in.Let("cs", t.Peel(1), &ir.Map{Width: m, Arrays: namesOf(pair), Fn: f.operator})
	op := ir.HistOp{Rank: 1, Operator: &ir.Lambda{Params: pair, Results: []ir.Type{t.Peel(1)}, Body: in.Body(both)}}
	op.Neutral = []ir.Atom{b.Let("ne", t.Peel(1), &ir.Replicate{Shape: t.Dims[1:], Value: f.neutral[0]})}
	op.Dests = []name.Name{g.fresh(b, e, t).Name}
	by := g.factors()
	is := ir.Param{Name: g.counted(b, from.Type.Dims[0]), Type: ir.I64.Under(from.Type.Dims[0])}
	fn := g.over(b, []ir.Param{is, from}, []ir.Type{ir.I64, t.Peel(1)}, func(in *ir.Builder, xs []ir.Atom) []ir.Atom {
		return []ir.Atom{in.Prim("bin", scalar.And, scalar.I64, mix(in, xs[:1], by), by[2]), xs[1]}
	})
	return named("hist", b, []ir.Type{t}, &ir.Hist{Width: from.Type.Dims[0], Ops: []ir.HistOp{op}, Arrays: []name.Name{is.Name, from.Name}, Fn: fn})
}

// factors draws the coefficients of the formulas for bins and values.
func (g *generator) factors() [3]ir.Atom {
	return [3]ir.Atom{ir.Size(int64(1 + g.oneOf(9))), ir.Size(int64(g.oneOf(4))), ir.Size([]int64{1, 3, 63, 1023}[g.oneOf(4)])}
}

// histogramOf generates a histogram with bins of type t, with the components of f in each.
func (g *generator) histogramOf(b *ir.Builder, f folding, t ir.Type, width ir.Atom, by [3]ir.Atom, salt ir.Atom) []ir.Param {
	op := ir.HistOp{Rank: t.Rank(), Operator: ir.NewRenamer(g.names).Lambda(f.operator), Neutral: f.neutral}
	var types []ir.Type
	for k, c := range f.types {
		own := ir.ArrayOf(c.Elem, t.Dims...)
		op.Dests = append(op.Dests, b.Let("dest", own, &ir.Replicate{Shape: t.Dims, Value: f.neutral[k]}).Name)
		types = append(types, own)
	}
	is := ir.Param{Name: g.counted(b, width), Type: ir.I64.Under(width)}
	results := append(slices.Repeat([]ir.Type{ir.I64}, t.Rank()), f.types...)
	fn := g.over(b, []ir.Param{is}, results, func(in *ir.Builder, xs []ir.Atom) []ir.Atom {
		at := mix(in, []ir.Atom{xs[0], salt}, by)
		out := []ir.Atom{in.Prim("bin", scalar.And, scalar.I64, at, by[2])}
		if t.Rank() == 2 {
			out = append(out, in.Prim("bin", scalar.And, scalar.I64, xs[0], ir.Size(3)))
		}
		return append(out, g.componentsOf(in, f, small(in, f.types[0].Elem, in.Prim("v", scalar.Add, scalar.I64, at, xs[0])), xs[0])...)
	})
	return named("hist", b, types, &ir.Hist{Width: width, Ops: []ir.HistOp{op}, Arrays: []name.Name{is.Name}, Fn: fn})
}

// product generates a generalised matrix product: each element is computed from a row and a
// column.
func product(g *generator, b *ir.Builder, e *environment) []ir.Param {
	rows, inner := g.area(e)
	columns := []ir.Atom{e.widths[0], ir.Size(3), ir.Size(20)}[g.oneOf(3)]
	t := g.elem()
	x, y := g.filled(b, e, ir.ArrayOf(t, rows, inner)), g.filled(b, e, ir.ArrayOf(t, inner, columns))
	f, with := g.foldOf(b, e, t), g.blend(t)
	term := func(b *ir.Builder, i, j, k ir.Atom) ir.Atom { return with(b, element(b, x, i, k), element(b, y, k, j)) }
	loops := g.oneOf(2) == 0
	return []ir.Param{g.grid(b, ir.ArrayOf(t, rows, columns), func(in *ir.Builder, at []ir.Atom) ir.Atom {
		if !loops {
			r := g.folded(in, f, inner, false, false, func(in *ir.Builder, k ir.Atom) []ir.Atom {
				return []ir.Atom{term(in, at[0], at[1], k)}
			})
			return ir.Var(r[0].Name)
		}
		zero := ir.Param{Name: in.Let("zero", ir.ScalarOf(t), &ir.Use{X: f.neutral[0]}).Name, Type: ir.ScalarOf(t)}
		r := g.looped(in, inner, false, []ir.Param{zero}, func(in *ir.Builder, xs []ir.Atom) []ir.Atom {
			return []ir.Atom{sum(in, t, xs[1], term(in, at[0], at[1], xs[0]))}
		})
		return ir.Var(r[0].Name)
	})}
}
