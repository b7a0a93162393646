package passtest

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// addStatement adds a statement to b, or a few, and to e what they bind.
type addStatement func(g *generator, b *ir.Builder, e *environment, depth int)

// flat are statements without bodies, by how often they are drawn.
var flat = []addStatement{
	genPrim, genPrim, genPrim, genConvert, genIndex, genIndex, genAssert, genFresh, genView, genUpdate,
}

// deep are statements with bodies. (A variable would depend on itself.)
func deep() []addStatement {
	return []addStatement{genIf, genLoop, genMap, genMap, genMap, genReduce, genScan, genScatter, genHist}
}

func genPrim(g *generator, b *ir.Builder, e *environment, _ int) {
	op, t := g.binary()
	g.let(b, e, "p", ir.ScalarOf(op.ResultType(t)), &ir.Prim{Fn: op, Type: t, Args: []ir.Atom{g.scalar(e, t), g.scalar(e, t)}})
}

func genConvert(g *generator, b *ir.Builder, e *environment, _ int) {
	from, to := g.elem(), g.elem()
	if from != to {
		g.let(b, e, "v", ir.ScalarOf(to), &ir.Convert{From: from, To: to, X: g.scalar(e, from)})
	}
}

// inBounds is 0 ≤ i < n.
func inBounds(b *ir.Builder, i, n ir.Atom) ir.Atom {
	low := b.Prim("low", scalar.Le, scalar.I64, ir.Size(0), i)
	high := b.Prim("high", scalar.Lt, scalar.I64, i, n)
	return b.Prim("ok", scalar.And, scalar.Bool, low, high)
}

// genIndex reads a row or an element, behind an assertion or a test.
func genIndex(g *generator, b *ir.Builder, e *environment, _ int) {
	for _, a := range g.pick(e.arrays, 1) {
		i, n := g.scalar(e, scalar.I64), a.Type.Dims[0]
		read := func(b *ir.Builder, t ir.Type) ir.Atom {
			if t.IsScalar() {
				return b.Let("e", t, &ir.Index{Array: a.Name, Indices: []ir.Atom{i}})
			}
			return b.Let("row", t, &ir.Slice{Array: a.Name, Dims: []ir.SliceDim{ir.FixAt(i), ir.Whole(t.Dims[0])}})
		}
		t := a.Type.Peel(1)
		ok := inBounds(b, i, n)
		if g.oneOf(4) == 0 {
			g.assert(b, ok, ir.Text("index "), ir.Arg(i), ir.Text(" out of bounds"))
			e.addParam(ir.Param{Name: read(b, t).Name, Type: t})
			continue
		}
		then, els := b.Inner(), b.Inner()
		x := &ir.If{Cond: ok, Then: then.Body(read(then, t)), Else: els.Body(g.ofType(els, e, t))}
		g.let(b, e, "e", t, x)
	}
}

func genAssert(g *generator, b *ir.Builder, e *environment, _ int) {
	x := g.scalar(e, scalar.I64)
	limit := []int64{5, 1000, 1000}[g.oneOf(3)]
	ok := b.Prim("ok", scalar.Lt, scalar.I64, x, ir.Size(limit))
	g.assert(b, ok, ir.Arg(x), ir.Text(" is too large"))
}

func genFresh(g *generator, b *ir.Builder, e *environment, _ int) {
	w := g.width(e)
	switch g.oneOf(4) {
	case 0:
		g.let(b, e, "is", ir.ArrayOf(scalar.I64, w), &ir.Iota{Elem: scalar.I64, Count: w, Start: g.scalar(e, scalar.I64), Step: g.scalar(e, scalar.I64)})
	case 1:
		t := ir.ArrayOf(g.elem(), w, g.width(e))
		g.let(b, e, "rs", t, &ir.Replicate{Shape: t.Dims, Value: g.scalar(e, t.Elem)})
	case 2:
		for _, a := range g.pick(e.arrays, 1) {
			g.let(b, e, "cs", a.Type, &ir.Copy{Array: a.Name})
		}
	case 3:
		t := ir.ArrayOf(g.elem(), ir.Size(3))
		elem := t.Elem
		g.let(b, e, "ls", t, &ir.Literal{Row: ir.ScalarOf(elem), Elems: []ir.Atom{g.scalar(e, elem), g.scalar(e, elem), g.scalar(e, elem)}})
	}
}

func genView(g *generator, b *ir.Builder, e *environment, _ int) {
	for _, a := range g.pick(e.arrays, 1) {
		switch {
		case a.Type.Rank() == 2 && g.oneOf(2) == 0:
			t := ir.ArrayOf(a.Type.Elem, a.Type.Dims[1], a.Type.Dims[0])
			g.let(b, e, "tr", t, &ir.Rearrange{Perm: []int{1, 0}, Array: a.Name})
		case a.Type.Dims[0] == ir.Size(3):
			dims := []ir.SliceDim{ir.RangeOf(ir.Size(2), ir.Size(3), ir.Size(-1))}
			for _, d := range a.Type.Dims[1:] {
				dims = append(dims, ir.Whole(d))
			}
			g.let(b, e, "rev", a.Type, &ir.Slice{Array: a.Name, Dims: dims})
		default:
			g.let(b, e, "same", a.Type, &ir.Use{X: ir.Var(a.Name)})
		}
	}
}

// genUpdate overwrites a row or an element of a copy.
func genUpdate(g *generator, b *ir.Builder, e *environment, _ int) {
	for _, a := range g.pick(e.arrays, 1) {
		i, n := g.scalar(e, scalar.I64), a.Type.Dims[0]
		c := b.Let("c", a.Type, &ir.Copy{Array: a.Name})
		dims := []ir.SliceDim{ir.FixAt(i)}
		for _, d := range a.Type.Dims[1:] {
			dims = append(dims, ir.Whole(d))
		}
		then := b.Inner()
		v := g.ofType(then, e, a.Type.Peel(1))
		u := then.Let("u", a.Type, &ir.Update{Array: c.Name, Dims: dims, Value: v})
		g.let(b, e, "u", a.Type, &ir.If{Cond: inBounds(b, i, n), Then: then.Body(u), Else: &ir.Body{Result: []ir.Atom{c}}})
	}
}

func genIf(g *generator, b *ir.Builder, e *environment, depth int) {
	ts := []ir.Type{g.rowType(e), g.rowType(e)}
	cond := g.scalar(e, scalar.Bool)
	x := &ir.If{Cond: cond, Then: g.returning(b.Inner(), e.inner(), ts, depth), Else: g.returning(b.Inner(), e.inner(), ts, depth)}
	g.bindAll(b, e, ts, x)
}

func (g *generator) bindAll(b *ir.Builder, e *environment, ts []ir.Type, x ir.Exp) {
	for k, a := range b.Lets("o", ts, x) {
		e.addParam(ir.Param{Name: a.Name, Type: ts[k]})
	}
}

// genLoop carries a scalar, an array, and an array that it overwrites.
func genLoop(g *generator, b *ir.Builder, e *environment, depth int) {
	ts := []ir.Type{ir.ScalarOf(g.elem()), g.rowType(e), ir.ArrayOf(scalar.I64, g.width(e))}
	x := &ir.Loop{Index: g.names.Fresh("i"), Bound: g.width(e)}
	in := e.inner()
	for k, t := range ts {
		x.Params = append(x.Params, ir.Param{Name: g.names.Fresh("q"), Type: t, Unique: k == 2})
		x.Inits = append(x.Inits, g.ofType(b, e, t))
	}
	x.Inits[2] = b.Let("own", ts[2], &ir.Copy{Array: x.Inits[2].Name})
	in.addParam(ir.Param{Name: x.Index, Type: ir.I64})
	in.addParam(x.Params[0])
	in.addParam(x.Params[1])
	body := b.Inner()
	x.Body = g.returning(body, in, ts[:2], depth)
	n := ts[2].Dims[0]
	inner := &ir.Builder{Names: g.names}
	own := x.Params[2].Name
	u := inner.Let("u", ts[2], &ir.Update{Array: own, Dims: []ir.SliceDim{ir.FixAt(ir.Var(x.Index))}, Value: g.scalar(in, scalar.I64)})
	tail := &ir.Builder{Names: g.names}
	r := tail.Let("u", ts[2], &ir.If{Cond: inBounds(tail, ir.Var(x.Index), n), Then: inner.Body(u), Else: &ir.Body{Result: []ir.Atom{ir.Var(own)}}})
	x.Body.Stms = append(x.Body.Stms, tail.Stms()...)
	x.Body.Result = append(x.Body.Result, r)
	g.bindAll(b, e, ts, x)
}

func genMap(g *generator, b *ir.Builder, e *environment, depth int) {
	w, arrays, params := g.inputs(b, e)
	rows := []ir.Type{g.rowType(e), g.rowType(e)}
	x := &ir.Map{Width: w, Arrays: arrays, Fn: g.lambda(e, params, rows, depth)}
	g.bindAll(b, e, []ir.Type{rows[0].Under(w), rows[1].Under(w)}, x)
}

func genReduce(g *generator, b *ir.Builder, e *environment, depth int) {
	op, neutral, t := g.fold()
	w, arrays, params := g.inputs(b, e)
	rows := []ir.Type{ir.ScalarOf(t), g.rowType(e)}
	x := &ir.Reduce{Width: w, Operator: op, Neutral: []ir.Atom{ir.Const(neutral)}, Arrays: arrays, Fn: g.lambda(e, params, rows, depth)}
	g.bindAll(b, e, []ir.Type{rows[0], rows[1].Under(w)}, x)
}

func genScan(g *generator, b *ir.Builder, e *environment, depth int) {
	op, neutral, t := g.fold()
	w, arrays, params := g.inputs(b, e)
	rows := []ir.Type{ir.ScalarOf(t), g.rowType(e)}
	x := &ir.Scan{Width: w, Operator: op, Neutral: []ir.Atom{ir.Const(neutral)}, Arrays: arrays, Fn: g.lambda(e, params, rows, depth)}
	g.bindAll(b, e, []ir.Type{rows[0].Under(w), rows[1].Under(w)}, x)
}

// genScatter writes each element at its own index, moved by a constant.
func genScatter(g *generator, b *ir.Builder, e *environment, depth int) {
	row := g.rowType(e)
	dest := g.destination(b, e, row)
	w, arrays, params := g.inputs(b, e)
	fn := g.lambda(e, params, []ir.Type{row}, depth)
	g.atShifted(fn, params[0].Name)
	x := &ir.Scatter{Width: w, Dests: []ir.Dest{{Array: dest.Name, Rank: 1}}, Arrays: arrays, Fn: fn}
	g.let(b, e, "sc", dest.Type, x)
}

func genHist(g *generator, b *ir.Builder, e *environment, depth int) {
	op, neutral, t := g.fold()
	dest := g.destination(b, e, ir.ScalarOf(t))
	w, arrays, params := g.inputs(b, e)
	fn := g.lambda(e, params, []ir.Type{ir.I64, ir.ScalarOf(t)}, depth)
	x := &ir.Hist{Width: w, Arrays: arrays, Fn: fn, Ops: []ir.HistOp{{
		Dests: []name.Name{dest.Name}, Rank: 1, Operator: op, Neutral: []ir.Atom{ir.Const(neutral)},
	}}}
	g.let(b, e, "h", dest.Type, x)
}

// destination is a fresh array that nothing else uses.
func (g *generator) destination(b *ir.Builder, e *environment, row ir.Type) ir.Param {
	t := row.Under(g.width(e))
	a := b.Let("dest", t, &ir.Replicate{Shape: t.Dims, Value: ir.Const(g.constant(t.Elem))})
	return ir.Param{Name: a.Name, Type: t}
}

// atShifted makes fn return i plus a constant in front of its results.
func (g *generator) atShifted(fn *ir.Lambda, i name.Name) {
	tail := &ir.Builder{Names: g.names}
	at := tail.Prim("at", scalar.Add, scalar.I64, ir.Var(i), ir.Const(g.constant(scalar.I64)))
	fn.Body.Stms = append(fn.Body.Stms, tail.Stms()...)
	fn.Body.Result = append([]ir.Atom{at}, fn.Body.Result...)
	fn.Results = append([]ir.Type{ir.I64}, fn.Results...)
}
