package lowering

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/lower"
)

// operations are the lowerings of operations on arrays.
var operations map[string]func(l *lowerer, a []value) value

func init() {
	reverse := func(l *lowerer, a []value) value { return l.mirrored(l.arg(a[0]), -1) }
	rotate := func(l *lowerer, a []value) value { return l.rotated(intOf(a[0]), l.arg(a[1]), -1) }
	operations = map[string]func(l *lowerer, a []value) value{
		"iota":      func(l *lowerer, a []value) value { return l.iota(intOf(a[0])) },
		"iotaV":     func(l *lowerer, a []value) value { return l.iota(intOf(a[0])) },
		"each":      func(l *lowerer, a []value) value { return l.each(a[0], a[1:]) },
		"eachV":     func(l *lowerer, a []value) value { return l.each(a[0], a[1:]) },
		"zipWith":   func(l *lowerer, a []value) value { return l.each(a[0], a[1:]) },
		"zipWithV":  func(l *lowerer, a []value) value { return l.each(a[0], a[1:]) },
		"reduce":    func(l *lowerer, a []value) value { return l.reduce(a[0], element(a[1]), l.arg(a[2]), true) },
		"reduce1":   func(l *lowerer, a []value) value { return l.reduce(a[0], element(a[1]), l.arg(a[2]), false) },
		"scan":      func(l *lowerer, a []value) value { return l.scan(a[0], l.arg(a[1])) },
		"compress":  func(l *lowerer, a []value) value { return l.compress(l.arg(a[0]), l.arg(a[1])) },
		"replicate": func(l *lowerer, a []value) value { return l.replicate(l.arg(a[0]), l.arg(a[1])) },
		"shape":     func(l *lowerer, a []value) value { return l.shape(a[0].(*array)) },
		"shapeV":    func(l *lowerer, a []value) value { return l.shape(a[0].(*array)) },
		"reshape": func(l *lowerer, a []value) value {
			fill := element(a[1])
			return l.reshape(a[0].(*array), &fill, l.arg(a[2]))
		},
		"reshape0": func(l *lowerer, a []value) value { return l.reshape(a[0].(*array), nil, l.arg(a[1])) },
		"reverse":  reverse, "reverseV": reverse,
		"rotate": rotate, "rotateV": rotate,
		"vreverse": func(l *lowerer, a []value) value { return l.mirrored(l.arg(a[0]), 0) },
		"vrotate":  func(l *lowerer, a []value) value { return l.rotated(intOf(a[0]), l.arg(a[1]), 0) },
		"transp": func(l *lowerer, a []value) value {
			x := l.arg(a[0])
			axes := make([]int, x.rank())
			for k := range axes {
				axes[k] = x.rank() - 1 - k
			}
			return l.transposed(axes, x)
		},
		"transp2": func(l *lowerer, a []value) value { return l.transp2(a[0].(*array), l.arg(a[1])) },
		"take": func(l *lowerer, a []value) value {
			fill := element(a[1])
			return l.take(intOf(a[0]), &fill, l.arg(a[2]))
		},
		"takeV": func(l *lowerer, a []value) value { return l.take(intOf(a[0]), nil, l.arg(a[1])) },
		"drop":  func(l *lowerer, a []value) value { return l.drop(intOf(a[0]), l.arg(a[1])) },
		"dropV": func(l *lowerer, a []value) value { return l.drop(intOf(a[0]), l.arg(a[1])) },
		"first": func(l *lowerer, a []value) value { return l.first(element(a[0]), l.arg(a[1])) },
		"firstV": func(l *lowerer, a []value) value {
			return l.scalar(l.vectorElements(a[0].(*array))[0])
		},
		"cat":     func(l *lowerer, a []value) value { return l.cat(a[0].(*array), a[1].(*array)) },
		"catV":    func(l *lowerer, a []value) value { return l.cat(a[0].(*array), a[1].(*array)) },
		"cons":    func(l *lowerer, a []value) value { return l.cat(l.column(a[0].(*array)), a[1].(*array)) },
		"consV":   func(l *lowerer, a []value) value { return l.cat(l.column(a[0].(*array)), a[1].(*array)) },
		"snoc":    func(l *lowerer, a []value) value { return l.cat(a[0].(*array), l.column(a[1].(*array))) },
		"snocV":   func(l *lowerer, a []value) value { return l.cat(a[0].(*array), l.column(a[1].(*array))) },
		"index":   func(l *lowerer, a []value) value { return l.index(intOf(a[0]), intOf(a[1]), l.arg(a[2])) },
		"gather":  func(l *lowerer, a []value) value { return l.gather(intOf(a[0]), l.arg(a[1]), l.arg(a[2])) },
		"amend":   func(l *lowerer, a []value) value { return l.amend(l.arg(a[0]), l.arg(a[1]), l.arg(a[2])) },
		"ravel":   func(l *lowerer, a []value) value { return l.ravel(a[0].(*array)) },
		"radices": func(l *lowerer, a []value) value { return l.radices(l.arg(a[0])) },
		"copy":    func(l *lowerer, a []value) value { return a[0] },
		"power":   func(l *lowerer, a []value) value { return l.power(a[0], intOf(a[1]), a[2].(*array)) },
		"cells":   func(l *lowerer, a []value) value { return l.cells(a[0].(*array), a[1].(*function), l.arg(a[2])) },
		"grade":   func(l *lowerer, a []value) value { return l.grade(l.arg(a[0])) },
		"find":    func(l *lowerer, a []value) value { return l.find(l.arg(a[0]), l.arg(a[1])) },
	}
}

// arg is an array that is read by any index.
func (l *lowerer) arg(v value) *array {
	a := v.(*array)
	if a.rank() == 1 && a.elements != nil {
		l.ready(a)
	}
	return a
}

func element(v value) lower.Value { return v.(*array).element() }
func intOf(v value) ir.Atom       { return v.(*array).element().Atom() }

func (l *lowerer) iota(n ir.Atom) *array {
	l.Assert(l.I64("ok", scalar.Le, ir.Size(0), n), "iota of ", n, ", which is negative")
	l.IsSize(n)
	one := ir.Size(1)
	if k, ok := n.AsSize(); ok && 0 < k && k <= mostKnown {
		var elements []lower.Value
		for i := range k {
			elements = append(elements, number(ir.Size(i+1)))
		}
		a := l.known(elements)
		a.at = func(index []ir.Atom) lower.Value { return number(l.add(index[0], one)) }
		return a
	}
	return pulled([]ir.Atom{n}, true, func(index []ir.Atom) lower.Value { return number(l.add(index[0], one)) })
}

// each applies a function of as many arguments as there are arrays.
func (l *lowerer) each(f value, args []value) *array {
	arrays := make([]*array, len(args))
	known := true
	for i, a := range args {
		arrays[i] = a.(*array)
		known = known && arrays[i].elements != nil
	}
	dims := arrays[0].dims
	for _, a := range arrays[1:] {
		dims = l.sameDims(dims, a.dims)
	}
	elements := func(i int) []lower.Value {
		var xs []lower.Value
		for _, a := range arrays {
			xs = append(xs, a.elements[i])
		}
		return xs
	}
	same := true
	for _, a := range arrays[1:] {
		same = same && len(a.elements) == len(arrays[0].elements)
	}
	if known && same {
		var out []lower.Value
		for i := range arrays[0].elements {
			out = append(out, l.apply(f, elements(i)...))
		}
		if len(dims) == 0 {
			return l.scalar(out[0])
		}
		return l.known(out)
	}
	for _, a := range arrays {
		l.arg(a)
	}
	return l.computed(dims, false, func(index []ir.Atom) lower.Value {
		var xs []lower.Value
		for _, a := range arrays {
			xs = append(xs, a.at(index))
		}
		return l.apply(f, xs...)
	})
}

func (l *lowerer) shape(a *array) *array {
	var out []lower.Value
	for _, d := range a.dims {
		out = append(out, number(d))
	}
	if len(out) == 0 {
		return l.existing(l.EmptyArray(lower.ArrayOf(ir.Size(0), lower.Scalar{Elem: scalar.I64})))
	}
	return l.known(out)
}

// update writes one element of an array that a let has bound, which is another array then.
func (l *lowerer) update(a, at, x *array) value {
	if a.region != l.region+1 {
		l.fail("an update writes an array that a let binds in the same function or branch")
	}
	v := l.forced(a)
	var ds []lower.DimIndex
	for _, e := range l.vectorElements(at) {
		i := l.sub(e.Atom(), ir.Size(1))
		ds = append(ds, lower.DimIndex{Index: &i})
	}
	v = l.Update(v, l.Slice(v.Shape, ds), nil, x.element())
	region := a.region
	*a = *l.existing(v)
	a.region = region
	return l.scalar(lower.Constant(scalar.FromBool(true)))
}

// power applies a function n times.
func (l *lowerer) power(f value, n ir.Atom, x *array) *array {
	times := number(l.I64("n", scalar.Max, n, ir.Size(0)))
	loop := lower.Loop{Init: l.forced(x), Count: &times, Index: "i", Names: []string{"x"}}
	for i := range x.dims {
		loop.Sizes = append(loop.Sizes, i)
	}
	loop.Body = func(v, _ lower.Value) (out lower.Value) {
		l.within(func() { out = l.forced(f.(*function).apply(l.existing(v))) })
		return out
	}
	return l.existing(l.Loop(loop))
}

// sameCells asserts that a cell has the extents that the others have.
func (l *lowerer) sameCells(cell, others []ir.Atom) {
	var same []ir.Atom
	for i := range cell {
		if cell[i] != others[i] {
			same = append(same, l.I64("same", scalar.Eq, cell[i], others[i]))
		}
	}
	if len(same) > 0 {
		l.Assert(l.All(same...), "the cells of an array have the same extents, but here one has ", lower.ShapeText(cell), " and another ", lower.ShapeText(others))
	}
}

// cells is a map whose function makes arrays of the extents that a vector says.
func (l *lowerer) cells(extents *array, f *function, places *array) *array {
	n := places.dims[0]
	var shape lower.Shape
	var dims []ir.Atom
	for _, d := range l.vectorElements(extents) {
		l.Assert(l.I64("ok", scalar.Le, ir.Size(0), d.Atom()), "an extent of ", d.Atom())
		l.IsSize(d.Atom())
		dims = append(dims, d.Atom())
	}
	cell := func(i ir.Atom) lower.Value {
		v := l.forced(f.apply(l.scalar(places.at([]ir.Atom{i}))))
		shape = lower.Scalar{Elem: lower.Leaves(v.Shape)[0].Elem}
		for _, d := range slices.Backward(dims) {
			shape = lower.ArrayOf(d, shape)
		}
		l.sameCells(l.existing(v).dims, dims)
		return l.CheckShape(v, shape)
	}
	return l.existing(l.nest([]ir.Atom{n}, nil, func(index []ir.Atom) lower.Value { return cell(index[0]) }))
}
