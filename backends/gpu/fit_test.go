package gpu

import (
	"testing"

	"pgregory.net/rapid"
)

// The narrow form counts elements in 32 bits, and takes loads early that stores could
// change were two blocks one.
func TestBlocksThatTheNarrowFormTakes(t *testing.T) {
	a, b, large := &block{bytes: 1 << 20}, &block{bytes: 1 << 20}, &block{bytes: 1 << 34}
	for _, c := range []struct {
		name   string
		uses   []blockUse
		blocks []*block
		want   bool
	}{
		{"read and written, apart", []blockUse{{0, 4, false}, {1, 4, true}}, []*block{a, b}, true},
		{"one block, only read", []blockUse{{0, 4, false}, {1, 4, false}}, []*block{a, a}, true},
		{"one block, the second use writes", []blockUse{{0, 4, false}, {1, 4, true}}, []*block{a, a}, false},
		{"one block, the first use writes", []blockUse{{0, 4, true}, {1, 4, false}}, []*block{a, a}, false},
		{"2^32 elements", []blockUse{{0, 4, false}}, []*block{large}, false},
		{"2^31 elements in as many bytes", []blockUse{{0, 8, false}}, []*block{large}, true},
		{"2^32 elements behind others", []blockUse{{0, 4, false}, {1, 4, true}}, []*block{a, large}, false},
		{"no block yet", []blockUse{{0, 4, true}, {1, 4, true}}, []*block{nil, a}, true},
	} {
		f := &fit{blocks: c.uses}
		if got := f.apart(&run{blocks: c.blocks}); got != c.want {
			t.Errorf("%s: the narrow form may run: %v, want %v", c.name, got, c.want)
		}
	}
}

// A verdict for the range around a number is one for that number, and for all others
// of the range: they have the same range.
func TestRangesAroundNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.Int64().Draw(t, "v") >> rapid.IntRange(0, 63).Draw(t, "fewer bits")
		in := around(v)
		if !in.Has(v) {
			t.Fatalf("%d is not in %v around it", v, in)
		}
		if (v > 0) != (in.Lo > 0) || (v < 0) != (in.Hi < 0) {
			t.Fatalf("the range %v around %d holds numbers of another sign", in, v)
		}
		for _, w := range []int64{in.Lo, in.Hi, in.Lo + (in.Hi-in.Lo)/2} {
			if at := around(w); at != in {
				t.Fatalf("the range around %d is %v, around %d, which it holds, %v", v, in, w, at)
			}
		}
	})
}
