package lowering

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/lower"
)

// associative are the operations by which elements are combined in parallel, with their neutral
// elements. Sums and products of doubles are among them: their rounding depends on the order.
var associative = map[string]scalar.Value{
	"addi": scalar.Int(scalar.I64, 0), "muli": scalar.Int(scalar.I64, 1),
	"mini": scalar.Highest(scalar.I64), "maxi": scalar.Lowest(scalar.I64),
	"andi": scalar.Int(scalar.I64, -1), "ori": scalar.Int(scalar.I64, 0), "xori": scalar.Int(scalar.I64, 0),
	"addd": scalar.Float(scalar.F64, 0), "muld": scalar.Float(scalar.F64, 1),
	"mind": must(scalar.Min.Neutral(scalar.F64)), "maxd": must(scalar.Max.Neutral(scalar.F64)),
	"andb": scalar.FromBool(true), "orb": scalar.FromBool(false),
	"xorb": scalar.FromBool(false), "eqb": scalar.FromBool(true),
}

func must(v scalar.Value, _ bool) scalar.Value { return v }

// alternating are the differences: a-(b-(c-…)) is a-b+c-…, a sum.
var alternating = map[string]string{"subi": "addi", "subd": "addd"}

// operator is an operation as a closure that Reduce and Scan take.
func (l *lowerer) operator(op string) lower.Value {
	p := primitives[op]
	return lower.NewClosure(&lower.Code{
		Name: op, Arity: 2, Params: []string{"x", "y"}, Place: lower.InPlace, Pos: l.Pos(),
		Run: func(b *lower.Builder, _ []lower.Captured, args []lower.Value) lower.Value {
			return b.Operator(p.op, p.at, args...)
		},
	})
}

// row is an axis of an array: its length, and the element at a place.
type row struct {
	n  ir.Atom
	at func(i ir.Atom) lower.Value
}

// lastRow is the row of x's last axis at an index of the other axes.
func lastRow(x *array, outer []ir.Atom) row {
	return row{x.last(), func(i ir.Atom) lower.Value { return x.at(append(slices.Clone(outer), i)) }}
}

// values is an array of the row's elements.
func (l *lowerer) values(r row) lower.Value {
	return l.nest([]ir.Atom{r.n}, nil, func(index []ir.Atom) lower.Value { return r.at(index[0]) })
}

// signed is the row with every second element negated.
func (l *lowerer) signed(r row) row {
	return row{r.n, func(i ir.Atom) lower.Value {
		x := r.at(i)
		odd := l.I64("odd", scalar.Ne, l.I64("odd", scalar.And, i, ir.Size(1)), ir.Size(0))
		return l.either(odd, func() lower.Value { return l.Negate(x, scalar.Neg) }, func() lower.Value { return x })
	}}
}

func isZero(v lower.Value) bool {
	a := v.Atom()
	return !a.IsVar() && a.Const == scalar.Zero(v.Elem())
}

// reduce folds the last axis from the right, beginning with v; unless always is set, v is for
// empty rows only.
func (l *lowerer) reduce(f value, v lower.Value, x *array, always bool) *array {
	dims := x.dims[:x.rank()-1]
	if x.rank() == 1 && x.elements != nil {
		return l.scalar(l.foldElements(f, v, x.elements, always))
	}
	return l.computed(dims, false, func(index []ir.Atom) lower.Value {
		return l.fold(f.(*function), v, lastRow(x, index), always)
	})
}

// mostInOrder is the length up to which rows are folded in order, without an array of what is
// folded.
const mostInOrder = 32

// mostUnrolled is how much, in scalar operations, the elements of a row may cost that is folded
// without a loop.
const mostUnrolled = 512

// unrolls reports whether a row of known length is folded without a loop, so that its elements'
// indices are known: loads from short vectors become constants, and powers products.
func (l *lowerer) unrolls(r row) bool {
	n, _ := r.n.AsSize()
	each, ok := l.estimate(0, func([]ir.Atom) { r.at(ir.Size(n - 1)) })
	return ok && int64(each+1)*n <= mostUnrolled
}

// estimate is what computing elements costs; false if it makes arrays or loops, or if an estimate
// is being made already: so the time that estimates take does not multiply with their depth.
func (l *lowerer) estimate(rank int, element func(index []ir.Atom)) (cost int, ok bool) {
	return l.estimateWith(0, rank, element)
}

// estimateWith is estimate; in it as many further ones may be made, one in the other.
func (l *lowerer) estimateWith(further, rank int, element func(index []ir.Atom)) (cost int, ok bool) {
	before := l.estimates
	if l.estimating && before == 0 {
		return 0, false
	}
	defer func(was bool) { l.estimating, l.estimates = was, before }(l.estimating)
	if l.estimating {
		further = min(further, before-1)
	}
	l.estimating, l.estimates = true, further
	l.within(func() { cost, ok = l.Estimate(rank, element) })
	return cost, ok
}

// foldElements folds a short vector.
func (l *lowerer) foldElements(f value, v lower.Value, xs []lower.Value, always bool) lower.Value {
	if !always {
		v, xs = xs[len(xs)-1], xs[:len(xs)-1]
	}
	for _, x := range slices.Backward(xs) {
		v = l.apply(f, x, v)
	}
	return v
}

func (l *lowerer) fold(f *function, v lower.Value, r row, always bool) lower.Value {
	sum, alternates := alternating[f.op]
	neutral, parallel := associative[f.op]
	n, isKnown := r.n.AsSize()
	switch {
	case isKnown && n <= mostInOrder:
	case alternates && always && isZero(v):
		return l.Reduce(l.operator(sum), lower.Constant(associative[sum]), l.values(l.signed(r)), true)
	case parallel:
		p := primitives[f.op]
		all := l.Reduce(l.operator(f.op), lower.Constant(neutral), l.values(r), p.op.Info().Commutative)
		if !v.Atom().IsVar() && v.Atom().Const == neutral {
			return all
		}
		if always {
			return l.Operator(p.op, p.at, all, v)
		}
		return l.either(l.I64("some", scalar.Gt, r.n, ir.Size(0)), func() lower.Value { return all }, func() lower.Value { return v })
	}
	if isKnown && n > 0 && n <= mostInOrder && l.unrolls(r) {
		var xs []lower.Value
		for i := range n {
			xs = append(xs, r.at(ir.Size(i)))
		}
		return l.foldElements(f, v, xs, always)
	}
	last := l.sub(r.n, ir.Size(1))
	if always {
		return l.foldFrom(f, v, r, last)
	}
	first := l.either(l.I64("some", scalar.Ge, last, ir.Size(0)),
		func() lower.Value { return r.at(last) }, func() lower.Value { return v })
	return l.foldFrom(f, first, r, l.sub(last, ir.Size(1)))
}

// foldFrom folds the elements up to last, from the right.
func (l *lowerer) foldFrom(f *function, v lower.Value, r row, last ir.Atom) lower.Value {
	times := number(l.I64("n", scalar.Max, ir.Size(0), l.add(last, ir.Size(1))))
	return l.Loop(lower.Loop{Init: v, Names: []string{"acc"}, Count: &times, Index: "i",
		Body: func(acc, i lower.Value) (out lower.Value) {
			l.within(func() { out = l.apply(f, r.at(l.sub(last, i.Atom())), acc) })
			return out
		}})
}

// scan has what reduce1 gives for each prefix of the last axis. Only of associative operations
// it is done in one pass.
func (l *lowerer) scan(f value, x *array) *array {
	if x.rank() == 0 {
		return x
	}
	if !x.cheap {
		x = l.force(x)
	}
	op := f.(*function).op
	sum, alternates := alternating[op]
	_, parallel := associative[op]
	if !parallel && !alternates {
		return pulled(x.dims, false, func(index []ir.Atom) lower.Value {
			outer, i := index[:len(index)-1], index[len(index)-1]
			r := lastRow(x, outer)
			return l.foldFrom(f.(*function), r.at(i), r, l.sub(i, ir.Size(1)))
		})
	}
	if parallel {
		if out := l.shortScan(f.(*function), x); out != nil {
			return out
		}
	}
	return l.existing(l.nest(x.dims[:x.rank()-1], nil, func(index []ir.Atom) lower.Value {
		r, op := lastRow(x, index), op
		if alternates {
			r, op = l.signed(r), sum
		}
		return l.Scan(l.operator(op), lower.Constant(associative[op]), l.values(r))
	}))
}
