package lowering

import (
	"go/types"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/gosrc/internal/program"
	"github.com/lamina-lang/lamina/frontends/lower"
)

// loopMark is what the slices and tensors that a Loop of n iterations writes hold after it.
//
// wellformed has found that iteration i mentions of each of them row i alone, so that the
// loop is a map over their rows. Iterations beyond an array's last row may not touch it;
// then those rows are zeros that nobody reads, and are dropped.
func (f *frame) loopMark(count lower.Value) lower.Value {
	var written []*program.Capture
	for _, c := range f.mark.Captures {
		if c.Write {
			written = append(written, c)
		}
	}
	n := f.b.I64("n", scalar.Max, count.Atom(), ir.Size(0))
	fits := ir.Const(scalar.FromBool(true))
	for _, c := range written {
		fits = f.b.All(fits, f.b.I64("fits", scalar.Le, n, f.captures[c].Dim()))
	}
	return f.b.If(fits,
		func() lower.Value { return f.iterations(n, written, true) },
		func() lower.Value { return f.iterations(n, written, false) })
}

// iterations maps the body over the rows; with fits there is one for each iteration.
func (f *frame) iterations(n ir.Atom, written []*program.Capture, fits bool) lower.Value {
	f.nested++
	defer func() { f.nested-- }()
	all := f.b.Map(n, []lower.Value{f.b.Iota(n)}, func(rows []lower.Value) lower.Value {
		f.index = rows[0].Atom()
		for _, c := range written {
			f.rows[c] = &variable{name: c.Base(), typ: rowType(c), value: f.rowAt(c, fits), set: true}
		}
		f.invoke(&function{lit: f.mark.Lit(), frame: f}, rows)
		out := make([]lower.Value, len(written))
		for k, c := range written {
			out[k] = f.rows[c].value
		}
		clear(f.rows)
		return lower.Tuple(out...)
	})
	parts := f.b.Unzip(all).Fields()
	for k, c := range written {
		parts[k] = f.writeBack(f.captures[c], parts[k], n)
	}
	return lower.Tuple(parts...)
}

func rowType(c *program.Capture) types.Type {
	t := program.TensorElem(c.Type)
	if t == nil {
		return c.Type.Underlying().(*types.Slice).Elem()
	}
	return t
}

// rowAt is the row of an array that an iteration may write.
func (f *frame) rowAt(c *program.Capture, fits bool) lower.Value {
	array := f.captures[c]
	row := func() lower.Value { return f.element(array, f.index) }
	if fits {
		f.b.Fact(scalar.Lt, f.index, array.Dim())
		return row()
	}
	inside := f.b.I64("inside", scalar.Lt, f.index, array.Dim())
	return f.b.If(inside, row, func() lower.Value { return f.zeroOf(lower.Peel(array.Shape, 1)) })
}

// writeBack replaces the first n rows of array, or all if there are fewer, by those of rows.
func (f *frame) writeBack(array, rows lower.Value, n ir.Atom) lower.Value {
	defer f.b.UncheckedIf(true)()
	m := f.b.I64("m", scalar.Min, n, array.Dim())
	zero := ir.Size(0)
	head := f.b.Slice(rows.Shape, []lower.DimIndex{{First: &zero, Last: &m}})
	to := f.b.Slice(array.Shape, []lower.DimIndex{{First: &zero, Last: &m}})
	return f.b.Update(array, to, nil, f.b.Index(rows, head))
}
