package accelerate_test

import (
	"errors"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/accelerate"
)

func add[T int | float32 | float64](x, y T) T { return x + y }

// spike is big, 1, 1, … of n elements.
func spike(n int, big float32) []float32 {
	xs := make([]float32, n)
	for i := range xs {
		xs[i] = 1
	}
	xs[0] = big
	return xs
}

// The sums are those of the blocks tree and prefixes in docs/semantics.md: they tell one
// combining tree from another.
func TestReductionsFollowTheTree(t *testing.T) {
	for _, c := range []struct {
		n    int
		big  float32
		want int64
	}{
		{1024, 16777216, 16777216},
		{2048, 16777216, 16778240},
		{1028, 16777216, 16777220},
		{1048576, 17179869184, 17179869184},
		{1050624, 17179869184, 17179871232},
	} {
		if got := accelerate.Reduce(add, 0, spike(c.n, c.big)); int64(got) != c.want {
			t.Errorf("Reduce of %d elements is %d, want %d", c.n, int64(got), c.want)
		}
	}
}

func TestScansFollowTheTree(t *testing.T) {
	for _, c := range []struct {
		n    int
		big  float32
		want map[int]int64
	}{
		{2048, 16777216, map[int]int64{0: 16777216, 1023: 16777216, 1024: 16777216, 1025: 16777218, 2047: 16778240}},
		{1051000, 17179869184, map[int]int64{1048575: 17179869184, 1049600: 17179869184, 1050623: 17179869184, 1050624: 17179871232}},
	} {
		got := accelerate.Scan(add, 0, spike(c.n, c.big))
		for i, want := range c.want {
			if int64(got[i]) != want {
				t.Errorf("element %d of the scan of %d is %d, want %d", i, c.n, int64(got[i]), want)
			}
		}
	}
}

// A scan with an operator that does not commute puts operands the right way round, in
// several superchunks too: the last element that is not 0 is the latest.
func TestScanKeepsTheOrderOfOperands(t *testing.T) {
	xs := make([]int, 1<<21+5000)
	for _, i := range []int{3, 1500, 1 << 20, 1<<20 + 1024, 1 << 21, 1<<21 + 2048} {
		xs[i] = i
	}
	latest := func(x, y int) int {
		if y != 0 {
			return y
		}
		return x
	}
	want := 0
	for i, got := range accelerate.Scan(latest, 0, xs) {
		if xs[i] != 0 {
			want = xs[i]
		}
		if got != want {
			t.Fatalf("element %d is %d, want %d", i, got, want)
		}
	}
}

func TestArrays(t *testing.T) {
	a := accelerate.Iota(4)
	for _, c := range []struct{ got, want any }{
		{accelerate.Map(func(x int) float64 { return float64(x) / 2 }, a), []float64{0, 0.5, 1, 1.5}},
		{accelerate.Map2(func(x int, y string) string { return y[:x] }, []int{0, 1}, []string{"ab", "cd"}), []string{"", "c"}},
		{accelerate.Map3(func(x, y, z int) int { return x + y*z }, a, a, a), []int{0, 2, 6, 12}},
		{accelerate.Filter(func(x int) bool { return x%2 == 1 }, a), []int{1, 3}},
		{accelerate.Flatten([][]int{{1, 2}, {3, 4}, {5, 6}}), []int{1, 2, 3, 4, 5, 6}},
		{accelerate.Flatten([][]int{}), []int{}},
		{accelerate.Hist(add, 0, []int{10, 20}, []int{1, -1, 0, 2, 1}, []int{1, 2, 3, 4, 5}), []int{13, 26}},
		{accelerate.Reduce(add, 7, []int{}), 7},
		{accelerate.Scan(add, 0, []int{3, 1, 4}), []int{3, 4, 8}},
		{accelerate.Map(func(x int) int { return x }, []int(nil)), []int{}},
	} {
		if !reflect.DeepEqual(c.got, c.want) {
			t.Errorf("got %#v, want %#v", c.got, c.want)
		}
	}
}

func TestHistDoesNotChangeItsDestination(t *testing.T) {
	dest := []int{1, 2}
	accelerate.Hist(add, 0, dest, []int{0}, []int{5})
	if dest[0] != 1 {
		t.Errorf("the destination is now %v", dest)
	}
}

func TestTensors(t *testing.T) {
	m := accelerate.NewTensor[int](2, 3)
	accelerate.Loop(2, func(i int) {
		for j := range 3 {
			m.Set(10*i+j, i, j)
		}
	})
	if want := []int{0, 1, 2, 10, 11, 12}; !reflect.DeepEqual(m.Elems(), want) {
		t.Errorf("the elements are %v, want %v", m.Elems(), want)
	}
	if m.At(1, 2) != 12 || m.Rank() != 2 || m.Dim(1) != 3 {
		t.Errorf("At(1, 2) is %d, the rank %d, dimension 1 has size %d", m.At(1, 2), m.Rank(), m.Dim(1))
	}
}

// try returns the error that f ends in.
func try(f func()) error {
	_, err := accelerate.Try(func() int { f(); return 0 })
	return err
}

func TestMistakesAreErrorsWithPositions(t *testing.T) {
	for _, c := range []struct {
		f    func()
		want string
	}{
		{func() { accelerate.Map2(func(x, y int) int { return x }, []int{1}, nil) }, "Map2: slices of different lengths: 1 and 0"},
		{func() { accelerate.Map3(func(x, y, z int) int { return x }, nil, nil, []int{1}) }, "Map3: slices of different lengths: 0 and 1"},
		{func() { accelerate.Iota(-1) }, "Iota: the size -1 is negative"},
		{func() { accelerate.Flatten([][]int{{1}, {2, 3}}) }, "Flatten: the rows are irregular: row 0 has length 1, row 1 has 2"},
		{func() { accelerate.Map(func(n int) []int { return make([]int, n) }, []int{2, 2, 1}) }, "Map: the rows are irregular: row 0 has length 2, row 2 has 1"},
		{func() { accelerate.Flatten([][][]int{{{1}, {2}}, {{3}, {4, 5}}}) }, "a slice is irregular: row 0 has length 1, row 1 has 2"},
		{func() { accelerate.Hist(add, 0, []int{1}, []int{0}, nil) }, "Hist: slices of different lengths: 1 and 0"},
		{func() { accelerate.NewTensor[int](1, 2, 3, 4) }, "a tensor has one to three dimensions, not 4"},
		{func() { accelerate.NewTensor[int](2, -1) }, "a tensor has no dimension -1: it is negative"},
		{func() { accelerate.TensorOf([]int{1, 2, 3}, 2, 2) }, "TensorOf: 3 elements for dimensions that take 4"},
		{func() { accelerate.NewTensor[int](2, 3).At(1, 3) }, "runtime error: index out of range [3] with length 3"},
		{func() { accelerate.NewTensor[int](2, 3).At(1) }, "1 indices into a tensor of rank 2"},
	} {
		err := try(c.f)
		var own *accelerate.Error
		if !errors.As(err, &own) {
			t.Errorf("got error %v, want %q", err, c.want)
			continue
		}
		if own.Message != c.want {
			t.Errorf("got %q, want %q", own.Message, c.want)
		}
		if len(own.Trace) != 1 || !strings.Contains(own.Trace[0], "accelerate_test.go:") {
			t.Errorf("%s: the trace is %q, not a line of this file", c.want, own.Trace)
		}
	}
}

func TestTryCatchesGoErrorsOnly(t *testing.T) {
	zero := 0
	_, err := accelerate.Try(func() int { return 1 / zero })
	var goes runtime.Error
	if !errors.As(err, &goes) || goes.Error() != "runtime error: integer divide by zero" {
		t.Errorf("the error is %v", err)
	}
	defer func() {
		if r := recover(); r != "mine" {
			t.Errorf("recovered %v, want the panic to go on", r)
		}
	}()
	_, _ = accelerate.Try(func() int { panic("mine") })
}
