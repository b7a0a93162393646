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
		if m, i, j := f.inMatrix(sh.Expr, indices[0]); m != nil && i == sh.index {
			return &place{variable: sh.row, steps: []step{{index: &index{at, goInt, j}}}}
		}
		i := f.expr(indices[0])
		k := f.inRange(at, i.Elem(), i.Atom(), sh.array.Dim())
		return &place{variable: sh.row, steps: []step{{index: &index{at, goInt, f.inBlock(sh, at, k)}}}}
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

// inBlock is the index in the iteration's block of element k, which it asserts to be there.
func (f *frame) inBlock(sh *shared, at ast.Expr, k ir.Atom) ir.Atom {
	defer f.at(at)()
	first := f.b.I64("first", scalar.Mul, sh.index, sh.size)
	j := f.b.I64("j", scalar.Sub, k, first)
	const message = "iterations of the Loop may race: iteration "
	f.b.Assert(f.b.I64("ok", scalar.Le, ir.Size(0), j), message, sh.index, " uses element ", k, " of "+sh.Text+", and its own begin at ", first)
	f.b.Assert(f.b.I64("ok", scalar.Lt, j, sh.size), message, sh.index, " uses element ", k, " of "+sh.Text+", and its own are ", sh.size, " from ", first)
	return j
}

// blockPart is the place of a part of an iteration's block.
func (f *frame) blockPart(sh *shared, e *ast.SliceExpr) *place {
	first, last := f.bounds(e, sh.array.Dim())
	defer f.at(e)()
	n := f.b.I64("n", scalar.Sub, last, first)
	none := f.b.I64("none", scalar.Eq, n, ir.Size(0))
	begin := f.b.I64("begin", scalar.Mul, sh.index, sh.size)
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
