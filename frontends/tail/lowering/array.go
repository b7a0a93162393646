package lowering

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/lower"
)

// mostKnown is the length up to which vectors are lists of scalars.
const mostKnown = 32

// array is a hybrid pull array. Arrays are compared by address where updates change them.
type array struct {
	dims []ir.Atom
	// at computes the element at an index that is in bounds.
	at func(index []ir.Atom) lower.Value
	// cheap says that at only loads an element, or computes an index.
	cheap bool
	// whole is the array, if it exists.
	whole *lower.Value
	// made is the region where a short vector came to exist.
	made int
	// pieces are the vectors that a vector is made of, if it is read by rows only.
	pieces []*array
	// elements are those of a scalar or of a short vector, which is not empty.
	elements []lower.Value
	// region is 1 + the region where a let has bound the array, or 0.
	region int
}

func (a *array) rank() int { return len(a.dims) }

// element is a scalar's value.
func (a *array) element() lower.Value { return a.elements[0] }

// last is the extent of the last axis.
func (a *array) last() ir.Atom { return a.dims[len(a.dims)-1] }

func (l *lowerer) scalar(v lower.Value) *array {
	return &array{at: func([]ir.Atom) lower.Value { return v }, cheap: true, elements: []lower.Value{v}}
}

// known is a short vector, which is not empty.
func (l *lowerer) known(elements []lower.Value) *array {
	a := &array{dims: []ir.Atom{ir.Size(int64(len(elements)))}, elements: elements, cheap: true}
	a.at = func(index []ir.Atom) lower.Value {
		if n, ok := index[0].AsSize(); ok {
			if n < 0 || n >= int64(len(elements)) {
				n = 0 // an assertion before has failed
			}
			return elements[n]
		}
		return l.ElementAt(l.ready(a), index...)
	}
	return a
}

// ready is the value of a short vector, which is made here unless it exists: where it is read by
// an index that is not known, in a loop perhaps, it should exist before the loop.
func (l *lowerer) ready(a *array) lower.Value {
	if a.whole == nil || !l.open[a.made] {
		v := l.ArrayLiteral(a.elements...)
		a.whole, a.made = &v, l.region
	}
	return *a.whole
}

// existing is an array that exists.
func (l *lowerer) existing(v lower.Value) *array {
	if _, ok := v.Shape.(lower.Scalar); ok {
		return l.scalar(v)
	}
	a := &array{cheap: true, whole: &v}
	for s, ok := v.Shape.(*lower.Array); ok; s, ok = s.Elem.(*lower.Array) {
		a.dims = append(a.dims, s.Dim)
	}
	a.at = func(index []ir.Atom) lower.Value { return l.ElementAt(v, index...) }
	return a
}

// pulled is an array by a function.
func pulled(dims []ir.Atom, cheap bool, at func(index []ir.Atom) lower.Value) *array {
	return &array{dims: dims, at: at, cheap: cheap}
}

// computed is an array by a function. One without axes is computed now.
func (l *lowerer) computed(dims []ir.Atom, cheap bool, at func(index []ir.Atom) lower.Value) *array {
	if len(dims) == 0 {
		return l.scalar(at(nil))
	}
	return pulled(dims, cheap, at)
}

// force makes a exist, so that reading it is cheap.
func (l *lowerer) force(a *array) *array {
	if a.elements == nil && a.whole == nil && a.rank() > 0 {
		if short, places := l.shortAxes(a); short != nil {
			l.bundle(a, short, places)
			return a
		}
		v := l.forced(a)
		at := l.existing(v).at
		a.whole, a.cheap, a.at = &v, true, at
	}
	return a
}

// forced is the value of an array.
func (l *lowerer) forced(v value) lower.Value {
	a := v.(*array)
	switch {
	case a.rank() == 0:
		return a.element()
	case a.elements != nil:
		return l.ready(a)
	case a.whole != nil:
		return *a.whole
	case a.pieces != nil:
		return l.joined(a)
	}
	return l.nest(a.dims, nil, func(index []ir.Atom) lower.Value { return a.at(index) })
}

// nest is a nest of maps over dims.
func (l *lowerer) nest(dims, index []ir.Atom, body func(index []ir.Atom) lower.Value) lower.Value {
	if len(dims) == 0 {
		return body(index)
	}
	return l.Map(dims[0], []lower.Value{l.Iota(dims[0])}, func(rows []lower.Value) (v lower.Value) {
		l.within(func() {
			v = l.nest(dims[1:], append(slices.Clone(index), rows[0].Atom()), body)
		})
		return v
	})
}

// vectorElements are the elements of a vector whose length is known.
func (l *lowerer) vectorElements(a *array) []lower.Value {
	if a.elements != nil {
		return a.elements
	}
	n, ok := a.dims[0].AsSize()
	if !ok {
		l.fail("the length of this vector is not known when the program is compiled")
	}
	if !a.cheap {
		l.force(a)
	}
	var out []lower.Value
	for i := range n {
		out = append(out, a.at([]ir.Atom{ir.Size(i)}))
	}
	return out
}

// count is the number of elements.
func (l *lowerer) count(dims []ir.Atom) ir.Atom {
	n := ir.Size(1)
	for _, d := range dims {
		n = l.I64("n", scalar.Mul, n, d)
	}
	return n
}

// sameDims asserts that two arrays have the same extents, and returns them.
func (l *lowerer) sameDims(x, y []ir.Atom) []ir.Atom {
	out := slices.Clone(x)
	var same []ir.Atom
	for i := range x {
		if _, ok := y[i].AsSize(); ok {
			out[i] = y[i]
		}
		if x[i] != y[i] {
			same = append(same, l.I64("same", scalar.Eq, x[i], y[i]))
		}
	}
	if len(same) > 0 {
		l.Assert(l.All(same...), "the extents ", lower.ShapeText(x), " and ", lower.ShapeText(y), " differ")
	}
	return out
}

func (l *lowerer) add(x, y ir.Atom) ir.Atom { return l.I64("i", scalar.Add, x, y) }
func (l *lowerer) sub(x, y ir.Atom) ir.Atom { return l.I64("i", scalar.Sub, x, y) }

// with is index with the entry k replaced.
func with(index []ir.Atom, k int, i ir.Atom) []ir.Atom {
	out := slices.Clone(index)
	out[k] = i
	return out
}

// without is index without the entry k.
func without(index []ir.Atom, k int) []ir.Atom { return slices.Delete(slices.Clone(index), k, k+1) }

// number is an int.
func number(i ir.Atom) lower.Value { return lower.ScalarValue(scalar.I64, i) }
