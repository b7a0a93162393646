package specialise

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
)

// intrinsic lowers a function that the prelude declares with `val`. size gives
// a size parameter that no argument determines.
type intrinsic struct {
	arity int
	lower func(fr *frame, args []value, size func(name string) ir.Atom) value
}

// noSizes adapts an intrinsic whose sizes all come from its arguments.
func noSizes(arity int, lower func(fr *frame, a []value) value) intrinsic {
	return intrinsic{arity, func(fr *frame, a []value, _ func(string) ir.Atom) value { return lower(fr, a) }}
}

// newIntrinsics lists the functions that prelude.fut declares.
func newIntrinsics() map[string]intrinsic {
	return map[string]intrinsic{
		"==": noSizes(2, func(fr *frame, a []value) value { return scalarValue(scalar.Bool, fr.equal(a[0], a[1])) }),
		"!=": noSizes(2, func(fr *frame, a []value) value { return scalarValue(scalar.Bool, fr.differ(a[0], a[1])) }),

		"iota":      noSizes(1, (*frame).iota),
		"replicate": noSizes(2, (*frame).replicate),
		"copy":      noSizes(1, func(fr *frame, a []value) value { return fr.copy(a[0]) }),
		"scratch":   noSizes(2, (*frame).scratch),
		"transpose": noSizes(1, (*frame).transpose),
		"flatten":   noSizes(1, (*frame).flatten),
		"unflatten": {1, (*frame).unflatten},
		"concat":    noSizes(2, (*frame).concat),
		"zip2":      noSizes(2, (*frame).zip),
		"zip3":      noSizes(3, (*frame).zip),
		"zip4":      noSizes(4, (*frame).zip),
		"zip5":      noSizes(5, (*frame).zip),
		"unzip2":    noSizes(1, (*frame).unzip),
		"unzip3":    noSizes(1, (*frame).unzip),
		"unzip4":    noSizes(1, (*frame).unzip),
		"unzip5":    noSizes(1, (*frame).unzip),

		"flat_index_1d":  flatIndex(1),
		"flat_index_2d":  flatIndex(2),
		"flat_index_3d":  flatIndex(3),
		"flat_index_4d":  flatIndex(4),
		"flat_update_1d": flatUpdate(1),
		"update_2d":      flatUpdate(2),
		"update_3d":      flatUpdate(3),
		"update_4d":      flatUpdate(4),

		"map": noSizes(2, func(fr *frame, a []value) value {
			return fr.mapOver(a[1].dim(), a[1:], func(rows []value) value { return fr.apply(a[0], rows) })
		}),
		"reduce":      noSizes(3, func(fr *frame, a []value) value { return fr.reduce(a[0], a[1], a[2], false) }),
		"reduce_comm": noSizes(3, func(fr *frame, a []value) value { return fr.reduce(a[0], a[1], a[2], true) }),
		"scan":        noSizes(3, func(fr *frame, a []value) value { return fr.scan(a[0], a[1], a[2]) }),

		"scatter":    scatter(1),
		"scatter_2d": scatter(2),
		"scatter_3d": scatter(3),

		"reduce_by_index":    reduceByIndex(1),
		"reduce_by_index_2d": reduceByIndex(2),
		"reduce_by_index_3d": reduceByIndex(3),
	}
}

// intrinsicCode is the code of a `val` of the prelude.
func (fr *frame) intrinsicCode(at syntax.Node, b *types.Binding) *code {
	in, ok := fr.intrinsics[b.Name]
	if !ok {
		bug(at, "%s is declared in the prelude but not implemented", b.Name)
	}
	return fr.code(codeKey{of: b}, func() *code {
		c := &code{name: b.Name, arity: in.arity, place: inPlace, prelude: true}
		found := newParameters()
		t := b.Type
		for range in.arity {
			f := t.(*types.Func)
			found.add(f.From)
			t = f.Result
		}
		found.missing(b, c, false)
		c.run = func(fr *frame, args []value) value {
			return in.lower(fr, args, func(name string) ir.Atom {
				for _, s := range b.Sizes {
					if v, ok := fr.vals[s]; ok && s.Name == name {
						return v.atom()
					}
				}
				fail(fr.scope.Pos, "The size %q of the result of %q is ambiguous here: write it with :>", name, b.Name)
				return ir.Atom{}
			})
		}
		return c
	})
}

func (fr *frame) iota(a []value) value {
	n := a[0].atom()
	fr.assert(fr.i64("ok", scalar.Le, ir.Size(0), n), "Range 0..1..<", n, " is invalid.")
	s := arrayOf(n, scalarShape{scalar.I64})
	fr.isSize(n)
	v := fr.lets("iota", s, &ir.Iota{Elem: scalar.I64, Count: n, Start: ir.Size(0), Step: ir.Size(1)})
	fr.progressions[v.atom().Name] = progression{ir.Size(0), ir.Size(1), n}
	return v
}

func (fr *frame) replicate(a []value) value {
	n, x := a[0].atom(), a[1]
	fr.assert(fr.i64("ok", scalar.Le, ir.Size(0), n), "replicate: the size ", n, " is negative.")
	out := value{shape: arrayOf(n, x.shape)}
	for i, t := range leaves(out.shape) {
		out.flat = append(out.flat, fr.let("rep", t, &ir.Replicate{Shape: []ir.Atom{n}, Value: x.atoms()[i]}))
	}
	return out
}

// copy gives every array of v memory of its own.
func (fr *frame) copy(v value) value {
	out := value{shape: v.shape, flat: make([]ir.Atom, len(v.atoms()))}
	for i, t := range leaves(v.shape) {
		out.flat[i] = v.atoms()[i]
		if t.IsArray() {
			n := v.atoms()[i].Name
			out.flat[i] = fr.let(n.Base, t, &ir.Copy{Array: n})
		}
	}
	return out
}

func (fr *frame) scratch(a []value) value {
	s := withOuter(a[1].shape, a[0].atom())
	out := value{shape: s}
	for _, t := range leaves(s) {
		out.flat = append(out.flat, fr.let("scratch", t, &ir.Scratch{Elem: t.Elem, Shape: t.Dims}))
	}
	return out
}

// eachArray makes an array of shape s from each leaf of v.
func (fr *frame) eachArray(base string, v value, s shape, make func(array ir.Atom, from, to ir.Type) ir.Exp) value {
	out := value{shape: s}
	from := leaves(v.shape)
	for i, t := range leaves(s) {
		out.flat = append(out.flat, fr.let(base, t, make(v.atoms()[i], from[i], t)))
	}
	return out
}

func (fr *frame) transpose(a []value) value {
	outer := a[0].shape.(*arrayShape)
	inner := outer.elem.(*arrayShape)
	s := under([]ir.Atom{inner.dim, outer.dim}, inner.elem)
	return fr.eachArray("tr", a[0], s, func(array ir.Atom, _, t ir.Type) ir.Exp {
		perm := []int{1, 0}
		for i := 2; i < t.Rank(); i++ {
			perm = append(perm, i)
		}
		return &ir.Rearrange{Perm: perm, Array: array.Name}
	})
}

func reshape(array ir.Atom, _, to ir.Type) ir.Exp {
	return &ir.Reshape{Shape: to.Dims, Array: array.Name}
}

func (fr *frame) flatten(a []value) value {
	outer := a[0].shape.(*arrayShape)
	inner := outer.elem.(*arrayShape)
	n := fr.i64("nm", scalar.Mul, outer.dim, inner.dim)
	return fr.eachArray("flat", a[0], arrayOf(n, inner.elem), reshape)
}

func (fr *frame) unflatten(a []value, size func(string) ir.Atom) value {
	n, m := size("n"), size("m")
	have := a[0].dim()
	fr.assert(fr.all(
		fr.i64("ok", scalar.Le, ir.Size(0), n),
		fr.i64("ok", scalar.Le, ir.Size(0), m),
		fr.i64("ok", scalar.Eq, fr.i64("nm", scalar.Mul, n, m), have)),
		"unflatten: an array of ", have, " elements has no shape [", n, "][", m, "].")
	s := under([]ir.Atom{n, m}, peel(a[0].shape, 1))
	return fr.eachArray("unflat", a[0], s, reshape)
}

func (fr *frame) concat(a []value) value {
	x := a[0]
	row := peel(x.shape, 1)
	y := fr.resize(a[1], arrayOf(a[1].dim(), row))
	n := fr.i64("n", scalar.Add, x.dim(), y.dim())
	out := value{shape: arrayOf(n, row)}
	for i, t := range leaves(out.shape) {
		out.flat = append(out.flat, fr.let("conc", t, &ir.Concat{Size: n, Arrays: arrayNames(
			value{flat: x.atoms()[i : i+1]}, value{flat: y.atoms()[i : i+1]})}))
	}
	return out
}

// zip makes arrays an array of tuples, which has the same leaves.
func (fr *frame) zip(a []value) value {
	n := a[0].dim()
	a = fr.alike(n, a)
	rows := make([]value, len(a))
	for i, v := range a {
		rows[i] = value{shape: peel(v.shape, 1), flat: v.atoms()}
	}
	t := tuple(rows...)
	return value{shape: arrayOf(n, t.shape), flat: t.atoms()}
}

// unzip is the inverse of zip.
func (fr *frame) unzip(a []value) value {
	s := a[0].shape.(*arrayShape)
	row := value{shape: s.elem, flat: a[0].atoms()}
	parts := row.fields()
	for i, p := range parts {
		parts[i] = value{shape: arrayOf(s.dim, p.shape), flat: p.atoms()}
	}
	return tuple(parts...)
}

func scatter(rank int) intrinsic {
	return noSizes(3, func(fr *frame, a []value) value {
		return fr.scatter(fr.newWrites(a[0], a[1], a[2], rank))
	})
}

func reduceByIndex(rank int) intrinsic {
	return noSizes(5, func(fr *frame, a []value) value {
		return fr.hist(fr.newWrites(a[0], a[3], a[4], rank), a[1], a[2])
	})
}
