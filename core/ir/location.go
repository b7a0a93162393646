package ir

import (
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/sym"
)

// Polys returns the sizes as polynomials.
func Polys(as []Atom) []sym.Poly {
	out := make([]sym.Poly, len(as))
	for i, a := range as {
		out[i] = a.Poly()
	}
	return out
}

// RowMajorIn returns the location of an array that lies row-major at the start of a
// block.
func RowMajorIn(block name.Name, t Type) *Loc {
	return &Loc{Block: block, Index: lmad.RowMajor(Polys(t.Dims))}
}

// Ranges converts a slice's dimensions to those of the LMAD algebra.
func Ranges(ds []SliceDim) []lmad.Range {
	out := make([]lmad.Range, len(ds))
	for i, d := range ds {
		out[i] = lmad.Range{Start: d.Start.Poly(), Fix: d.Fix}
		if !d.Fix {
			out[i].Size, out[i].Step = d.Size.Poly(), d.Step.Poly()
		}
	}
	return out
}

// FlatLMAD converts an LMAD slice to an LMAD.
func FlatLMAD(offset Atom, ds []FlatDim) lmad.LMAD {
	out := lmad.LMAD{Offset: offset.Poly()}
	for _, d := range ds {
		out.Dims = append(out.Dims, lmad.Dim{Size: d.Size.Poly(), Stride: d.Stride.Poly()})
	}
	return out
}
