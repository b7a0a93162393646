package specialise

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
)

// selection is a checked slice of an array's outer dimensions.
type selection struct {
	dims  []ir.SliceDim
	sizes []ir.Atom // of the dimensions that are kept
}

// slice evaluates and checks what stands between the brackets.
func (fr *frame) slice(array shape, ds []*syntax.DimIndex) selection {
	return fr.sliceOf(array, ds, fr.sliceParts(ds))
}

// sliceParts evaluates indices and the parts of slices that are there, in order.
func (fr *frame) sliceParts(ds []*syntax.DimIndex) []value {
	var out []value
	for _, d := range ds {
		for _, e := range []syntax.Exp{d.Index, d.First, d.Last, d.Step} {
			if e != nil {
				out = append(out, fr.exp(e))
			}
		}
	}
	return out
}

// sliceOf makes the selection with the given parts.
func (fr *frame) sliceOf(array shape, ds []*syntax.DimIndex, parts []value) selection {
	next := func(e syntax.Exp) (ir.Atom, bool) {
		if e == nil {
			return ir.Atom{}, false
		}
		v := parts[0]
		parts = parts[1:]
		return fr.convert(v.elem(), scalar.I64, v.atom()), true
	}
	var out selection
	var text []ir.MessagePart
	var shape, oks []ir.Atom
	for i, d := range ds {
		n := array.(*arrayShape).dim
		array = array.(*arrayShape).elem
		shape = append(shape, n)
		if i > 0 {
			text = append(text, ir.Text(", "))
		}
		if !d.Slice {
			index, _ := next(d.Index)
			text = append(text, ir.Arg(index))
			oks = append(oks, fr.inBounds(index, n))
			out.dims = append(out.dims, ir.FixAt(index))
			continue
		}
		first, hasFirst := next(d.First)
		last, hasLast := next(d.Last)
		step, hasStep := next(d.Step)
		t := triplet{fr.builder, n, first, last, step, hasFirst, hasLast, hasStep}
		dim, ok, shown := t.check()
		text = append(text, shown...)
		oks = append(oks, ok)
		out.dims = append(out.dims, dim)
		out.sizes = append(out.sizes, dim.Size)
	}
	fr.assert(fr.all(oks...), "Index [", text, "] out of bounds for array of shape ", shapeText(shape), ".")
	return out
}

// triplet is `first:last:step` in a dimension of size n, each part there or not.
type triplet struct {
	*builder
	n                          ir.Atom
	first, last, step          ir.Atom
	hasFirst, hasLast, hasStep bool
}

// check returns what the triplet selects, whether it may, and how messages show
// it. Parts that are missing stand for the end that the step's sign asks for.
// The step is not zero. A slice from i to i is empty, wherever i is; otherwise the
// step leads from first towards last, and every selected index is in bounds.
func (t triplet) check() (dim ir.SliceDim, ok ir.Atom, shown []ir.MessagePart) {
	zero, one := ir.Size(0), ir.Size(1)
	if !t.hasStep {
		t.step = one
	}
	negative := t.i64("negative", scalar.Lt, t.step, zero)
	if !t.hasFirst {
		t.first = t.choose(negative, t.i64("end", scalar.Sub, t.n, one), zero)
	}
	if !t.hasLast {
		t.last = t.choose(negative, ir.Size(-1), t.n)
	}
	shown = message(t.first, ":", t.last)
	if t.hasStep {
		shown = append(shown, message(":", t.step)...)
	}
	if t.step == one {
		size := t.i64("size", scalar.Sub, t.last, t.first)
		if t.first == zero && t.last == t.n {
			return ir.Whole(t.n), yes, shown
		}
		return ir.RangeOf(t.first, notNegative(size), one), t.within(), shown
	}
	return t.strided(negative, shown)
}

// within is the check of a slice with step 1. Where an empty slice is known to
// lie within the array it is not asked for: what is left is a conjunction, of
// which passes know each part behind the assertion.
func (t triplet) within() ir.Atom {
	zero := ir.Size(0)
	known := func(i ir.Atom) bool { return t.knows(scalar.Le, zero, i) && t.knows(scalar.Le, i, t.n) }
	low, high := t.i64("ok", scalar.Le, zero, t.first), t.i64("ok", scalar.Le, t.last, t.n)
	ordered := t.i64("ok", scalar.Le, t.first, t.last)
	inside := t.all(low, high)
	if inside == yes || known(t.first) || known(t.last) {
		return t.all(low, ordered, high)
	}
	empty := t.i64("empty", scalar.Eq, t.first, t.last)
	return t.all(ordered, t.bool("ok", scalar.Or, empty, inside))
}

func (t triplet) strided(negative ir.Atom, shown []ir.MessagePart) (ir.SliceDim, ir.Atom, []ir.MessagePart) {
	zero, one := ir.Size(0), ir.Size(1)
	down := t.i64("d", scalar.Sub, t.first, t.last)
	up := t.i64("d", scalar.Sub, t.last, t.first)
	distance := t.choose(negative, down, up)
	stride := t.stride(t.step)
	size := t.ceilDiv(distance, stride)
	empty := t.i64("empty", scalar.Eq, t.first, t.last)
	final := t.i64("final", scalar.Add, t.first,
		t.i64("span", scalar.Mul, t.i64("k", scalar.Sub, size, one), t.step))
	ok := t.all(
		t.i64("ok", scalar.Le, zero, distance),
		t.i64("ok", scalar.Le, ir.Size(-1), t.last),
		t.inBounds(t.first, t.n),
		t.inBounds(final, t.n))
	ok = t.all(t.i64("ok", scalar.Ne, t.step, zero), t.bool("ok", scalar.Or, empty, ok))
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

// choose is x if cond, else y, where both may be computed.
func (b *builder) choose(cond, x, y ir.Atom) ir.Atom {
	if !cond.IsVar() {
		if cond.Const.Bool() {
			return x
		}
		return y
	}
	if x == y {
		return x
	}
	return b.i64("sel", scalar.Select, cond, x, y)
}

// ceilDiv is x / y rounded up, for x ≥ 0 and y ≥ 1. No step of it overflows.
func (b *builder) ceilDiv(x, y ir.Atom) ir.Atom {
	if y == ir.Size(1) {
		return x
	}
	below := b.i64("below", scalar.Sub, x, ir.Size(1))
	return b.i64("quot", scalar.Add, b.i64("quot", scalar.Div, below, y), ir.Size(1))
}

// full extends a selection to all dimensions of an array.
func (s selection) full(t ir.Type) []ir.SliceDim {
	dims := s.dims[:len(s.dims):len(s.dims)]
	for _, d := range t.Dims[len(s.dims):] {
		dims = append(dims, ir.Whole(d))
	}
	return dims
}

// index selects from an array.
func (fr *frame) index(array value, s selection) value {
	out := value{shape: under(s.sizes, peel(array.shape, len(s.dims)))}
	types := leaves(array.shape)
	for i, t := range leaves(out.shape) {
		a := array.atoms()[i]
		dims := s.full(types[i])
		var e ir.Exp = &ir.Slice{Array: a.Name, Dims: dims}
		if t.IsScalar() {
			indices := make([]ir.Atom, len(dims))
			for j, d := range dims {
				indices[j] = d.Start
			}
			e = &ir.Index{Array: a.Name, Indices: indices}
		}
		out.flat = append(out.flat, fr.let(a.Name.Base, t, e))
	}
	return out
}

// update replaces what s selects of an array by v.
func (fr *frame) update(array value, s selection, v value) value {
	if len(s.sizes) > 0 {
		var have, same []ir.Atom
		given := v.shape
		for _, n := range s.sizes {
			a := given.(*arrayShape)
			have = append(have, a.dim)
			same = append(same, fr.i64("same", scalar.Eq, a.dim, n))
			given = a.elem
		}
		fr.assert(fr.all(same...), "Shape ", shapeText(s.sizes), " of slice does not match shape ", shapeText(have), " of value.")
	}
	v = fr.resize(v, under(s.sizes, peel(array.shape, len(s.dims))))
	out := value{shape: array.shape}
	for i, t := range leaves(array.shape) {
		a := array.atoms()[i]
		out.flat = append(out.flat, fr.let(a.Name.Base, t, &ir.Update{Array: a.Name, Dims: s.full(t), Value: v.atoms()[i]}))
	}
	return out
}

// element is row i of an array, which is known to exist.
func (fr *frame) element(array value, i ir.Atom) value {
	if len(array.atoms()) == 1 {
		if p, ok := fr.progressions[array.atom().Name]; ok {
			x := p.element(fr.builder, i)
			p.facts(fr.builder, x)
			return scalarValue(scalar.I64, x)
		}
	}
	return fr.index(array, selection{dims: []ir.SliceDim{ir.FixAt(i)}})
}
