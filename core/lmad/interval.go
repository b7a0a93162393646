package lmad

import (
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/core/sym"
)

// sum is a sum of strided intervals: the set {Offset + Σ xk·Stridek} for all
// integers Lok ≤ xk ≤ Hik (thesis §3.6.2). Strides are not negative.
type sum struct {
	offset sym.Poly
	dims   []interval
}

// interval is [Lo, Hi]·Stride.
type interval struct {
	lo, hi, stride sym.Poly
}

// difference returns the set of differences between a point of w and a point of r, as a
// sum of strided intervals: w and r are disjoint if and only if it does not contain 0.
// The papers keep two sums, give both the same strides and move the offsets into the
// intervals; with a single sum this is unnecessary. difference returns false if the sign
// of a stride is unknown, else the proofs that the strides are non-negative.
func difference(p *sym.Prover, w, r LMAD) (s sum, why []*sym.Proof, ok bool) {
	s = sum{offset: w.Offset.Sub(r.Offset)}
	for _, d := range w.Dims {
		s.dims = append(s.dims, interval{sym.Poly{}, d.Size.Sub(sym.Const(1)), d.Stride})
	}
	for _, d := range r.Dims {
		s.dims = append(s.dims, interval{sym.Const(1).Sub(d.Size), sym.Poly{}, d.Stride})
	}
	return s.normalise(p)
}

// normalise makes all strides non-negative and no two of them equal.
func (s sum) normalise(p *sym.Prover) (out sum, why []*sym.Proof, ok bool) {
	out.offset = p.Simplify(s.offset)
	for _, d := range s.dims {
		d = interval{p.Simplify(d.lo), p.Simplify(d.hi), p.Simplify(d.stride)}
		if d.stride.IsZero() || d.lo.IsZero() && d.hi.IsZero() {
			continue
		}
		sign := p.NonNeg(d.stride)
		if sign == nil {
			d = interval{d.hi.Neg(), d.lo.Neg(), d.stride.Neg()}
			sign = p.NonNeg(d.stride)
		}
		if sign == nil {
			return sum{}, nil, false
		}
		if out.add(d) && len(sign.Parts()) > 0 {
			why = append(why, sign)
		}
	}
	return out, why, true
}

// add adds the set d in place. It reports whether the stride is new.
func (s *sum) add(d interval) bool {
	for i, e := range s.dims {
		if e.stride.Equal(d.stride) {
			s.dims[i] = interval{e.lo.Add(d.lo), e.hi.Add(d.hi), e.stride}
			return false
		}
	}
	s.dims = append(s.dims, d)
	return true
}

// fixed returns s with the x of dimension k fixed at a value.
func (s sum) fixed(k int, x sym.Poly) sum {
	return sum{
		offset: s.offset.Add(x.Mul(s.dims[k].stride)),
		dims:   slices.Concat(s.dims[:k], s.dims[k+1:]),
	}
}

// join merges pairs of dimensions that leave no gaps: [l, u]·kδ + [l', u']·δ is [k·l +
// l', k·u + u']·δ if the second interval has at least k elements. It returns the proofs
// of that.
func (s sum) join(p *sym.Prover) (sum, []*sym.Proof) {
	for i, outer := range s.dims {
		for j, inner := range s.dims {
			if i == j {
				continue
			}
			k, ok := outer.stride.DivExact(inner.stride)
			if !ok || p.NonNeg(k) == nil {
				continue
			}
			enough := p.NonNeg(inner.hi.Sub(inner.lo).Add(sym.Const(1)).Sub(k))
			if enough == nil {
				continue
			}
			t := sum{s.offset, slices.Clone(s.dims)}
			t.dims[j] = interval{outer.lo.Mul(k).Add(inner.lo), outer.hi.Mul(k).Add(inner.hi), inner.stride}
			t.dims = slices.Delete(t.dims, i, i+1)
			t, more := t.join(p)
			step := sym.NewProof([]*sym.Proof{enough}, "%v and %v leave no gaps", outer, inner)
			return t, append([]*sym.Proof{step}, more...)
		}
	}
	return s, nil
}

// bounds returns the least and the greatest value of the offset plus the dimensions that
// in selects.
func (s sum) bounds(in func(k int) bool) (low, high sym.Poly) {
	low, high = s.offset, s.offset
	for k, d := range s.dims {
		if in(k) {
			low = low.Add(d.lo.Mul(d.stride))
			high = high.Add(d.hi.Mul(d.stride))
		}
	}
	return low, high
}

// String prints "τ + [l, u]·δ + …".
func (s sum) String() string {
	var b strings.Builder
	b.WriteString(s.offset.String())
	for _, d := range s.dims {
		b.WriteString(" + " + d.String())
	}
	return b.String()
}

// String prints "[l, u]·δ".
func (d interval) String() string {
	return "[" + d.lo.String() + ", " + d.hi.String() + "]·" + factor(d.stride)
}

// factor prints p as a factor of a product.
func factor(p sym.Poly) string {
	if len(p.Terms()) > 1 {
		return "(" + p.String() + ")"
	}
	return p.String()
}
