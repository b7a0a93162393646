package generate

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// genChain generates a map whose results feed another operation directly, and perhaps the
// rest of the program: candidates for fusion.
func genChain(g *generator, b *ir.Builder, e *environment, depth int) { g.chain(b, e, depth) }

// chain is genChain, and returns what it binds.
func (g *generator) chain(b *ir.Builder, e *environment, depth int) []ir.Param {
	w, arrays, params := g.inputs(b, e)
	types := []ir.Type{ir.I64, params[len(params)-1].Type}
	first := &ir.Map{Width: w, Arrays: arrays, Fn: g.steady(b, e, params, types)}
	var made []name.Name
	var between []ir.Param
	for k, a := range b.Lets("m", []ir.Type{types[0].Under(w), types[1].Under(w)}, first) {
		made = append(made, a.Name)
		between = append(between, ir.Param{Name: g.names.Fresh("p"), Type: types[k]})
		if g.oneOf(3) == 0 {
			e.addParam(ir.Param{Name: a.Name, Type: types[k].Under(w)})
		}
	}
	fn := g.lambda(e, between, []ir.Type{g.rowType(e)}, depth)
	g.using(fn, e, between[0])
	if g.oneOf(3) == 0 {
		return g.bound(b, e, []ir.Type{ir.I64.Under(w), fn.Results[1].Under(w)}, &ir.Map{Width: w, Arrays: made, Fn: fn})
	}
	f := g.foldOf(b, e, scalar.I64)
	if g.oneOf(2) == 0 {
		x := &ir.Reduce{Width: w, Operator: f.operator, Neutral: f.neutral, Commutative: f.commutative, Arrays: made, Fn: fn}
		return g.bound(b, e, []ir.Type{ir.I64, fn.Results[1].Under(w)}, x)
	}
	return g.bound(b, e, []ir.Type{ir.I64.Under(w), fn.Results[1].Under(w)}, &ir.Scan{Width: w, Operator: f.operator, Neutral: f.neutral, Arrays: made, Fn: fn})
}

// bound binds the results of x, and returns them.
func (g *generator) bound(b *ir.Builder, e *environment, types []ir.Type, x ir.Exp) []ir.Param {
	out := named("o", b, types, x)
	for _, p := range out {
		e.addParam(p)
	}
	return out
}

// steady returns a function that cannot fail. It maps an i64, its first parameter, to
// another, and also returns its last parameter.
func (g *generator) steady(b *ir.Builder, e *environment, params []ir.Param, results []ir.Type) *ir.Lambda {
	in := b.Inner()
	x := in.Prim("k", scalar.Mul, scalar.I64, ir.Var(params[0].Name), g.scalar(e, scalar.I64))
	y := in.Prim("k", scalar.Add, scalar.I64, x, g.scalar(e, scalar.I64))
	return &ir.Lambda{Params: params, Results: results, Body: in.Body(y, ir.Var(params[len(params)-1].Name))}
}

// using prepends to fn's results one computed from its parameter x, an i64.
func (g *generator) using(fn *ir.Lambda, e *environment, x ir.Param) {
	tail := &ir.Builder{Names: g.names}
	y := tail.Prim("k", scalar.Xor, scalar.I64, ir.Var(x.Name), g.scalar(e, scalar.I64))
	fn.Body.Stms = append(fn.Body.Stms, tail.Stms()...)
	fn.Body.Result = append([]ir.Atom{y}, fn.Body.Result...)
	fn.Results = append([]ir.Type{ir.I64}, fn.Results...)
}

// genRows folds each row of a table in a sequential loop: adjacent iterations read adjacent
// rows.
func genRows(g *generator, b *ir.Builder, e *environment, _ int) {
	a := g.table(b, e)
	t, row := a.Type.Elem, ir.Param{Name: g.names.Fresh("row"), Type: a.Type.Peel(1)}
	in, body := b.Inner(), b.Inner()
	acc := ir.Param{Name: g.names.Fresh("acc"), Type: ir.ScalarOf(t)}
	j := g.names.Fresh("j")
	next := sum(body, t, ir.Var(acc.Name), body.Index("e", t, row.Name, ir.Var(j)))
	loop := &ir.Loop{Params: []ir.Param{acc}, Inits: []ir.Atom{g.scalar(e, t)}, Index: j, Bound: row.Type.Dims[0], Body: body.Body(next)}
	fn := &ir.Lambda{Params: []ir.Param{row}, Results: []ir.Type{acc.Type}, Body: in.Body(in.Let("sum", acc.Type, loop))}
	out := ir.ArrayOf(t, a.Type.Dims[0])
	g.let(b, e, "sums", out, &ir.Map{Width: a.Type.Dims[0], Fn: fn, Arrays: []name.Name{a.Name}})
}

// table draws a two-dimensional array, or generates one.
func (g *generator) table(b *ir.Builder, e *environment) ir.Param {
	for _, a := range g.pick(e.arrays, 2) {
		if a.Type.Rank() == 2 {
			return a
		}
	}
	t := ir.ArrayOf(g.elem(), g.extent(e), g.width(e))
	row, is := b.Inner(), b.Inner()
	i, j := ir.Param{Name: g.names.Fresh("i"), Type: ir.I64}, ir.Param{Name: g.names.Fresh("j"), Type: ir.I64}
	scaled := is.Prim("s", scalar.Mul, scalar.I64, ir.Var(i.Name), ir.Size(5))
	v := is.Convert(scalar.I64, t.Elem, is.Prim("v", scalar.Xor, scalar.I64, scaled, ir.Var(j.Name)))
	inner := &ir.Lambda{Params: []ir.Param{j}, Results: []ir.Type{ir.ScalarOf(t.Elem)}, Body: is.Body(v)}
	r := row.Let("row", t.Peel(1), &ir.Map{Width: t.Dims[1], Fn: inner, Arrays: []name.Name{g.counted(row, t.Dims[1])}})
	outer := &ir.Lambda{Params: []ir.Param{i}, Results: []ir.Type{t.Peel(1)}, Body: row.Body(r)}
	return g.let(b, e, "table", t, &ir.Map{Width: t.Dims[0], Fn: outer, Arrays: []name.Name{g.counted(b, t.Dims[0])}})
}

// counted returns [0, …, n-1].
func (g *generator) counted(b *ir.Builder, n ir.Atom) name.Name {
	return b.Let("is", ir.I64.Under(n), ir.IotaOf(n)).Name
}
