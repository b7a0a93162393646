package lmad

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/sym"
)

// concrete is an array as a list of offsets in row-major order of its indices:
// what an LMAD with constant terms denotes.
type concrete struct {
	shape   []int
	offsets []int64
}

// denote enumerates l, whose terms are constants.
func denote(l LMAD) concrete {
	c := concrete{shape: make([]int, l.Rank())}
	for i, d := range l.Dims {
		c.shape[i] = int(value(d.Size))
	}
	each(c.shape, func(index []int) {
		polys := make([]sym.Poly, len(index))
		for i, x := range index {
			polys[i] = sym.Const(int64(x))
		}
		c.offsets = append(c.offsets, value(l.Apply(polys)))
	})
	return c
}

func value(p sym.Poly) int64 {
	return p.Eval(func(n name.Name) int64 { panic("not constant: " + n.String()) })
}

// each visits the points of a shape in row-major order.
func each(shape []int, f func([]int)) {
	index := make([]int, len(shape))
	var visit func(int)
	visit = func(d int) {
		if d == len(shape) {
			f(index)
			return
		}
		for index[d] = 0; index[d] < shape[d]; index[d]++ {
			visit(d + 1)
		}
	}
	visit(0)
}

// at is the offset at an index.
func (c concrete) at(index []int) int64 {
	flat := 0
	for i, x := range index {
		flat = flat*c.shape[i] + x
	}
	return c.offsets[flat]
}

func consts(xs []int) []sym.Poly {
	out := make([]sym.Poly, len(xs))
	for i, x := range xs {
		out[i] = sym.Const(int64(x))
	}
	return out
}

func smallShape(t *rapid.T) []int {
	return rapid.SliceOfN(rapid.IntRange(1, 4), 1, 3).Draw(t, "shape")
}

// anyLMAD draws an LMAD with constant terms.
func anyLMAD(t *rapid.T) LMAD {
	l := LMAD{Offset: sym.Const(rapid.Int64Range(-5, 5).Draw(t, "offset"))}
	for _, n := range smallShape(t) {
		stride := rapid.Int64Range(-6, 6).Draw(t, "stride")
		l.Dims = append(l.Dims, Dim{sym.Const(int64(n)), sym.Const(stride)})
	}
	return l
}

func TestRowMajorCountsUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shape := smallShape(t)
		for i, off := range denote(RowMajor(consts(shape))).offsets {
			if off != int64(i) {
				t.Fatalf("element %d of R(%v) lies at %d", i, shape, off)
			}
		}
	})
}

func TestColMajorIsTheTransposeOfRowMajor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shape := smallShape(t)
		reversed := slices.Clone(shape)
		slices.Reverse(reversed)
		perm := make([]int, len(shape))
		for i := range perm {
			perm[i] = len(shape) - 1 - i
		}
		if got, want := ColMajor(consts(shape)), RowMajor(consts(reversed)).Permute(perm); !got.Equal(want) {
			t.Fatalf("C(%v) = %v, want %v", shape, got, want)
		}
	})
}

func TestSliceSelects(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := anyLMAD(t)
		whole := denote(l)
		var ranges []Range
		var starts, steps []int
		for i, n := range whole.shape {
			label := fmt.Sprintf("dim %d ", i)
			start := rapid.IntRange(0, n-1).Draw(t, label+"start")
			r := Range{Start: sym.Const(int64(start)), Fix: rapid.Bool().Draw(t, label+"fix")}
			step := 0
			if !r.Fix {
				step = rapid.SampledFrom([]int{-1, 1, 2}).Draw(t, label+"step")
				last := 0
				if step > 0 {
					last = n - 1
				}
				count := rapid.IntRange(0, (last-start)/step+1).Draw(t, label+"count")
				r.Size, r.Step = sym.Const(int64(count)), sym.Const(int64(step))
			}
			ranges, starts, steps = append(ranges, r), append(starts, start), append(steps, step)
		}
		part := denote(l.Slice(ranges))
		each(part.shape, func(index []int) {
			full, k := make([]int, len(starts)), 0
			for i := range starts {
				full[i] = starts[i]
				if !ranges[i].Fix {
					full[i] += index[k] * steps[i]
					k++
				}
			}
			if got, want := part.at(index), whole.at(full); got != want {
				t.Fatalf("%v sliced by %v: %v lies at %d, want %d", l, ranges, index, got, want)
			}
		})
	})
}

func TestPermute(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := anyLMAD(t)
		perm := rapid.Permutation([]int{0, 1, 2}[:l.Rank()]).Draw(t, "perm")
		whole, permuted := denote(l), denote(l.Permute(perm))
		each(permuted.shape, func(index []int) {
			original := make([]int, len(index))
			for i, p := range perm {
				original[p] = index[i]
			}
			if permuted.at(index) != whole.at(original) {
				t.Fatalf("%v permuted by %v is wrong at %v", l, perm, index)
			}
		})
	})
}

func TestFlatSliceComposes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anyLMAD(t)
		offset, stride := rapid.Int64Range(-3, 3).Draw(t, "o"), rapid.Int64Range(-3, 3).Draw(t, "s")
		array := LMAD{sym.Const(offset), []Dim{{sym.Const(100), sym.Const(stride)}}}
		got := denote(array.FlatSlice(s))
		for i, point := range denote(s).offsets {
			if got.offsets[i] != offset+stride*point {
				t.Fatalf("%v of %v is wrong at element %d", s, array, i)
			}
		}
	})
}

// splits are shapes of 24 elements.
var splits = [][]int{{24}, {2, 12}, {4, 6}, {2, 3, 4}, {1, 24}, {24, 1}, {2, 2, 2, 3}, {3, 8}}

func TestReshapeKeepsTheRowMajorOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		from := rapid.SampledFrom(splits).Draw(t, "from")
		to := rapid.SampledFrom(splits).Draw(t, "to")
		l := RowMajor(consts(from))
		for i := range l.Dims {
			if rapid.Bool().Draw(t, "change stride") {
				l.Dims[i].Stride = l.Dims[i].Stride.Scale(rapid.Int64Range(-2, 3).Draw(t, "factor"))
			}
		}
		reshaped, ok := l.Reshape(consts(to))
		if !ok {
			return
		}
		if got, want := denote(reshaped), denote(l); !slices.Equal(got.shape, to) || !slices.Equal(got.offsets, want.offsets) {
			t.Fatalf("%v reshaped to %v is %v", l, to, reshaped)
		}
	})
}

func TestReshapeOfSymbolicShapes(t *testing.T) {
	n, m := sym.Var(name.Name{Base: "n"}), sym.Var(name.Name{Base: "m"})
	k := sym.Var(name.Name{Base: "k"})
	rows := RowMajor([]sym.Poly{n, m})
	for _, c := range []struct {
		what string
		from LMAD
		to   []sym.Poly
		want string // "": not expressible
	}{
		{"flatten", rows, []sym.Poly{n.Mul(m)}, "0 + {(m*n : 1)}"},
		{"contiguous takes any shape", rows, []sym.Poly{k}, "0 + {(k : 1)}"},
		{"a transpose cannot be joined", rows.Permute([]int{1, 0}), []sym.Poly{n.Mul(m)}, ""},
		{"a transpose can be split", rows.Permute([]int{1, 0}), []sym.Poly{m, sym.Const(1), n}, "0 + {(m : 1), (1 : 1), (n : m)}"},
		{"a size by another name", LMAD{Dims: []Dim{{n, sym.Const(2)}}}, []sym.Poly{k}, "0 + {(k : 2)}"},
		{"one of two sizes by another name", rows.Permute([]int{1, 0}), []sym.Poly{k, n}, "0 + {(k : 1), (n : m)}"},
		{"two sizes by other names", rows.Permute([]int{1, 0}), []sym.Poly{k, m}, ""},
		{"a size that is another one for sure", LMAD{Dims: []Dim{{n, sym.Const(2)}}}, []sym.Poly{n.Add(sym.Const(1))}, ""},
		{"every second row", LMAD{Dims: []Dim{{n, m.Scale(2)}, {m, sym.Const(1)}}}, []sym.Poly{n.Mul(m)}, ""},
	} {
		got, ok := c.from.Reshape(c.to)
		if ok != (c.want != "") || ok && got.String() != c.want {
			t.Errorf("%s: got %v, %v; want %q", c.what, got, ok, c.want)
		}
	}
}
