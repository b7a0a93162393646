package lowering

import (
	"go/ast"
	"go/types"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/gosrc/internal/independence"
	"github.com/lamina-lang/lamina/frontends/gosrc/internal/program"
	"github.com/lamina-lang/lamina/frontends/lower"
)

// shared is an array that a Loop writes, as its iterations see it.
type shared struct {
	*independence.Array
	elem  types.Type
	array lower.Value // before the loop; of blocks with a period the columns of the matrix that it is
	size  ir.Atom     // of a block
	first ir.Atom     // index of the first iteration's row, or of the first element of its block
	index ir.Atom     // the number of the iteration
	whole *periods    // of blocks with a period
	row   *variable   // the iteration's own part: of rows and blocks
	sites []*site
	reads []*variable // the indices that mentions read, if that is to be checked
}

// site is a place in the code that writes an element, at most once in an iteration.
type site struct {
	mention *independence.Mention
	at      *variable // the index among all elements; -1 if nothing is written
	value   *variable
}

// mentioned is a mention of an element, in the Loop or in a function that it calls.
type mentioned struct {
	at   ast.Expr
	path independence.Path
}

// readsThrough are the indices that mentions read in a function to which a call passes an array that the Loops
// around write.
func (f *frame) readsThrough(call *ast.CallExpr) []*variable {
	var out []*variable
	if len(f.shared) == 0 {
		return nil
	}
	args := call.Args
	if recv := f.program.Callee(f.Scope, call.Fun).Recv; recv != nil {
		args = append([]ast.Expr{recv}, args...)
	}
	for _, a := range args {
		if !program.IsArray(f.TypeOf(a)) {
			continue
		}
		if sh := f.sharedAt(a); sh != nil {
			out = append(out, sh.reads...)
		}
	}
	return out
}

// sharedAt returns the array that e denotes, if the Loops around write it.
func (f *frame) sharedAt(e ast.Expr) *shared {
	if len(f.shared) == 0 {
		return nil
	}
	_, key := program.Chain(f.Scope, program.Unconverted(f.Scope, e))
	return f.shared[key]
}

// sharedElements returns the array of which e is an element or a row, and the indices, if the Loops around
// write it.
func (f *frame) sharedElements(e *ast.IndexExpr) (*shared, []ast.Expr) {
	if len(f.shared) == 0 {
		return nil, nil
	}
	var indices []ast.Expr
	for x := ast.Expr(e); ; {
		index, ok := ast.Unparen(x).(*ast.IndexExpr)
		if !ok {
			return nil, nil
		}
		indices = append([]ast.Expr{index.Index}, indices...)
		x = index.X
		if sh := f.sharedAt(x); sh != nil {
			if len(indices) > sh.Rank {
				return nil, nil // part of an element that is an array
			}
			return sh, indices
		}
	}
}

// sharedBy returns the array that an assignment to e changes, if the Loops around write it.
func (f *frame) sharedBy(e ast.Expr) *shared {
	if len(f.shared) == 0 {
		return nil
	}
	for {
		if sh := f.sharedAt(e); sh != nil {
			return sh
		}
		if to := f.StandsFor(e); to != nil {
			e = to
			continue
		}
		switch x := ast.Unparen(e).(type) {
		case *ast.IndexExpr:
			e = x.X
		case *ast.SelectorExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.SliceExpr:
			e = x.X
		case *ast.CallExpr:
			if e = program.Unconverted(f.Scope, x); e == ast.Expr(x) {
				return nil
			}
		default:
			return nil
		}
	}
}

// variables are those that hold what an iteration writes.
func (sh *shared) variables() []*variable {
	if sh.row != nil {
		return []*variable{sh.row}
	}
	var out []*variable
	for _, s := range sh.sites {
		out = append(out, s.at, s.value)
	}
	return out
}

// divided evaluates the size of blocks, and returns whether an array has a part for each of n
// iterations.
func (f *frame) divided(sh *shared, n ir.Atom) ir.Atom {
	switch sh.Kind {
	case independence.Rows:
		sh.array = f.b.ToFront(sh.array, sh.Dimension)
		sh.first = f.sum(sh.Offset)
		within := f.b.I64("within", scalar.Le, ir.Size(0), sh.first)
		return f.b.All(within, f.b.I64("fits", scalar.Le, n, f.b.I64("room", scalar.Sub, sh.array.Dim(), sh.first)))
	case independence.Blocks:
		sh.size = f.b.I64("size", scalar.Max, f.sum(sh.Size), ir.Size(0))
		f.b.IsSize(sh.size)
		even := f.columns(sh)
		within := f.b.I64("within", scalar.Le, ir.Size(0), sh.first)
		room := f.b.I64("room", scalar.Sub, sh.array.Dim(), f.b.I64("first", scalar.Max, sh.first, ir.Size(0)))
		most := f.b.I64("most", scalar.Quot, f.b.I64("room", scalar.Max, room, ir.Size(0)), f.b.I64("n", scalar.Max, n, ir.Size(1)))
		return f.b.All(even, within, f.b.I64("fits", scalar.Le, sh.size, most))
	}
	return ir.Const(scalar.FromBool(true))
}

// sum is the value of a sum that is the same in all iterations.
func (f *frame) sum(s independence.Sum) ir.Atom {
	total := ir.Size(0)
	for k, p := range s {
		x := ir.Size(p.Number)
		for _, factor := range p.Factors {
			y := f.expr(factor.Expr).Atom()
			if x == ir.Size(1) {
				x = y
			} else {
				x = f.b.I64("prod", scalar.Mul, x, y)
			}
		}
		if k == 0 {
			total = x
		} else {
			total = f.b.I64("sum", scalar.Add, total, x)
		}
	}
	return total
}

// parts are the rows and blocks of arrays, one for each of n iterations.
func (f *frame) parts(arrays []*shared, n ir.Atom, fits bool) []lower.Value {
	var out []lower.Value
	for _, sh := range arrays {
		switch sh.Kind {
		case independence.Rows:
			out = append(out, f.stretch(sh.array, sh.first, n, fits))
		case independence.Blocks:
			all := f.b.I64("all", scalar.Mul, n, sh.size)
			f.b.IsSize(all)
			if !fits {
				limit := f.b.I64("limit", scalar.Quot, ir.Size(maxElements), f.b.I64("n", scalar.Max, n, ir.Size(1)))
				f.b.Assert(f.b.I64("ok", scalar.Le, sh.size, limit), "a Loop whose iterations have blocks of ", sh.size, " elements of ", sh.Text)
			}
			out = append(out, f.b.Unflatten(f.stretch(sh.array, sh.first, all, fits), n, sh.size))
		}
	}
	return out
}

// maxElements is more elements than an array has.
const maxElements = 1 << 40

// stretch are n elements of an array from the one with index first on, with zeros where there are none.
func (f *frame) stretch(array lower.Value, first, n ir.Atom, fits bool) lower.Value {
	if fits {
		last := n
		if first != ir.Size(0) {
			last = f.b.I64("last", scalar.Add, first, n)
		}
		return f.between(array, first, last)
	}
	o := f.overlap(array.Dim(), first, n)
	zeros := func(m ir.Atom) lower.Value { return f.b.Replicate(m, f.zeroOf(lower.Peel(array.Shape, 1))) }
	after := f.b.I64("after", scalar.Sub, f.b.I64("rest", scalar.Sub, n, o.skipped), o.count)
	f.b.IsSize(after)
	own := f.between(array, o.first, f.b.I64("last", scalar.Add, o.first, o.count))
	all := f.b.Concat(f.b.Concat(zeros(o.skipped), own), zeros(after))
	return f.b.Resize(all, lower.ArrayOf(n, lower.Peel(array.Shape, 1)))
}

// overlap is which elements of an array those of a stretch are.
type overlap struct {
	skipped ir.Atom // how many of the stretch lie before the array
	first   ir.Atom // the first one in the array
	count   ir.Atom
}

// overlap computes which of the n elements from first on are in an array of the given size.
func (f *frame) overlap(size, first, n ir.Atom) overlap {
	var o overlap
	o.first = f.b.I64("first", scalar.Min, f.b.I64("first", scalar.Max, first, ir.Size(0)), size)
	before := f.b.I64("before", scalar.Max, f.b.I64("before", scalar.Sub, o.first, first), ir.Size(0))
	o.skipped = f.b.I64("skipped", scalar.Min, before, n)
	room := f.b.I64("room", scalar.Sub, size, o.first)
	o.count = f.b.I64("count", scalar.Min, room, f.b.I64("rest", scalar.Sub, n, o.skipped))
	for _, a := range []ir.Atom{o.first, o.skipped, o.count} {
		f.b.IsSize(a)
	}
	return o
}

// begin sets up what an iteration sees of an array, given the parts that it has of this one and
// of others, and returns those of the others.
func (f *frame) begin(sh *shared, index ir.Atom, parts []lower.Value) []lower.Value {
	sh.index = index
	f.shared[sh.Key] = sh
	if sh.Kind != independence.Sites {
		sh.row = &variable{name: sh.Text, typ: sh.rowType(), value: parts[0], set: true}
		return parts[1:]
	}
	sh.sites, sh.reads = nil, nil
	none := func() *variable {
		return &variable{name: "at", typ: types.Typ[types.Int], value: lower.Constant(scalar.Int(goInt, -1)), set: true}
	}
	for _, m := range sh.Writes {
		value := &variable{name: sh.Text, typ: sh.elem, value: f.zero(sh.elem), set: true}
		sh.sites = append(sh.sites, &site{m, none(), value})
	}
	if sh.Distinct {
		return parts
	}
	for _, m := range sh.Reads {
		at := mentioned{m.Node, m.Path}
		f.reads[at] = none()
		sh.reads = append(sh.reads, f.reads[at])
	}
	return parts
}

// holds notes that an iteration's part lies in the array.
func (f *frame) holds(sh *shared, n, index ir.Atom) {
	f.b.Less(index, n)
	if sh.Kind == independence.Rows {
		f.b.IsSize(f.rowIndex(sh))
		f.b.Less(f.rowIndex(sh), sh.array.Dim())
	}
}

// rowIndex is the index of the iteration's row.
func (f *frame) rowIndex(sh *shared) ir.Atom {
	if sh.first == ir.Size(0) {
		return sh.index
	}
	return f.b.I64("row", scalar.Add, sh.index, sh.first)
}

// end forgets an array when an iteration has been lowered.
func (f *frame) end(sh *shared) {
	delete(f.shared, sh.Key)
	for _, m := range sh.Reads {
		delete(f.reads, mentioned{m.Node, m.Path})
	}
}

// rowType is the type of an iteration's part. Those of tensors and blocks are slices.
func (sh *shared) rowType() types.Type {
	t := sh.elem
	if sh.Kind == independence.Blocks {
		if sh.whole != nil {
			t = types.NewSlice(t)
		}
		return types.NewSlice(t)
	}
	for range sh.Rank - 1 {
		t = types.NewSlice(t)
	}
	return t
}

// results are the parts of an array that an iteration returns.
func (sh *shared) results() []lower.Value {
	if sh.Kind != independence.Sites {
		return []lower.Value{sh.row.value}
	}
	var out []lower.Value
	for _, s := range sh.sites {
		out = append(out, s.at.value, s.value.value)
	}
	for _, r := range sh.reads {
		out = append(out, r.value)
	}
	return out
}

// after is an array's contents after the loop.
func (f *frame) after(sh *shared, results []lower.Value, n ir.Atom) lower.Value {
	switch sh.Kind {
	case independence.Rows:
		if sh.Replaced {
			return f.replaced(sh, results[0], n)
		}
		return f.b.FromFront(f.writeBack(sh.array, results[0], sh.first), sh.Dimension)
	case independence.Blocks:
		return f.rows(sh, f.writeBack(sh.array, f.b.Flatten(results[0]), sh.first))
	}
	flat := f.flat(sh.array, sh.Rank)
	if !sh.Distinct {
		f.checkOwners(sh, flat.Dim(), results, n)
	}
	for k := range sh.sites {
		flat = f.b.Scatter(1, flat, results[2*k], results[2*k+1])
	}
	return f.shaped(flat, sh.array.Shape)
}

// replaced is an array whose rows n iterations have replaced: by rows of any length if they are all, else of that of the
// others.
func (f *frame) replaced(sh *shared, rows lower.Value, n ir.Atom) lower.Value {
	defer f.at(sh.Writes[0].Node)()
	have, want := lower.Dims(rows.Shape)[1:], lower.Dims(sh.array.Shape)[1:]
	first := f.b.I64("first", scalar.Eq, sh.first, ir.Size(0))
	return f.b.If(f.b.All(first, f.b.I64("all", scalar.Eq, n, sh.array.Dim())), func() lower.Value { return rows }, func() lower.Value {
		none := f.b.I64("none", scalar.Eq, n, ir.Size(0))
		for i := range want {
			same := f.b.Bool("same", scalar.Or, none, f.b.I64("same", scalar.Eq, have[i], want[i]))
			f.b.Assert(same, "a slice of slices is irregular here: one row has length ", have[i], ", others have ", want[i])
		}
		return f.writeBack(sh.array, f.resized(rows, lower.ArrayOf(rows.Dim(), lower.Peel(sh.array.Shape, 1))), sh.first)
	})
}

// writeBack replaces the rows of array from first on by rows, as many as there are.
func (f *frame) writeBack(array, rows lower.Value, first ir.Atom) lower.Value {
	o := f.overlap(array.Dim(), first, rows.Dim())
	own := f.between(rows, o.skipped, f.b.I64("last", scalar.Add, o.skipped, o.count))
	last := f.b.I64("last", scalar.Add, o.first, o.count)
	defer f.b.UncheckedIf(true)()
	to := f.b.Slice(array.Shape, []lower.DimIndex{{First: &o.first, Last: &last}})
	return f.b.Update(array, to, nil, own)
}

// flat is an array of the given rank as one of all elements.
func (f *frame) flat(array lower.Value, rank int) lower.Value {
	for range rank - 1 {
		array = f.b.Flatten(array)
	}
	return array
}

// shaped is flat for the array it was made from.
func (f *frame) shaped(array lower.Value, s lower.Shape) lower.Value {
	a := s.(*lower.Array)
	inner, ok := a.Elem.(*lower.Array)
	if !ok || len(lower.Dims(array.Shape)) == len(lower.Dims(s)) {
		return f.b.Resize(array, s)
	}
	if _, deeper := inner.Elem.(*lower.Array); deeper && len(lower.Dims(s))-len(lower.Dims(array.Shape)) > 1 {
		rows := f.b.I64("rows", scalar.Mul, a.Dim, inner.Dim)
		f.b.IsSize(rows)
		array = f.shaped(array, lower.ArrayOf(rows, inner.Elem))
	}
	return f.b.Unflatten(array, a.Dim, inner.Dim)
}
