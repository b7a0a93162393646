// Package lmad holds linear memory access descriptors: the index functions that map each
// element of an array to its offset in a block (papers: IFL'22 §3; thesis ch. 3).
//
// An LMAD is τ + {(σ1:δ1), …, (σq:δq)}: an offset and, for each dimension, the number of
// elements and the stride. All are symbolic integer polynomials, in units of elements. As
// an index function an LMAD maps (y1, …, yq) to τ + Σ yi·δi; as a set it is {τ + Σ ij·δj
// | 0 ≤ ij < σj}; as a slice of a one-dimensional array it selects a q-dimensional view.
//
// LMADs are values: no operation changes its operands.
package lmad

import (
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/sym"
)

// LMAD is Offset + {(Dims[0].Size : Dims[0].Stride), …}.
type LMAD struct {
	Offset sym.Poly
	Dims   []Dim
}

// Dim is one dimension: Size elements, Stride apart.
type Dim struct {
	Size, Stride sym.Poly
}

// RowMajor is R(shape): the last dimension has stride 1.
func RowMajor(shape []sym.Poly) LMAD {
	dims := make([]Dim, len(shape))
	stride := sym.Const(1)
	for i := len(shape) - 1; i >= 0; i-- {
		dims[i] = Dim{shape[i], stride}
		stride = stride.Mul(shape[i])
	}
	return LMAD{Dims: dims}
}

// ColMajor is C(shape): the first dimension has stride 1.
func ColMajor(shape []sym.Poly) LMAD {
	dims := make([]Dim, len(shape))
	stride := sym.Const(1)
	for i, s := range shape {
		dims[i] = Dim{s, stride}
		stride = stride.Mul(s)
	}
	return LMAD{Dims: dims}
}

// Rank returns the number of dimensions.
func (l LMAD) Rank() int { return len(l.Dims) }

// Shape returns the dimensions' sizes.
func (l LMAD) Shape() []sym.Poly {
	out := make([]sym.Poly, len(l.Dims))
	for i, d := range l.Dims {
		out[i] = d.Size
	}
	return out
}

// Equal reports whether l and m are syntactically the same index function.
func (l LMAD) Equal(m LMAD) bool {
	return l.Offset.Equal(m.Offset) && slices.EqualFunc(l.Dims, m.Dims, func(a, b Dim) bool {
		return a.Size.Equal(b.Size) && a.Stride.Equal(b.Stride)
	})
}

// Apply returns the offset of the element at the given indices, one per dimension.
func (l LMAD) Apply(index []sym.Poly) sym.Poly {
	off := l.Offset
	for i, y := range index {
		off = off.Add(y.Mul(l.Dims[i].Stride))
	}
	return off
}

// Subst replaces variables throughout.
func (l LMAD) Subst(f func(name.Name) (sym.Poly, bool)) LMAD {
	dims := make([]Dim, len(l.Dims))
	for i, d := range l.Dims {
		dims[i] = Dim{d.Size.Subst(f), d.Stride.Subst(f)}
	}
	return LMAD{l.Offset.Subst(f), dims}
}

// Vars calls f for each variable of l, with repetitions.
func (l LMAD) Vars(f func(name.Name)) {
	l.Offset.Vars(f)
	for _, d := range l.Dims {
		d.Size.Vars(f)
		d.Stride.Vars(f)
	}
}

// String prints "τ + {(σ1 : δ1), …}".
func (l LMAD) String() string { return l.Format(name.Name.String) }

// Format is String with the variables formatted by show.
func (l LMAD) Format(show func(name.Name) string) string {
	var b strings.Builder
	l.Write(&b, show)
	return b.String()
}

// Write writes what Format returns.
func (l LMAD) Write(b *strings.Builder, show func(name.Name) string) {
	l.Offset.Write(b, show)
	b.WriteString(" + {")
	for i, d := range l.Dims {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString("(")
		d.Size.Write(b, show)
		b.WriteString(" : ")
		d.Stride.Write(b, show)
		b.WriteString(")")
	}
	b.WriteString("}")
}
