package generate

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// genScatter writes each element at its own index plus a constant: rows of an array, or
// elements of a column of a table; perhaps to a second array too.
func genScatter(g *generator, b *ir.Builder, e *environment, depth int) {
	row := g.rowType(e)
	x := &ir.Scatter{}
	var types []ir.Type
	dest := func(t ir.Type, rank int) {
		x.Dests = append(x.Dests, ir.Dest{Array: g.destination(b, t).Name, Rank: rank})
		types = append(types, t)
	}
	inColumn := row.IsScalar() && g.oneOf(3) == 0
	if inColumn {
		dest(row.Under(g.extent(e), g.width(e)), 2)
	} else {
		dest(row.Under(g.extent(e)), 1)
	}
	values := []ir.Type{row}
	if g.oneOf(4) == 0 {
		second := ir.ScalarOf(g.elem())
		values = append(values, second)
		dest(second.Under(g.extent(e)), 1)
	}
	var arrays []name.Name
	var params []ir.Param
	x.Width, arrays, params = g.inputs(b, e)
	x.Arrays, x.Fn = arrays, g.lambda(e, params, values, depth)
	tail := &ir.Builder{Names: g.names}
	var indices []ir.Atom
	for k := range x.Dests {
		indices = append(indices, tail.Prim("at", scalar.Add, scalar.I64, ir.Var(params[0].Name), ir.Const(g.constant(scalar.I64))))
		if k == 0 && inColumn {
			indices = append(indices, g.scalar(e, scalar.I64))
		}
	}
	prefix(x.Fn, tail, indices)
	g.bound(b, e, types, x)
}

// prefix prepends indices, and the statements that compute them, to fn's results.
func prefix(fn *ir.Lambda, tail *ir.Builder, indices []ir.Atom) {
	fn.Body.Stms = append(fn.Body.Stms, tail.Stms()...)
	fn.Body.Result = append(slices.Clone(indices), fn.Body.Result...)
	fn.Results = append(slices.Repeat([]ir.Type{ir.I64}, len(indices)), fn.Results...)
}

// genHist generates one or two histograms, over bins in one or two dimensions, of scalars
// or pairs.
func genHist(g *generator, b *ir.Builder, e *environment, depth int) {
	x := &ir.Hist{}
	var indices, values, types []ir.Type
	for more := true; more; more = len(x.Ops) < 2 && g.oneOf(4) == 0 {
		f := g.fold(b, e)
		if g.oneOf(5) == 0 {
			f = g.pairs(b)
		}
		op := ir.HistOp{Rank: 1, Operator: f.operator, Neutral: f.neutral}
		bins := []ir.Atom{g.extent(e)}
		if g.oneOf(4) == 0 {
			op.Rank, bins = 2, []ir.Atom{g.width(e), g.width(e)}
		}
		for _, t := range f.types {
			dest := g.destination(b, t.Under(bins...))
			op.Dests = append(op.Dests, dest.Name)
			types = append(types, dest.Type)
		}
		x.Ops = append(x.Ops, op)
		indices = append(indices, slices.Repeat([]ir.Type{ir.I64}, op.Rank)...)
		values = append(values, f.types...)
	}
	var params []ir.Param
	x.Width, x.Arrays, params = g.inputs(b, e)
	x.Fn = g.lambda(e, params, slices.Concat(indices, values), depth)
	g.bound(b, e, types, x)
}

// destination returns a fresh array that nothing else uses.
func (g *generator) destination(b *ir.Builder, t ir.Type) ir.Param {
	a := b.Let("dest", t, &ir.Replicate{Shape: t.Dims, Value: ir.Const(g.constant(t.Elem))})
	return ir.Param{Name: a.Name, Type: t}
}
