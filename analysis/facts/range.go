package facts

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// Range bounds a signed integer, or all elements of an array of them.
type Range struct {
	Low    int64 // not greater than it, if HasLow
	HasLow bool
	Uppers []sym.Poly // not less than it, each, in ℤ
	// Divisor is what it is a remainder (mod) by, an i64 variable; the zero Atom if it is none. The
	// divisor's sign may become known after the remainder.
	Divisor ir.Atom
	None    bool // there is no element that may be read
}

// IsAll reports whether r bounds nothing.
func (r Range) IsAll() bool { return !r.HasLow && len(r.Uppers) == 0 && !r.Divisor.IsVar() && !r.None }

// From is the range of integers that are at least low.
func From(low int64) Range { return Range{Low: low, HasLow: true} }

// Below is the range of what counts from 0 below bound, an i64.
func (w *Walk) Below(bound ir.Atom) Range {
	r := From(0)
	if p := w.Poly(bound); w.exact(p) {
		r.Uppers = []sym.Poly{p.Sub(sym.Const(1))}
	}
	return r
}

// Range is what is known of the atom a in terms of names that stay.
func (w *Walk) Range(a ir.Atom, stays func(name.Name) bool) Range {
	p := w.Poly(a)
	if !w.exact(p) {
		return Range{}
	}
	r := Range{Uppers: w.outer(p, stays)}
	if n, ok := p.AsVar(); ok {
		r.Low, r.HasLow = w.lower[n]
		r.Uppers = append(r.Uppers, w.Outside(Range{Uppers: w.upper[n]}, stays).Uppers...)
	} else if c, ok := p.AsConst(); ok {
		r = From(c)
	} else if w.isNonNegative(p) {
		r = From(0)
	}
	r.Uppers = r.Uppers[:min(len(r.Uppers), maxUppers)]
	if e, ok := w.base.defs[a.Name].(*ir.Prim); ok && e.Fn == scalar.Mod && e.Type == scalar.I64 && e.Args[1].IsVar() && stays(e.Args[1].Name) {
		r.Divisor = e.Args[1]
	}
	return r
}

// Outside is r in terms of names that stay.
func (w *Walk) Outside(r Range, stays func(name.Name) bool) Range {
	uppers := r.Uppers
	r.Uppers = nil
	for _, u := range uppers {
		r.Uppers = append(r.Uppers, w.outer(u, stays)...)
	}
	r.Uppers = r.Uppers[:min(len(r.Uppers), maxUppers)]
	if r.Divisor.IsVar() && !stays(r.Divisor.Name) {
		r.Divisor = ir.Atom{}
	}
	return r
}

// maxReplaced bounds the steps by which bounds get rid of names.
const maxReplaced = 16

// outer returns polynomials of names that stay, none of them less than p in ℤ.
func (w *Walk) outer(p sym.Poly, stays func(name.Name) bool) (out []sym.Poly) {
	left := []sym.Poly{p}
	for step := 0; len(left) > 0 && step < maxReplaced && len(out) < maxUppers; step++ {
		p, left = left[0], left[1:]
		t, n := leaves(p, stays)
		switch {
		case !tame(p):
		case n.IsZero():
			out = append(out, p)
		default:
			left = append(left, w.replaced(p, t, n)...)
		}
	}
	return out
}

// leaves is a term of p with a name that does not stay.
func leaves(p sym.Poly, stays func(name.Name) bool) (sym.Term, name.Name) {
	for _, t := range p.Terms() {
		for _, n := range t.Vars {
			if !stays(n) {
				return t, n
			}
		}
	}
	return sym.Term{}, name.Name{}
}

// replaced are polynomials not less than p, in whose term t bounds of n stand for n.
func (w *Walk) replaced(p sym.Poly, t sym.Term, n name.Name) []sym.Poly {
	factor, dropped := sym.Const(t.Coef), false
	for _, m := range t.Vars {
		if m == n && !dropped {
			dropped = true
			continue
		}
		if w.maybeNegative(m) {
			return nil
		}
		factor = factor.Mul(sym.Var(m))
	}
	bounds := w.upper[n]
	if t.Coef < 0 {
		low, known := w.lower[n]
		if !known {
			return nil
		}
		bounds = []sym.Poly{sym.Const(low)}
	}
	var out []sym.Poly
	for _, b := range bounds {
		out = append(out, p.Add(factor.Mul(b.Sub(sym.Var(n)))))
	}
	return out
}

// Within adds the fact that n, a signed integer, lies in r.
func (w *Walk) Within(n name.Name, r Range) {
	if r.HasLow {
		w.atLeast(n, r.Low)
	}
	for _, u := range r.Uppers {
		if u, ok := w.inTerms(u); ok {
			w.atMost(n, u)
		}
	}
	if r.Divisor.IsVar() {
		w.estimateMod(n, r.Divisor)
	}
}

// inTerms writes p in terms of names that are not composed, if that has the same value in ℤ.
func (w *Walk) inTerms(p sym.Poly) (sym.Poly, bool) {
	ok := true
	q := p.Subst(func(n name.Name) (sym.Poly, bool) {
		c, composed := w.composed[n]
		ok = ok && (!composed || w.exact(c))
		return c, composed
	})
	return q, ok && tame(q)
}

// Both is what holds of the integers in r and of those in other.
func (w *Walk) Both(r, other Range) Range {
	switch {
	case r.None:
		return other
	case other.None:
		return r
	}
	out := Range{Low: min(r.Low, other.Low), HasLow: r.HasLow && other.HasLow}
	if r.Divisor == other.Divisor {
		out.Divisor = r.Divisor
	}
	out.Uppers = append(w.above(r.Uppers, other), w.above(other.Uppers, r)...)
	out.Uppers = out.Uppers[:min(len(out.Uppers), maxUppers)]
	return out
}

// above are those of the bounds that also bound r.
func (w *Walk) above(bounds []sym.Poly, r Range) (out []sym.Poly) {
	for _, b := range bounds {
		if slices.ContainsFunc(r.Uppers, func(u sym.Poly) bool { return w.isNonNegative(b.Sub(u)) }) {
			out = append(out, b)
		}
	}
	return out
}

// Common is the part of r that holds of what lies in other, too.
func (w *Walk) Common(r, other Range) Range {
	if other.None {
		return r
	}
	out := Range{Low: r.Low, HasLow: r.HasLow && other.HasLow && r.Low <= other.Low, Uppers: w.above(r.Uppers, other)}
	if r.Divisor == other.Divisor {
		out.Divisor = r.Divisor
	}
	return out
}

// Equal reports whether r and other have the same bounds.
func (r Range) Equal(other Range) bool {
	return r.None == other.None && r.HasLow == other.HasLow && (!r.HasLow || r.Low == other.Low) && r.Divisor == other.Divisor && slices.EqualFunc(r.Uppers, other.Uppers, sym.Poly.Equal)
}
