package fut

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/lamina-lang/lamina/core/interp"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// flatUpdates are updates of rank 1 to 4 of an array of n elements: offset,
// strides, sizes.
const flatUpdates = `
entry rank1 n o s1 n1 = flat_update_1d (replicate n 0i32) o s1 (replicate n1 1)
entry rank2 n o s1 s2 n1 n2 = flat_update_2d (replicate n 0i32) o s1 s2 (replicate n1 (replicate n2 1))
entry rank3 n o s1 s2 s3 n1 n2 n3 = flat_update_3d (replicate n 0i32) o s1 s2 s3 (replicate n1 (replicate n2 (replicate n3 1)))
entry rank4 n o s1 s2 s3 s4 n1 n2 n3 n4 = flat_update_4d (replicate n 0i32) o s1 s2 s3 s4 (replicate n1 (replicate n2 (replicate n3 (replicate n4 1))))
`

// An update by an LMAD slice is done if its points are in bounds and no two of them
// are one, and only then, which the test finds out by visiting them all.
func TestFlatUpdates(t *testing.T) {
	program, err := Compile(context.Background(), "flat.fut", []byte(flatUpdates))
	if err != nil {
		t.Fatal(err)
	}
	outcomes := map[string]int{}
	check := func(offset int64, strides, sizes []int64) error {
		want, points := visit(offset, strides, sizes)
		outcomes[want]++
		if want == "" && !nest(strides, sizes) {
			outcomes["does not nest"]++
		}
		var args []value.Value
		for _, x := range slices.Concat([]int64{flatCells, offset}, strides, sizes) {
			args = append(args, value.Scalar(scalar.Int(scalar.I64, x)))
		}
		out, err := interp.Value(context.Background(), program, fmt.Sprintf("rank%d", len(strides)), args, interp.Options{})
		cells := make([]int32, flatCells)
		switch {
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			return fmt.Errorf("want the error %q, but got %v, %v", want, out, err)
		case want != "":
			return nil
		case err != nil:
			return fmt.Errorf("the points are distinct: %w", err)
		}
		for _, p := range points {
			cells[p] = 1
		}
		if !value.Equal(out[0], value.FromSlice(cells, flatCells)) {
			return fmt.Errorf("got %v, want ones at %v", out[0], points)
		}
		return nil
	}
	for s := range int64(9 * 9 * 3 * 3) {
		strides, sizes := []int64{s%9 - 4, s/9%9 - 4}, []int64{s/81%3 + 1, s/243 + 2}
		if err := check(flatCells/2, strides, sizes); err != nil {
			t.Fatalf("strides %v of sizes %v: %v", strides, sizes, err)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		rank := rapid.IntRange(1, 4).Draw(t, "rank")
		offset := rapid.Int64Range(0, flatCells-1).Draw(t, "offset")
		strides := rapid.SliceOfN(rapid.Int64Range(-8, 12), rank, rank).Draw(t, "strides")
		sizes := rapid.SliceOfN(rapid.Int64Range(0, 4), rank, rank).Draw(t, "sizes")
		if err := check(offset, strides, sizes); err != nil {
			t.Fatal(err)
		}
	})
	for _, o := range []string{"", "overlaps itself", "out of bounds", "does not nest"} {
		if outcomes[o] == 0 {
			t.Errorf("no case with outcome %q: %v", o, outcomes)
		}
	}
}

// flatCells is the size of the arrays that TestFlatUpdates updates.
const flatCells = 40

// visit goes to all points of an LMAD, and says what is wrong with them.
func visit(offset int64, strides, sizes []int64) (fault string, points []int64) {
	points = []int64{offset}
	for i, s := range strides {
		var next []int64
		for _, p := range points {
			for j := range sizes[i] {
				next = append(next, p+j*s)
			}
		}
		points = next
	}
	seen := map[int64]bool{}
	for _, p := range points {
		switch {
		case p < 0 || p >= flatCells:
			fault = "out of bounds"
		case seen[p] && fault == "":
			fault = "overlaps itself"
		}
		seen[p] = true
	}
	return fault, points
}

// Whether points differ is told as by visiting them all.
func TestPointsDiffer(t *testing.T) {
	const text = `entry differ n1 s1 n2 s2 n3 s3 n4 s4 = points_differ (n1, s1) (n2, s2) (n3, s3) (n4, s4)`
	program, err := Compile(context.Background(), "differ.fut", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	outcomes := map[bool]int{}
	rapid.Check(t, func(t *rapid.T) {
		var args []value.Value
		points := map[int64]int{0: 1} // how often each is reached
		for range 4 {
			size, stride := rapid.Int64Range(1, 4).Draw(t, "size"), rapid.Int64Range(-9, 20).Draw(t, "stride")
			args = append(args, value.Scalar(scalar.Int(scalar.I64, size)), value.Scalar(scalar.Int(scalar.I64, stride)))
			next := map[int64]int{}
			for p, times := range points {
				for j := range size {
					next[p+j*stride] += times
				}
			}
			points = next
		}
		want := true
		for _, times := range points {
			want = want && times == 1
		}
		outcomes[want]++
		out, err := interp.Value(context.Background(), program, "differ", args, interp.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if !value.Equal(out[0], value.Scalar(scalar.FromBool(want))) {
			t.Fatalf("got %v, want %v", out[0], want)
		}
	})
	if outcomes[true] == 0 || outcomes[false] == 0 {
		t.Errorf("too few cases: %v", outcomes)
	}
}

// nest reports whether each stride is longer than the reach of all dimensions with
// shorter strides.
func nest(strides, sizes []int64) bool {
	type dim struct{ stride, size int64 }
	var dims []dim
	for i, s := range strides {
		if sizes[i] > 1 {
			dims = append(dims, dim{max(s, -s), sizes[i]})
		}
	}
	slices.SortFunc(dims, func(a, b dim) int { return cmp.Compare(a.stride, b.stride) })
	var reach int64
	for _, d := range dims {
		if d.stride <= reach {
			return false
		}
		reach += d.stride * (d.size - 1)
	}
	return true
}
