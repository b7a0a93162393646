package generate

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
)

// addStatement adds a statement to b, or a few, and to e what they bind.
type addStatement func(g *generator, b *ir.Builder, e *environment, depth int)

// flat are statements without bodies, by how often they are drawn.
var flat = []addStatement{
	genPrim, genPrim, genPrim, genConvert, genIndex, genIndex, genAssert, genFresh, genView, genUpdate,
	genConcat, genReshape, genCall,
}

// deep are statements with bodies. (A variable would depend on itself.)
func deep() []addStatement {
	return []addStatement{
		genIf, genLoop, genWhile, genMap, genMap, genMap, genReduce, genFoldRows, genScan, genScatter, genHist,
		genPlaces, genPlaces, genPlaces, genChain, genChain, genAffine,
	}
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
		g.overwrite(b, e, b.Let("c", a.Type, &ir.Copy{Array: a.Name}), a.Type)
	}
}

// overwrite replaces a row or an element of a fresh array, which it consumes.
func (g *generator) overwrite(b *ir.Builder, e *environment, fresh ir.Atom, t ir.Type) {
	i := g.scalar(e, scalar.I64)
	dims := []ir.SliceDim{ir.FixAt(i)}
	for _, d := range t.Dims[1:] {
		dims = append(dims, ir.Whole(d))
	}
	then := b.Inner()
	v := g.ofType(then, e, t.Peel(1))
	u := then.Let("u", t, &ir.Update{Array: fresh.Name, Dims: dims, Value: v})
	g.let(b, e, "u", t, &ir.If{Cond: inBounds(b, i, t.Dims[0]), Then: then.Body(u), Else: &ir.Body{Result: []ir.Atom{fresh}}})
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

// genConcat joins two arrays of one type and takes as many elements back.
func genConcat(g *generator, b *ir.Builder, e *environment, _ int) {
	for _, a := range g.pick(e.arrays, 1) {
		n := a.Type.Dims[0]
		size := b.Prim("size", scalar.Add, scalar.I64, n, n)
		other := g.ofType(b, e, a.Type)
		joined := b.Let("joined", a.Type.Peel(1).Under(size), &ir.Concat{Size: size, Arrays: []name.Name{a.Name, other.Name}})
		dims := []ir.SliceDim{ir.RangeOf(ir.Size(0), n, ir.Size(2))}
		for _, d := range a.Type.Dims[1:] {
			dims = append(dims, ir.Whole(d))
		}
		g.let(b, e, "even", a.Type, &ir.Slice{Array: joined.Name, Dims: dims})
	}
}

// genReshape flattens an array of two dimensions, views its diagonal, and brings
// it back.
func genReshape(g *generator, b *ir.Builder, e *environment, _ int) {
	for _, a := range g.pick(e.arrays, 2) {
		if a.Type.Rank() != 2 {
			continue
		}
		n, m := a.Type.Dims[0], a.Type.Dims[1]
		size := b.Prim("size", scalar.Mul, scalar.I64, n, m)
		flat := b.Let("flat", ir.ArrayOf(a.Type.Elem, size), &ir.Reshape{Shape: []ir.Atom{size}, Array: a.Name})
		if n == m {
			stride := b.Prim("stride", scalar.Add, scalar.I64, m, ir.Size(1))
			x := &ir.FlatSlice{Array: flat.Name, Offset: ir.Size(0), Dims: []ir.FlatDim{{Size: n, Stride: stride}}}
			g.let(b, e, "diagonal", ir.ArrayOf(a.Type.Elem, n), x)
		}
		g.let(b, e, "back", ir.ArrayOf(a.Type.Elem, n, m), &ir.Reshape{Shape: []ir.Atom{n, m}, Array: flat.Name})
	}
}

// genWhile doubles a number until it is large enough.
func genWhile(g *generator, b *ir.Builder, e *environment, depth int) {
	start := b.Prim("start", scalar.Max, scalar.I64, g.scalar(e, scalar.I64), ir.Size(1))
	first := b.Prim("first", scalar.Lt, scalar.I64, start, ir.Size(9))
	going := ir.Param{Name: g.names.Fresh("going"), Type: ir.ScalarOf(scalar.Bool)}
	x := ir.Param{Name: g.names.Fresh("w"), Type: ir.I64}
	row := ir.Param{Name: g.names.Fresh("v"), Type: g.rowType(e)}
	loop := &ir.Loop{While: going.Name, Params: []ir.Param{going, x, row}, Inits: []ir.Atom{first, start, g.ofType(b, e, row.Type)}}
	in := e.inner()
	in.addParam(x)
	in.addParam(row)
	loop.Body = g.returning(b.Inner(), in, []ir.Type{row.Type}, depth)
	tail := b.Inner()
	twice := tail.Prim("twice", scalar.Add, scalar.I64, ir.Var(x.Name), ir.Var(x.Name))
	again := tail.Prim("again", scalar.Lt, scalar.I64, twice, ir.Size(9))
	loop.Body.Stms = append(loop.Body.Stms, tail.Stms()...)
	loop.Body.Result = append([]ir.Atom{again, twice}, loop.Body.Result...)
	g.bindAll(b, e, []ir.Type{going.Type, x.Type, row.Type}, loop)
}

// genFoldRows folds the rows of an array with an operator on arrays, and may
// overwrite the result at once.
func genFoldRows(g *generator, b *ir.Builder, e *environment, _ int) {
	for _, a := range g.pick(e.arrays, 2) {
		op, neutral, t := g.fold()
		if a.Type.Rank() != 2 || a.Type.Elem != t {
			continue
		}
		n, m := a.Type.Dims[0], a.Type.Dims[1]
		row := a.Type.Peel(1)
		xs, ys := ir.Param{Name: g.names.Fresh("as"), Type: row}, ir.Param{Name: g.names.Fresh("bs"), Type: row}
		in := b.Inner()
		zs := in.Let("cs", row, &ir.Map{Width: m, Arrays: []name.Name{xs.Name, ys.Name}, Fn: op})
		rows := &ir.Lambda{Params: []ir.Param{xs, ys}, Results: []ir.Type{row}, Body: in.Body(zs)}
		zero := g.let(b, e, "ne", row, &ir.Replicate{Shape: []ir.Atom{m}, Value: ir.Const(neutral)})
		ne := []ir.Atom{ir.Var(zero.Name)}
		switch red := (&ir.Reduce{Width: n, Operator: rows, Neutral: ne, Arrays: []name.Name{a.Name}}); g.oneOf(3) {
		case 0:
			g.let(b, e, "red", row, red)
		case 1:
			g.overwrite(b, e, b.Let("red", row, red), row)
		case 2:
			g.let(b, e, "scan", a.Type, &ir.Scan{Width: n, Operator: rows, Neutral: ne, Arrays: []name.Name{a.Name}})
		}
	}
}

// genCall calls a function with a size, two scalars and an array.
func genCall(g *generator, b *ir.Builder, e *environment, _ int) {
	if len(g.functions) == 0 {
		return
	}
	f := g.functions[g.oneOf(len(g.functions))]
	w := g.width(e)
	array := g.ofType(b, e, ir.ArrayOf(f.Params[3].Type.Elem, w))
	args := []ir.Atom{w, g.scalar(e, f.Params[1].Type.Elem), g.scalar(e, f.Params[2].Type.Elem), array}
	b.Pos = g.place()
	g.bindAll(b, e, []ir.Type{f.Results[0].Type, ir.ArrayOf(f.Results[1].Type.Elem, w)}, &ir.Call{Fun: f.Name, Args: args})
	b.Pos = source.Pos{}
}

// function draws a function that may call those drawn before.
func (g *generator) function(name string) *ir.Fun {
	n := g.names.Fresh("n")
	e := &environment{widths: []ir.Atom{ir.Var(n)}}
	params := []ir.Param{{Name: n, Type: ir.I64}}
	for _, t := range []ir.Type{ir.ScalarOf(g.elem()), ir.ScalarOf(g.elem()), ir.ArrayOf(g.elem(), ir.Var(n))} {
		p := ir.Param{Name: g.names.Fresh("x"), Type: t}
		params = append(params, p)
		e.addParam(p)
	}
	results := []ir.Type{ir.ScalarOf(g.elem()), ir.ArrayOf(g.elem(), ir.Var(n))}
	f := &ir.Fun{Name: name, Params: params, Body: g.returning(ir.NewBuilder(g.names), e, results, 2)}
	for _, t := range results {
		f.Results = append(f.Results, ir.Param{Name: g.names.Fresh("r"), Type: t})
	}
	return f
}
