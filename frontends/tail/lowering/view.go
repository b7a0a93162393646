package lowering

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/lower"
)

// moved is x with the index on an axis changed; axis -1 is the last.
func (l *lowerer) moved(x *array, axis int, from func(i, n ir.Atom) ir.Atom) *array {
	if x.rank() == 0 {
		return x
	}
	if axis < 0 {
		axis += x.rank()
	}
	n := x.dims[axis]
	return pulled(x.dims, x.cheap, func(index []ir.Atom) lower.Value {
		return x.at(with(index, axis, from(index[axis], n)))
	})
}

func (l *lowerer) mirrored(x *array, axis int) *array {
	if x.rank() == 1 && x.elements != nil {
		out := slices.Clone(x.elements)
		slices.Reverse(out)
		return l.known(out)
	}
	return l.moved(x, axis, func(i, n ir.Atom) ir.Atom { return l.sub(l.sub(n, ir.Size(1)), i) })
}

func (l *lowerer) rotated(by ir.Atom, x *array, axis int) *array {
	if x.rank() == 0 {
		return x
	}
	if k, ok := by.AsSize(); ok && x.rank() == 1 && x.elements != nil {
		n := int64(len(x.elements))
		k = (k%n + n) % n
		return l.known(append(slices.Clone(x.elements[k:]), x.elements[:k]...))
	}
	n := x.dims[(axis+x.rank())%x.rank()]
	some := l.I64("some", scalar.Max, n, ir.Size(1))
	k := l.I64("k", scalar.Mod, by, some) // 0 ≤ k < n
	return l.moved(x, axis, func(i, n ir.Atom) ir.Atom {
		j := l.add(i, k)
		return l.Choose(l.I64("wraps", scalar.Ge, j, n), l.sub(j, n), j)
	})
}

// transposed makes axis k of x axis axes[k] of the result.
func (l *lowerer) transposed(axes []int, x *array) *array {
	dims := make([]ir.Atom, len(axes))
	for k, to := range axes {
		dims[to] = x.dims[k]
	}
	if x.rank() < 2 {
		return x
	}
	return pulled(dims, x.cheap, func(index []ir.Atom) lower.Value {
		from := make([]ir.Atom, len(axes))
		for k, to := range axes {
			from[k] = index[to]
		}
		return x.at(from)
	})
}

func (l *lowerer) transp2(order, x *array) *array {
	var axes []int
	seen := map[int64]bool{}
	if x.rank() == 0 {
		return x
	}
	for _, e := range l.vectorElements(order) {
		k, ok := e.Atom().AsSize()
		if !ok {
			l.fail("the axes of transp2 are not known when the program is compiled")
		}
		if k < 1 || k > int64(x.rank()) || seen[k] {
			l.fail("the axes of transp2 are no permutation of 1 to %d", x.rank())
		}
		seen[k] = true
		axes = append(axes, int(k)-1)
	}
	return l.transposed(axes, x)
}

// reshape has x's elements in row-major order, cyclically. Without a fill there must be some
// where some are needed.
func (l *lowerer) reshape(shape *array, fill *lower.Value, x *array) *array {
	var dims, ok []ir.Atom
	if length, isKnown := shape.dims[0].AsSize(); !isKnown || length > 0 {
		for _, e := range l.vectorElements(shape) {
			d := e.Atom()
			ok = append(ok, l.I64("ok", scalar.Le, ir.Size(0), d))
			dims = append(dims, d)
		}
		l.Assert(l.All(ok...), "reshape to the extents ", lower.ShapeText(dims), ", of which one is negative")
		for _, d := range dims {
			l.IsSize(d)
		}
	}
	have, want := l.count(x.dims), l.count(dims)
	if fill == nil {
		some := l.Bool("ok", scalar.Or, l.I64("ok", scalar.Gt, have, ir.Size(0)), l.I64("ok", scalar.Le, want, ir.Size(0)))
		l.Assert(some, "reshape of an array without elements")
	}
	if slices.Equal(dims, x.dims) {
		return x
	}
	if r := l.rows(dims, x); r != nil {
		return r
	}
	if !x.cheap {
		x = l.force(x)
	}
	if more := len(dims) - x.rank(); x.rank() > 0 && more > 0 && slices.Equal(dims[more:], x.dims) {
		return pulled(dims, true, func(index []ir.Atom) lower.Value { return x.at(index[more:]) })
	}
	wrapped := func(i ir.Atom) ir.Atom { return i }
	if !l.fits(want, have) {
		some := l.I64("some", scalar.Max, have, ir.Size(1))
		wrapped = func(i ir.Atom) ir.Atom { return l.I64("i", scalar.Mod, i, some) }
	}
	at := func(index []ir.Atom) lower.Value { return x.at(l.unflat(x.dims, wrapped(l.flat(dims, index)))) }
	if fill == nil || l.Knows(scalar.Gt, have, ir.Size(0)) || isPositive(have) || l.fits(want, have) {
		return l.computed(dims, true, at)
	}
	some := l.I64("some", scalar.Gt, have, ir.Size(0))
	return l.computed(dims, true, func(index []ir.Atom) lower.Value {
		return l.either(some, func() lower.Value { return at(index) }, func() lower.Value { return *fill })
	})
}

func isPositive(n ir.Atom) bool {
	k, ok := n.AsSize()
	return ok && k > 0
}

// fits reports whether n is known to be at most m.
func (l *lowerer) fits(n, m ir.Atom) bool {
	k, isKnown := n.AsSize()
	j, isKnownToo := m.AsSize()
	return n == m || isKnown && isKnownToo && k <= j
}

// flat is the number of the element at an index, in row-major order.
func (l *lowerer) flat(dims, index []ir.Atom) ir.Atom {
	n := ir.Size(0)
	for k, d := range dims {
		if k == 0 {
			n = index[0]
			continue
		}
		n = l.add(l.I64("i", scalar.Mul, n, d), index[k])
	}
	return n
}

// unflat is the index of an element by its number.
func (l *lowerer) unflat(dims []ir.Atom, n ir.Atom) []ir.Atom {
	out := make([]ir.Atom, len(dims))
	for k := len(dims) - 1; k >= 0; k-- {
		if k == 0 {
			out[0] = n
			break
		}
		some := l.I64("some", scalar.Max, dims[k], ir.Size(1))
		out[k] = l.I64("i", scalar.Mod, n, some)
		n = l.I64("i", scalar.Div, n, some)
	}
	return out
}

// take has the first n of the first axis, or the last; without a fill, zeros stand for what
// there is not.
func (l *lowerer) take(n ir.Atom, fill *lower.Value, x *array) *array {
	have := x.dims[0]
	size := l.I64("n", scalar.Abs, n)
	l.IsSize(size)
	k, isKnown := n.AsSize()
	m, hasKnown := have.AsSize()
	if isKnown && x.rank() == 1 && x.elements != nil && 0 < max(k, -k) && max(k, -k) <= m {
		if k > 0 {
			return l.known(x.elements[:k])
		}
		return l.known(x.elements[m+k:])
	}
	skip := l.Choose(l.I64("last", scalar.Lt, n, ir.Size(0)), l.add(have, n), ir.Size(0))
	inside := isKnown && hasKnown && max(k, -k) <= m
	return pulled(with(x.dims, 0, size), x.cheap && inside, func(index []ir.Atom) lower.Value {
		i := l.add(index[0], skip)
		from := with(index, 0, i)
		if inside {
			return x.at(from)
		}
		var kind scalar.Type
		there := l.All(l.I64("ok", scalar.Le, ir.Size(0), i), l.I64("ok", scalar.Lt, i, have))
		return l.either(there, func() lower.Value {
			v := x.at(from)
			kind = v.Elem()
			return v
		}, func() lower.Value {
			if fill != nil {
				return *fill
			}
			return lower.Constant(scalar.Zero(kind))
		})
	})
}

func (l *lowerer) drop(n ir.Atom, x *array) *array {
	have := x.dims[0]
	k, isKnown := n.AsSize()
	m := int64(len(x.elements))
	if isKnown && x.rank() == 1 && max(k, -k) < m {
		if k > 0 {
			return l.known(x.elements[k:])
		}
		return l.known(x.elements[:m+k])
	}
	size := l.I64("n", scalar.Max, ir.Size(0), l.sub(have, l.I64("n", scalar.Abs, n)))
	l.IsSize(size)
	skip := l.I64("skip", scalar.Max, n, ir.Size(0))
	return pulled(with(x.dims, 0, size), x.cheap, func(index []ir.Atom) lower.Value {
		return x.at(with(index, 0, l.add(index[0], skip)))
	})
}

func (l *lowerer) first(none lower.Value, x *array) *array {
	if x.elements != nil {
		return l.scalar(x.elements[0])
	}
	index := make([]ir.Atom, x.rank())
	for k := range index {
		index[k] = ir.Size(0)
	}
	some := l.I64("some", scalar.Gt, l.count(x.dims), ir.Size(0))
	return l.scalar(l.either(some, func() lower.Value { return x.at(index) }, func() lower.Value { return none }))
}

// column is x with a last axis of one place.
func (l *lowerer) column(x *array) *array {
	if x.rank() == 0 {
		return l.known(x.elements)
	}
	return pulled(append(slices.Clone(x.dims), ir.Size(1)), x.cheap, func(index []ir.Atom) lower.Value {
		return x.at(index[:len(index)-1])
	})
}

// cat puts arrays side by side along the last axis. Vectors are written one after the other.
func (l *lowerer) cat(x, y *array) *array {
	if n := len(x.elements) + len(y.elements); x.rank() == 1 && x.elements != nil && y.elements != nil && n <= mostKnown {
		return l.known(append(slices.Clone(x.elements), y.elements...))
	}
	if x.rank() == 1 {
		return l.catenated(x, y)
	}
	last := x.rank() - 1
	outer := l.sameDims(x.dims[:last], y.dims[:last])
	n := x.last()
	dims := append(outer, l.add(n, y.last()))
	return pulled(dims, x.cheap && y.cheap, func(index []ir.Atom) lower.Value {
		return l.either(l.I64("left", scalar.Lt, index[last], n),
			func() lower.Value { return x.at(index) },
			func() lower.Value { return y.at(with(index, last, l.sub(index[last], n))) })
	})
}

// index fixes axis d at i.
func (l *lowerer) index(d, i ir.Atom, x *array) *array {
	k, ok := d.AsSize()
	if !ok || k < 1 || k > int64(x.rank()) {
		l.fail("the axis of index is a number from 1 to %d, known when the program is compiled", x.rank())
	}
	axis := int(k) - 1
	at := l.sub(i, ir.Size(1))
	l.Assert(l.InBounds(at, x.dims[axis]), "index ", i, " of an axis of ", x.dims[axis])
	return l.computed(without(x.dims, axis), x.cheap, func(index []ir.Atom) lower.Value {
		return x.at(slices.Insert(slices.Clone(index), axis, at))
	})
}

// gather has the places of axis d that a vector says.
func (l *lowerer) gather(d ir.Atom, places, x *array) *array {
	k, ok := d.AsSize()
	if !ok || k < 1 || k > int64(x.rank()) {
		l.fail("the axis of gather is a number from 1 to %d, known when the program is compiled", x.rank())
	}
	if !x.cheap {
		x = l.force(x)
	}
	axis := int(k) - 1
	n := x.dims[axis]
	l.checkPlaces(places, n)
	return l.computed(with(x.dims, axis, places.dims[0]), false, func(index []ir.Atom) lower.Value {
		place := places.at(index[axis : axis+1]).Atom()
		return x.at(with(index, axis, l.sub(place, ir.Size(1))))
	})
}

// checkPlaces asserts that all places are on an axis of n, whether or not the elements there are
// needed.
func (l *lowerer) checkPlaces(places *array, n ir.Atom) {
	inside := func(place lower.Value) lower.Value {
		return lower.ScalarValue(scalar.Bool, l.InBounds(l.sub(place.Atom(), ir.Size(1)), n))
	}
	if places.elements != nil {
		for _, p := range places.elements {
			l.Assert(inside(p).Atom(), "index ", p.Atom(), " of an axis of ", n)
		}
		return
	}
	if !places.cheap {
		l.force(places)
	}
	all := l.Reduce(l.operator("andb"), lower.Constant(scalar.FromBool(true)),
		l.vectorOf(places.dims[0], func(i ir.Atom) lower.Value { return inside(places.at([]ir.Atom{i})) }), true)
	l.Assert(all.Atom(), "an index is not on its axis, of ", n)
}

// radices is x; it asserts that no element but the first and the last is negative.
func (l *lowerer) radices(x *array) *array {
	n := x.dims[0]
	if k, ok := n.AsSize(); ok && k <= 2 {
		return x
	}
	positive := func(v lower.Value) lower.Value {
		return lower.ScalarValue(scalar.Bool, l.Prim("ok", scalar.Le, v.Elem(), ir.Const(scalar.Zero(v.Elem())), v.Atom()))
	}
	if !x.cheap {
		l.force(x)
	}
	inner := l.I64("n", scalar.Max, l.sub(n, ir.Size(2)), ir.Size(0))
	l.IsSize(inner)
	all := l.Reduce(l.operator("andb"), lower.Constant(scalar.FromBool(true)),
		l.vectorOf(inner, func(i ir.Atom) lower.Value { return positive(x.at([]ir.Atom{l.add(i, ir.Size(1))})) }), true)
	l.Assert(all.Atom(), "a negative radix of ⊤ that is neither the first nor the last; such radices are numbers that stand in the program")
	return x
}

// ravel has x's elements in row-major order.
func (l *lowerer) ravel(x *array) *array {
	switch x.rank() {
	case 0:
		return l.known(x.elements)
	case 1:
		return x
	}
	v := l.forced(x)
	for range x.rank() - 1 {
		v = l.Flatten(v)
	}
	return l.existing(v)
}
