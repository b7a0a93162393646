package lower

import (
	"math"
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Iota is 0, 1, … n-1.
func (b *Builder) Iota(n ir.Atom) Value {
	b.Assert(b.I64("ok", scalar.Le, ir.Size(0), n), "Range 0..1..<", n, " is invalid.")
	s := ArrayOf(n, Scalar{scalar.I64})
	b.IsSize(n)
	v := b.lets("iota", s, ir.IotaOf(n))
	b.progressions[v.Atom().Name] = progression{ir.Size(0), ir.Size(1), n}
	return v
}

// Replicate is n times x.
func (b *Builder) Replicate(n ir.Atom, x Value) Value {
	return b.ReplicateOr(n, x, "replicate: the size ", n, " is negative.")
}

// ReplicateOr is n times x. Where n is negative, the run ends with the given message.
func (b *Builder) ReplicateOr(n ir.Atom, x Value, negative ...any) Value {
	b.Assert(b.I64("ok", scalar.Le, ir.Size(0), n), negative...)
	out := Value{Shape: ArrayOf(n, x.Shape)}
	for i, t := range Leaves(out.Shape) {
		out.flat = append(out.flat, b.let("rep", t, &ir.Replicate{Shape: []ir.Atom{n}, Value: x.Atoms()[i]}))
	}
	return out
}

// Copy gives every array of v memory of its own.
func (b *Builder) Copy(v Value) Value {
	out := Value{Shape: v.Shape, flat: make([]ir.Atom, len(v.Atoms()))}
	for i, t := range Leaves(v.Shape) {
		out.flat[i] = v.Atoms()[i]
		if t.IsArray() {
			n := v.Atoms()[i].Name
			out.flat[i] = b.let(n.Base, t, &ir.Copy{Array: n})
		}
	}
	return out
}

// Scratch is n rows like those of array, of which nothing has been written.
func (b *Builder) Scratch(n ir.Atom, array Value) Value {
	s := withOuter(array.Shape, n)
	out := Value{Shape: s}
	for _, t := range Leaves(s) {
		out.flat = append(out.flat, b.let("scratch", t, &ir.Scratch{Elem: t.Elem, Shape: t.Dims}))
	}
	return out
}

// eachArray makes an array of shape s from each leaf of v.
func (b *Builder) eachArray(base string, v Value, s Shape, make func(array ir.Atom, from, to ir.Type) ir.Exp) Value {
	out := Value{Shape: s}
	from := Leaves(v.Shape)
	for i, t := range Leaves(s) {
		out.flat = append(out.flat, b.let(base, t, make(v.Atoms()[i], from[i], t)))
	}
	return out
}

// Transpose exchanges the two outer dimensions.
func (b *Builder) Transpose(array Value) Value { return b.ToFront(array, 1) }

// ToFront makes dimension k the first.
func (b *Builder) ToFront(array Value, k int) Value {
	perm := []int{k}
	for i := range k {
		perm = append(perm, i)
	}
	return b.rearrange(array, perm)
}

// FromFront makes the first dimension number k.
func (b *Builder) FromFront(array Value, k int) Value {
	var perm []int
	for i := range k {
		perm = append(perm, i+1)
	}
	return b.rearrange(array, append(perm, 0))
}

// rearrange makes an array whose dimension i is dimension perm[i] of the old one; further ones stay.
func (b *Builder) rearrange(array Value, perm []int) Value {
	if len(perm) == 1 {
		return array
	}
	old := Dims(array.Shape)
	var dims []ir.Atom
	for _, k := range perm {
		dims = append(dims, old[k])
	}
	return b.eachArray("tr", array, Under(dims, Peel(array.Shape, len(perm))), func(leaf ir.Atom, _, t ir.Type) ir.Exp {
		all := slices.Clone(perm)
		for i := len(perm); i < t.Rank(); i++ {
			all = append(all, i)
		}
		return &ir.Rearrange{Perm: all, Array: leaf.Name}
	})
}

func reshape(array ir.Atom, _, to ir.Type) ir.Exp {
	return &ir.Reshape{Shape: to.Dims, Array: array.Name}
}

// Flatten makes the two outer dimensions one.
func (b *Builder) Flatten(array Value) Value {
	outer := array.Shape.(*Array)
	inner := outer.Elem.(*Array)
	n := b.I64("nm", scalar.Mul, outer.Dim, inner.Dim)
	if n != outer.Dim && n != inner.Dim { // neither is 1
		b.products[n] = [2]ir.Atom{outer.Dim, inner.Dim}
		b.checkProduct(n)
	}
	return b.eachArray("flat", array, ArrayOf(n, inner.Elem), reshape)
}

// checkProduct asserts that nm, if it is the size of a flattened array, is the product of the
// two sizes in the integers: an array that has no elements, or of which none is ever stored, may
// have sizes whose product is not an i64.
func (b *Builder) checkProduct(nm ir.Atom) {
	sizes, ok := b.products[nm]
	if !ok {
		return
	}
	n, m := sizes[0], sizes[1]
	b.Assert(b.isProduct(nm, n, m), "flatten: the product of the sizes [", n, "][", m, "] is more than an i64 can hold.")
}

// isProduct is whether nm, which n and m were multiplied to, is their product in the
// integers. Neither is negative.
func (b *Builder) isProduct(nm, n, m ir.Atom) ir.Atom {
	return b.All(
		b.I64("ok", scalar.Eq, b.I64("high", scalar.MulHi, n, m), ir.Size(0)),
		b.I64("ok", scalar.Le, ir.Size(0), nm))
}

// Unflatten makes the outer dimension two, of sizes n and m.
func (b *Builder) Unflatten(array Value, n, m ir.Atom) Value {
	have := array.Dim()
	b.Assert(b.All(
		b.I64("ok", scalar.Le, ir.Size(0), n),
		b.I64("ok", scalar.Le, ir.Size(0), m),
		b.I64("ok", scalar.Eq, b.I64("nm", scalar.Mul, n, m), have),
		b.I64("ok", scalar.Eq, b.I64("high", scalar.MulHi, n, m), ir.Size(0))), // the product has not wrapped
		"unflatten: an array of ", have, " elements has no shape [", n, "][", m, "].")
	s := Under([]ir.Atom{n, m}, Peel(array.Shape, 1))
	return b.eachArray("unflat", array, s, reshape)
}

// Concat puts two arrays one after the other. Their rows have one shape.
func (b *Builder) Concat(x, y Value) Value {
	row := Peel(x.Shape, 1)
	y = b.Resize(y, ArrayOf(y.Dim(), row))
	n := b.I64("n", scalar.Add, x.Dim(), y.Dim())
	out := Value{Shape: ArrayOf(n, row)}
	for i, t := range Leaves(out.Shape) {
		out.flat = append(out.flat, b.let("conc", t, &ir.Concat{Size: n, Arrays: arrayNames(
			Value{flat: x.Atoms()[i : i+1]}, Value{flat: y.Atoms()[i : i+1]})}))
	}
	return out
}

// Rotate is array shifted in a cycle: its element i is array's element (i + r) mod n.
func (b *Builder) Rotate(r ir.Atom, array Value) Value {
	n := array.Dim()
	some := b.I64("some", scalar.Max, n, ir.Size(1))
	k := b.I64("k", scalar.Mod, r, some)
	return b.eachArray("rot", array, array.Shape, func(leaf ir.Atom, _, _ ir.Type) ir.Exp {
		return &ir.Rotate{Amount: k, Array: leaf.Name}
	})
}

// Zip makes arrays an array of tuples, which has the same leaves.
func (b *Builder) Zip(a ...Value) Value {
	n := a[0].Dim()
	a = b.alike(n, a)
	rows := make([]Value, len(a))
	for i, v := range a {
		rows[i] = Value{Shape: Peel(v.Shape, 1), flat: v.Atoms()}
	}
	t := Tuple(rows...)
	return Value{Shape: ArrayOf(n, t.Shape), flat: t.Atoms()}
}

// Unzip is the inverse of zip.
func (b *Builder) Unzip(array Value) Value { return b.UnzipBelow(1, array) }

// UnzipBelow is Unzip of an array with several axes, whose elements are tuples.
func (b *Builder) UnzipBelow(axes int, array Value) Value {
	element := Value{Shape: Peel(array.Shape, axes), flat: array.Atoms()}
	parts := element.Fields()
	for i, p := range parts {
		shape := p.Shape
		for k := axes - 1; k >= 0; k-- {
			shape = ArrayOf(Peel(array.Shape, k).(*Array).Dim, shape)
		}
		parts[i] = Value{Shape: shape, flat: p.Atoms()}
	}
	return Tuple(parts...)
}

// RangeEnd says how a range ends.
type RangeEnd uint8

const (
	Inclusive RangeEnd = iota // with its last element, or before what follows it
	UpTo                      // before a bound, rising
	DownTo                    // before a bound, falling
)

// rangeEnds are how ranges are written in messages.
var rangeEnds = [...]string{Inclusive: "...", UpTo: "..<", DownTo: "..>"}

// Range is the array of first, second, … to last, all of one integer type; without
// second (nil) the step is 1, or -1 downwards. It is valid when its step leads from the first
// element towards the last, or when it has no elements because the two are one.
func (b *Builder) Range(first Value, second *Value, kind RangeEnd, last Value) Value {
	t := first.Elem()
	widen := func(v Value) ir.Atom { return b.Convert(t, scalar.I64, v.Atom()) }
	from := widen(first)
	text := message("Range ", first.Atom())

	step := ir.Size(1)
	if kind == DownTo {
		step = ir.Size(-1)
	}
	if second != nil {
		step = b.I64("step", scalar.Sub, widen(*second), from)
		text = append(text, message("..", second.Atom())...)
	}
	to := widen(last)
	text = append(text, message(rangeEnds[kind], last.Atom(), " is invalid.")...)

	n, ok := b.rangeSize(kind, t, first.Atom(), last.Atom(), from, to, step)
	b.Assert(ok, text)
	n = notNegative(n)
	b.IsSize(n)
	s := ArrayOf(n, Scalar{t})
	v := b.lets("range", s, &ir.Iota{Elem: t, Count: n, Start: first.Atom(), Step: b.Convert(scalar.I64, t, step)})
	if t == scalar.I64 {
		p := progression{first: from, step: step}
		if kind == UpTo && step == ir.Size(1) {
			p.end = to
		}
		b.progressions[v.Atom().Name] = p
	}
	return v
}

// rangeSize counts the elements of a range and tells whether it is valid. The
// ends are compared at their own type; distances are taken in i64.
func (b *Builder) rangeSize(kind RangeEnd, t scalar.Type, first, last, from, to, step ir.Atom) (n, ok ir.Atom) {
	zero := ir.Size(0)
	up := func() ir.Atom { return b.I64("distance", scalar.Sub, to, from) }
	down := func() ir.Atom { return b.I64("distance", scalar.Sub, from, to) }
	rises := func() ir.Atom {
		return b.All(b.I64("up", scalar.Gt, step, zero), b.Prim("le", scalar.Le, t, first, last))
	}
	falls := func() ir.Atom {
		return b.All(b.I64("down", scalar.Lt, step, zero), b.Prim("ge", scalar.Ge, t, first, last))
	}
	switch {
	case kind == UpTo:
		return b.ceilDiv(up(), b.stride(step)), rises()
	case kind == DownTo:
		return b.ceilDiv(down(), b.stride(step)), falls()
	case step == ir.Size(1):
		n, ok = up(), rises()
	case step == ir.Size(-1):
		n, ok = down(), falls()
	default:
		distance := b.Choose(b.I64("up", scalar.Gt, step, zero), up(), down())
		n = b.I64("quot", scalar.Quot, distance, b.stride(step))
		ok = b.Bool("ok", scalar.Or, rises(), falls())
	}
	return b.I64("n", scalar.Add, n, ir.Size(1)), ok
}

// stride is |step|, or 1 for step 0: it may be divided by before step is checked.
// For the least step it is one less, which no distance tells apart.
func (b *Builder) stride(step ir.Atom) ir.Atom {
	step = b.I64("step", scalar.Max, step, ir.Size(-math.MaxInt64))
	return b.I64("stride", scalar.Max, ir.Size(1), b.I64("abs", scalar.Abs, step))
}
