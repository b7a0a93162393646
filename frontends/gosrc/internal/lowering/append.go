package lowering

import (
	"go/ast"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/lower"
)

// appended is append(xs, x, …) or append(xs, ys...): a new array.
func (f *frame) appended(e *ast.CallExpr) lower.Value {
	xs := f.expr(e.Args[0])
	if len(e.Args) == 1 {
		return xs
	}
	var more lower.Value
	if e.Ellipsis.IsValid() {
		more = f.expr(e.Args[1])
	} else {
		more = f.arrayOf(e, f.exprs(e.Args[1:]))
	}
	if len(lower.Dims(xs.Shape)) == 1 {
		return f.b.Concat(xs, more)
	}
	return f.concatRows(e, xs, more)
}

// concatRows is xs followed by more, whose elements hold slices: those of xs have the sizes of
// those of more if there are none in xs.
func (f *frame) concatRows(e *ast.CallExpr, xs, more lower.Value) lower.Value {
	none := f.b.I64("none", scalar.Eq, xs.Dim(), ir.Size(0))
	return f.b.If(none, func() lower.Value { return more }, func() lower.Value {
		empty := f.b.I64("empty", scalar.Eq, more.Dim(), ir.Size(0))
		return f.b.If(empty, func() lower.Value { return xs }, func() lower.Value {
			have, want := lower.Dims(more.Shape)[1:], lower.Dims(xs.Shape)[1:]
			for i := range have {
				f.b.Assert(f.b.I64("same", scalar.Eq, have[i], want[i]), "append: the rows are irregular: ", have[i], " and ", want[i])
			}
			return f.b.Concat(xs, more)
		})
	})
}

// copied is copy(to, from): how many elements were copied.
func (f *frame) copied(e *ast.CallExpr) lower.Value {
	p := f.place(e.Args[0])
	from := f.expr(e.Args[1])
	to := f.load(p)
	n := f.b.I64("n", scalar.Min, to.Dim(), from.Dim())
	f.b.IsSize(n)
	f.store(p, f.overwritten(to, n, from))
	return lower.ScalarValue(goInt, n)
}

// overwritten is an array with its first n elements replaced by those of another.
func (f *frame) overwritten(array lower.Value, n ir.Atom, from lower.Value) lower.Value {
	defer f.b.UncheckedIf(true)()
	zero := ir.Size(0)
	at := f.b.Slice(array.Shape, []lower.DimIndex{{First: &zero, Last: &n}})
	return f.b.Update(array, at, nil, f.between(from, zero, n))
}
