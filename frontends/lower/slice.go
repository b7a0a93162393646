package lower

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
)

// DimIndex is what is selected of one dimension: the row at Index, or a slice. Parts of a slice
// that are not there are nil; all are i64s.
type DimIndex struct {
	Index             *ir.Atom // nil for a slice
	First, Last, Step *ir.Atom
}

// Selection is a checked slice of an array's outer dimensions.
type Selection struct {
	dims  []ir.SliceDim
	sizes []ir.Atom // of the dimensions that are kept
}

// Slice checks that what ds selects, one for each of the outer dimensions of array,
// is there.
func (b *Builder) Slice(array Shape, ds []DimIndex) Selection {
	var out Selection
	var text []ir.MessagePart
	var shape, oks []ir.Atom
	for i, d := range ds {
		n := array.(*Array).Dim
		array = array.(*Array).Elem
		shape = append(shape, n)
		if i > 0 {
			text = append(text, ir.Text(", "))
		}
		if d.Index != nil {
			text = append(text, ir.Arg(*d.Index))
			oks = append(oks, b.InBounds(*d.Index, n))
			out.dims = append(out.dims, ir.FixAt(*d.Index))
			continue
		}
		dim, ok, shown := triplet{b, n, d}.check()
		text = append(text, shown...)
		oks = append(oks, ok)
		out.dims = append(out.dims, dim)
		out.sizes = append(out.sizes, dim.Size)
	}
	b.Assert(b.All(oks...), "Index [", text, "] out of bounds for array of shape ", ShapeText(shape), ".")
	return out
}

// triplet is a slice of a dimension of size n.
type triplet struct {
	*Builder
	n ir.Atom
	DimIndex
}

// check returns what the triplet selects, whether it may, and how messages show
// it. Parts that are missing stand for the end that the step's sign asks for.
// The step is not zero. A slice from i to i is empty, wherever i is; otherwise the
// step leads from first towards last, and every selected index is in bounds.
func (t triplet) check() (dim ir.SliceDim, ok ir.Atom, shown []ir.MessagePart) {
	zero, one := ir.Size(0), ir.Size(1)
	s := bounds{Builder: t.Builder, n: t.n, step: one}
	if t.Step != nil {
		s.step = *t.Step
	}
	negative := t.I64("negative", scalar.Lt, s.step, zero)
	if t.First != nil {
		s.first = *t.First
	} else {
		s.first = t.Choose(negative, t.I64("end", scalar.Sub, t.n, one), zero)
	}
	if t.Last != nil {
		s.last = *t.Last
	} else {
		s.last = t.Choose(negative, ir.Size(-1), t.n)
	}
	shown = message(s.first, ":", s.last)
	if t.Step != nil {
		shown = append(shown, message(":", s.step)...)
	}
	if s.step == one {
		size := t.I64("size", scalar.Sub, s.last, s.first)
		if s.first == zero && s.last == t.n {
			return ir.Whole(t.n), yes, shown
		}
		return ir.RangeOf(s.first, notNegative(size), one), s.within(), shown
	}
	return s.strided(negative, shown)
}

// bounds is a triplet all of whose parts are there.
type bounds struct {
	*Builder
	n, first, last, step ir.Atom
}

// within is the check of a slice with step 1. Where an empty slice is known to
// lie within the array it is not asked for: what is left is a conjunction, of
// which passes know each part after the assertion.
func (t bounds) within() ir.Atom {
	zero := ir.Size(0)
	known := func(i ir.Atom) bool { return t.Knows(scalar.Le, zero, i) && t.Knows(scalar.Le, i, t.n) }
	low, high := t.I64("ok", scalar.Le, zero, t.first), t.I64("ok", scalar.Le, t.last, t.n)
	ordered := t.I64("ok", scalar.Le, t.first, t.last)
	inside := t.All(low, high)
	if inside == yes || known(t.first) || known(t.last) {
		return t.All(low, ordered, high)
	}
	empty := t.I64("empty", scalar.Eq, t.first, t.last)
	return t.All(ordered, t.Bool("ok", scalar.Or, empty, inside))
}

func (t bounds) strided(negative ir.Atom, shown []ir.MessagePart) (ir.SliceDim, ir.Atom, []ir.MessagePart) {
	zero, one := ir.Size(0), ir.Size(1)
	down := t.I64("d", scalar.Sub, t.first, t.last)
	up := t.I64("d", scalar.Sub, t.last, t.first)
	distance := t.Choose(negative, down, up)
	stride := t.stride(t.step)
	size := t.ceilDiv(distance, stride)
	empty := t.I64("empty", scalar.Eq, t.first, t.last)
	final := t.I64("final", scalar.Add, t.first,
		t.I64("span", scalar.Mul, t.I64("k", scalar.Sub, size, one), t.step))
	ok := t.All(
		t.I64("ok", scalar.Le, zero, distance),
		t.I64("ok", scalar.Le, ir.Size(-1), t.last),
		t.InBounds(t.first, t.n),
		t.InBounds(final, t.n))
	ok = t.All(t.I64("ok", scalar.Ne, t.step, zero), t.Bool("ok", scalar.Or, empty, ok))
	return ir.RangeOf(t.first, notNegative(size), t.step), ok, shown
}

// notNegative is the size of a slice after the check of its bounds: one that is
// known to be negative has failed it.
func notNegative(size ir.Atom) ir.Atom {
	if n, ok := size.AsSize(); ok && n < 0 {
		return ir.Size(0)
	}
	return size
}

// Choose is x if cond, else y, where both may be computed.
func (b *Builder) Choose(cond, x, y ir.Atom) ir.Atom {
	if !cond.IsVar() {
		if cond.Const.Bool() {
			return x
		}
		return y
	}
	if x == y {
		return x
	}
	return b.I64("sel", scalar.Select, cond, x, y)
}

// ceilDiv is x / y rounded up, for x ≥ 0 and y ≥ 1. No step of it overflows.
func (b *Builder) ceilDiv(x, y ir.Atom) ir.Atom {
	if y == ir.Size(1) {
		return x
	}
	below := b.I64("below", scalar.Sub, x, ir.Size(1))
	return b.I64("quot", scalar.Add, b.I64("quot", scalar.Div, below, y), ir.Size(1))
}

// full extends a selection to all dimensions of an array.
func (s Selection) full(t ir.Type) []ir.SliceDim {
	dims := s.dims[:len(s.dims):len(s.dims)]
	for _, d := range t.Dims[len(s.dims):] {
		dims = append(dims, ir.Whole(d))
	}
	return dims
}

// Index selects from an array.
func (b *Builder) Index(array Value, s Selection) Value {
	out := Value{Shape: Under(s.sizes, Peel(array.Shape, len(s.dims)))}
	types := Leaves(array.Shape)
	for i, t := range Leaves(out.Shape) {
		a := array.Atoms()[i]
		dims := s.full(types[i])
		var e ir.Exp = &ir.Slice{Array: a.Name, Dims: dims}
		if t.IsScalar() {
			indices := make([]ir.Atom, len(dims))
			for j, d := range dims {
				indices[j] = d.Start
			}
			e = &ir.Index{Array: a.Name, Indices: indices}
		}
		out.flat = append(out.flat, b.let(a.Name.Base, t, e))
	}
	return out
}

// Update replaces what s selects of an array by v. Where fields lead into the array's elements,
// which are records, it replaces that field of one element.
func (b *Builder) Update(array Value, s Selection, fields []string, v Value) Value {
	if len(s.sizes) > 0 {
		var have, same []ir.Atom
		given := v.Shape
		for _, n := range s.sizes {
			a := given.(*Array)
			have = append(have, a.Dim)
			same = append(same, b.I64("same", scalar.Eq, a.Dim, n))
			given = a.Elem
		}
		b.assertAll(same, "Shape ", ShapeText(s.sizes), " of slice does not match shape ", ShapeText(have), " of value.")
	}
	first, part := leavesOf(Peel(array.Shape, len(s.dims)), fields)
	v = b.Resize(v, Under(s.sizes, part))
	out := Value{Shape: array.Shape, flat: slices.Clone(array.Atoms())}
	types := Leaves(array.Shape)
	for i, x := range v.Atoms() {
		a, t := array.Atoms()[first+i], types[first+i]
		out.flat[first+i] = b.let(a.Name.Base, t, &ir.Update{Array: a.Name, Dims: s.full(t), Value: x})
	}
	return out
}

// leavesOf is the shape of what fields of a record of shape s lead to, and the first of its
// leaves among those of s.
func leavesOf(s Shape, fields []string) (first int, part Shape) {
	for _, name := range fields {
		for _, f := range s.(*Record).Fields {
			if f.Name == name {
				s = f.Shape
				break
			}
			first += LeafCount(f.Shape)
		}
	}
	return first, s
}

// Element is row i of an array, which is known to exist.
func (b *Builder) Element(array Value, i ir.Atom) Value {
	if len(array.Atoms()) == 1 {
		if p, ok := b.progressions[array.Atom().Name]; ok {
			x := p.element(b, i)
			p.facts(b, x)
			return ScalarValue(scalar.I64, x)
		}
	}
	return b.Index(array, Selection{dims: []ir.SliceDim{ir.FixAt(i)}})
}

// ElementAt is the element of an array at indices, one for each dimension, which are known to be
// in bounds.
func (b *Builder) ElementAt(array Value, indices ...ir.Atom) Value {
	dims := make([]ir.SliceDim, len(indices))
	for i, x := range indices {
		dims[i] = ir.FixAt(x)
	}
	return b.Index(array, Selection{dims: dims})
}
