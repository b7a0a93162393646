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
	// sizes must not be negative, either, and no assertion sees to it: that a
	// concatenation has as many elements as its parts, or an array as many in another
	// shape. Were the size to wrap, there would not be enough memory for the array
	// itself. Where it is not allocated any more, nobody would notice.
	sizes []sym.Poly
}

// and is both.
func (f fit) and(g fit) fit {
	return fit{slices.Concat(f.needs, g.needs), f.open || g.open, slices.Concat(f.sizes, g.sizes)}
}

// unchecked is f where no assertion sees to what it needs.
func (f fit) unchecked() fit {
	return fit{f.needs, f.open, slices.Concat(f.sizes, f.needs)}
}

// inside returns the conditions for a slice to lie within dimensions.
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

// equal returns the conditions for two shapes to have as many elements.
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
		return !a.view.NonNeg(p)
	})
}

// sized refuses where the sizes that make the source fit its place might wrap.
func (a *attempt) sized() *refusal {
	if p, wraps := a.mayWrap(a.fit.sizes); wraps {
		if a.allocatedAlike() {
			a.fit.sizes = nil
			return nil
		}
		return refuse(6, "only where it is allocated is it known to have a place there, since %v may wrap", p)
	}
	p, wraps := a.mayWrap(a.summed)
	switch {
	case !wraps:
		a.fit.sizes = slices.Concat(a.fit.sizes, a.summed)
	case a.allocatedAlike():
		a.fit.sizes = nil
	case !a.holdsParts():
		return refuse(6, "only where it is allocated is it known to have a place there, since %v may wrap", p)
	}
	return nil
}

// mayWrap returns one of the polynomials that is not known not to be negative.
func (a *attempt) mayWrap(ps []sym.Poly) (sym.Poly, bool) {
	i := slices.IndexFunc(ps, func(p sym.Poly) bool { return !a.view.Counts(p) && !a.view.NonNeg(p) })
	if i < 0 {
		return sym.Poly{}, false
	}
	return ps[i], true
}

// allocatedAlike reports whether the destination's block is allocated with as many
// bytes as the source's. Bytes are multiplied without wrapping. A block of one
// dimension, whose size may have wrapped, can get those that the source's shape takes.
func (a *attempt) allocatedAlike() bool {
	own, to := a.allocations[a.block], a.allocations[a.point.block]
	if own == nil || to == nil || own.node.in != to.node.in {
		return false
	}
	from, at := own.node.stm.Exp.(*ir.Alloc).Bytes, to.node.stm.Exp.(*ir.Alloc).Bytes
	p, q := a.bytes(from), a.bytes(at)
	if p.Equal(q) {
		return true
	}
	flat := len(q.Terms()) == 1 && len(q.Terms()[0].Vars) == 1
	known := !from.IsVar()
	if n := a.defined(from.Name, to.node.in); !known {
		known = n == nil || to.node.in.isBefore(n, to.node)
	}
	if !flat || !known || !a.Unfold(p).Equal(a.Unfold(q)) {
		return false
	}
	a.alike = from
	return true
}
