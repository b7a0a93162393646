package lmad

import (
	"slices"

	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/sym"
)

// The operations of this file treat LMADs as sets of points: they preserve the set, not
// the order of its elements. They assume that no size is negative.

// Normalise makes all strides of l non-negative and sorts the dimensions by decreasing
// stride (thesis, Procedure 3.3, whose new offset is correct for stride -1 only). It
// returns false if p cannot decide a sign or an order.
func Normalise(p *sym.Prover, l LMAD) (LMAD, bool) {
	out := LMAD{Offset: l.Offset}
	for _, d := range l.Dims {
		switch {
		case p.NonNeg(d.Stride) != nil:
		case p.NonNeg(d.Stride.Neg()) != nil:
			last := d.Size.Sub(sym.Const(1))
			out.Offset = out.Offset.Add(last.Mul(d.Stride))
			d.Stride = d.Stride.Neg()
		default:
			return LMAD{}, false
		}
		// Insert d before the first dimension whose stride is provably no greater.
		at := slices.IndexFunc(out.Dims, func(o Dim) bool { return p.NonNeg(d.Stride.Sub(o.Stride)) != nil })
		if at < 0 {
			at = len(out.Dims)
		}
		if at > 0 && p.NonNeg(out.Dims[at-1].Stride.Sub(d.Stride)) == nil {
			return LMAD{}, false
		}
		out.Dims = slices.Insert(out.Dims, at, d)
	}
	return out, true
}

// Join merges dimensions i and i+1 if the outer stride is the inner size times the inner
// stride: (σi : σj·δj), (σj : δj) becomes (σi·σj : δj). It preserves the row-major order
// of the index function too.
func (l LMAD) Join(i int) (LMAD, bool) {
	outer, inner := l.Dims[i], l.Dims[i+1]
	if !outer.Stride.Equal(inner.Size.Mul(inner.Stride)) {
		return LMAD{}, false
	}
	joined := Dim{outer.Size.Mul(inner.Size), inner.Stride}
	return LMAD{l.Offset, slices.Concat(l.Dims[:i], []Dim{joined}, l.Dims[i+2:])}, true
}

// Split is the inverse of Join: it splits dimension i in two, the inner one of the given
// size. It returns false if inner does not divide the dimension's size as a polynomial.
func (l LMAD) Split(i int, inner sym.Poly) (LMAD, bool) {
	d := l.Dims[i]
	outer, ok := d.Size.DivExact(inner)
	if !ok {
		return LMAD{}, false
	}
	halves := []Dim{{outer, inner.Mul(d.Stride)}, {inner, d.Stride}}
	return LMAD{l.Offset, slices.Concat(l.Dims[:i], halves, l.Dims[i+1:])}, true
}

// Beside returns the union of l and m as one LMAD, if that is l with more elements in one
// dimension: m begins where l ends in it, or is l shifted by one element. If l and m are
// equal, it returns l.
func (l LMAD) Beside(m LMAD) (LMAD, bool) {
	if len(l.Dims) != len(m.Dims) {
		return LMAD{}, false
	}
	other := -1 // the dimension that differs in size
	for i, d := range l.Dims {
		e := m.Dims[i]
		if !d.Stride.Equal(e.Stride) {
			return LMAD{}, false
		}
		if !d.Size.Equal(e.Size) {
			if other >= 0 {
				return LMAD{}, false
			}
			other = i
		}
	}
	away := m.Offset.Sub(l.Offset)
	if other < 0 && away.IsZero() {
		return l, true
	}
	for i, d := range l.Dims {
		if other >= 0 && other != i {
			continue
		}
		out := LMAD{l.Offset, slices.Clone(l.Dims)}
		switch {
		case away.Equal(d.Size.Mul(d.Stride)):
			out.Dims[i].Size = d.Size.Add(m.Dims[i].Size)
			return out, true
		case other < 0 && away.Equal(d.Stride):
			out.Dims[i].Size = d.Size.Add(sym.Const(1))
			return out, true
		}
	}
	return LMAD{}, false
}

// Expand returns the union of l over lo ≤ i < lo+n as one LMAD (thesis, Procedure 3.4).
// It returns false if there is none: if i occurs in a dimension, or the offset does not
// change by one stride from each i to the next.
func Expand(i name.Name, lo, n sym.Poly, l LMAD) (LMAD, bool) {
	for _, d := range l.Dims {
		if d.Size.Mentions(i) || d.Stride.Mentions(i) {
			return LMAD{}, false
		}
	}
	at := func(value sym.Poly) sym.Poly {
		return l.Offset.Subst(func(v name.Name) (sym.Poly, bool) { return value, v == i })
	}
	stride := at(sym.Var(i).Add(sym.Const(1))).Sub(l.Offset)
	if stride.Mentions(i) || lo.Mentions(i) || n.Mentions(i) {
		return LMAD{}, false
	}
	return LMAD{at(lo), slices.Concat([]Dim{{n, stride}}, l.Dims)}, true
}

// Mentions reports whether n occurs in l.
func (l LMAD) Mentions(n name.Name) bool {
	found := false
	l.Vars(func(v name.Name) { found = found || v == n })
	return found
}

// Exact reports whether no coefficient of l has wrapped.
func (l LMAD) Exact() bool {
	return l.Offset.Exact() && !slices.ContainsFunc(l.Dims, func(d Dim) bool {
		return !d.Size.Exact() || !d.Stride.Exact()
	})
}
