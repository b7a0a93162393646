package autodiff

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
)

// The return sweeps of histograms of scalars whose operator says where an adjoint goes.

// extremeHist is a histogram of least or greatest values: the adjoint of a bin is that of what was
// there before, or of the first value, that attains it.
func (r *reverse) extremeHist(g *gen, pat []ir.Param, width ir.Atom, h ir.HistOp, indices, values []ir.Atom) back {
	row := h.Operator.Results[0]
	r.plainHist(g, pat, width, h, indices, values)
	return func(g *gen, sc *scope) {
		y, ok := sc.adj[pat[0].Name]
		if !ok {
			return
		}
		initial, bins, zero := ir.Var(h.Dests[0]), ir.Var(pat[0].Name), ir.Const(scalar.Zero(row.Elem))
		sc.add(g, initial, g.elementwise(pat[0].Type, func(g *gen, x []ir.Atom) ir.Atom {
			return g.op(scalar.Select, row.Elem, g.op(scalar.Eq, row.Elem, x[0], x[1]), x[2], zero)
		}, initial, bins, y))
		if !r.varies(values[0]) {
			return
		}
		// Where the value of bin b is attained first is that of its places which is least.
		n := len(indices)
		xs := append(append(slices.Clone(indices), values[0]), g.iota(width))
		places := g.maps(width, xs, []ir.Type{ir.I64}, func(g *gen, x []ir.Atom) []ir.Atom {
			return g.choose(g.inBounds(bins, x[:n]), []ir.Type{ir.I64}, func(g *gen) []ir.Atom {
				attains := g.op(scalar.Eq, row.Elem, x[n], g.element(bins, x[:n]...))
				return []ir.Atom{g.op(scalar.Select, scalar.I64, attains, x[n+1], width)}
			}, func(*gen) []ir.Atom { return []ir.Atom{width} })
		})
		types := append(slices.Repeat([]ir.Type{ir.I64}, n), ir.I64)
		t := ir.I64.Under(pat[0].Type.Dims...)
		none := g.let("none", t, &ir.Replicate{Shape: t.Dims, Value: width})
		first := g.let("first", t, &ir.Hist{
			Width:  width,
			Ops:    []ir.HistOp{{Dests: nameOf(none), Rank: n, Operator: g.least(), Neutral: []ir.Atom{ir.Const(scalar.Highest(scalar.I64))}}},
			Fn:     r.passing(types),
			Arrays: namesOf(append(slices.Clone(indices), places[0])),
		})
		sc.add(g, values[0], g.maps(width, append(slices.Clone(indices), g.iota(width)), []ir.Type{row}, func(g *gen, x []ir.Atom) []ir.Atom {
			return g.choose(g.inBounds(bins, x[:n]), []ir.Type{row}, func(g *gen) []ir.Atom {
				before := g.op(scalar.Eq, row.Elem, g.element(initial, x[:n]...), g.element(bins, x[:n]...))
				here := g.op(scalar.Eq, scalar.I64, x[n], g.element(first, x[:n]...))
				d := g.op(scalar.Select, row.Elem, here, g.element(y, x[:n]...), zero)
				return []ir.Atom{g.op(scalar.Select, row.Elem, before, zero, d)}
			}, func(*gen) []ir.Atom { return []ir.Atom{zero} })
		})[0])
	}
}

// productHist is a histogram of products: see factor.
func (r *reverse) productHist(g *gen, pat []ir.Param, width ir.Atom, h ir.HistOp, indices, values []ir.Atom) back {
	row := h.Operator.Results[0]
	r.plainHist(g, pat, width, h, indices, values)
	return func(g *gen, sc *scope) {
		y, ok := sc.adj[pat[0].Name]
		if !ok {
			return
		}
		initial, n := ir.Var(h.Dests[0]), len(indices)
		parts := g.maps(width, []ir.Atom{values[0]}, []ir.Type{row, row, ir.I64}, func(g *gen, x []ir.Atom) []ir.Atom {
			return g.withoutZeros(row.Elem, x[0])
		})
		operators := []*ir.Lambda{r.renamed(h.Operator), g.adder(row), g.adder(ir.I64)}
		neutral := []ir.Atom{ir.Const(scalar.One(row.Elem)), ir.Const(scalar.Zero(row.Elem)), ir.Size(0)}
		var bins []ir.Atom
		for k, op := range operators {
			elem := op.Results[0]
			t := elem.Under(pat[0].Type.Dims...)
			first := g.elementwise(t, func(g *gen, x []ir.Atom) ir.Atom { return g.withoutZeros(row.Elem, x[0])[k] }, initial)
			bins = append(bins, g.let("bins", t, &ir.Hist{
				Width:  width,
				Ops:    []ir.HistOp{{Dests: nameOf(first), Rank: n, Operator: op, Neutral: neutral[k : k+1]}},
				Fn:     r.passing(append(slices.Repeat([]ir.Type{ir.I64}, n), elem)),
				Arrays: namesOf(append(slices.Clone(indices), parts[k])),
			}))
		}
		sc.add(g, initial, g.elementwise(pat[0].Type, func(g *gen, x []ir.Atom) ir.Atom {
			return g.factor(row.Elem, x[0], x[1], &product{x[2], x[3], x[4]})
		}, initial, y, bins[0], bins[1], bins[2]))
		sc.add(g, values[0], g.maps(width, append(slices.Clone(indices), values[0]), []ir.Type{row}, func(g *gen, x []ir.Atom) []ir.Atom {
			return g.choose(g.inBounds(y, x[:n]), []ir.Type{row}, func(g *gen) []ir.Atom {
				p := g.rows(bins, x[:n])
				return []ir.Atom{g.factor(row.Elem, x[n], g.element(y, x[:n]...), &product{p[0], p[1], p[2]})}
			}, func(*gen) []ir.Atom { return []ir.Atom{ir.Const(scalar.Zero(row.Elem))} })
		})[0])
	}
}
