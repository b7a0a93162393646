package generate

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
)

// networks has threads that overwrite a small array in loops within loops, like networks of comparisons and
// eliminations do. The loops' indices are of all widths, and the bounds of inner ones depend on indices around them:
// often they are known once those are, and often an inner loop has no iterations.
func (g *generator) networks(b *ir.Builder, e *environment) ir.Param {
	t, n := g.elem(), e.wides[g.oneOf(len(e.wides))]
	k := int64(1 + g.oneOf(5))
	state, unique, loops := ir.ArrayOf(t, ir.Size(k)), g.oneOf(4) > 0, 1+g.oneOf(3)
	return g.tabulated(b, n, ir.ScalarOf(t), func(in *ir.Builder, i ir.Atom) ir.Atom {
		own := g.grid(in, state, func(in *ir.Builder, at []ir.Atom) ir.Atom {
			return small(in, t, mix(in, []ir.Atom{at[0], i}, [3]ir.Atom{ir.Size(7), ir.Size(3)}))
		})
		out := g.nest(in, own, unique, []index{{i, scalar.I64}}, loops)
		return in.Index("x", t, out.Name, ir.Size(int64(g.oneOf(int(k)))))
	})
}

// index is that of a loop, and its type.
type index struct {
	at ir.Atom
	of scalar.Type
}

// nest overwrites a small array in loops within loops. The indices around them begin with the thread's.
func (g *generator) nest(b *ir.Builder, own ir.Param, unique bool, around []index, loops int) ir.Param {
	t := scalar.I64
	if g.oneOf(3) > 0 {
		all := scalar.IntTypes.Types()
		t = all[g.oneOf(len(all))]
	}
	return g.looped(b, g.trips(b, t, around), unique, []ir.Param{own}, func(in *ir.Builder, xs []ir.Atom) []ir.Atom {
		own := ir.Param{Name: xs[1].Name, Type: own.Type}
		around := append(around[:len(around):len(around)], index{xs[0], t})
		if g.oneOf(2) == 0 {
			own = g.compared(in, own, unique, around)
		}
		if loops > 1 {
			own = g.nest(in, own, unique, around, loops-1)
		}
		if loops == 1 || g.oneOf(3) == 0 {
			own = g.compared(in, own, unique, around)
		}
		return []ir.Atom{ir.Var(own.Name)}
	})[0]
}

// trips returns how many iterations, at most seven, a loop has whose index is of type t: a constant, or as an index
// around it says.
func (g *generator) trips(b *ir.Builder, t scalar.Type, around []index) ir.Atom {
	most := func(k int64) ir.Atom { return ir.Const(scalar.Int(t, k)) }
	i := around[g.oneOf(len(around))]
	if len(around) > 1 && i.of == scalar.I64 { // rather another loop's than the thread's
		i = around[len(around)-1]
	}
	at := i.at
	if i.of != t {
		at = b.Convert(i.of, t, i.at)
	}
	k := most(int64(g.oneOf(6)))
	switch g.oneOf(6) {
	case 0:
		return k
	case 1:
		return b.Prim("bound", scalar.Min, t, at, most(4))
	case 2:
		at = b.Prim("next", scalar.Add, t, at, most(1))
	case 3: // perhaps less than 0, or very many
		at = b.Prim("before", scalar.Sub, t, at, k)
	default:
		at = b.Prim("left", scalar.Sub, t, k, at)
	}
	if g.oneOf(3) == 0 {
		return b.Prim("bound", scalar.And, t, at, most(3))
	}
	return b.Prim("bound", scalar.Min, t, at, most(7))
}

// compared overwrites an element, or two, by values computed from two of them and an index.
func (g *generator) compared(b *ir.Builder, own ir.Param, unique bool, around []index) ir.Param {
	t, i, j := own.Type.Elem, around[len(around)-1], around[g.oneOf(len(around))]
	x, y := g.indexOf(b, i, own.Type.Dims[0], 0), g.indexOf(b, j, own.Type.Dims[0], int64(1+g.oneOf(2)))
	v, w := element(b, own, x), element(b, own, y)
	if g.oneOf(2) == 0 {
		w = g.blended(b, t, []ir.Atom{w, small(b, t, x)})
	}
	if !unique {
		own.Name = b.Let("own", own.Type, &ir.Copy{Array: own.Name}).Name
	}
	own.Name = put(b, own, g.blend(t)(b, v, w), x).Name
	if g.oneOf(2) == 0 {
		own.Name = put(b, own, g.blend(t)(b, v, w), y).Name
	}
	return own
}

// indexOf returns the index moved by k, around the ends of an array of n elements, or of one that an assertion finds to be
// in its bounds.
func (g *generator) indexOf(b *ir.Builder, i index, n ir.Atom, k int64) ir.Atom {
	at := i.at
	if g.oneOf(2) == 0 && k > 0 { // moved as what it is: it may wrap
		at, k = b.Prim("i", scalar.Add, i.of, at, ir.Const(scalar.Int(i.of, k))), 0
	}
	if i.of != scalar.I64 {
		at = b.Convert(i.of, scalar.I64, at)
	}
	at = plus(b, at, k)
	if g.oneOf(12) == 0 {
		g.assert(b, inBounds(b, at, n), ir.Arg(at), ir.Text(" is no place"))
		return at
	}
	return b.Prim("at", scalar.Mod, scalar.I64, at, n)
}
