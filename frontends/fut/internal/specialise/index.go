package specialise

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/lower"
)

// dims evaluates and checks what stands between the brackets.
func (fr *frame) dims(array lower.Shape, ds []*syntax.DimIndex) lower.Selection {
	dims, _ := sliceOf(fr.Builder, ds, fr.sliceParts(ds))
	return fr.Slice(array, dims)
}

// update lowers e with path = v. Of an array of records, which is one array for each field,
// only those change that the path leads to.
func (fr *frame) update(e *syntax.Update) lower.Value {
	whole := fr.exp(e.Exp)
	fields, after := e.Path.Fields()
	if after == nil {
		return whole.WithField(fields, fr.exp(e.Value))
	}
	array := whole
	for _, f := range fields {
		array = project(e, array, f)
	}
	s := fr.dims(array.Shape, after[0].Slice)
	inner, _ := after[1:].Fields()
	return whole.WithField(fields, fr.Update(array, s, inner, fr.exp(e.Value)))
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

// sliceOf are the dimensions with the given parts, and the parts that are left over.
func sliceOf(b *lower.Builder, ds []*syntax.DimIndex, parts []lower.Value) (dims []lower.DimIndex, rest []lower.Value) {
	next := func(e syntax.Exp) *ir.Atom {
		if e == nil {
			return nil
		}
		v := parts[0]
		parts = parts[1:]
		a := b.Convert(v.Elem(), scalar.I64, v.Atom())
		return &a
	}
	dims = make([]lower.DimIndex, len(ds))
	for i, d := range ds {
		dims[i] = lower.DimIndex{Index: next(d.Index), First: next(d.First), Last: next(d.Last), Step: next(d.Step)}
	}
	return dims, parts
}
