package shortcircuit

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/sym"
)

// fit is what must hold for an array to lie within its block, in a place that was
// found for it: polynomials that are not negative. Assertions of the program see
// to it before the array is copied there; whoever makes it there earlier must
// know. The zero fit asks for nothing.
type fit struct {
	needs []sym.Poly
	open  bool // something is needed that no polynomials say
}

// and is both.
func (f fit) and(g fit) fit {
	return fit{slices.Concat(f.needs, g.needs), f.open || g.open}
}

// inside is what must hold for a slice to lie within dimensions.
func inside(ranges []lmad.Range, dims []lmad.Dim) fit {
	var out fit
	add := func(p sym.Poly) { out.needs = append(out.needs, p) }
	for i, r := range ranges {
		last := dims[i].Size.Sub(sym.Const(1))
		if r.Fix {
			add(r.Start)
			add(last.Sub(r.Start))
			continue
		}
		step, constant := r.Step.AsConst()
		end := r.Start.Add(r.Size.Sub(sym.Const(1)).Mul(r.Step))
		switch {
		case constant && step == 1:
			add(r.Start)
			add(last.Sub(end))
		case constant && step > 1:
			add(r.Start)
			add(last.Sub(end).Sub(sym.Const(step - 1))) // for a slice of nothing, too
		case constant && step < 0:
			add(last.Sub(r.Start))
			add(end)
		default:
			out.open = true
		}
	}
	return out
}

// equal is what must hold for two shapes to have as many elements.
func equal(xs, ys []ir.Atom) fit {
	d := product(xs).Sub(product(ys))
	if d.IsZero() {
		return fit{}
	}
	return fit{needs: []sym.Poly{d, d.Neg()}}
}

func product(xs []ir.Atom) sym.Poly {
	out := sym.Const(1)
	for _, x := range xs {
		out = out.Mul(x.Poly())
	}
	return out
}

// fits reports whether the source is known to fit its place when it is created.
func (a *attempt) fits() bool {
	if a.fit.open {
		return false
	}
	return !slices.ContainsFunc(a.fit.needs, func(p sym.Poly) bool {
		return a.view.prover(p).NonNeg(p) == nil
	})
}
