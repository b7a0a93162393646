// Package layout holds index functions of numbers, as the interpreters use them, and index
// spaces. A layout is what an LMAD evaluates to during a run.
package layout

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Layout is an LMAD of numbers: the offsets of an array's elements in a block, in
// elements.
type Layout struct {
	Offset int64
	Dims   []Extent
}

// Extent is a dimension: Size elements, Stride apart.
type Extent struct{ Size, Stride int64 }

// RowMajor returns R(shape) at the given offset.
func RowMajor(offset int64, shape []int64) Layout {
	dims := make([]Extent, len(shape))
	stride := int64(1)
	for i := len(shape) - 1; i >= 0; i-- {
		dims[i] = Extent{shape[i], stride}
		stride *= shape[i]
	}
	return Layout{offset, dims}
}

// Shape returns the sizes of the dimensions.
func (l Layout) Shape() []int64 {
	out := make([]int64, len(l.Dims))
	for i, d := range l.Dims {
		out[i] = d.Size
	}
	return out
}

// Empty reports whether there are no elements.
func (l Layout) Empty() bool {
	return slices.ContainsFunc(l.Dims, func(d Extent) bool { return d.Size == 0 })
}

// Count returns the number of elements, or the largest i64 if there are more.
func (l Layout) Count() int64 {
	if l.Empty() {
		return 0
	}
	n := int64(1)
	for _, d := range l.Dims {
		if n > math.MaxInt64/d.Size {
			return math.MaxInt64
		}
		n *= d.Size
	}
	return n
}

// Fix fixes the outermost dimensions.
func (l Layout) Fix(index ...int64) Layout {
	for i, x := range index {
		l.Offset += x * l.Dims[i].Stride
	}
	return Layout{l.Offset, l.Dims[len(index):]}
}

// span returns the least and the greatest offset of a non-empty layout.
func (l Layout) span() (low, high int64) {
	low, high = l.Offset, l.Offset
	for _, d := range l.Dims {
		reach := (d.Size - 1) * d.Stride
		low, high = low+min(reach, 0), high+max(reach, 0)
	}
	return low, high
}

// Same reports whether two layouts of one shape map every element to the same offset.
// Strides of dimensions with at most one element do not matter.
func (l Layout) Same(k Layout) bool {
	if !slices.Equal(l.Shape(), k.Shape()) {
		return false
	}
	if l.Empty() {
		return true
	}
	return l.Offset == k.Offset && slices.EqualFunc(l.Dims, k.Dims, func(a, b Extent) bool {
		return a.Size == 1 || a.Stride == b.Stride
	})
}

// Each calls f for the offsets of the elements, in row-major order.
func (l Layout) Each(f func(offset int64)) {
	if len(l.Dims) == 0 {
		f(l.Offset)
		return
	}
	if l.Empty() { // the outer dimensions may be long
		return
	}
	for i := range l.Dims[0].Size {
		l.Fix(i).Each(f)
	}
}

// EachWith is each for two layouts of one shape in parallel.
func (l Layout) EachWith(k Layout, f func(x, y int64)) {
	if len(l.Dims) == 0 {
		f(l.Offset, k.Offset)
		return
	}
	if l.Empty() {
		return
	}
	for i := range l.Dims[0].Size {
		l.Fix(i).EachWith(k.Fix(i), f)
	}
}

// Reshape returns the layout of the same elements, in row-major order, under another
// shape of as many elements; false if no strides express it. It is complete: it matches
// runs of dimensions with equal products from the outermost inwards, and within a run the
// old dimensions must join into one.
func (l Layout) Reshape(shape []int64) (Layout, bool) {
	if l.Empty() {
		return RowMajor(l.Offset, shape), true
	}
	old := slices.DeleteFunc(slices.Clone(l.Dims), func(d Extent) bool { return d.Size == 1 })
	out := Layout{l.Offset, make([]Extent, len(shape))}
	i, j := 0, 0
	for j < len(shape) {
		// Grow the run until both products are equal.
		iEnd, jEnd := i, j+1
		have, want := int64(1), shape[j]
		for have != want {
			if have < want {
				have *= old[iEnd].Size
				iEnd++
			} else {
				want *= shape[jEnd]
				jEnd++
			}
		}
		for k := i; k+1 < iEnd; k++ {
			if old[k].Stride != old[k+1].Size*old[k+1].Stride {
				return Layout{}, false
			}
		}
		stride := int64(1)
		if iEnd > i {
			stride = old[iEnd-1].Stride
		}
		for k := jEnd - 1; k >= j; k-- {
			out.Dims[k] = Extent{shape[k], stride}
			stride *= shape[k]
		}
		i, j = iEnd, jEnd
	}
	return out, true
}

// Fits reports whether every offset is in [0, n). It cannot overflow.
func (l Layout) Fits(n int64) bool {
	if l.Empty() {
		return true
	}
	if l.Offset < 0 || l.Offset >= n {
		return false
	}
	for _, d := range l.Dims {
		if d.Size > 1 && d.Stride != 0 && d.Size-1 > n/abs(d.Stride) {
			return false
		}
	}
	low, high := l.span()
	return low >= 0 && high < n
}

// Distinct reports whether no two elements share an offset.
func (l Layout) Distinct() bool {
	if l.Empty() {
		return true
	}
	// If each stride exceeds the span of all smaller strides, as in almost every array,
	// no two elements share an offset.
	dims := slices.DeleteFunc(slices.Clone(l.Dims), func(d Extent) bool { return d.Size == 1 })
	slices.SortFunc(dims, func(a, b Extent) int { return int(abs(a.Stride) - abs(b.Stride)) })
	reach, nested := int64(0), true
	for _, d := range dims {
		nested = nested && abs(d.Stride) > reach
		reach += (d.Size - 1) * abs(d.Stride)
	}
	if nested {
		return true
	}
	seen := newOffsets(l)
	distinct := true
	l.Each(func(x int64) {
		distinct = distinct && !seen.has(x)
		seen.add(x)
	})
	return distinct
}

// Overlaps reports whether the layouts share an offset.
func (l Layout) Overlaps(k Layout) bool {
	if l.Empty() || k.Empty() {
		return false
	}
	low, high := l.span()
	low2, high2 := k.span()
	if high < low2 || high2 < low {
		return false
	}
	mine := newOffsets(l)
	l.Each(mine.add)
	meet := false
	k.Each(func(x int64) { meet = meet || low <= x && x <= high && mine.has(x) })
	return meet
}

// offsets is a set of offsets within the span of a layout.
type offsets struct {
	low  int64
	bits []uint64
}

func newOffsets(l Layout) offsets {
	low, high := l.span()
	return offsets{low, make([]uint64, (high-low)/64+1)}
}

func (o offsets) add(x int64)      { o.bits[(x-o.low)/64] |= 1 << ((x - o.low) % 64) }
func (o offsets) has(x int64) bool { return o.bits[(x-o.low)/64]>>((x-o.low)%64)&1 != 0 }

// String prints the layout as an LMAD.
func (l Layout) String() string {
	dims := make([]string, len(l.Dims))
	for i, d := range l.Dims {
		dims[i] = fmt.Sprintf("(%d : %d)", d.Size, d.Stride)
	}
	return fmt.Sprintf("%d + {%s}", l.Offset, strings.Join(dims, ", "))
}

// Within reports whether the size indices from start in steps of step are in [0, n). It
// cannot overflow.
func Within(n, start, size, step int64) bool {
	switch {
	case size <= 0:
		return size == 0
	case start < 0 || start >= n:
		return false
	case size == 1 || step == 0:
		return true
	case step > 0:
		return size-1 <= (n-1-start)/step
	}
	return step != -step && size-1 <= start/-step
}

// ShapeText spells sizes as types do: [2][3].
func ShapeText(shape []int64) string {
	var b strings.Builder
	for _, n := range shape {
		fmt.Fprintf(&b, "[%d]", n)
	}
	return b.String()
}

func abs(x int64) int64 { return max(x, -x) }
