package generate

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
)

// folding is an operator for folds, its neutral elements, and the types of both.
type folding struct {
	operator    *ir.Lambda
	neutral     []ir.Atom
	types       []ir.Type
	commutative bool
}

// fold draws an operator on scalars of one of the program's types.
func (g *generator) fold(b *ir.Builder, e *environment) folding { return g.foldOf(b, e, g.elem()) }

// foldOf draws an operator on scalars of type t, from the table or user-defined. They are
// exactly associative, except sums of floats, for which the reduction tree is specified.
func (g *generator) foldOf(b *ir.Builder, e *environment, t scalar.Type) folding {
	plain := []scalar.Op{scalar.Add, scalar.Min, scalar.Max, scalar.Mul, scalar.And, scalar.Or, scalar.Xor}
	var makers []func() folding
	for _, op := range plain {
		if op.Info().Associative.Has(t) || op == scalar.Add && t.IsFloat() {
			makers = append(makers, func() folding {
				neutral, _ := op.Neutral(t)
				return g.folding(b, t, ir.Const(neutral), op.Info().Commutative, func(in *ir.Builder, x, y ir.Atom) ir.Atom {
					return in.Prim("c", op, t, x, y)
				})
			})
		}
	}
	if scalar.BitTypes.Has(t) {
		makers = append(makers, func() folding { return g.firstOf(b, t) })
	}
	if t.IsInt() {
		makers = append(makers, func() folding { return g.circle(b, t) }, func() folding { return g.movedSum(b, e, t) }, func() folding { return g.readSum(b, e, t) })
	}
	return makers[g.oneOf(len(makers))]()
}

// folding builds an operator from the computation of.
func (g *generator) folding(b *ir.Builder, t scalar.Type, neutral ir.Atom, commutative bool, of func(in *ir.Builder, x, y ir.Atom) ir.Atom) folding {
	st := ir.ScalarOf(t)
	x, y := ir.Param{Name: g.names.Fresh("a"), Type: st}, ir.Param{Name: g.names.Fresh("b"), Type: st}
	in := b.Inner()
	r := of(in, ir.Var(x.Name), ir.Var(y.Name))
	op := &ir.Lambda{Params: []ir.Param{x, y}, Results: []ir.Type{st}, Body: in.Body(r)}
	return folding{op, []ir.Atom{neutral}, []ir.Type{st}, commutative && g.oneOf(2) == 0}
}

// firstOf returns the first operand, or the second if the first is zero. It branches and is
// not commutative.
func (g *generator) firstOf(b *ir.Builder, t scalar.Type) folding {
	return g.folding(b, t, ir.Const(scalar.Zero(t)), false, func(in *ir.Builder, x, y ir.Atom) ir.Atom {
		there := in.Prim("there", scalar.Ne, t, x, ir.Const(scalar.Zero(t)))
		return in.Let("c", ir.ScalarOf(t), &ir.If{Cond: there, Then: in.Inner().Body(x), Else: in.Inner().Body(y)})
	})
}

// circle returns x + y + x·y.
func (g *generator) circle(b *ir.Builder, t scalar.Type) folding {
	return g.folding(b, t, ir.Const(scalar.Zero(t)), true, func(in *ir.Builder, x, y ir.Atom) ir.Atom {
		return in.Prim("c", scalar.Add, t, in.Prim("s", scalar.Add, t, x, y), in.Prim("m", scalar.Mul, t, x, y))
	})
}

// movedSum returns x + y + k for a k of the program.
func (g *generator) movedSum(b *ir.Builder, e *environment, t scalar.Type) folding {
	k := g.scalar(e, t)
	neutral := b.Prim("ne", scalar.Neg, t, k)
	return g.folding(b, t, neutral, true, func(in *ir.Builder, x, y ir.Atom) ir.Atom {
		return in.Prim("c", scalar.Add, t, in.Prim("s", scalar.Add, t, x, y), k)
	})
}

// readSum is a sum moved by an element of an array, which the operator reads.
func (g *generator) readSum(b *ir.Builder, e *environment, t scalar.Type) folding {
	isRow := func(a ir.Param) bool { return a.Type.Rank() == 1 && a.Type.Elem == t }
	rows := slices.DeleteFunc(slices.Concat(e.arrays, e.far), func(a ir.Param) bool { return !isRow(a) })
	if len(rows) == 0 {
		return g.movedSum(b, e, t)
	}
	from := rows[g.oneOf(len(rows))]
	read := func(b *ir.Builder) ir.Atom {
		some := b.Prim("some", scalar.Lt, scalar.I64, ir.Size(0), from.Type.Dims[0])
		then := b.Inner()
		first := then.Let("e", ir.ScalarOf(t), &ir.Index{Array: from.Name, Indices: []ir.Atom{ir.Size(0)}})
		return b.Let("k", ir.ScalarOf(t), &ir.If{Cond: some, Then: then.Body(first), Else: b.Inner().Body(ir.Const(scalar.Zero(t)))})
	}
	neutral := b.Prim("ne", scalar.Neg, t, read(b))
	return g.folding(b, t, neutral, true, func(in *ir.Builder, x, y ir.Atom) ir.Atom {
		return in.Prim("c", scalar.Add, t, in.Prim("s", scalar.Add, t, x, y), read(in))
	})
}

// pairs draws an operator on pairs of scalars.
func (g *generator) pairs(b *ir.Builder) folding {
	if g.oneOf(2) == 0 {
		return g.affine(b)
	}
	return g.greatest(b)
}

// tupling builds an operator on tuples from the computation of.
func (g *generator) tupling(b *ir.Builder, types []ir.Type, neutral []ir.Atom, of func(in *ir.Builder, x, y []ir.Atom) []ir.Atom) folding {
	op := &ir.Lambda{Results: types}
	for _, base := range []string{"a", "b"} {
		for _, t := range types {
			op.Params = append(op.Params, ir.Param{Name: g.names.Fresh(base), Type: t})
		}
	}
	in, atoms := b.Inner(), atomsOf(op.Params)
	op.Body = in.Body(of(in, atoms[:len(types)], atoms[len(types):])...)
	return folding{op, neutral, types, false}
}

// affine composes functions x ↦ a·x + b. It is associative, not commutative, and exact for
// wrapping integers.
func (g *generator) affine(b *ir.Builder) folding {
	t, _ := g.typeIn(scalar.IntTypes)
	neutral := []ir.Atom{ir.Const(scalar.One(t)), ir.Const(scalar.Zero(t))}
	return g.tupling(b, []ir.Type{ir.ScalarOf(t), ir.ScalarOf(t)}, neutral, func(in *ir.Builder, x, y []ir.Atom) []ir.Atom {
		a := in.Prim("a", scalar.Mul, t, x[0], y[0])
		scaled := in.Prim("s", scalar.Mul, t, x[1], y[0])
		return []ir.Atom{a, in.Prim("b", scalar.Add, t, scaled, y[1])}
	})
}

// greatest keeps the greater value with its index; of equal values, the one with the lesser
// index.
func (g *generator) greatest(b *ir.Builder) folding {
	t, _ := g.typeIn(scalar.IntTypes)
	types := []ir.Type{ir.ScalarOf(t), ir.I64}
	neutral := []ir.Atom{ir.Const(scalar.Lowest(t)), ir.Const(scalar.Highest(scalar.I64))}
	return g.tupling(b, types, neutral, func(in *ir.Builder, x, y []ir.Atom) []ir.Atom {
		more := in.Prim("more", scalar.Gt, t, x[0], y[0])
		as := in.Prim("as", scalar.Eq, t, x[0], y[0])
		before := in.Prim("before", scalar.Le, scalar.I64, x[1], y[1])
		tie := in.Prim("tie", scalar.And, scalar.Bool, as, before)
		first := in.Prim("first", scalar.Or, scalar.Bool, more, tie)
		return in.Lets("c", types, &ir.If{Cond: first, Then: in.Inner().Body(x...), Else: in.Inner().Body(y...)})
	})
}
