package lowering

import (
	"go/ast"
	"go/types"
	"maps"
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/gosrc/internal/independence"
	"github.com/lamina-lang/lamina/frontends/gosrc/internal/program"
	"github.com/lamina-lang/lamina/frontends/lower"
)

// loopMark returns the contents, after a Loop of n iterations, of the slices and tensors that it writes.
func (f *frame) loopMark(count lower.Value) lower.Value {
	lit := f.mark.Lit()
	arrays := f.written(lit)
	take := func() {
		for _, sh := range arrays {
			sh.array = f.captured(f.mark.Captured(f.Scope, sh.Expr))
		}
	}
	general := func() []lower.Value {
		take()
		return f.iterations(lit, arrays, count)
	}
	var after []lower.Value
	if ownRows(arrays) {
		after = f.alike(lit, arrays, count.Atom(), func(n ir.Atom) []lower.Value {
			take()
			for _, sh := range arrays {
				sh.first = ir.Size(0)
			}
			return f.mapped(lit, arrays, n, true).Fields()
		}, general)
	} else {
		after = f.asMatrices(lit, arrays, count.Atom(), take, general)
	}
	byKey := map[string]lower.Value{}
	for k, sh := range arrays {
		byKey[sh.Key] = after[k]
	}
	var out []lower.Value
	for _, c := range f.mark.Captures {
		if c.Write {
			out = append(out, byKey[c.Key])
		}
	}
	return lower.Tuple(out...)
}

// A Loop whose iterations have rows of their own is lowered twice. One branch is for the usual case that sizes agree:
// those of each captured array with the bounds of the loops whose variables are its indices, and those of arrays
// that are indexed in another way with those of the first array that is written, if they have as many dimensions.
// Then what is in range for one is so for all, and the inner loops check nothing.

// alike is what a Loop of n iterations leaves in the arrays that it writes: run computes it where sizes agree, els
// elsewhere.
func (f *frame) alike(lit *ast.FuncLit, arrays []*shared, n ir.Atom, run func(n ir.Atom) []lower.Value, els func() []lower.Value) []lower.Value {
	sizes := f.agreeing(lit, f.mark.Captured(f.Scope, arrays[0].Expr), n)
	same := ir.Const(scalar.FromBool(true))
	for _, p := range sizes.pairs {
		same = f.b.All(same, f.b.I64("same", scalar.Eq, p[0], p[1]))
	}
	return f.b.If(same, func() lower.Value {
		before := f.captures
		f.captures = maps.Clone(before)
		defer func() { f.captures = before }()
		for _, c := range f.mark.Captures {
			v := before[c]
			if rank := captureRank(c); rank > 0 {
				dims := slices.Clone(lower.Dims(v.Shape)[:rank])
				for k, d := range dims {
					dims[k] = sizes.of(d)
				}
				f.captures[c] = f.resized(v, lower.Under(dims, lower.Peel(v.Shape, rank)))
			} else if isInt(v) {
				f.captures[c] = lower.ScalarValue(goInt, sizes.of(v.Atom()))
			}
		}
		return lower.Tuple(run(sizes.of(n))...)
	}, func() lower.Value { return lower.Tuple(els()...) }).Fields()
}

// equalities are pairs of sizes that are to be equal, and by them what stands for each size.
type equalities struct {
	pairs [][2]ir.Atom
	first map[ir.Atom]ir.Atom
}

// of is what stands for a size.
func (e *equalities) of(a ir.Atom) ir.Atom {
	for {
		b, ok := e.first[a]
		if !ok {
			return a
		}
		a = b
	}
}

// add makes a stand for b, too.
func (e *equalities) add(a, b ir.Atom) {
	a, b = e.of(a), e.of(b)
	if a == b {
		return
	}
	e.pairs = append(e.pairs, [2]ir.Atom{b, a})
	e.first[b] = a
}

// agreeing are the sizes that agree as a rule in a Loop of n iterations that first writes a given array.
func (f *frame) agreeing(lit *ast.FuncLit, written *program.Capture, n ir.Atom) *equalities {
	out := &equalities{first: map[ir.Atom]ir.Atom{}}
	dims := func(c *program.Capture) []ir.Atom { return lower.Dims(f.captures[c].Shape)[:captureRank(c)] }
	want := dims(written)
	out.add(want[0], n)
	known := map[*program.Capture][]bool{}
	for _, x := range independence.Bounds(independence.Loop{Program: f.program, Scope: f.Scope, Lit: lit}) {
		c := f.mark.Captured(f.Scope, x.Array)
		if c == nil || captureRank(c) < len(x.Bounds) {
			continue
		}
		if known[c] == nil {
			known[c] = make([]bool, captureRank(c))
		}
		for k, e := range x.Bounds {
			if bound, ok := f.bound(e, n); ok {
				known[c][k] = true
				out.add(bound, dims(c)[k])
			}
		}
	}
	for _, c := range f.mark.Captures {
		have := dims(c)
		alike := len(have) == len(want)
		for k, is := range known[c] {
			alike = alike && (!is || out.of(have[k]) == out.of(want[k]))
		}
		for k := range have {
			if alike {
				out.add(want[k], have[k])
			}
		}
	}
	return out
}

// bound is the value of a bound in a Loop of n iterations: of a number that is captured, or of the size of a captured
// array.
func (f *frame) bound(e ast.Expr, n ir.Atom) (ir.Atom, bool) {
	if e == nil || e == independence.Count {
		return n, e != nil
	}
	c := f.mark.Captured(f.Scope, e)
	if c != nil && isInt(f.captures[c]) {
		return f.captures[c].Atom(), true
	}
	dimension := 0
	if of, k, ok := f.program.Size(f.Scope, e); ok {
		c, dimension = f.mark.Captured(f.Scope, of), k
	}
	if c == nil || c.Flat || dimension >= captureRank(c) {
		return ir.Atom{}, false
	}
	return lower.Dims(f.captures[c].Shape)[dimension], true
}

// matrix is a captured slice that holds the rows of a matrix: its elements are mentioned as w[i*m + j].
type matrix struct {
	width         *types.Var // m
	rows, columns ir.Atom
	value         lower.Value
}

// asMatrices lowers a Loop of n iterations twice if captured slices hold matrices by the bounds of the loops around
// mentions of their elements. One branch is for the case that their lengths are the products of these bounds: there such
// mentions are elements of rows, and in range.
func (f *frame) asMatrices(lit *ast.FuncLit, arrays []*shared, n ir.Atom, take func(), general func() []lower.Value) []lower.Value {
	found := f.matricesIn(lit, n)
	whole, count := ir.Const(scalar.FromBool(true)), n
	for _, sh := range arrays {
		m := found[f.mark.Captured(f.Scope, sh.Expr)]
		if sh.Kind != independence.Blocks || m == nil || len(sh.Offset) > 0 {
			return general()
		}
		if len(sh.Period) == 0 && (m.rows != n || f.sum(sh.Size) != m.columns) {
			return general()
		}
		if len(sh.Period) > 0 {
			if f.sum(sh.Period) != m.columns || f.sum(sh.Size) != ir.Size(1) {
				return general()
			}
			count = m.columns
			whole = f.b.All(whole, f.b.I64("same", scalar.Eq, n, count))
		}
	}
	for _, c := range f.mark.Captures {
		if m := found[c]; m != nil {
			size := f.b.I64("size", scalar.Mul, m.rows, m.columns)
			whole = f.b.All(whole, f.b.I64("ok", scalar.Le, ir.Size(0), m.rows), f.b.I64("ok", scalar.Le, ir.Size(0), m.columns),
				f.b.I64("ok", scalar.Eq, size, f.captures[c].Dim()), f.b.I64("ok", scalar.Eq, f.b.I64("high", scalar.MulHi, m.rows, m.columns), ir.Size(0)))
		}
	}
	return f.b.If(whole, func() lower.Value {
		f.matrices = found
		defer func() { f.matrices = nil }()
		take()
		for _, c := range f.mark.Captures {
			m := found[c]
			if m == nil {
				continue
			}
			if m.rows == n {
				m.rows = count
			}
			f.b.IsSize(m.rows)
			f.b.IsSize(m.columns)
			restore := f.b.UncheckedIf(true)
			m.value = f.b.Unflatten(f.captures[c], m.rows, m.columns)
			restore()
		}
		for _, sh := range arrays {
			m := found[f.mark.Captured(f.Scope, sh.Expr)]
			sh.size, sh.first, sh.whole = m.columns, ir.Size(0), nil
			if len(sh.Period) > 0 {
				sh.size, sh.whole = ir.Size(1), &periods{m.columns, m.rows, sh.array}
				sh.array = f.b.Transpose(m.value)
			}
		}
		return f.mapped(lit, arrays, count, true)
	}, func() lower.Value { return lower.Tuple(general()...) }).Fields()
}

// matricesIn are the matrices that captured slices hold in a Loop of n iterations.
func (f *frame) matricesIn(lit *ast.FuncLit, n ir.Atom) map[*program.Capture]*matrix {
	out := map[*program.Capture]*matrix{}
	for _, x := range independence.Matrices(independence.Loop{Program: f.program, Scope: f.Scope, Lit: lit}) {
		c := f.mark.Captured(f.Scope, x.Array)
		width, _ := f.Object(x.Width).(*types.Var)
		if c == nil || captureRank(c) != 1 || c.Rank > 0 || width == nil {
			continue
		}
		rows, known := f.bound(x.Rows, n)
		columns, captured := f.bound(x.Width, n)
		if known && captured && out[c] == nil {
			out[c] = &matrix{width: width, rows: rows, columns: columns}
		}
	}
	return out
}

// flatElement is an element of a slice: its index, and if the slice holds a matrix, and the element is known to be in it,
// which row and column of it.
type flatElement struct {
	flat        lower.Value
	m           *matrix
	row, column ir.Atom
}

// matrixElement evaluates the index of an element of a slice.
func (f *frame) matrixElement(array, e ast.Expr) flatElement {
	m := f.matrices[f.mark.Captured(f.Scope, array)]
	terms, _, width := independence.Split(e)
	if m == nil || width == nil || f.Object(width) != m.width || scalarOf(f.TypeOf(e)) != goInt {
		return flatElement{flat: f.expr(e)}
	}
	x := flatElement{m: m, column: ir.Size(0)}
	for _, t := range terms {
		v := f.expr(t.Expr).Atom()
		switch {
		case t.Width != nil:
			x.row = v
		case t.Minus:
			x.column = f.b.I64("column", scalar.Sub, x.column, v)
		default:
			x.column = f.b.I64("column", scalar.Add, x.column, v)
		}
	}
	if f.b.Knows(scalar.Le, ir.Size(0), x.row) && f.b.Knows(scalar.Lt, x.row, m.rows) && f.b.Knows(scalar.Le, ir.Size(0), x.column) && f.b.Knows(scalar.Lt, x.column, m.columns) {
		return x
	}
	begin := f.b.I64("begin", scalar.Mul, x.row, f.expr(width).Atom())
	return flatElement{flat: lower.ScalarValue(goInt, f.b.I64("k", scalar.Add, begin, x.column))}
}

// ownRows reports whether a Loop writes arrays of which iteration i has row i.
func ownRows(arrays []*shared) bool {
	for _, sh := range arrays {
		if sh.Kind != independence.Rows || sh.Dimension != 0 || len(sh.Offset) > 0 {
			return false
		}
	}
	return len(arrays) > 0
}

// resized is an array whose sizes are known to be those of another shape.
func (f *frame) resized(v lower.Value, to lower.Shape) lower.Value {
	defer f.b.UncheckedIf(true)()
	return f.b.Resize(v, to)
}

// loop runs a Loop within an expression. Within another Loop it is an ordinary loop.
func (f *frame) loop(call *ast.CallExpr) {
	lit := ast.Unparen(call.Args[1]).(*ast.FuncLit)
	count := f.expr(call.Args[0])
	if f.inLoop() {
		n := f.b.I64("n", scalar.Max, count.Atom(), ir.Size(0))
		f.repeat(n, []ast.Node{lit}, nil, func(i ir.Atom) {
			f.invoke(&function{lit: lit, frame: f}, []lower.Value{lower.ScalarValue(goInt, i)})
		})
		return
	}
	arrays := f.written(lit)
	for _, sh := range arrays {
		sh.array = f.expr(sh.Expr)
	}
	for k, after := range f.iterations(lit, arrays, count) {
		f.store(f.place(arrays[k].Expr), after)
	}
}

// inLoop reports whether the code of this frame stands in a Loop.
func (f *frame) inLoop() bool {
	for ; f != nil; f = f.outer {
		if f.iterates {
			return true
		}
	}
	return false
}

// written lists the arrays that a Loop writes.
func (f *frame) written(lit *ast.FuncLit) []*shared {
	arrays, _ := independence.Find(independence.Loop{Program: f.program, Scope: f.InLoop(lit), Lit: lit})
	out := make([]*shared, len(arrays))
	for k, a := range arrays {
		out[k] = &shared{Array: a, elem: elementType(f.TypeOf(a.Expr), a.Rank)}
	}
	return out
}

// elementType is the type of the elements of a tensor, or of a slice of … of slices that elements of it have
// as many indices of as rank says.
func elementType(t types.Type, rank int) types.Type {
	if elem := program.TensorElem(t); elem != nil {
		return elem
	}
	for range max(1, rank) {
		t = elemOf(t)
	}
	return t
}

// iterations runs the iterations of a Loop, and returns what the arrays that it writes hold then.
//
// Where each iteration has a row or a block of its own, the loop is a map over these. Iterations
// beyond the last one may not touch it: then the arrays get rows of zeros, which nobody reads.
// Of other arrays, iterations return which elements they write, and what.
func (f *frame) iterations(lit *ast.FuncLit, arrays []*shared, count lower.Value) []lower.Value {
	n := f.b.I64("n", scalar.Max, count.Atom(), ir.Size(0))
	fits := ir.Const(scalar.FromBool(true))
	for _, sh := range arrays {
		fits = f.b.All(fits, f.divided(sh, n))
	}
	return f.b.If(fits,
		func() lower.Value { return f.mapped(lit, arrays, n, true) },
		func() lower.Value { return f.mapped(lit, arrays, n, false) }).Fields()
}

// mapped maps the body of a Loop over its iterations; with fits each has its part of the arrays.
func (f *frame) mapped(lit *ast.FuncLit, arrays []*shared, n ir.Atom, fits bool) lower.Value {
	f.nested++
	outer := f.b
	all := outer.Map(n, append([]lower.Value{outer.Iota(n)}, f.parts(arrays, n, fits)...), func(rows []lower.Value) lower.Value {
		index := rows[0].Atom()
		rows = rows[1:]
		for _, sh := range arrays {
			rows = f.begin(sh, index, rows)
			if fits {
				f.holds(sh, n, index)
			}
		}
		inner := &frame{lowerer: f.lowerer, b: f.b, vars: map[*types.Var]*variable{}, Scope: f.InLoop(lit), outer: f, iterates: true}
		inner.execute(lit.Type, nil, lit.Body, []argument{{value: lower.ScalarValue(goInt, index)}})
		var out []lower.Value
		for _, sh := range arrays {
			out = append(out, sh.results()...)
			f.end(sh)
		}
		return lower.Tuple(out...)
	})
	outer.Mark(ir.Attr{Name: ir.RegionLoop})
	f.nested--
	results := f.b.Unzip(all).Fields()
	after := make([]lower.Value, len(arrays))
	for k, sh := range arrays {
		m := len(sh.results())
		after[k] = f.after(sh, results[:m], n)
		results = results[m:]
	}
	return lower.Tuple(after...)
}
