package lmad

import (
	"slices"

	"github.com/lamina-lang/lamina/core/sym"
)

// Range is one dimension of a slice by triplets: the Size elements Start, Start+Step, ….
// Fix selects the single element Start and drops the dimension.
type Range struct {
	Start, Size, Step sym.Poly
	Fix               bool
}

// Slice returns the index function of l[r1, …, rk]; dimensions beyond k stay whole.
func (l LMAD) Slice(ranges []Range) LMAD {
	out := LMAD{Offset: l.Offset}
	for i, d := range l.Dims {
		if i >= len(ranges) {
			out.Dims = append(out.Dims, d)
			continue
		}
		r := ranges[i]
		out.Offset = out.Offset.Add(r.Start.Mul(d.Stride))
		if !r.Fix {
			out.Dims = append(out.Dims, Dim{r.Size, r.Step.Mul(d.Stride)})
		}
	}
	return out
}

// Fix fixes the outermost dimensions at the given indices.
func (l LMAD) Fix(index ...sym.Poly) LMAD {
	ranges := make([]Range, len(index))
	for i, x := range index {
		ranges[i] = Range{Start: x, Fix: true}
	}
	return l.Slice(ranges)
}

// FlatSlice returns the view that s selects from the one-dimensional array l.
func (l LMAD) FlatSlice(s LMAD) LMAD {
	stride := l.Dims[0].Stride
	out := LMAD{Offset: l.Offset.Add(s.Offset.Mul(stride))}
	for _, d := range s.Dims {
		out.Dims = append(out.Dims, Dim{d.Size, d.Stride.Mul(stride)})
	}
	return out
}

// Permute returns the view whose dimension i is l's dimension perm[i].
func (l LMAD) Permute(perm []int) LMAD {
	dims := make([]Dim, len(perm))
	for i, p := range perm {
		dims[i] = l.Dims[p]
	}
	return LMAD{l.Offset, dims}
}

// At returns l with another offset.
func (l LMAD) At(offset sym.Poly) LMAD { return LMAD{offset, l.Dims} }

// IsContiguous reports whether l is R(shape) at some offset.
func (l LMAD) IsContiguous() bool {
	return l.Equal(RowMajor(l.Shape()).At(l.Offset))
}

// IsRowMajor reports whether l is R(shape) at offset 0.
func (l LMAD) IsRowMajor() bool {
	return l.Offset.IsZero() && l.IsContiguous()
}

// Reshape returns l with another shape of as many elements, or false if no single LMAD
// expresses it: dimensions may be split anywhere, but joined only if the outer stride is
// the inner size times the inner stride.
//
// A contiguous l takes any shape. Otherwise Reshape matches runs of old and new
// dimensions whose products are syntactically equal; within a run the old dimensions must
// join into one, which is then split. If all sizes but one are syntactically equal, that
// one is, too, by another name, or there are no elements.
func (l LMAD) Reshape(shape []sym.Poly) (LMAD, bool) {
	if l.IsContiguous() {
		return RowMajor(shape).At(l.Offset), true
	}
	if k, one := l.differsIn(shape); one {
		dims := slices.Clone(l.Dims)
		dims[k].Size = shape[k]
		return LMAD{Offset: l.Offset, Dims: dims}, true
	}
	out := LMAD{Offset: l.Offset, Dims: make([]Dim, 0, len(shape))}
	i, j := 0, 0
	for i < len(l.Dims) || j < len(shape) {
		oldEnd, newEnd, ok := matchRun(l.Dims[i:], shape[j:])
		if !ok {
			return LMAD{}, false
		}
		stride, ok := joinedStride(l.Dims[i : i+oldEnd])
		if !ok {
			return LMAD{}, false
		}
		out.Dims = append(out.Dims, splitDims(shape[j:j+newEnd], stride)...)
		i, j = i+oldEnd, j+newEnd
	}
	return out, true
}

// differsIn is the dimension in which l has another size than shape, if it is the only one
// and the sizes may be equal.
func (l LMAD) differsIn(shape []sym.Poly) (k int, one bool) {
	if len(l.Dims) != len(shape) {
		return 0, false
	}
	differs := func(i int) bool { return !l.Dims[i].Size.Equal(shape[i]) }
	for i := range shape {
		if !differs(i) {
			continue
		}
		if one {
			return 0, false
		}
		k, one = i, true
	}
	if !one {
		return 0, false
	}
	_, known := l.Dims[k].Size.Sub(shape[k]).AsConst()
	return k, !known
}

// matchRun finds the shortest prefixes of old and shape with equal products.
func matchRun(old []Dim, shape []sym.Poly) (nOld, nNew int, ok bool) {
	for total := 1; total <= len(old)+len(shape); total++ {
		for nOld = max(0, total-len(shape)); nOld <= min(total, len(old)); nOld++ {
			nNew = total - nOld
			if sizesProduct(old[:nOld]).Equal(product(shape[:nNew])) {
				return nOld, nNew, true
			}
		}
	}
	return 0, 0, false
}

func sizesProduct(dims []Dim) sym.Poly {
	p := sym.Const(1)
	for _, d := range dims {
		p = p.Mul(d.Size)
	}
	return p
}

func product(sizes []sym.Poly) sym.Poly {
	p := sym.Const(1)
	for _, s := range sizes {
		p = p.Mul(s)
	}
	return p
}

// joinedStride returns the stride of the single dimension that dims join into.
func joinedStride(dims []Dim) (sym.Poly, bool) {
	if len(dims) == 0 {
		return sym.Const(1), true
	}
	for k := 0; k+1 < len(dims); k++ {
		if !dims[k].Stride.Equal(dims[k+1].Size.Mul(dims[k+1].Stride)) {
			return sym.Poly{}, false
		}
	}
	return dims[len(dims)-1].Stride, true
}

// splitDims returns dimensions of the given sizes, row-major over stride.
func splitDims(sizes []sym.Poly, stride sym.Poly) []Dim {
	dims := make([]Dim, len(sizes))
	for k := len(sizes) - 1; k >= 0; k-- {
		dims[k] = Dim{sizes[k], stride}
		stride = stride.Mul(sizes[k])
	}
	return dims
}
