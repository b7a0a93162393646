package lowering

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/lower"
)

// vector is a vector that exists, of what at says.
func (l *lowerer) vectorOf(n ir.Atom, at func(i ir.Atom) lower.Value) lower.Value {
	return l.nest([]ir.Atom{n}, nil, func(index []ir.Atom) lower.Value { return at(index[0]) })
}

// total is the last element of sums, 0 if there is none.
func (l *lowerer) total(sums lower.Value) ir.Atom {
	n := sums.Dim()
	some := l.I64("some", scalar.Gt, n, ir.Size(0))
	total := l.either(some, func() lower.Value { return l.ElementAt(sums, l.sub(n, ir.Size(1))) },
		func() lower.Value { return number(ir.Size(0)) }).Atom()
	l.IsSize(total)
	return total
}

func (l *lowerer) sums(xs lower.Value) lower.Value {
	return l.Scan(l.operator("addi"), number(ir.Size(0)), xs)
}

// placed is x with the places of its last axis chosen by an array of indices.
func (l *lowerer) placed(x *array, from lower.Value) *array {
	last := x.rank() - 1
	return pulled(with(x.dims, last, from.Dim()), x.cheap, func(index []ir.Atom) lower.Value {
		return x.at(with(index, last, l.ElementAt(from, index[last]).Atom()))
	})
}

func (l *lowerer) sameLength(counts, x *array) {
	n := l.sameDims(counts.dims, x.dims[x.rank()-1:])
	counts.dims = n
}

// compress keeps the places of the last axis that have tt.
func (l *lowerer) compress(flags, x *array) *array {
	l.sameLength(flags, x)
	if !flags.cheap {
		l.force(flags)
	}
	ones := l.vectorOf(flags.dims[0], func(i ir.Atom) lower.Value {
		return l.convert(flags.at([]ir.Atom{i}), scalar.I64)
	})
	sums := l.sums(ones)
	places := l.vectorOf(flags.dims[0], func(i ir.Atom) lower.Value {
		kept := flags.at([]ir.Atom{i}).Atom()
		return number(l.Choose(kept, l.sub(l.ElementAt(sums, i).Atom(), ir.Size(1)), ir.Size(-1)))
	})
	n := l.total(sums)
	from := l.Scatter(1, l.Replicate(n, number(ir.Size(0))), places, l.Iota(flags.dims[0]))
	return l.placed(x, from)
}

// replicate repeats the places of the last axis. Place j of the result comes from as many as end
// at or before j.
func (l *lowerer) replicate(counts, x *array) *array {
	l.sameLength(counts, x)
	if !x.cheap {
		l.force(x)
	}
	ends := l.sums(l.vectorOf(counts.dims[0], func(i ir.Atom) lower.Value {
		n := counts.at([]ir.Atom{i})
		l.Assert(l.I64("ok", scalar.Le, ir.Size(0), n.Atom()), "replicate by ", n.Atom(), ", which is negative")
		return n
	}))
	n := l.total(ends)
	zero := number(ir.Size(0))
	ones := l.Replicate(counts.dims[0], number(ir.Size(1)))
	ended := l.Hist(1, l.Replicate(n, zero), l.operator("addi"), zero, ends, ones)
	return l.placed(x, l.sums(ended))
}

// amend is x with values at places. Each place of x finds the last value that is for it.
func (l *lowerer) amend(places, values, x *array) *array {
	m := l.sameDims(places.dims, values.dims)[0]
	n := x.dims[0]
	l.checkPlaces(places, n)
	if !values.cheap {
		values = l.force(values)
	}
	none := number(ir.Size(-1))
	to := l.vectorOf(m, func(i ir.Atom) lower.Value {
		return number(l.sub(places.at([]ir.Atom{i}).Atom(), ir.Size(1)))
	})
	last := l.Hist(1, l.Replicate(n, none), l.operator("maxi"), lower.Constant(associative["maxi"]), to, l.Iota(m))
	return pulled(x.dims, false, func(index []ir.Atom) lower.Value {
		from := l.ElementAt(last, index[0]).Atom()
		return l.either(l.I64("new", scalar.Ge, from, ir.Size(0)),
			func() lower.Value { return values.at([]ir.Atom{from}) },
			func() lower.Value { return x.at(index) })
	})
}
