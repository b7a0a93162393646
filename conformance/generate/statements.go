package generate

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
)

// addStatement adds one or a few statements to b, and their bindings to e.
type addStatement func(g *generator, b *ir.Builder, e *environment, depth int)

// flat lists statements without bodies, repeated according to their frequency.
var flat = []addStatement{
	genPrim, genPrim, genPrim, genConvert, genIndex, genIndex, genAssert, genFresh, genView, genUpdate,
	genConcat, genReshape, genCall,
}

// deep lists statements with bodies. (As a variable it would depend on itself.)
func deep() []addStatement {
	return []addStatement{
		genIf, genLoop, genWhile, genMap, genMap, genMap, genReduce, genFoldRows, genScan, genScatter, genHist,
		genPlaces, genPlaces, genPlaces, genChain, genChain, genPairs, genRows,
	}
}

// rowAt selects first in the outer dimension of a t, and everything in the others.
func rowAt(t ir.Type, first ir.SliceDim) []ir.SliceDim {
	dims := []ir.SliceDim{first}
	for _, d := range t.Dims[1:] {
		dims = append(dims, ir.Whole(d))
	}
	return dims
}

// inBounds returns 0 ≤ i < n.
func inBounds(b *ir.Builder, i, n ir.Atom) ir.Atom {
	low := b.Prim("low", scalar.Le, scalar.I64, ir.Size(0), i)
	high := b.Prim("high", scalar.Lt, scalar.I64, i, n)
	return b.Prim("ok", scalar.And, scalar.Bool, low, high)
}

// genIndex reads an element or row, guarded by an assertion or a test.
func genIndex(g *generator, b *ir.Builder, e *environment, _ int) {
	for _, a := range g.pick(slices.Concat(e.arrays, e.far), 1) {
		i, n := g.scalar(e, scalar.I64), a.Type.Dims[0]
		read := func(b *ir.Builder, t ir.Type) ir.Atom {
			if t.IsScalar() {
				return b.Let("e", t, &ir.Index{Array: a.Name, Indices: []ir.Atom{i}})
			}
			return b.Let("row", t, &ir.Slice{Array: a.Name, Dims: rowAt(a.Type, ir.FixAt(i))})
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
		t, _ := g.typeIn(scalar.IntTypes)
		g.let(b, e, "is", ir.ArrayOf(t, w), &ir.Iota{Elem: t, Count: w, Start: g.scalar(e, t), Step: g.scalar(e, t)})
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

// genView transposes, reverses, takes every second row of three, or aliases an array.
func genView(g *generator, b *ir.Builder, e *environment, _ int) {
	for _, a := range g.pick(e.arrays, 1) {
		t, n := a.Type, a.Type.Dims[0]
		three := n == ir.Size(3)
		switch k := g.oneOf(3); {
		case t.Rank() > 1 && k > 0:
			perm := []int{1, 0}
			if t.Rank() == 3 {
				perm = [][]int{{1, 0, 2}, {0, 2, 1}, {2, 0, 1}, {2, 1, 0}}[g.oneOf(4)]
			}
			dims := make([]ir.Atom, len(perm))
			for i, p := range perm {
				dims[i] = t.Dims[p]
			}
			g.let(b, e, "tr", ir.ArrayOf(t.Elem, dims...), &ir.Rearrange{Perm: perm, Array: a.Name})
		case three && k == 1:
			dims := rowAt(t, ir.RangeOf(ir.Size(0), ir.Size(2), ir.Size(2)))
			g.let(b, e, "odd", t.Peel(1).Under(ir.Size(2)), &ir.Slice{Array: a.Name, Dims: dims})
		case three || k == 1:
			last := b.Prim("last", scalar.Sub, scalar.I64, n, ir.Size(1))
			g.let(b, e, "rev", t, &ir.Slice{Array: a.Name, Dims: rowAt(t, ir.RangeOf(last, n, ir.Size(-1)))})
		default:
			g.let(b, e, "same", t, &ir.Use{X: ir.Var(a.Name)})
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
	then := b.Inner()
	v := g.ofType(then, e, t.Peel(1))
	u := then.Let("u", t, &ir.Update{Array: fresh.Name, Dims: rowAt(t, ir.FixAt(i)), Value: v})
	g.let(b, e, "u", t, &ir.If{Cond: inBounds(b, i, t.Dims[0]), Then: then.Body(u), Else: &ir.Body{Result: []ir.Atom{fresh}}})
}

func genIf(g *generator, b *ir.Builder, e *environment, depth int) {
	ts := []ir.Type{g.rowType(e), g.rowType(e)}
	cond := g.scalar(e, scalar.Bool)
	x := &ir.If{Cond: cond, Then: g.returning(b.Inner(), e.inner(), ts, depth), Else: g.returning(b.Inner(), e.inner(), ts, depth)}
	g.bound(b, e, ts, x)
}

// genLoop carries a scalar, perhaps an array, and an array that it overwrites.
func genLoop(g *generator, b *ir.Builder, e *environment, depth int) {
	elem := g.elem()
	ts := []ir.Type{ir.ScalarOf(g.elem()), g.rowType(e), ir.ArrayOf(elem, g.width(e))}
	x := &ir.Loop{Index: g.names.Fresh("i"), Bound: g.extent(e)}
	counter := scalar.I64
	if g.oneOf(5) == 0 {
		counter, _ = g.typeIn(scalar.IntTypes)
		x.Bound = ir.Const(scalar.Int(counter, 3))
	}
	in := e.inner()
	for k, t := range ts {
		x.Params = append(x.Params, ir.Param{Name: g.names.Fresh("q"), Type: t, Unique: k == 2})
		x.Inits = append(x.Inits, g.ofType(b, e, t))
	}
	x.Inits[2] = b.Let("own", ts[2], &ir.Copy{Array: x.Inits[2].Name})
	in.addParam(ir.Param{Name: x.Index, Type: ir.ScalarOf(counter)})
	in.addParam(x.Params[0])
	in.addParam(x.Params[1])
	body := b.Inner()
	x.Body = g.returning(body, in, ts[:2], depth)
	n := ts[2].Dims[0]
	tail, inner := b.Inner(), b.Inner()
	at := tail.Convert(counter, scalar.I64, ir.Var(x.Index))
	own := x.Params[2].Name
	u := inner.Let("u", ts[2], &ir.Update{Array: own, Dims: []ir.SliceDim{ir.FixAt(at)}, Value: g.scalar(in, elem)})
	r := tail.Let("u", ts[2], &ir.If{Cond: inBounds(tail, at, n), Then: inner.Body(u), Else: &ir.Body{Result: []ir.Atom{ir.Var(own)}}})
	x.Body.Stms = append(x.Body.Stms, tail.Stms()...)
	x.Body.Result = append(x.Body.Result, r)
	g.bound(b, e, ts, x)
}

func genMap(g *generator, b *ir.Builder, e *environment, depth int) {
	w, arrays, params := g.inputs(b, e)
	rows := []ir.Type{g.rowType(e), g.rowType(e)}
	x := &ir.Map{Width: w, Arrays: arrays, Fn: g.lambda(e, params, rows, depth)}
	g.bound(b, e, []ir.Type{rows[0].Under(w), rows[1].Under(w)}, x)
}

func genReduce(g *generator, b *ir.Builder, e *environment, depth int) {
	g.reduce(b, e, g.fold(b, e), depth)
}

func genScan(g *generator, b *ir.Builder, e *environment, depth int) {
	g.scan(b, e, g.fold(b, e), depth)
}

func genPairs(g *generator, b *ir.Builder, e *environment, depth int) {
	if f := g.pairs(b); g.oneOf(2) == 0 {
		g.reduce(b, e, f, depth)
	} else {
		g.scan(b, e, f, depth)
	}
}

// reduce folds with f, and also returns an unfolded row per element.
func (g *generator) reduce(b *ir.Builder, e *environment, f folding, depth int) {
	w, arrays, params := g.inputs(b, e)
	row := g.rowType(e)
	fn := g.lambda(e, params, append(slices.Clone(f.types), row), depth)
	x := &ir.Reduce{Width: w, Operator: f.operator, Neutral: f.neutral, Commutative: f.commutative, Arrays: arrays, Fn: fn}
	g.bound(b, e, append(slices.Clone(f.types), row.Under(w)), x)
}

// scan is reduce for a scan.
func (g *generator) scan(b *ir.Builder, e *environment, f folding, depth int) {
	w, arrays, params := g.inputs(b, e)
	rows := append(slices.Clone(f.types), g.rowType(e))
	x := &ir.Scan{Width: w, Operator: f.operator, Neutral: f.neutral, Arrays: arrays, Fn: g.lambda(e, params, rows, depth)}
	var types []ir.Type
	for _, r := range rows {
		types = append(types, r.Under(w))
	}
	g.bound(b, e, types, x)
}

// genWide works on enough elements to fill chunks and work-groups, with little work per
// element.
func genWide(g *generator, b *ir.Builder, e *environment, _ int) {
	over := *e
	over.over = e.wides[g.oneOf(len(e.wides))]
	kinds := []addStatement{genMap, genReduce, genScan, genPairs, genHist, genScatter, genChain, genLoop, genRows}
	kinds[g.oneOf(len(kinds))](g, b, &over, 1)
	e.scalars, e.arrays = over.scalars, over.arrays
}

// genConcat concatenates two arrays of the same type along a dimension, and takes a slice
// of the original size.
func genConcat(g *generator, b *ir.Builder, e *environment, _ int) {
	for _, a := range g.pick(e.arrays, 1) {
		along := g.oneOf(2) % a.Type.Rank()
		n := a.Type.Dims[along]
		size := b.Prim("size", scalar.Add, scalar.I64, n, n)
		other := g.ofType(b, e, a.Type)
		whole := ir.ArrayOf(a.Type.Elem, a.Type.Dims...)
		whole.Dims = slices.Clone(whole.Dims)
		whole.Dims[along] = size
		joined := b.Let("joined", whole, &ir.Concat{Dim: along, Size: size, Arrays: []name.Name{a.Name, other.Name}})
		var dims []ir.SliceDim
		for k, d := range a.Type.Dims {
			if k == along {
				dims = append(dims, ir.RangeOf(ir.Size(0), n, ir.Size(2)))
			} else {
				dims = append(dims, ir.Whole(d))
			}
		}
		g.let(b, e, "even", a.Type, &ir.Slice{Array: joined.Name, Dims: dims})
	}
}

// genReshape flattens a two-dimensional array, views its diagonal, and reshapes it back.
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
	g.bound(b, e, []ir.Type{going.Type, x.Type, row.Type}, loop)
}

// genFoldRows folds the rows of a table with an operator on arrays, and may overwrite the
// result directly afterwards.
func genFoldRows(g *generator, b *ir.Builder, e *environment, _ int) {
	for _, a := range g.pick(e.arrays, 3) {
		if a.Type.Rank() != 2 {
			continue
		}
		f := g.foldOf(b, e, a.Type.Elem)
		n, m := a.Type.Dims[0], a.Type.Dims[1]
		row := a.Type.Peel(1)
		xs, ys := ir.Param{Name: g.names.Fresh("as"), Type: row}, ir.Param{Name: g.names.Fresh("bs"), Type: row}
		in := b.Inner()
		zs := in.Let("cs", row, &ir.Map{Width: m, Arrays: []name.Name{xs.Name, ys.Name}, Fn: f.operator})
		rows := &ir.Lambda{Params: []ir.Param{xs, ys}, Results: []ir.Type{row}, Body: in.Body(zs)}
		zero := g.let(b, e, "ne", row, &ir.Replicate{Shape: []ir.Atom{m}, Value: f.neutral[0]})
		ne := []ir.Atom{ir.Var(zero.Name)}
		red := &ir.Reduce{Width: n, Operator: rows, Neutral: ne, Commutative: f.commutative, Arrays: []name.Name{a.Name}}
		switch g.oneOf(3) {
		case 0:
			g.let(b, e, "red", row, red)
		case 1:
			g.overwrite(b, e, b.Let("red", row, red), row)
		case 2:
			g.let(b, e, "scan", a.Type, &ir.Scan{Width: n, Operator: rows, Neutral: ne, Arrays: []name.Name{a.Name}})
		}
		return
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
	g.bound(b, e, []ir.Type{f.Results[0].Type, ir.ArrayOf(f.Results[1].Type.Elem, w)}, &ir.Call{Fun: f.Name, Args: args})
	b.Pos = source.Pos{}
}

// function draws a function that may call those drawn before it.
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
