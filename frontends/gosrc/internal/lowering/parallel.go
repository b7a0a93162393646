package lowering

import (
	"go/ast"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/lower"
)

// parallel lowers a call of a function of package accelerate.
func (f *frame) parallel(e *ast.CallExpr, name string) lower.Value {
	defer f.at(e)()
	var fn *function
	var vs []lower.Value
	for _, a := range e.Args {
		if x := f.argument(a); x.fn != nil {
			fn = x.fn
		} else {
			vs = append(vs, x.value)
		}
	}
	defer f.at(e)()
	f.nested++
	defer func() { f.nested-- }()
	switch name {
	case "Map", "Map2", "Map3":
		n := vs[0].Dim()
		for _, v := range vs[1:] {
			f.sameLength(name, n, v.Dim())
		}
		return f.b.Map(n, vs, func(rows []lower.Value) lower.Value { return f.invoke(fn, rows) })
	case "Reduce":
		f.fitsRows(e, vs[0], vs[1])
		return f.b.Reduce(f.operator(e, fn, vs[0]), vs[0], vs[1], false)
	case "Scan":
		f.fitsRows(e, vs[0], vs[1])
		return f.b.Scan(f.operator(e, fn, vs[0]), vs[0], vs[1])
	case "Hist":
		ne, dest, is, values := vs[0], vs[1], vs[2], vs[3]
		f.sameLength(name, is.Dim(), values.Dim())
		f.fitsRows(e, ne, dest)
		f.fitsRows(e, ne, values)
		return f.b.Hist(1, dest, f.operator(e, fn, ne), ne, is, values)
	case "Filter":
		return f.filter(fn, vs[0])
	case "Flatten":
		return f.b.Flatten(vs[0])
	case "Iota":
		n := vs[0].Atom()
		f.b.Assert(f.b.I64("ok", scalar.Le, ir.Size(0), n), "Iota: the size ", n, " is negative")
		return f.b.Iota(n)
	}
	f.unexpected(e, name)
	return lower.Value{}
}

func (f *frame) sameLength(name string, n, m ir.Atom) {
	f.b.Assert(f.b.I64("same", scalar.Eq, m, n), name+": slices of different lengths: ", n, " and ", m)
}

// fitsRows asserts that a neutral element has the sizes of an array's rows.
func (f *frame) fitsRows(at ast.Node, ne, array lower.Value) {
	have, want := lower.Dims(ne.Shape), lower.Dims(array.Shape)[1:]
	for i := range have {
		f.b.Assert(f.b.I64("same", scalar.Eq, have[i], want[i]),
			"the neutral element has length ", have[i], ", the elements have ", want[i])
	}
}

// operator is a function of two values like ne as a value that lower applies.
func (f *frame) operator(at ast.Node, fn *function, ne lower.Value) lower.Value {
	return lower.NewClosure(&lower.Code{
		Name: "op", Pos: f.places.Of(at.Pos()), Arity: 2, Params: []string{"x", "y"}, Place: lower.InPlace,
		Run: func(_ *lower.Builder, _ []lower.Captured, args []lower.Value) lower.Value {
			out := f.invoke(fn, args)
			f.sameSizes(at, "the operator changes the length of its operands", out, args[0])
			return out
		},
	})
}

// filter is the elements for which keep holds: each one's place is the number of those kept
// before it.
func (f *frame) filter(keep *function, xs lower.Value) lower.Value {
	b := f.b
	n := xs.Dim()
	zero, one := lower.Constant(scalar.Int(goInt, 0)), lower.Constant(scalar.Int(goInt, 1))
	choose := func(cond, x, y ir.Atom) lower.Value { return lower.ScalarValue(goInt, b.Choose(cond, x, y)) }
	flags := b.Map(n, []lower.Value{xs}, func(rows []lower.Value) lower.Value { return f.invoke(keep, rows) })
	ones := b.Map(n, []lower.Value{flags}, func(row []lower.Value) lower.Value {
		return choose(row[0].Atom(), one.Atom(), zero.Atom())
	})
	sum := lower.NewClosure(&lower.Code{
		Name: "sum", Arity: 2, Place: lower.InPlace,
		Run: func(b *lower.Builder, _ []lower.Captured, x []lower.Value) lower.Value {
			return b.Operator(scalar.Add, goInt, x...)
		},
	})
	upto := b.Scan(sum, zero, ones)
	count := b.If(b.I64("none", scalar.Eq, n, ir.Size(0)), func() lower.Value { return zero }, func() lower.Value {
		return f.element(upto, b.I64("last", scalar.Sub, n, ir.Size(1)))
	}).Atom()
	b.IsSize(count)
	places := b.Map(n, []lower.Value{flags, upto}, func(row []lower.Value) lower.Value {
		return choose(row[0].Atom(), b.I64("place", scalar.Sub, row[1].Atom(), ir.Size(1)), ir.Size(-1))
	})
	return b.Scatter(1, b.Scratch(count, xs), places, xs)
}
