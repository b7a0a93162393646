package lowering

import (
	"go/ast"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/gosrc/internal/independence"
	"github.com/lamina-lang/lamina/frontends/lower"
)

// sharedPlace is the place of an element that an iteration assigns, or reads of a part of its own.
func (f *frame) sharedPlace(sh *shared, at ast.Expr, indices []ast.Expr) *place {
	switch sh.Kind {
	case independence.Rows:
		return f.rowPlace(sh, at, indices)
	case independence.Blocks:
		return f.blockPlace(sh, at, indices[0])
	}
	k := f.sharedIndex(sh, at, indices)
	var own *site
	value := f.current(sh, k)
	for _, s := range sh.sites {
		if s.mention.Node == at && s.mention.Path == f.path {
			own = s
			continue
		}
		if _, none := s.at.value.Atom().AsSize(); !none {
			same := f.b.I64("same", scalar.Eq, s.at.value.Atom(), k)
			s.at.value = lower.ScalarValue(goInt, f.b.Choose(same, ir.Size(-1), s.at.value.Atom()))
		}
	}
	own.at.value, own.value.value = lower.ScalarValue(goInt, k), value
	return &place{variable: own.value}
}

// rowPlace is the place of an element in an iteration's row.
func (f *frame) rowPlace(sh *shared, at ast.Expr, indices []ast.Expr) *place {
	p := &place{variable: sh.row}
	var order []ast.Expr
	for k, e := range indices {
		if k != sh.Dimension {
			order = append(order, e)
		}
	}
	f.inRange(at, goInt, f.rowIndex(sh), sh.array.Dim())
	for _, e := range order {
		i := f.expr(e)
		p.steps = append(p.steps, step{index: &index{e, i.Elem(), i.Atom()}})
	}
	f.check(p)
	return p
}

// blockPlace is the place of an element in an iteration's block.
func (f *frame) blockPlace(sh *shared, at, e ast.Expr) *place {
	to := func(atoms ...ir.Atom) *place {
		p := &place{variable: sh.row}
		for _, a := range atoms {
			p.steps = append(p.steps, step{index: &index{at, goInt, a}})
		}
		return p
	}
	x := f.matrixElement(sh.Expr, e)
	switch {
	case x.m != nil && sh.whole == nil && x.row == sh.index:
		return to(x.column)
	case x.m != nil && sh.whole != nil && x.column == sh.index:
		return to(ir.Size(0), x.row)
	}
	k := f.inRange(at, x.flat.Elem(), x.flat.Atom(), sh.elements())
	if sh.whole == nil {
		return to(f.inBlock(sh, at, k, k))
	}
	row := f.b.I64("row", scalar.Quot, k, sh.whole.period)
	column := f.b.I64("column", scalar.Sub, k, f.b.I64("begin", scalar.Mul, row, sh.whole.period))
	f.b.IsSize(row)
	f.b.Less(row, sh.whole.rows)
	return to(f.inBlock(sh, at, k, column), row)
}

// blockBegin is the first element of the iteration's block.
func (f *frame) blockBegin(sh *shared) ir.Atom {
	begin := f.b.I64("begin", scalar.Mul, sh.index, sh.size)
	if sh.first == ir.Size(0) {
		return begin
	}
	return f.b.I64("begin", scalar.Add, begin, sh.first)
}

// inBlock is the index in the iteration's block of element k, which is in a column, and which it asserts to be there.
func (f *frame) inBlock(sh *shared, at ast.Expr, k, column ir.Atom) ir.Atom {
	defer f.at(at)()
	begin := f.blockBegin(sh)
	j := f.b.I64("j", scalar.Sub, column, begin)
	const message = "iterations of the Loop may race: iteration "
	again := []any{}
	if sh.whole != nil {
		again = []any{" and again after each ", sh.whole.period}
	}
	f.b.Assert(f.b.I64("ok", scalar.Le, ir.Size(0), j), append([]any{message, sh.index, " uses element ", k, " of " + sh.Text + ", and its own begin at ", begin}, again...)...)
	f.b.Assert(f.b.I64("ok", scalar.Lt, j, sh.size), append([]any{message, sh.index, " uses element ", k, " of " + sh.Text + ", and its own are ", sh.size, " from ", begin}, again...)...)
	return j
}

// blockPart is the place of a part of an iteration's block.
func (f *frame) blockPart(sh *shared, e *ast.SliceExpr) *place {
	first, last := f.bounds(e, sh.array.Dim())
	defer f.at(e)()
	n := f.b.I64("n", scalar.Sub, last, first)
	none := f.b.I64("none", scalar.Eq, n, ir.Size(0))
	begin := f.blockBegin(sh)
	j := f.b.Choose(none, ir.Size(0), f.b.I64("j", scalar.Sub, first, begin))
	end := f.b.I64("end", scalar.Add, j, n)
	const message = "iterations of the Loop may race: iteration "
	f.b.Assert(f.b.I64("ok", scalar.Le, ir.Size(0), j), message, sh.index, " uses element ", first, " of "+sh.Text+", and its own begin at ", begin)
	f.b.Assert(f.b.I64("ok", scalar.Le, end, sh.size), message, sh.index, " uses elements of "+sh.Text+" up to ", last, ", and its own are ", sh.size, " from ", begin)
	return &place{variable: sh.row, steps: []step{{first: &j, last: &end}}}
}

// sharedIndex is the index of an element among all.
func (f *frame) sharedIndex(sh *shared, at ast.Expr, indices []ast.Expr) ir.Atom {
	var k ir.Atom
	s := sh.array.Shape
	for d, e := range indices {
		a := s.(*lower.Array)
		v := f.expr(e)
		where := ast.Node(e)
		if len(indices) == 1 {
			where = at
		}
		i := f.inRange(where, v.Elem(), v.Atom(), a.Dim)
		if d == 0 {
			k = i
		} else {
			k = f.b.I64("k", scalar.Add, f.b.I64("k", scalar.Mul, k, a.Dim), i)
		}
		s = a.Elem
	}
	return k
}

// current is what an iteration sees in element k: what it wrote, or what was there before.
func (f *frame) current(sh *shared, k ir.Atom) lower.Value {
	v := f.element(f.flat(sh.array, sh.Rank), k)
	for _, s := range sh.sites {
		if _, none := s.at.value.Atom().AsSize(); none {
			continue
		}
		same := f.b.I64("same", scalar.Eq, s.at.value.Atom(), k)
		before := v
		v = f.b.If(same, func() lower.Value { return s.value.value }, func() lower.Value { return before })
	}
	return v
}

// sharedElement is the value of an element that an iteration reads.
func (f *frame) sharedElement(sh *shared, at ast.Expr, indices []ast.Expr) lower.Value {
	if sh.Kind != independence.Sites {
		return f.load(f.sharedPlace(sh, at, indices))
	}
	k := f.sharedIndex(sh, at, indices)
	if r := f.reads[mentioned{at, f.path}]; r != nil {
		r.value = lower.ScalarValue(goInt, k)
	}
	return f.current(sh, k)
}

// checkOwners asserts that no iteration writes an element that another reads or writes. The owner
// of an element is the last iteration that writes it.
func (f *frame) checkOwners(sh *shared, size ir.Atom, results []lower.Value, n ir.Atom) {
	latest := lower.NewClosure(&lower.Code{
		Name: "latest", Arity: 2, Place: lower.InPlace,
		Run: func(b *lower.Builder, _ []lower.Captured, x []lower.Value) lower.Value {
			return b.Operator(scalar.Max, goInt, x...)
		},
	})
	none := lower.Constant(scalar.Int(goInt, -1))
	owners := f.b.Replicate(size, none)
	iota := f.b.Iota(n)
	var used []lower.Value
	for k := range sh.sites {
		owners = f.b.Hist(1, owners, latest, none, results[2*k], iota)
		used = append(used, results[2*k])
	}
	used = append(used, results[2*len(sh.sites):]...)
	f.b.Map(n, append([]lower.Value{iota}, used...), func(rows []lower.Value) lower.Value {
		i := rows[0].Atom()
		for k, at := range rows[1:] {
			defer f.at(f.mentioned(sh, k).Node)()
			owner := f.b.If(f.b.I64("some", scalar.Le, ir.Size(0), at.Atom()),
				func() lower.Value { return f.element(owners, at.Atom()) }, func() lower.Value { return none }).Atom()
			ok := f.b.Bool("ok", scalar.Or, f.b.I64("unowned", scalar.Lt, owner, ir.Size(0)), f.b.I64("own", scalar.Eq, owner, i))
			f.b.Assert(ok, "iterations of the Loop race: iterations ", i, " and ", owner, " use element ", at.Atom(), " of "+sh.Text)
		}
		return lower.Tuple()
	})
}

// mentioned is the mention that the kth index of the results is of.
func (f *frame) mentioned(sh *shared, k int) *independence.Mention {
	if k < len(sh.Writes) {
		return sh.Writes[k]
	}
	return sh.Reads[k-len(sh.Writes)]
}

// periods is what is known of an array whose blocks come again after a period, of more than 0 elements: it is a matrix
// of rows of so many, the last of which is extended with zeros.
type periods struct {
	period, rows ir.Atom
	array        lower.Value // as it was
}

// columns evaluates where the first block of an array begins, and makes columns of an array whose blocks have a
// period. It returns whether the array is made of whole rows.
func (f *frame) columns(sh *shared) (even ir.Atom) {
	sh.first, sh.whole = f.sum(sh.Offset), nil
	if len(sh.Period) == 0 {
		return ir.Const(scalar.FromBool(true))
	}
	period := f.b.I64("period", scalar.Max, f.sum(sh.Period), ir.Size(1))
	f.b.IsSize(period)
	sh.first = f.b.I64("first", scalar.Mod, sh.first, period)
	size := sh.array.Dim()
	before := f.b.I64("rows", scalar.Quot, size, period)
	rest := f.b.I64("rest", scalar.Sub, size, f.b.I64("whole", scalar.Mul, before, period))
	even = f.b.I64("even", scalar.Eq, rest, ir.Size(0))
	rows := f.b.Choose(even, before, f.b.I64("rows", scalar.Add, before, ir.Size(1)))
	f.b.IsSize(rows)
	w := &periods{period, rows, sh.array}
	all := f.b.I64("all", scalar.Mul, rows, period)
	f.b.IsSize(all)
	extended := f.b.If(even, func() lower.Value { return f.resized(sh.array, lower.ArrayOf(all, lower.Peel(sh.array.Shape, 1))) },
		func() lower.Value { return f.stretch(sh.array, ir.Size(0), all, false) })
	restore := f.b.UncheckedIf(true)
	sh.array = f.b.Transpose(f.b.Unflatten(extended, rows, period))
	restore()
	sh.whole = w
	return even
}

// rows is the array that columns was made of, with its contents.
func (f *frame) rows(sh *shared, columns lower.Value) lower.Value {
	if sh.whole == nil {
		return columns
	}
	all := f.b.Flatten(f.b.Transpose(columns))
	size := sh.whole.array.Dim()
	return f.resized(f.between(all, ir.Size(0), size), sh.whole.array.Shape)
}

// elements is how many elements an array has that a Loop writes.
func (sh *shared) elements() ir.Atom {
	if sh.whole != nil {
		return sh.whole.array.Dim()
	}
	return sh.array.Dim()
}
