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
	array lower.Value // before the loop
	size  ir.Atom     // of a block
	index ir.Atom     // the number of the iteration
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

// sharedAt returns the array that e denotes, if the Loops around write it.
func (f *frame) sharedAt(e ast.Expr) *shared {
	if len(f.shared) == 0 {
		return nil
	}
	_, key := program.Chain(f.Scope, e)
	return f.shared[key]
}

// sharedBy returns the array that an assignment to e changes, if the Loops around write it.
func (f *frame) sharedBy(e ast.Expr) *shared {
	for {
		if sh := f.sharedAt(e); sh != nil {
			return sh
		}
		switch x := ast.Unparen(e).(type) {
		case *ast.IndexExpr:
			e = x.X
		case *ast.SelectorExpr:
			e = x.X
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
		if sh.Dimension == 1 {
			sh.array = f.b.Transpose(sh.array)
		}
		return f.b.I64("fits", scalar.Le, n, sh.array.Dim())
	case independence.Blocks:
		sh.size = f.b.I64("size", scalar.Max, f.sum(sh.Size), ir.Size(0))
		f.b.IsSize(sh.size)
		most := f.b.I64("most", scalar.Quot, sh.array.Dim(), f.b.I64("n", scalar.Max, n, ir.Size(1)))
		return f.b.I64("fits", scalar.Le, sh.size, most)
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
			out = append(out, f.head(sh.array, n, fits))
		case independence.Blocks:
			all := f.b.I64("all", scalar.Mul, n, sh.size)
			f.b.IsSize(all)
			if !fits {
				limit := f.b.I64("limit", scalar.Quot, ir.Size(maxElements), f.b.I64("n", scalar.Max, n, ir.Size(1)))
				f.b.Assert(f.b.I64("ok", scalar.Le, sh.size, limit), "a Loop whose iterations have blocks of ", sh.size, " elements of ", sh.Text)
			}
			out = append(out, f.b.Unflatten(f.head(sh.array, all, fits), n, sh.size))
		}
	}
	return out
}

// maxElements is more elements than an array has.
const maxElements = 1 << 40

// head are the first n elements of an array, with zeros after it if there are fewer.
func (f *frame) head(array lower.Value, n ir.Atom, fits bool) lower.Value {
	if fits {
		return f.between(array, ir.Size(0), n)
	}
	m := f.b.I64("m", scalar.Min, n, array.Dim())
	f.b.IsSize(m)
	more := f.b.I64("more", scalar.Sub, n, m)
	f.b.IsSize(more)
	zeros := f.b.Replicate(more, f.zeroOf(lower.Peel(array.Shape, 1)))
	return f.b.Resize(f.b.Concat(f.between(array, ir.Size(0), m), zeros), lower.ArrayOf(n, lower.Peel(array.Shape, 1)))
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
		f.reads[m.Node] = none()
		sh.reads = append(sh.reads, f.reads[m.Node])
	}
	return parts
}

// holds notes that an iteration's part lies in the array.
func (f *frame) holds(sh *shared, n, index ir.Atom) {
	f.b.Fact(scalar.Lt, index, n)
	if sh.Kind == independence.Rows {
		f.b.Fact(scalar.Lt, index, sh.array.Dim())
	}
}

// end forgets an array when an iteration has been lowered.
func (f *frame) end(sh *shared) {
	delete(f.shared, sh.Key)
	for _, m := range sh.Reads {
		delete(f.reads, m.Node)
	}
}

// rowType is the type of an iteration's part. Those of tensors and blocks are slices.
func (sh *shared) rowType() types.Type {
	t := sh.elem
	if sh.Kind == independence.Blocks {
		return types.NewSlice(t)
	}
	for range len(sh.Writes[0].Indices) - 1 {
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
		out := f.writeBack(sh.array, results[0])
		if sh.Dimension == 1 {
			out = f.b.Transpose(out)
		}
		return out
	case independence.Blocks:
		return f.writeBack(sh.array, f.b.Flatten(results[0]))
	}
	flat := f.flat(sh.array, len(sh.Writes[0].Indices))
	if !sh.Distinct {
		f.checkOwners(sh, flat.Dim(), results, n)
	}
	for k := range sh.sites {
		flat = f.b.Scatter(1, flat, results[2*k], results[2*k+1])
	}
	return f.shaped(flat, sh.array.Shape)
}

// writeBack replaces the first rows of array by rows, as many as there are.
func (f *frame) writeBack(array, rows lower.Value) lower.Value {
	defer f.b.UncheckedIf(true)()
	m := f.b.I64("m", scalar.Min, rows.Dim(), array.Dim())
	zero := ir.Size(0)
	head := f.b.Slice(rows.Shape, []lower.DimIndex{{First: &zero, Last: &m}})
	to := f.b.Slice(array.Shape, []lower.DimIndex{{First: &zero, Last: &m}})
	return f.b.Update(array, to, nil, f.b.Index(rows, head))
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
