package generate

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// smallArrays folds many arrays of few elements, or has threads that carry such arrays from iteration to iteration.
func smallArrays(g *generator, b *ir.Builder, e *environment) []ir.Param {
	switch g.oneOf(7) {
	case 0, 1:
		return g.compositions(b, e)
	case 2:
		return g.linear(b, e)
	case 3:
		return g.carried(b, e)
	}
	return []ir.Param{g.networks(b, e)}
}

// foldedRows folds or scans the arrays that elements gives for each of many indices, or for those of each row of a table.
func (g *generator) foldedRows(b *ir.Builder, e *environment, f folding, elements func(in *ir.Builder, i ir.Atom) []ir.Atom) []ir.Param {
	scans := g.oneOf(2) == 0
	if g.oneOf(3) > 0 {
		return g.folded(b, f, e.wides[g.oneOf(len(e.wides))], scans, g.oneOf(4) == 0, elements)
	}
	rows, columns := g.area(e)
	types := f.types
	if scans {
		types = under(columns, types)
	}
	is := ir.Param{Name: g.counted(b, rows), Type: ir.I64.Under(rows)}
	return g.mapped(b, rows, []ir.Param{is}, types, func(in *ir.Builder, xs []ir.Atom) []ir.Atom {
		return atomsOf(g.folded(in, f, columns, scans, false, func(in *ir.Builder, i ir.Atom) []ir.Atom {
			return elements(in, in.Prim("at", scalar.Add, scalar.I64, xs[0], i))
		}))
	})
}

// compositions folds functions from a few states to states, as the tables of their values. Occasionally a value is no
// state, which an assertion of the operator finds.
func (g *generator) compositions(b *ir.Builder, e *environment) []ir.Param {
	k := int64(2 + g.oneOf(3))
	n := ir.Size(k)
	table := ir.I64.Under(n)
	var states []ir.Atom
	for s := range k {
		states = append(states, ir.Size(s))
	}
	least := b.Let("states", table, &ir.Literal{Row: ir.I64, Elems: states})
	if g.oneOf(2) == 0 {
		least = ir.Var(g.tabulated(b, n, ir.I64, func(_ *ir.Builder, i ir.Atom) ir.Atom { return i }).Name)
	}
	f := g.tupling(b, []ir.Type{table}, []ir.Atom{least}, func(in *ir.Builder, x, y []ir.Atom) []ir.Atom {
		after := g.mapped(in, n, []ir.Param{{Name: x[0].Name, Type: table}}, []ir.Type{ir.I64}, func(in *ir.Builder, s []ir.Atom) []ir.Atom {
			g.assert(in, inBounds(in, s[0], n), ir.Arg(s[0]), ir.Text(" is no state"))
			return []ir.Atom{in.Index("to", scalar.I64, y[0].Name, s[0])}
		})
		return atomsOf(after)
	})
	wrong := ir.Size(-1)
	if g.oneOf(4) == 0 {
		wrong = ir.Size(int64(g.oneOf(40)))
	}
	by := [3]ir.Atom{ir.Size(int64(1 + g.oneOf(7))), ir.Size(int64(3 + g.oneOf(9))), ir.Size(5)}
	return g.foldedRows(b, e, f, func(in *ir.Builder, i ir.Atom) []ir.Atom {
		var values []ir.Atom
		for s := range k {
			v := in.Prim("v", scalar.Mod, scalar.I64, mix(in, []ir.Atom{i, ir.Size(s)}, by), n)
			if s == 1 {
				v = either(in, in.Prim("is", scalar.Eq, scalar.I64, i, wrong), ir.I64, always(n), always(v))
			}
			values = append(values, v)
		}
		return []ir.Atom{in.Let("table", table, &ir.Literal{Row: ir.I64, Elems: values})}
	})
}

// linear folds products of matrices of two or three rows, which loops over their elements compute; for lower triangular
// ones, loops over those elements that are not 0.
func (g *generator) linear(b *ir.Builder, e *environment) []ir.Param {
	t, _ := g.typeIn(scalar.IntTypes)
	k, lower := int64(2+g.oneOf(2)), g.oneOf(2) == 0
	n, matrix := ir.Size(k), ir.ArrayOf(t, ir.Size(k), ir.Size(k))
	unit := g.grid(b, matrix, func(in *ir.Builder, at []ir.Atom) ir.Atom {
		return in.Convert(scalar.Bool, t, in.Prim("is", scalar.Eq, scalar.I64, at[0], at[1]))
	})
	f := g.tupling(b, []ir.Type{matrix}, []ir.Atom{ir.Var(unit.Name)}, func(in *ir.Builder, x, y []ir.Atom) []ir.Atom {
		term := func(in *ir.Builder, at []ir.Atom, k ir.Atom) ir.Atom {
			return in.Prim("m", scalar.Mul, t, in.Index("x", t, x[0].Name, at[0], k), in.Index("y", t, y[0].Name, k, at[1]))
		}
		return []ir.Atom{ir.Var(g.grid(in, matrix, func(in *ir.Builder, at []ir.Atom) ir.Atom {
			return g.summed(in, t, k, lower, at, term)
		}).Name)}
	})
	from := g.filled(b, e, ir.ArrayOf(t, e.wides[0]))
	return g.foldedRows(b, e, f, func(in *ir.Builder, i ir.Atom) []ir.Atom {
		first := elementOr(in, ir.Const(scalar.One(t)), from, i)
		row := ir.ScalarOf(t).Under(n)
		var rows []ir.Atom
		for r := range k {
			var elems []ir.Atom
			for c := range k {
				x := small(in, t, plus(in, i, r+2*c))
				if lower && c > r {
					x = ir.Const(scalar.Zero(t))
				}
				elems = append(elems, x)
			}
			if r == 0 {
				elems[0] = first
			}
			rows = append(rows, in.Let("row", row, &ir.Literal{Row: ir.ScalarOf(t), Elems: elems}))
		}
		return []ir.Atom{in.Let("matrix", matrix, &ir.Literal{Row: row, Elems: rows})}
	})
}

// summed adds the k terms of an element of a product, written out or in a loop whose index may be of any width; of a
// triangular matrix those that may differ from 0.
func (g *generator) summed(b *ir.Builder, t scalar.Type, k int64, lower bool, at []ir.Atom, term func(in *ir.Builder, at []ir.Atom, k ir.Atom) ir.Atom) ir.Atom {
	zero := ir.Const(scalar.Zero(t))
	if g.oneOf(3) == 0 {
		s := zero
		for i := range k {
			s = b.Prim("s", scalar.Add, t, s, term(b, at, ir.Size(i)))
		}
		return s
	}
	all := scalar.IntTypes.Types()
	of := all[g.oneOf(len(all))]
	times := ir.Const(scalar.Int(of, k))
	if lower {
		times = b.Prim("terms", scalar.Add, of, b.Convert(scalar.I64, of, at[0]), ir.Const(scalar.One(of)))
	}
	init := ir.Param{Name: b.Let("none", ir.ScalarOf(t), &ir.Use{X: zero}).Name, Type: ir.ScalarOf(t)}
	return ir.Var(g.looped(b, times, false, []ir.Param{init}, func(in *ir.Builder, xs []ir.Atom) []ir.Atom {
		return []ir.Atom{in.Prim("s", scalar.Add, t, xs[1], term(in, at, in.Convert(of, scalar.I64, xs[0])))}
	})[0].Name)
}

// carried has threads whose loops carry arrays of three elements, which the iterations make again or overwrite.
func (g *generator) carried(b *ir.Builder, e *environment) []ir.Param {
	t := g.elem()
	st, times := ir.ScalarOf(t), []ir.Atom{ir.Size(3), ir.Size(40), g.width(e)}[g.oneOf(3)]
	state := st.Under(ir.Size(3))
	mixes, overwrites, n := g.blend(t), g.oneOf(2) == 0, e.wides[g.oneOf(len(e.wides))]
	return []ir.Param{g.tabulated(b, n, st, func(in *ir.Builder, i ir.Atom) ir.Atom {
		first := in.Let("state", state, &ir.Literal{Row: st, Elems: []ir.Atom{small(in, t, i), ir.Const(scalar.One(t)), ir.Const(scalar.Zero(t))}})
		last := g.looped(in, times, overwrites, []ir.Param{{Name: first.Name, Type: state}}, func(in *ir.Builder, xs []ir.Atom) []ir.Atom {
			own := xs[1].Name
			at := func(k int64) ir.Atom { return in.Index("x", t, own, ir.Size(k)) }
			x, y, z := at(0), at(1), at(2)
			if overwrites {
				return []ir.Atom{g.overwrites(in, state, own, []ir.Atom{y, mixes(in, z, small(in, t, xs[0])), x})}
			}
			return []ir.Atom{in.Let("state", state, &ir.Literal{Row: st, Elems: []ir.Atom{y, mixes(in, z, small(in, t, xs[0])), x}})}
		})[0]
		return in.Index("x", t, last.Name, ir.Size(int64(g.oneOf(3))))
	})}
}

// overwrites stores values in an array, one after the other.
func (g *generator) overwrites(b *ir.Builder, t ir.Type, array name.Name, values []ir.Atom) ir.Atom {
	for k, v := range values {
		array = b.Let("own", t, &ir.Update{Array: array, Dims: []ir.SliceDim{ir.FixAt(ir.Size(int64(k)))}, Value: v}).Name
	}
	return ir.Var(array)
}
