package specialise

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/lower"
)

// dims evaluates and checks what stands between the brackets.
func (fr *frame) dims(array lower.Shape, ds []*syntax.DimIndex) lower.Selection {
	return fr.Slice(array, sliceOf(fr.Builder, ds, fr.sliceParts(ds)))
}

// sliceParts evaluates indices and the parts of slices that are there, in order.
func (fr *frame) sliceParts(ds []*syntax.DimIndex) []lower.Value {
	var out []lower.Value
	for _, d := range ds {
		for _, e := range []syntax.Exp{d.Index, d.First, d.Last, d.Step} {
			if e != nil {
				out = append(out, fr.exp(e))
			}
		}
	}
	return out
}

// sliceOf are the dimensions with the given parts.
func sliceOf(b *lower.Builder, ds []*syntax.DimIndex, parts []lower.Value) []lower.DimIndex {
	next := func(e syntax.Exp) *ir.Atom {
		if e == nil {
			return nil
		}
		v := parts[0]
		parts = parts[1:]
		a := b.Convert(v.Elem(), scalar.I64, v.Atom())
		return &a
	}
	out := make([]lower.DimIndex, len(ds))
	for i, d := range ds {
		out[i] = lower.DimIndex{Index: next(d.Index), First: next(d.First), Last: next(d.Last), Step: next(d.Step)}
	}
	return out
}
