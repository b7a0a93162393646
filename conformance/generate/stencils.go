package generate

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
)

// rounds computes the next values of the arrays that a loop carries, from the iteration
// number and a function that computes one array from others. It determines how blocks
// rotate.
type rounds func(g *generator, b *ir.Builder, e *environment, i ir.Atom, xs []ir.Param, next remake) []ir.Param

// remake computes an array from arrays of the same type.
type remake func(b *ir.Builder, xs ...ir.Param) ir.Param

// turns lists the ways in which a loop carries arrays, with the number of arrays.
var turns = []struct {
	arrays int
	of     rounds
}{
	{1, func(_ *generator, b *ir.Builder, _ *environment, _ ir.Atom, xs []ir.Param, next remake) []ir.Param {
		return []ir.Param{next(b, xs[0])}
	}},
	{2, func(_ *generator, b *ir.Builder, _ *environment, _ ir.Atom, xs []ir.Param, next remake) []ir.Param { // a wave
		return []ir.Param{xs[1], next(b, xs...)}
	}},
	{3, func(_ *generator, b *ir.Builder, _ *environment, _ ir.Atom, xs []ir.Param, next remake) []ir.Param {
		return []ir.Param{xs[1], xs[2], next(b, xs[0], xs[2])}
	}},
	{2, func(_ *generator, b *ir.Builder, _ *environment, _ ir.Atom, xs []ir.Param, next remake) []ir.Param {
		return []ir.Param{next(b, xs[1]), next(b, xs[0])}
	}},
	{2, func(_ *generator, b *ir.Builder, _ *environment, _ ir.Atom, xs []ir.Param, next remake) []ir.Param { // one after the other
		x := next(b, xs...)
		return []ir.Param{x, next(b, xs[1], x)}
	}},
	{3, func(_ *generator, b *ir.Builder, _ *environment, _ ir.Atom, xs []ir.Param, next remake) []ir.Param { // one rotates
		return []ir.Param{xs[2], next(b, xs[0]), xs[1]}
	}},
	{1, sometimes}, {1, sometimes}, {2, sometimes},
	{1, eitherWay}, {1, inWithin}, {1, inWithin}, {2, inWithin},
}

// sometimes keeps the last array in some iterations.
func sometimes(g *generator, b *ir.Builder, e *environment, i ir.Atom, xs []ir.Param, next remake) []ir.Param {
	last := xs[len(xs)-1]
	kept := either(b, g.now(b, e, i), last.Type,
		func(in *ir.Builder) ir.Atom { return ir.Var(next(in, xs...).Name) }, always(ir.Var(last.Name)))
	return append(slices.Clone(xs[1:]), ir.Param{Name: kept.Name, Type: last.Type})
}

// eitherWay computes the next array in one of two ways.
func eitherWay(g *generator, b *ir.Builder, e *environment, i ir.Atom, xs []ir.Param, next remake) []ir.Param {
	made := func(in *ir.Builder) ir.Atom { return ir.Var(next(in, xs[0]).Name) }
	x := either(b, g.now(b, e, i), xs[0].Type, made, made)
	return []ir.Param{{Name: x.Name, Type: xs[0].Type}}
}

// inWithin nests another loop, and perhaps needs the array after it.
func inWithin(g *generator, b *ir.Builder, e *environment, _ ir.Atom, xs []ir.Param, next remake) []ir.Param {
	last := g.looped(b, g.points(e), false, xs, func(in *ir.Builder, at []ir.Atom) []ir.Atom {
		ys := slices.Clone(xs)
		for k := range ys {
			ys[k].Name = at[k+1].Name
		}
		return atomsOf(append(ys[1:], next(in, ys...)))
	})
	if g.oneOf(4) == 0 {
		last[0] = next(b, last[0], xs[0])
	}
	return last
}

// now returns a condition for iteration i: one that is uniform over all iterations, or
// specific to the iteration.
func (g *generator) now(b *ir.Builder, e *environment, i ir.Atom) ir.Atom {
	if g.oneOf(4) == 0 {
		return g.scalar(e, scalar.Bool)
	}
	bit := b.Prim("bit", scalar.And, scalar.I64, i, ir.Size(int64(1+g.oneOf(2))))
	return b.Prim("now", []scalar.Op{scalar.Eq, scalar.Ne}[g.oneOf(2)], scalar.I64, bit, ir.Size(0))
}

// stencil computes elements from their neighbours, once or in a loop that carries arrays in
// one of the listed ways.
func stencil(g *generator, b *ir.Builder, e *environment) []ir.Param {
	t := ir.ArrayOf(g.elem(), e.wides[0])
	if g.oneOf(2) == 0 {
		rows, columns := g.area(e)
		t = ir.ArrayOf(t.Elem, rows, columns)
	}
	x := g.scalar(e, t.Elem)
	if g.oneOf(5) == 0 {
		return []ir.Param{g.neighbours(b, t, x, []ir.Param{g.filled(b, e, t)})}
	}
	return g.inTurns(b, e, t, x, func() ir.Param { return g.filled(b, e, t) })
}

// settled has a thread per row, which computes elements from their neighbours for a few
// iterations.
func settled(g *generator, b *ir.Builder, e *environment) []ir.Param {
	rows, columns := g.area(e)
	table := g.filled(b, e, ir.ArrayOf(g.elem(), rows, columns))
	t, x := table.Type.Peel(1), g.scalar(e, table.Type.Elem)
	return g.mapped(b, rows, []ir.Param{table}, []ir.Type{t}, func(in *ir.Builder, xs []ir.Atom) []ir.Atom {
		row := ir.Param{Name: xs[0].Name, Type: t}
		last := g.inTurns(in, e, t, x, func() ir.Param {
			if g.oneOf(2) == 0 {
				return row
			}
			return g.neighbours(in, t, x, []ir.Param{row})
		})
		return atomsOf(last[len(last)-1:])
	})
}

// inTurns carries arrays through a loop in one of the listed ways.
func (g *generator) inTurns(b *ir.Builder, e *environment, t ir.Type, x ir.Atom, init func() ir.Param) []ir.Param {
	next := func(b *ir.Builder, xs ...ir.Param) ir.Param { return g.neighbours(b, t, x, xs) }
	turn := turns[g.oneOf(len(turns))]
	var inits []ir.Param
	for range turn.arrays {
		inits = append(inits, init())
	}
	times := []ir.Atom{ir.Size(3), ir.Size(4), e.widths[0], ir.Size(1)}[g.oneOf(4)]
	return g.looped(b, times, false, inits, func(in *ir.Builder, at []ir.Atom) []ir.Atom {
		xs := slices.Clone(inits)
		for k := range xs {
			xs[k].Name = at[k+1].Name
		}
		return atomsOf(turn.of(g, in, e, at[0], xs, next))
	})
}

// neighbours returns an array of type t whose elements are each computed from a few
// elements of each of xs.
func (g *generator) neighbours(b *ir.Builder, t ir.Type, x ir.Atom, xs []ir.Param) ir.Param {
	const kinds = 4
	border := g.oneOf(kinds)
	var steps []step
	for range 1 + g.oneOf(3) {
		steps = append(steps, step{int64(g.oneOf(4) - 1), int64(g.oneOf(3) - 1)})
	}
	return g.grid(b, t, func(in *ir.Builder, at []ir.Atom) ir.Atom {
		var from []ir.Atom
		for _, a := range xs {
			for _, s := range steps {
				from = append(from, beside(in, a, x, border, at, []int64{s.down, s.right}))
			}
		}
		return g.blended(in, t.Elem, append(from, small(in, t.Elem, at[len(at)-1])))
	})
}

// beside reads the element some steps from an index; beyond the border it returns x, the
// nearest element, or one from the other end.
func beside(b *ir.Builder, a ir.Param, x ir.Atom, border int, at []ir.Atom, steps []int64) ir.Atom {
	var near []ir.Atom
	for k, i := range at {
		n, j := a.Type.Dims[k], plus(b, i, steps[k])
		switch border {
		case 0:
			last := plus(b, n, -1)
			j = b.Prim("j", scalar.Max, scalar.I64, ir.Size(0), b.Prim("j", scalar.Min, scalar.I64, j, last))
		case 1:
			over := b.Prim("over", scalar.Ge, scalar.I64, j, n)
			j = either(b, over, ir.I64, func(in *ir.Builder) ir.Atom { return in.Prim("j", scalar.Sub, scalar.I64, j, n) }, always(j))
		}
		near = append(near, j)
	}
	if border == 0 {
		return element(b, a, near...)
	}
	return elementOr(b, x, a, near...)
}

// turned builds an array that reads along different dimensions than it writes.
func turned(g *generator, b *ir.Builder, e *environment) []ir.Param {
	rows, columns := g.area(e)
	dims := []ir.Atom{rows, columns}
	perms := [][]int{{1, 0}}
	if g.oneOf(3) == 0 {
		dims, perms = append([]ir.Atom{g.points(e)}, dims...), [][]int{{0, 2, 1}, {2, 0, 1}, {2, 1, 0}, {1, 0, 2}, {1, 2, 0}}
	}
	from := g.filled(b, e, ir.ArrayOf(g.elem(), dims...))
	perm := perms[g.oneOf(len(perms))]
	t := ir.Type{Elem: from.Type.Elem}
	for _, k := range perm {
		t.Dims = append(t.Dims, dims[k])
	}
	view := ir.Param{Name: b.Let("tr", t, &ir.Rearrange{Perm: perm, Array: from.Name}).Name, Type: t}
	if g.oneOf(2) == 0 {
		return []ir.Param{{Name: b.Let("copied", t, &ir.Copy{Array: view.Name}).Name, Type: t}}
	}
	x := g.scalar(e, t.Elem)
	return []ir.Param{g.grid(b, t, func(in *ir.Builder, at []ir.Atom) ir.Atom {
		return g.blended(in, t.Elem, []ir.Atom{element(in, view, at...), x})
	})}
}
