package generate

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Building blocks of shapes. Each adds one statement, whose body a Go function generates.

// body generates the results of a body from its indices or elements.
type body func(in *ir.Builder, xs []ir.Atom) []ir.Atom

// mapped maps of over arrays of the same width.
func (g *generator) mapped(b *ir.Builder, width ir.Atom, arrays []ir.Param, rows []ir.Type, of body) []ir.Param {
	x := &ir.Map{Width: width, Arrays: namesOf(arrays), Fn: g.over(b, arrays, rows, of)}
	return named("ys", b, under(width, rows), x)
}

// over returns of as a function of the arrays' elements.
func (g *generator) over(b *ir.Builder, arrays []ir.Param, rows []ir.Type, of body) *ir.Lambda {
	fn := &ir.Lambda{Results: rows}
	in := b.Inner()
	for _, a := range arrays {
		fn.Params = append(fn.Params, ir.Param{Name: g.names.Fresh("p"), Type: a.Type.Peel(1)})
	}
	fn.Body = in.Body(of(in, atomsOf(fn.Params))...)
	return fn
}

// tabulated returns the array of of's results for each index below width.
func (g *generator) tabulated(b *ir.Builder, width ir.Atom, row ir.Type, of func(in *ir.Builder, i ir.Atom) ir.Atom) ir.Param {
	is := ir.Param{Name: g.counted(b, width), Type: ir.I64.Under(width)}
	return g.mapped(b, width, []ir.Param{is}, []ir.Type{row}, func(in *ir.Builder, xs []ir.Atom) []ir.Atom {
		return []ir.Atom{of(in, xs[0])}
	})[0]
}

// grid returns the array of type t with of's results for all its indices.
func (g *generator) grid(b *ir.Builder, t ir.Type, of func(in *ir.Builder, at []ir.Atom) ir.Atom, outer ...ir.Atom) ir.Param {
	return g.tabulated(b, t.Dims[0], t.Peel(1), func(in *ir.Builder, i ir.Atom) ir.Atom {
		at := append(slices.Clone(outer), i)
		if t.Rank() == 1 {
			return of(in, at)
		}
		return ir.Var(g.grid(in, t.Peel(1), of, at...).Name)
	})
}

// looped emits a loop with the given trip count: of receives the iteration number and the
// carried values, and returns their next values. Unique values are consumed.
func (g *generator) looped(b *ir.Builder, times ir.Atom, unique bool, inits []ir.Param, of body) []ir.Param {
	x := &ir.Loop{Index: g.names.Fresh("i"), Bound: times, Inits: atomsOf(inits)}
	var types []ir.Type
	for _, p := range inits {
		x.Params = append(x.Params, ir.Param{Name: g.names.Fresh("c"), Type: p.Type, Unique: unique && p.Type.IsArray()})
		types = append(types, p.Type)
	}
	in := b.Inner()
	x.Body = in.Body(of(in, append([]ir.Atom{ir.Var(x.Index)}, atomsOf(x.Params)...))...)
	return named("last", b, types, x)
}

// overwritten is looped for a single unique array.
func (g *generator) overwritten(b *ir.Builder, times ir.Atom, array ir.Param, of func(in *ir.Builder, i ir.Atom, array ir.Param) ir.Atom) ir.Param {
	return g.looped(b, times, true, []ir.Param{array}, func(in *ir.Builder, xs []ir.Atom) []ir.Atom {
		return []ir.Atom{of(in, xs[0], ir.Param{Name: xs[1].Name, Type: array.Type})}
	})[0]
}

// either emits a branch with one result.
func either(b *ir.Builder, cond ir.Atom, t ir.Type, then, els func(in *ir.Builder) ir.Atom) ir.Atom {
	x, y := b.Inner(), b.Inner()
	return b.Let("e", t, &ir.If{Cond: cond, Then: x.Body(then(x)), Else: y.Body(els(y))})
}

// always returns a branch with result x.
func always(x ir.Atom) func(*ir.Builder) ir.Atom { return func(*ir.Builder) ir.Atom { return x } }

// put returns the array with an element replaced.
func put(b *ir.Builder, array ir.Param, v ir.Atom, at ...ir.Atom) ir.Atom {
	var dims []ir.SliceDim
	for _, i := range at {
		dims = append(dims, ir.FixAt(i))
	}
	for _, d := range array.Type.Dims[len(at):] {
		dims = append(dims, ir.Whole(d))
	}
	return b.Let("u", array.Type, &ir.Update{Array: array.Name, Dims: dims, Value: v})
}

// element reads an element of an array.
func element(b *ir.Builder, array ir.Param, at ...ir.Atom) ir.Atom {
	return b.Index("e", array.Type.Elem, array.Name, at...)
}

// inside reports whether indices are in bounds, at run time.
func inside(b *ir.Builder, t ir.Type, at ...ir.Atom) ir.Atom {
	ok := inBounds(b, at[0], t.Dims[0])
	for k, i := range at[1:] {
		ok = b.Prim("ok", scalar.And, scalar.Bool, ok, inBounds(b, i, t.Dims[k+1]))
	}
	return ok
}

// elementOr reads an element, or returns other if it is out of bounds.
func elementOr(b *ir.Builder, other ir.Atom, array ir.Param, at ...ir.Atom) ir.Atom {
	return either(b, inside(b, array.Type, at...), ir.ScalarOf(array.Type.Elem),
		func(in *ir.Builder) ir.Atom { return element(in, array, at...) }, always(other))
}

// plus returns x + k.
func plus(b *ir.Builder, x ir.Atom, k int64) ir.Atom {
	if k == 0 {
		return x
	}
	return b.Prim("i", scalar.Add, scalar.I64, x, ir.Size(k))
}

// named binds results of the given types.
func named(base string, b *ir.Builder, types []ir.Type, x ir.Exp) []ir.Param {
	var out []ir.Param
	for k, a := range b.Lets(base, types, x) {
		out = append(out, ir.Param{Name: a.Name, Type: types[k]})
	}
	return out
}

// under returns the types of arrays of width elements of the given types.
func under(width ir.Atom, rows []ir.Type) []ir.Type {
	var out []ir.Type
	for _, r := range rows {
		out = append(out, r.Under(width))
	}
	return out
}

func namesOf(ps []ir.Param) []name.Name {
	var out []name.Name
	for _, p := range ps {
		out = append(out, p.Name)
	}
	return out
}

func atomsOf(ps []ir.Param) []ir.Atom {
	var out []ir.Atom
	for _, p := range ps {
		out = append(out, ir.Var(p.Name))
	}
	return out
}
