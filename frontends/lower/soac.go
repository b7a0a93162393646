package lower

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Map maps body over the rows of arrays, all of outer size width.
func (b *Builder) Map(width ir.Atom, arrays []Value, body func(rows []Value) Value) Value {
	arrays = b.alike(width, arrays)
	var params []ir.Param
	var out Value
	inner := b.within(func() {
		var rows []Value
		for _, a := range arrays {
			ps, row := b.params(rowName(a), a.Shape.(*Array).Elem)
			params, rows = append(params, ps...), append(rows, row)
			b.rowFacts(a, row)
		}
		out = body(rows)
	})
	b.liftSizes(inner, out.Shape)
	s := ArrayOf(width, out.Shape)
	fn := &ir.Lambda{Params: params, Body: inner.Body(out.Atoms()...), Results: Leaves(out.Shape)}
	if len(out.Atoms()) == 0 {
		if len(fn.Body.Stms) == 0 {
			return Value{Shape: s}
		}
		// There is nothing to return, but there may be something to check.
		fn.Results = []ir.Type{ir.ScalarOf(scalar.Bool)}
		fn.Body.Result = []ir.Atom{yes}
		b.let("done", ir.ArrayOf(scalar.Bool, width), &ir.Map{Width: width, Fn: fn, Arrays: arrayNames(arrays...)})
		return Value{Shape: s}
	}
	return b.lets("map", s, &ir.Map{Width: width, Fn: fn, Arrays: arrayNames(arrays...)})
}

// Mark gives the last statement an attribute, if it is a map.
func (b *Builder) Mark(a ir.Attr) {
	stms := b.scope.Stms()
	if len(stms) == 0 {
		return
	}
	if last := stms[len(stms)-1]; last.Exp.Op() == (*ir.Map)(nil).Op() {
		last.Attrs = append(last.Attrs, a)
	}
}

// rowName names the elements of an array: x for xs.
func rowName(a Value) string {
	if len(a.Atoms()) != 1 {
		return "x"
	}
	base := a.Atom().Name.Base
	if n := len(base); n > 1 && base[n-1] == 's' {
		return base[:n-1]
	}
	return "x"
}

// alike views arrays under one outer size, which they are known to have.
func (b *Builder) alike(width ir.Atom, arrays []Value) []Value {
	out := make([]Value, len(arrays))
	for i, a := range arrays {
		out[i] = a
		if a.Dim() != width {
			out[i] = b.Resize(a, withOuter(a.Shape, width))
		}
	}
	return out
}

// operatorLambda is a closure of two arguments of shape s as a lambda whose
// result has that shape too.
func (b *Builder) operatorLambda(op Value, s Shape) *ir.Lambda {
	var params []ir.Param
	var out Value
	inner := b.within(func() {
		xs, x := b.params("x", s)
		ys, y := b.params("y", s)
		params = append(xs, ys...)
		out = b.Resize(b.Apply(op, x, y), s)
	})
	return &ir.Lambda{Params: params, Body: inner.Body(out.Atoms()...), Results: Leaves(s)}
}

// Reduce combines the rows of array with op, a function of two rows.
func (b *Builder) Reduce(op, neutral, array Value, commutative bool) Value {
	row := array.Shape.(*Array).Elem
	neutral = b.Resize(neutral, row)
	if len(neutral.Atoms()) == 0 {
		return neutral
	}
	return b.lets("red", row, &ir.Reduce{
		Width: array.Dim(), Operator: b.operatorLambda(op, row), Neutral: neutral.Atoms(),
		Commutative: commutative, Arrays: arrayNames(array),
	})
}

// Scan is the array of what reduce gives for the rows up to each.
func (b *Builder) Scan(op, neutral, array Value) Value {
	row := array.Shape.(*Array).Elem
	neutral = b.Resize(neutral, row)
	if len(neutral.Atoms()) == 0 {
		return array
	}
	return b.lets("scan", array.Shape, &ir.Scan{
		Width: array.Dim(), Operator: b.operatorLambda(op, row), Neutral: neutral.Atoms(), Arrays: arrayNames(array),
	})
}

// allTrue is the conjunction of an array of booleans.
func (b *Builder) allTrue(flags Value) ir.Atom {
	var x, y ir.Atom
	var out ir.Atom
	inner := b.within(func() {
		x, y = ir.Var(b.names.Fresh("x")), ir.Var(b.names.Fresh("y"))
		out = b.Bool("and", scalar.And, x, y)
	})
	t := ir.ScalarOf(scalar.Bool)
	and := &ir.Lambda{
		Params: []ir.Param{{Name: x.Name, Type: t}, {Name: y.Name, Type: t}},
		Body:   inner.Body(out), Results: []ir.Type{t},
	}
	return b.let("all", t, &ir.Reduce{
		Width: flags.Dim(), Operator: and, Neutral: []ir.Atom{yes},
		Commutative: true, Arrays: arrayNames(flags),
	})
}

// writes is what a scatter or a histogram writes: for each row, an index into
// the outer dimensions of the destination, and a value.
type writes struct {
	width           ir.Atom
	dest            Value
	rank            int
	indices, values Value
}

// newWrites makes the widths and the shapes of rows agree.
func (b *Builder) newWrites(dest, indices, values Value, rank int) writes {
	w := writes{width: indices.Dim(), dest: dest, rank: rank, indices: indices}
	w.values = b.Resize(values, ArrayOf(w.width, Peel(dest.Shape, rank)))
	return w
}

// lambda passes indices on, repeat times, and then the values.
func (w writes) lambda(b *Builder, repeat int) *ir.Lambda {
	var fn ir.Lambda
	inner := b.within(func() {
		is, index := b.params("i", w.indices.Shape.(*Array).Elem)
		vs, v := b.params("v", w.values.Shape.(*Array).Elem)
		fn.Params = append(is, vs...)
		var results []ir.Atom
		for range repeat {
			results = append(results, index.Atoms()...)
			fn.Results = append(fn.Results, Leaves(index.Shape)...)
		}
		fn.Results = append(fn.Results, Leaves(v.Shape)...)
		fn.Body = &ir.Body{Result: append(results, v.Atoms()...)}
	})
	fn.Body.Stms = inner.Stms()
	return &fn
}

// Scatter writes values into dest, at indices into its outer dimensions, as many as rank: i64s, or
// tuples of them. Those out of bounds are left out.
func (b *Builder) Scatter(rank int, dest, indices, values Value) Value {
	w := b.newWrites(dest, indices, values, rank)
	if len(w.dest.Atoms()) == 0 {
		return w.dest
	}
	e := &ir.Scatter{Width: w.width, Fn: w.lambda(b, len(w.dest.Atoms())), Arrays: arrayNames(w.indices, w.values)}
	for _, a := range w.dest.Atoms() {
		e.Dests = append(e.Dests, ir.Dest{Array: a.Name, Rank: w.rank})
	}
	return b.lets("scatter", w.dest.Shape, e)
}

// Hist combines values with what dest holds at indices; see scatter.
func (b *Builder) Hist(rank int, dest, op, neutral, indices, values Value) Value {
	w := b.newWrites(dest, indices, values, rank)
	row := Peel(w.dest.Shape, w.rank)
	neutral = b.Resize(neutral, row)
	if len(w.dest.Atoms()) == 0 {
		return w.dest
	}
	return b.lets("hist", w.dest.Shape, &ir.Hist{
		Width: w.width,
		Ops: []ir.HistOp{{
			Dests: arrayNames(w.dest), Rank: w.rank,
			Operator: b.operatorLambda(op, row), Neutral: neutral.Atoms(),
		}},
		Fn: w.lambda(b, 1), Arrays: arrayNames(w.indices, w.values),
	})
}
