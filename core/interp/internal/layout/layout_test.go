package layout

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// enumerate lists a layout's offsets in row-major order by counting indices.
func enumerate(l Layout) []int64 {
	var out []int64
	for i := range l.Count() {
		index := Unrank(i, l.Shape())
		x := l.Offset
		for d, k := range index {
			x += k * l.Dims[d].Stride
		}
		out = append(out, x)
	}
	return out
}

// anyLayout draws small layouts, of sizes 0 and 1 and negative strides too.
func anyLayout(t *rapid.T, name string) Layout {
	l := Layout{Offset: rapid.Int64Range(-10, 30).Draw(t, name+" offset")}
	for range rapid.IntRange(0, 3).Draw(t, name+" rank") {
		l.Dims = append(l.Dims, Extent{
			rapid.Int64Range(0, 4).Draw(t, name+" size"),
			rapid.Int64Range(-6, 12).Draw(t, name+" stride"),
		})
	}
	return l
}

func TestLayoutAgainstEnumeration(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l, k := anyLayout(t, "l"), anyLayout(t, "k")
		xs, ys := enumerate(l), enumerate(k)

		var each []int64
		l.Each(func(x int64) { each = append(each, x) })
		if !slices.Equal(each, xs) {
			t.Errorf("each of %s gives %v, want %v", l, each, xs)
		}
		if len(xs) > 0 {
			if low, high := l.span(); low != slices.Min(xs) || high != slices.Max(xs) {
				t.Errorf("%s spans %d to %d", l, low, high)
			}
		}
		n := rapid.Int64Range(0, 40).Draw(t, "n")
		fits := !slices.ContainsFunc(xs, func(x int64) bool { return x < 0 || x >= n })
		if l.Fits(n) != fits {
			t.Errorf("%s fits in %d: got %v", l, n, l.Fits(n))
		}
		if want := len(slices.Compact(slices.Sorted(slices.Values(xs)))) == len(xs); l.Distinct() != want {
			t.Errorf("%s is distinct: got %v", l, l.Distinct())
		}
		if want := slices.ContainsFunc(xs, func(x int64) bool { return slices.Contains(ys, x) }); l.Overlaps(k) != want {
			t.Errorf("%s overlaps %s: got %v", l, k, l.Overlaps(k))
		}
		if want := slices.Equal(l.Shape(), k.Shape()) && slices.Equal(xs, ys); l.Same(k) != want {
			t.Errorf("%s is the same as %s: got %v", l, k, l.Same(k))
		}
	})
}

// A reshape, where there is one, keeps the offsets in their order; and a layout
// whose offsets are evenly spaced can have any shape.
func TestReshapeAgainstEnumeration(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := anyLayout(t, "l")
		var shape []int64
		left := l.Count()
		for range rapid.IntRange(0, 3).Draw(t, "more dims") {
			if left == 0 {
				shape = append(shape, rapid.Int64Range(0, 4).Draw(t, "dim"))
				continue
			}
			var divisors []int64
			for d := int64(1); d <= left; d++ {
				if left%d == 0 {
					divisors = append(divisors, d)
				}
			}
			d := rapid.SampledFrom(divisors).Draw(t, "dim")
			shape, left = append(shape, d), left/d
		}
		shape = append(shape, left)
		xs := enumerate(l)
		r, ok := l.Reshape(shape)
		if ok && (!slices.Equal(r.Shape(), shape) || !slices.Equal(enumerate(r), xs)) {
			t.Errorf("%s reshaped to %v is %s", l, shape, r)
		}
		if !ok && (len(xs) < 2 || even(xs)) {
			t.Errorf("%s has no shape %v", l, shape)
		}
	})
}

func even(xs []int64) bool {
	for i := 2; i < len(xs); i++ {
		if xs[i]-xs[i-1] != xs[1]-xs[0] {
			return false
		}
	}
	return true
}

func TestWithin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		small := rapid.Int64Range(-3, 12)
		n, start := rapid.Int64Range(0, 12).Draw(t, "n"), small.Draw(t, "start")
		size, step := small.Draw(t, "size"), rapid.Int64Range(-4, 4).Draw(t, "step")
		want := size >= 0
		for i := range max(0, size) {
			want = want && 0 <= start+i*step && start+i*step < n
		}
		if got := Within(n, start, size, step); got != want {
			t.Errorf("within(%d, %d, %d, %d) = %v", n, start, size, step, got)
		}
	})
	for _, c := range []struct{ n, start, size, step int64 }{
		{10, 1, math.MaxInt64, math.MaxInt64},
		{10, 9, 2, math.MinInt64},
		{10, 9, math.MaxInt64, -1},
		{math.MaxInt64, 1, math.MaxInt64, 1},
	} {
		if Within(c.n, c.start, c.size, c.step) {
			t.Errorf("%+v is within", c)
		}
	}
}

func TestFitsDoesNotOverflow(t *testing.T) {
	for _, l := range []Layout{
		{0, []Extent{{3, math.MaxInt64}}},
		{0, []Extent{{3, math.MinInt64}}},
		{math.MaxInt64, []Extent{{2, 1}}},
		{0, []Extent{{math.MaxInt64, 4}, {2, 1}}},
		{5, []Extent{{3, math.MaxInt64}, {3, math.MinInt64}}},
	} {
		if l.Fits(100) {
			t.Errorf("%s fits", l)
		}
	}
}

func TestEmptyArraysOfLongDimensionsTakeNoTime(t *testing.T) {
	l := RowMajor(0, []int64{1 << 40, 1 << 40, 0})
	if !l.Empty() || l.Count() != 0 {
		t.Errorf("an array of shape [2^40][2^40][0] has %d elements", l.Count())
	}
	l.Each(func(int64) { t.Error("an empty array has an element") })
	l.EachWith(l, func(int64, int64) { t.Error("an empty array has an element") })
	if n := RowMajor(0, []int64{1 << 32, 1 << 32}).Count(); n != math.MaxInt64 {
		t.Errorf("2^32 times 2^32 elements are counted as %d", n)
	}
}
