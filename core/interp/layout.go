package interp

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// layout is an LMAD of numbers: the offsets of an array's elements in a block, in
// elements.
type layout struct {
	offset int64
	dims   []extent
}

// extent is a dimension: size elements, stride apart.
type extent struct{ size, stride int64 }

// rowMajor returns R(shape) at the given offset.
func rowMajor(offset int64, shape []int64) layout {
	dims := make([]extent, len(shape))
	stride := int64(1)
	for i := len(shape) - 1; i >= 0; i-- {
		dims[i] = extent{shape[i], stride}
		stride *= shape[i]
	}
	return layout{offset, dims}
}

func (l layout) shape() []int64 {
	out := make([]int64, len(l.dims))
	for i, d := range l.dims {
		out[i] = d.size
	}
	return out
}

func (l layout) empty() bool {
	return slices.ContainsFunc(l.dims, func(d extent) bool { return d.size == 0 })
}

// count returns the number of elements, or the largest i64 if there are more.
func (l layout) count() int64 {
	if l.empty() {
		return 0
	}
	n := int64(1)
	for _, d := range l.dims {
		if n > math.MaxInt64/d.size {
			return math.MaxInt64
		}
		n *= d.size
	}
	return n
}

// fix fixes the outermost dimensions.
func (l layout) fix(index ...int64) layout {
	for i, x := range index {
		l.offset += x * l.dims[i].stride
	}
	return layout{l.offset, l.dims[len(index):]}
}

// span returns the least and the greatest offset of a non-empty layout.
func (l layout) span() (low, high int64) {
	low, high = l.offset, l.offset
	for _, d := range l.dims {
		reach := (d.size - 1) * d.stride
		low, high = low+min(reach, 0), high+max(reach, 0)
	}
	return low, high
}

// same reports whether two layouts of one shape map every element to the same offset.
// Strides of dimensions with at most one element do not matter.
func (l layout) same(k layout) bool {
	if !slices.Equal(l.shape(), k.shape()) {
		return false
	}
	if l.empty() {
		return true
	}
	return l.offset == k.offset && slices.EqualFunc(l.dims, k.dims, func(a, b extent) bool {
		return a.size == 1 || a.stride == b.stride
	})
}

// each calls f for the offsets of the elements, in row-major order.
func (l layout) each(f func(offset int64)) {
	if len(l.dims) == 0 {
		f(l.offset)
		return
	}
	if l.empty() { // the outer dimensions may be long
		return
	}
	for i := range l.dims[0].size {
		l.fix(i).each(f)
	}
}

// eachWith is each for two layouts of one shape in parallel.
func (l layout) eachWith(k layout, f func(x, y int64)) {
	if len(l.dims) == 0 {
		f(l.offset, k.offset)
		return
	}
	if l.empty() {
		return
	}
	for i := range l.dims[0].size {
		l.fix(i).eachWith(k.fix(i), f)
	}
}

// reshape returns the layout of the same elements, in row-major order, under another
// shape of as many elements; false if no strides express it. It is complete: it matches
// runs of dimensions with equal products from the outermost inwards, and within a run the
// old dimensions must join into one.
func (l layout) reshape(shape []int64) (layout, bool) {
	if l.empty() {
		return rowMajor(l.offset, shape), true
	}
	old := slices.DeleteFunc(slices.Clone(l.dims), func(d extent) bool { return d.size == 1 })
	out := layout{l.offset, make([]extent, len(shape))}
	i, j := 0, 0
	for j < len(shape) {
		// Grow the run until both products are equal.
		iEnd, jEnd := i, j+1
		have, want := int64(1), shape[j]
		for have != want {
			if have < want {
				have *= old[iEnd].size
				iEnd++
			} else {
				want *= shape[jEnd]
				jEnd++
			}
		}
		for k := i; k+1 < iEnd; k++ {
			if old[k].stride != old[k+1].size*old[k+1].stride {
				return layout{}, false
			}
		}
		stride := int64(1)
		if iEnd > i {
			stride = old[iEnd-1].stride
		}
		for k := jEnd - 1; k >= j; k-- {
			out.dims[k] = extent{shape[k], stride}
			stride *= shape[k]
		}
		i, j = iEnd, jEnd
	}
	return out, true
}

// fits reports whether every offset is in [0, n). It cannot overflow.
func (l layout) fits(n int64) bool {
	if l.empty() {
		return true
	}
	if l.offset < 0 || l.offset >= n {
		return false
	}
	for _, d := range l.dims {
		if d.size > 1 && d.stride != 0 && d.size-1 > n/abs(d.stride) {
			return false
		}
	}
	low, high := l.span()
	return low >= 0 && high < n
}

// distinct reports whether no two elements share an offset.
func (l layout) distinct() bool {
	if l.empty() {
		return true
	}
	// If each stride exceeds the span of all smaller strides, as in almost every array,
	// no two elements share an offset.
	dims := slices.DeleteFunc(slices.Clone(l.dims), func(d extent) bool { return d.size == 1 })
	slices.SortFunc(dims, func(a, b extent) int { return int(abs(a.stride) - abs(b.stride)) })
	reach, nested := int64(0), true
	for _, d := range dims {
		nested = nested && abs(d.stride) > reach
		reach += (d.size - 1) * abs(d.stride)
	}
	if nested {
		return true
	}
	seen := newOffsets(l)
	distinct := true
	l.each(func(x int64) {
		distinct = distinct && !seen.has(x)
		seen.add(x)
	})
	return distinct
}

// overlaps reports whether the layouts share an offset.
func (l layout) overlaps(k layout) bool {
	if l.empty() || k.empty() {
		return false
	}
	low, high := l.span()
	low2, high2 := k.span()
	if high < low2 || high2 < low {
		return false
	}
	mine := newOffsets(l)
	l.each(mine.add)
	meet := false
	k.each(func(x int64) { meet = meet || low <= x && x <= high && mine.has(x) })
	return meet
}

// offsets is a set of offsets within the span of a layout.
type offsets struct {
	low  int64
	bits []uint64
}

func newOffsets(l layout) offsets {
	low, high := l.span()
	return offsets{low, make([]uint64, (high-low)/64+1)}
}

func (o offsets) add(x int64)      { o.bits[(x-o.low)/64] |= 1 << ((x - o.low) % 64) }
func (o offsets) has(x int64) bool { return o.bits[(x-o.low)/64]>>((x-o.low)%64)&1 != 0 }

// String prints the layout as an LMAD.
func (l layout) String() string {
	dims := make([]string, len(l.dims))
	for i, d := range l.dims {
		dims[i] = fmt.Sprintf("(%d : %d)", d.size, d.stride)
	}
	return fmt.Sprintf("%d + {%s}", l.offset, strings.Join(dims, ", "))
}

// within reports whether the size indices from start in steps of step are in [0, n). It
// cannot overflow.
func within(n, start, size, step int64) bool {
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

// shapeText spells sizes as types do: [2][3].
func shapeText(shape []int64) string {
	var b strings.Builder
	for _, n := range shape {
		fmt.Fprintf(&b, "[%d]", n)
	}
	return b.String()
}

func abs(x int64) int64 { return max(x, -x) }
