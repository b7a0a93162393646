package specialise

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
)

// mapOver maps body over the rows of arrays, all of outer size width.
func (fr *frame) mapOver(width ir.Atom, arrays []value, body func(rows []value) value) value {
	arrays = fr.alike(width, arrays)
	var params []ir.Param
	var out value
	inner := fr.within(func() {
		var rows []value
		for _, a := range arrays {
			ps, row := fr.params(rowName(a), a.shape.(*arrayShape).elem)
			params, rows = append(params, ps...), append(rows, row)
			fr.rowFacts(a, row)
		}
		out = body(rows)
	})
	fr.liftSizes(inner, out.shape)
	s := arrayOf(width, out.shape)
	fn := &ir.Lambda{Params: params, Body: inner.Body(out.atoms()...), Results: leaves(out.shape)}
	if len(out.atoms()) == 0 {
		if len(fn.Body.Stms) == 0 {
			return value{shape: s}
		}
		// There is nothing to return, but there may be something to check.
		fn.Results = []ir.Type{ir.ScalarOf(scalar.Bool)}
		fn.Body.Result = []ir.Atom{yes}
		fr.let("done", ir.ArrayOf(scalar.Bool, width), &ir.Map{Width: width, Fn: fn, Arrays: arrayNames(arrays...)})
		return value{shape: s}
	}
	return fr.lets("map", s, &ir.Map{Width: width, Fn: fn, Arrays: arrayNames(arrays...)})
}

// rowName names the elements of an array: x for xs.
func rowName(a value) string {
	if len(a.atoms()) != 1 {
		return "x"
	}
	base := a.atom().Name.Base
	if n := len(base); n > 1 && base[n-1] == 's' {
		return base[:n-1]
	}
	return "x"
}

// alike views arrays under one outer size, which they are known to have.
func (fr *frame) alike(width ir.Atom, arrays []value) []value {
	out := make([]value, len(arrays))
	for i, a := range arrays {
		out[i] = a
		if a.dim() != width {
			out[i] = fr.resize(a, withOuter(a.shape, width))
		}
	}
	return out
}

// operatorLambda is a closure of two arguments of shape s as a lambda whose
// result has that shape too.
func (fr *frame) operatorLambda(op value, s shape) *ir.Lambda {
	var params []ir.Param
	var out value
	inner := fr.within(func() {
		xs, x := fr.params("x", s)
		ys, y := fr.params("y", s)
		params = append(xs, ys...)
		out = fr.resize(fr.apply(op, []value{x, y}), s)
	})
	return &ir.Lambda{Params: params, Body: inner.Body(out.atoms()...), Results: leaves(s)}
}

func (fr *frame) reduce(op, neutral, array value, commutative bool) value {
	row := array.shape.(*arrayShape).elem
	neutral = fr.resize(neutral, row)
	if len(neutral.atoms()) == 0 {
		return neutral
	}
	return fr.lets("red", row, &ir.Reduce{
		Width: array.dim(), Operator: fr.operatorLambda(op, row), Neutral: neutral.atoms(),
		Commutative: commutative, Arrays: arrayNames(array),
	})
}

func (fr *frame) scan(op, neutral, array value) value {
	row := array.shape.(*arrayShape).elem
	neutral = fr.resize(neutral, row)
	if len(neutral.atoms()) == 0 {
		return array
	}
	return fr.lets("scan", array.shape, &ir.Scan{
		Width: array.dim(), Operator: fr.operatorLambda(op, row), Neutral: neutral.atoms(), Arrays: arrayNames(array),
	})
}

// allTrue is the conjunction of an array of booleans.
func (fr *frame) allTrue(flags value) ir.Atom {
	var x, y ir.Atom
	var out ir.Atom
	inner := fr.within(func() {
		x, y = ir.Var(fr.names.Fresh("x")), ir.Var(fr.names.Fresh("y"))
		out = fr.bool("and", scalar.And, x, y)
	})
	t := ir.ScalarOf(scalar.Bool)
	and := &ir.Lambda{
		Params: []ir.Param{{Name: x.Name, Type: t}, {Name: y.Name, Type: t}},
		Body:   inner.Body(out), Results: []ir.Type{t},
	}
	return fr.let("all", t, &ir.Reduce{
		Width: flags.dim(), Operator: and, Neutral: []ir.Atom{yes},
		Commutative: true, Arrays: arrayNames(flags),
	})
}

// writes is what a scatter or a histogram writes: for each row, an index into
// the outer dimensions of the destination, and a value.
type writes struct {
	width           ir.Atom
	dest            value
	rank            int
	indices, values value
}

// newWrites makes the widths and the shapes of rows agree.
func (fr *frame) newWrites(dest, indices, values value, rank int) writes {
	w := writes{width: indices.dim(), dest: dest, rank: rank, indices: indices}
	w.values = fr.resize(values, arrayOf(w.width, peel(dest.shape, rank)))
	return w
}

// lambda passes indices on, repeat times, and then the values.
func (w writes) lambda(fr *frame, repeat int) *ir.Lambda {
	var fn ir.Lambda
	inner := fr.within(func() {
		is, index := fr.params("i", w.indices.shape.(*arrayShape).elem)
		vs, v := fr.params("v", w.values.shape.(*arrayShape).elem)
		fn.Params = append(is, vs...)
		var results []ir.Atom
		for range repeat {
			results = append(results, index.atoms()...)
			fn.Results = append(fn.Results, leaves(index.shape)...)
		}
		fn.Results = append(fn.Results, leaves(v.shape)...)
		fn.Body = &ir.Body{Result: append(results, v.atoms()...)}
	})
	fn.Body.Stms = inner.Stms()
	return &fn
}

func (fr *frame) scatter(w writes) value {
	if len(w.dest.atoms()) == 0 {
		return w.dest
	}
	e := &ir.Scatter{Width: w.width, Fn: w.lambda(fr, len(w.dest.atoms())), Arrays: arrayNames(w.indices, w.values)}
	for _, a := range w.dest.atoms() {
		e.Dests = append(e.Dests, ir.Dest{Array: a.Name, Rank: w.rank})
	}
	return fr.lets("scatter", w.dest.shape, e)
}

func (fr *frame) hist(w writes, op, neutral value) value {
	row := peel(w.dest.shape, w.rank)
	neutral = fr.resize(neutral, row)
	if len(w.dest.atoms()) == 0 {
		return w.dest
	}
	return fr.lets("hist", w.dest.shape, &ir.Hist{
		Width: w.width,
		Ops: []ir.HistOp{{
			Dests: arrayNames(w.dest), Rank: w.rank,
			Operator: fr.operatorLambda(op, row), Neutral: neutral.atoms(),
		}},
		Fn: w.lambda(fr, 1), Arrays: arrayNames(w.indices, w.values),
	})
}
