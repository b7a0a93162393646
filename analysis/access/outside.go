package access

import (
	"slices"

	"github.com/lamina-lang/lamina/analysis/facts"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/sym"
)

// expand is the union of l over all iterations around.
func (c *collector) expand(l lmad.LMAD) lmad.Summary {
	out, ok := c.known(l)
	if !ok {
		return lmad.Top()
	}
	s := lmad.Summarise(out)
	for i := len(c.around) - 1; i >= 0; i-- {
		d := c.around[i]
		if !slices.ContainsFunc(s.Parts(), func(l lmad.LMAD) bool { return l.Mentions(d.Index) }) {
			continue
		}
		n, ok := c.outside(d.Size.Poly())
		if !ok {
			return lmad.Top()
		}
		s = s.Expand(d.Index, sym.Const(0), n)
	}
	return s
}

// knownParts is s in terms of what is known outside and the indices around.
func (c *collector) knownParts(s lmad.Summary) lmad.Summary {
	out := lmad.Summary{}
	for _, l := range s.Parts() {
		l, ok := c.known(l)
		if !ok {
			return lmad.Top()
		}
		out = out.Add(l)
	}
	if s.IsTop() {
		return s
	}
	return out
}

// known is l in terms of what is known outside and the indices around.
func (c *collector) known(l lmad.LMAD) (lmad.LMAD, bool) {
	offset, ok := c.outside(l.Offset)
	out := lmad.LMAD{Offset: offset, Dims: make([]lmad.Dim, 0, len(l.Dims))}
	for _, d := range l.Dims {
		size, okSize := c.outside(d.Size)
		stride, okStride := c.outside(d.Stride)
		ok = ok && okSize && okStride
		out.Dims = append(out.Dims, lmad.Dim{Size: size, Stride: stride})
	}
	return out, ok
}

// maxUnfold bounds how many definitions are applied one within another.
const maxUnfold = 12

// outside replaces the variables bound inside, but for the indices around, by their
// definitions in ℤ. It reports false where that cannot be done.
func (c *collector) outside(p sym.Poly) (sym.Poly, bool) {
	for range maxUnfold {
		ok, done := true, true
		p = p.Subst(func(n name.Name) (sym.Poly, bool) {
			if !c.inside.Has(n) || c.isAround(n) {
				return sym.Poly{}, false
			}
			done = false
			d, defined := c.Facts.Definition(n)
			if !defined || !c.view.IsExact(n, d) {
				ok = false
				return sym.Poly{}, false
			}
			c.local = true
			return d, true
		})
		if !ok || done {
			return p, ok
		}
	}
	return p, false
}

// ranges reports whether p is known outside, together with the ranges of the indices in it.
func (c *collector) ranges(p sym.Poly) bool {
	p, ok := c.outside(p)
	return ok && !slices.ContainsFunc(c.around, func(d ir.SpaceDim) bool {
		_, known := c.outside(d.Size.Poly())
		return !known && p.Mentions(d.Index)
	})
}

func (c *collector) isAround(n name.Name) bool {
	return slices.ContainsFunc(c.around, func(d ir.SpaceDim) bool { return d.Index == n })
}

// Same reports whether two index functions are one, modulo 2^64.
func Same(k *facts.Base, l, m lmad.LMAD) bool {
	return l.Equal(m) || l.Rank() == m.Rank() && Unfolded(k, l).Equal(Unfolded(k, m))
}

// Unfolded is l with all definitions applied, modulo 2^64.
func Unfolded(k *facts.Base, l lmad.LMAD) lmad.LMAD {
	out := lmad.LMAD{Offset: k.Unfold(l.Offset), Dims: make([]lmad.Dim, 0, len(l.Dims))}
	for _, d := range l.Dims {
		out.Dims = append(out.Dims, lmad.Dim{Size: k.Unfold(d.Size), Stride: k.Unfold(d.Stride)})
	}
	return out
}
