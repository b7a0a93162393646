package lowering

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/lower"
)

// grade is the order of the places of the first axis, counted from 1.
func (l *lowerer) grade(x *array) *array {
	var order lower.Value
	if x.rank() == 1 {
		order = l.sorted(l.keys(x), l.Iota(x.dims[0]))
	} else {
		order = l.sortedCells(l.force(x))
	}
	return pulled(x.dims[:1], true, func(index []ir.Atom) lower.Value {
		return number(l.add(l.ElementAt(order, index[0]).Atom(), ir.Size(1)))
	})
}

// sortedCells are the places of the first axis in the order of what is there, element by element: sorted
// by each element in turn, beginning with the last, as sorting is stable.
func (l *lowerer) sortedCells(x *array) lower.Value {
	n, size := x.dims[0], l.count(x.dims[1:])
	times := number(size)
	return l.Loop(lower.Loop{
		Init: l.Iota(n), Names: []string{"order"}, Sizes: []int{lower.Stays}, Count: &times, Index: "round",
		Body: func(order, round lower.Value) (out lower.Value) {
			l.within(func() {
				element := l.unflat(x.dims[1:], l.sub(l.sub(size, ir.Size(1)), round.Atom()))
				keys := l.vectorOf(n, func(i ir.Atom) lower.Value { return l.key(x.at(append([]ir.Atom{i}, element...))) })
				out = l.sorted(keys, order)
			})
			return out
		},
	})
}

// keys are ints in the order of a vector's elements.
func (l *lowerer) keys(x *array) lower.Value {
	return l.vectorOf(x.dims[0], func(i ir.Atom) lower.Value { return l.key(x.at([]ir.Atom{i})) })
}

// sorted are the places of keys, from 0, in ascending order, and those of equal keys in the order that they
// have before: by radix, a round for each bit, which is stable. There are no rounds for the bits above and below those in which keys differ.
func (l *lowerer) sorted(keys, before lower.Value) lower.Value {
	n := keys.Dim()
	varying := l.varying(keys)
	low, rounds := l.bits(varying)
	times := number(rounds)
	// Read without sign, keys are in order when the highest bit is inverted.
	lowest := ir.Size(-1 << 63)
	return l.Loop(lower.Loop{
		Init: before, Names: []string{"order"}, Sizes: []int{lower.Stays}, Count: &times, Index: "round",
		Body: func(order, round lower.Value) lower.Value {
			bit := l.add(low, round.Atom())
			ones := l.vectorOf(n, func(i ir.Atom) lower.Value {
				key := l.I64("key", scalar.Xor, l.ElementAt(keys, l.ElementAt(order, i).Atom()).Atom(), lowest)
				return number(l.I64("b", scalar.And, l.I64("b", scalar.Shr, key, bit), ir.Size(1)))
			})
			upTo := l.sums(ones)
			zeros := l.sub(n, l.total(upTo))
			to := l.vectorOf(n, func(i ir.Atom) lower.Value {
				one := l.I64("one", scalar.Ne, l.ElementAt(ones, i).Atom(), ir.Size(0))
				before := l.ElementAt(upTo, i).Atom() // and itself, where it is a one
				return number(l.Choose(one, l.add(zeros, l.sub(before, ir.Size(1))), l.sub(i, before)))
			})
			return l.Scatter(1, l.Copy(order), to, order)
		},
	})
}

// varying has the bits in which keys differ.
func (l *lowerer) varying(keys lower.Value) ir.Atom {
	n := keys.Dim()
	differ := l.vectorOf(n, func(i ir.Atom) lower.Value {
		return number(l.I64("differ", scalar.Xor, l.ElementAt(keys, i).Atom(), l.ElementAt(keys, ir.Size(0)).Atom()))
	})
	return l.Reduce(l.operator("ori"), number(ir.Size(0)), differ, true).Atom()
}

// bits are the lowest bit that is set, and the number of bits from it to the highest.
func (l *lowerer) bits(x ir.Atom) (low, count ir.Atom) {
	low = l.Convert(scalar.I32, scalar.I64, l.Prim("low", scalar.Ctz, scalar.I64, x))
	return low, l.I64("bits", scalar.Max, ir.Size(0), l.sub(l.width(x), low))
}

// width is the number of bits of x up to the highest that is set.
func (l *lowerer) width(x ir.Atom) ir.Atom {
	return l.sub(ir.Size(64), l.Convert(scalar.I32, scalar.I64, l.Prim("high", scalar.Clz, scalar.I64, x)))
}

// find is, for each element of y, the first place of the vector x that has it, counted from 1, or
// the place after the last one: x is sorted, and then searched by halves.
func (l *lowerer) find(x, y *array) *array {
	if !x.cheap {
		x = l.force(x)
	}
	n := x.dims[0]
	keys := l.keys(x)
	order := l.sorted(keys, l.Iota(n))
	ordered := l.vectorOf(n, func(i ir.Atom) lower.Value { return l.ElementAt(keys, l.ElementAt(order, i).Atom()) })
	steps := number(l.width(n))
	return l.computed(y.dims, false, func(index []ir.Atom) lower.Value {
		wanted := y.at(index)
		below := l.countBelow(ordered, l.key(wanted).Atom(), steps)
		isIn := l.I64("some", scalar.Lt, below, n)
		none := number(l.add(n, ir.Size(1)))
		return l.either(isIn, func() lower.Value {
			place := l.ElementAt(order, below).Atom()
			found := l.Operator(scalar.Eq, wanted.Elem(), x.at([]ir.Atom{place}), wanted) // no NaN is
			return number(l.Choose(found.Atom(), l.add(place, ir.Size(1)), none.Atom()))
		}, func() lower.Value { return none })
	})
}

// countBelow is the number of elements of an ordered vector that are less than key.
func (l *lowerer) countBelow(ordered lower.Value, key ir.Atom, steps lower.Value) ir.Atom {
	n := ordered.Dim()
	return l.Loop(lower.Loop{
		Init: number(ir.Size(0)), Names: []string{"below"}, Count: &steps, Index: "step",
		Body: func(below, step lower.Value) (out lower.Value) {
			l.within(func() {
				bit := l.sub(l.sub(steps.Atom(), ir.Size(1)), step.Atom())
				end := l.add(below.Atom(), l.I64("half", scalar.Shl, ir.Size(1), bit))
				last := l.sub(l.I64("end", scalar.Min, end, n), ir.Size(1))
				isLess := l.I64("less", scalar.Lt, l.ElementAt(ordered, last).Atom(), key)
				fits := l.I64("fits", scalar.Le, end, n)
				out = number(l.Choose(l.All(fits, isLess), end, below.Atom()))
			})
			return out
		},
	}).Atom()
}

// key is an int in the order of bools, ints or doubles. Both zeros have one key.
func (l *lowerer) key(x lower.Value) lower.Value {
	if x.Elem() != scalar.F64 {
		return l.convert(x, scalar.I64)
	}
	plus := l.Operator(scalar.Add, scalar.F64, x, lower.Constant(scalar.Float(scalar.F64, 0)))
	bits := l.Operator(scalar.ToBits, scalar.F64, plus)
	b := l.Convert(bits.Elem(), scalar.I64, bits.Atom())
	sign := l.I64("sign", scalar.Shr, b, ir.Size(63))
	flip := l.I64("flip", scalar.Lshr, sign, ir.Size(1)) // all bits of negative ones but the sign
	return number(l.I64("key", scalar.Xor, b, flip))
}
