package generate

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// What shapes are put together from: each of these adds one statement, whose body is
// made by a function of Go.

// body makes the results of a body from its indices or elements.
type body func(in *ir.Builder, xs []ir.Atom) []ir.Atom

// mapped applies of to the elements of arrays of one width.
func (g *generator) mapped(b *ir.Builder, width ir.Atom, arrays []ir.Param, rows []ir.Type, of body) []ir.Param {
	x := &ir.Map{Width: width, Arrays: namesOf(arrays), Fn: g.over(b, arrays, rows, of)}
	return named("ys", b, under(width, rows), x)
}

// over is of as a function of the elements of arrays.
func (g *generator) over(b *ir.Builder, arrays []ir.Param, rows []ir.Type, of body) *ir.Lambda {
	fn := &ir.Lambda{Results: rows}
	in := b.Inner()
	for _, a := range arrays {
		fn.Params = append(fn.Params, ir.Param{Name: g.names.Fresh("p"), Type: a.Type.Peel(1)})
	}
	fn.Body = in.Body(of(in, atomsOf(fn.Params))...)
	return fn
}

// tabulated is the array of what of gives for each index below width.
func (g *generator) tabulated(b *ir.Builder, width ir.Atom, row ir.Type, of func(in *ir.Builder, i ir.Atom) ir.Atom) ir.Param {
	is := ir.Param{Name: g.counted(b, width), Type: ir.I64.Under(width)}
	return g.mapped(b, width, []ir.Param{is}, []ir.Type{row}, func(in *ir.Builder, xs []ir.Atom) []ir.Atom {
		return []ir.Atom{of(in, xs[0])}
	})[0]
}

// grid is the array of type t of what of gives for all its indices.
func (g *generator) grid(b *ir.Builder, t ir.Type, of func(in *ir.Builder, at []ir.Atom) ir.Atom, outer ...ir.Atom) ir.Param {
	return g.tabulated(b, t.Dims[0], t.Peel(1), func(in *ir.Builder, i ir.Atom) ir.Atom {
		at := append(slices.Clone(outer), i)
		if t.Rank() == 1 {
			return of(in, at)
		}
		return ir.Var(g.grid(in, t.Peel(1), of, at...).Name)
	})
}

// looped carries values through a loop of so many iterations: each of of's results is
// the next of what it is given behind the iteration's number. What is unique is consumed.
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

// overwritten is looped for one array of its own, of which each iteration makes the next.
func (g *generator) overwritten(b *ir.Builder, times ir.Atom, array ir.Param, of func(in *ir.Builder, i ir.Atom, array ir.Param) ir.Atom) ir.Param {
	return g.looped(b, times, true, []ir.Param{array}, func(in *ir.Builder, xs []ir.Atom) []ir.Atom {
		return []ir.Atom{of(in, xs[0], ir.Param{Name: xs[1].Name, Type: array.Type})}
	})[0]
}

// either is what one of two branches gives.
func either(b *ir.Builder, cond ir.Atom, t ir.Type, then, els func(in *ir.Builder) ir.Atom) ir.Atom {
	x, y := b.Inner(), b.Inner()
	return b.Let("e", t, &ir.If{Cond: cond, Then: x.Body(then(x)), Else: y.Body(els(y))})
}

// always is a branch that gives x.
func always(x ir.Atom) func(*ir.Builder) ir.Atom { return func(*ir.Builder) ir.Atom { return x } }

// put is the array with an element replaced.
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

// element is an element of an array.
func element(b *ir.Builder, array ir.Param, at ...ir.Atom) ir.Atom {
	return b.Index("e", array.Type.Elem, array.Name, at...)
}

// inside reports whether indices are in bounds.
func inside(b *ir.Builder, t ir.Type, at ...ir.Atom) ir.Atom {
	ok := inBounds(b, at[0], t.Dims[0])
	for k, i := range at[1:] {
		ok = b.Prim("ok", scalar.And, scalar.Bool, ok, inBounds(b, i, t.Dims[k+1]))
	}
	return ok
}

// elementOr is an element, or other where there is none.
func elementOr(b *ir.Builder, other ir.Atom, array ir.Param, at ...ir.Atom) ir.Atom {
	return either(b, inside(b, array.Type, at...), ir.ScalarOf(array.Type.Elem),
		func(in *ir.Builder) ir.Atom { return element(in, array, at...) }, always(other))
}

// plus is x + k.
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

// under are arrays of so many of each type.
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
