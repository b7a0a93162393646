package lmad

import (
	"maps"
	"testing"

	"pgregory.net/rapid"

	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/sym"
)

// set enumerates l at the given values.
func set(l LMAD, value func(name.Name) int64) map[int64]bool {
	points := map[int64]bool{}
	enumerate(l, value, func(x int64) bool { points[x] = true; return true })
	return points
}

func TestNormaliseKeepsTheSet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := anyLMAD(t)
		got, ok := Normalise(sym.NewProver(nil), l)
		if !ok {
			t.Fatalf("%v is not normalised", l)
		}
		if !maps.Equal(set(got, nil), set(l, nil)) {
			t.Fatalf("%v is normalised to %v, another set", l, got)
		}
		for i, d := range got.Dims {
			if value(d.Stride) < 0 || i > 0 && value(d.Stride) > value(got.Dims[i-1].Stride) {
				t.Fatalf("%v is normalised to %v", l, got)
			}
		}
	})
}

// TestNormaliseOfNegativeStrides: the thesis adds σ·δ + 1 to the offset, which
// is right for δ = -1 only.
func TestNormaliseOfNegativeStrides(t *testing.T) {
	p := sym.NewProver(given(t, "n >= 1, b >= 1"))
	for text, want := range map[string]string{
		"16 + {(4 : -1), (8 : 4)}": "13 + {(8 : 4), (4 : 1)}", // the thesis's example
		"12 + {(4 : -3)}":          "3 + {(4 : 3)}",
		"b*n + {(n : -b)}":         "b + {(n : b)}",
	} {
		got, ok := Normalise(p, parse(t, text))
		if !ok || !got.Equal(parse(t, want)) {
			t.Errorf("%s is normalised to %v, %v; want %s", text, got, ok, want)
		}
	}
	if got, ok := Normalise(p, parse(t, "{(n : n-b)}")); ok {
		t.Errorf("a stride of unknown sign is normalised: %v", got)
	}
	if got, ok := Normalise(p, parse(t, "{(n : n), (b : b)}")); ok {
		t.Errorf("strides of unknown order are sorted: %v", got)
	}
}

func TestJoinAndSplit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shape := rapid.SliceOfN(rapid.IntRange(1, 4), 2, 4).Draw(t, "shape")
		i := rapid.IntRange(0, len(shape)-2).Draw(t, "dimension")
		l := RowMajor(consts(shape))
		joined, ok := l.Join(i)
		if !ok || joined.Rank() != l.Rank()-1 || !maps.Equal(set(joined, nil), set(l, nil)) {
			t.Fatalf("%v joined at %d is %v, %v", l, i, joined, ok)
		}
		split, ok := joined.Split(i, l.Dims[i+1].Size)
		if !ok || !split.Equal(l) {
			t.Fatalf("%v split at %d is %v, %v; want %v", joined, i, split, ok, l)
		}
	})
	if l, ok := parse(t, "{(2 : 5), (4 : 1)}").Join(0); ok {
		t.Errorf("dimensions with a gap are joined: %v", l)
	}
	if l, ok := parse(t, "{(6 : 1)}").Split(0, sym.Const(4)); ok {
		t.Errorf("6 elements are split in rows of 4: %v", l)
	}
}

// TestExpandIsTheUnion compares with the union of the sets for each i.
func TestExpandIsTheUnion(t *testing.T) {
	i := name.Name{Base: "i"}
	rapid.Check(t, func(t *rapid.T) {
		l := anyLMAD(t)
		l.Offset = l.Offset.Add(sym.Var(i).Scale(rapid.Int64Range(-3, 3).Draw(t, "stride of i")))
		lo, n := rapid.Int64Range(-3, 3).Draw(t, "lo"), rapid.Int64Range(1, 4).Draw(t, "n")
		got, ok := Expand(i, sym.Const(lo), sym.Const(n), l)
		if !ok {
			t.Fatalf("%v is not expanded", l)
		}
		want := map[int64]bool{}
		for k := lo; k < lo+n; k++ {
			maps.Copy(want, set(l, func(name.Name) int64 { return k }))
		}
		if !maps.Equal(set(got, nil), want) {
			t.Fatalf("%v for %d ≤ i < %d expands to %v, another set", l, lo, lo+n, got)
		}
	})
}

func TestExpandRefuses(t *testing.T) {
	i, n := name.Name{Base: "i"}, sym.Var(name.Name{Base: "n"})
	for _, text := range []string{"i*i + {(n:1)}", "{(i:1)}", "{(n:i)}"} {
		if got, ok := Expand(i, sym.Poly{}, n, parse(t, text)); ok {
			t.Errorf("%s expands to %v", text, got)
		}
		if s := Summarise(parse(t, text)).Expand(i, sym.Poly{}, n); !s.IsTop() {
			t.Errorf("%s is summarised as %v", text, s)
		}
	}
	if got, ok := Expand(i, sym.Poly{}, sym.Var(i), parse(t, "i*n")); ok {
		t.Errorf("a bound that mentions i is taken: %v", got)
	}
}

func TestSummaries(t *testing.T) {
	i, n := name.Name{Base: "i"}, sym.Var(name.Name{Base: "n"})
	row, column := parse(t, "i*n + {(n:1)}"), parse(t, "i + {(n:n)}")
	facts := given(t, "0 <= i < n")
	s := Summarise(row, row).Union(Summarise(column))
	if got, want := s.String(), "i*n + {(n : 1)} ∪ i + {(n : n)}"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := s.Expand(i, sym.Poly{}, n).String(), "0 + {(n : n), (n : 1)} ∪ 0 + {(n : 1), (n : n)}"; got != want {
		t.Errorf("expanded: got %s, want %s", got, want)
	}
	after := Summarise(parse(t, "n*n + {(n:1)}"))
	if proof, clash := s.Expand(i, sym.Poly{}, n).Disjoint(facts, after); proof == nil {
		t.Errorf("%v clash", clash)
	}
	if proof, clash := s.Disjoint(facts, after.Add(row)); proof != nil || clash == nil || !clash[1].Equal(row) {
		t.Errorf("clash of equal rows: %v, %v", proof, clash)
	}
	if proof, clash := after.Disjoint(facts, s.Union(Top())); proof != nil || clash != nil {
		t.Errorf("the whole block is disjoint from something: %v, %v", proof, clash)
	}
	if proof, _ := Top().Disjoint(facts, Summary{}); proof == nil {
		t.Error("nothing is not disjoint from everything")
	}
}

func TestParseIsTheInverseOfString(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := dice(func(lo, hi int) int { return rapid.IntRange(lo, hi).Draw(t, "die") }).anyProblem().w
		got, err := Parse("L", l.String())
		if err != nil || !got.Equal(l) {
			t.Fatalf("%v reads back as %v, %v", l, got, err)
		}
	})
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":              "L:1:1: expected a number, a variable or (, found the end",
		"{(n:1)":        "L:1:7: expected \",\" or \"}\", found the end\n  1 | {(n:1)\n    |       ^",
		"n {(n:1)}":     "L:1:3: expected \"+\", found \"{\"\n  1 | n {(n:1)}\n    |   ^",
		"n + {(n)}":     "L:1:8: expected \":\", found \")\"\n  1 | n + {(n)}\n    |        ^",
		"{(n:1)} + {}":  "L:1:9: expected the end, found \"+\"\n  1 | {(n:1)} + {}\n    |         ^",
		"n + {(n:1,m)}": "L:1:10: expected \")\", found \",\"\n  1 | n + {(n:1,m)}\n    |          ^",
	} {
		if _, err := Parse("L", text); err == nil || err.Error() != want {
			t.Errorf("%q: got error\n%v\nwant\n%s", text, err, want)
		}
	}
}

func TestBeside(t *testing.T) {
	for _, c := range []struct{ l, m, want string }{
		{"i + {(n : 1)}", "i + n + {(m : 1)}", "i + {(n + m : 1)}"}, // after it
		{"i + {(n : 1)}", "i + 1 + {(n : 1)}", "i + {(n + 1 : 1)}"}, // moved on by one
		{"i + {(n : 1)}", "i + {(n : 1)}", "i + {(n : 1)}"},         // the same
		{"{(p : m), (n : 1)}", "n + {(p : m), (k : 1)}", "{(p : m), (n + k : 1)}"},
		{"{(p : m), (n : 1)}", "p*m + {(q : m), (n : 1)}", "{(p + q : m), (n : 1)}"},
		{"i + {(n : 1)}", "i + 2 + {(n : 1)}", ""},           // by two: there may be a gap
		{"i + {(n : 1)}", "i + 1 + {(m : 1)}", ""},           // sizes that differ
		{"i + {(n : 2)}", "i + n + {(n : 2)}", ""},           // another stride
		{"i + n + {(m : 1)}", "i + {(n : 1)}", ""},           // the other way round
		{"{(p : m), (n : 1)}", "n + {(q : m), (k : 1)}", ""}, // two dimensions differ
		{"i + {}", "i + 1 + {}", ""},                         // no dimension to grow
	} {
		l, m := parse(t, c.l), parse(t, c.m)
		got, ok := l.Beside(m)
		if want := c.want; want == "" {
			if ok {
				t.Errorf("%s beside %s is %v; there is no such LMAD", c.l, c.m, got)
			}
		} else if !ok || !got.Equal(parse(t, want)) {
			t.Errorf("%s beside %s is %v, %v; want %s", c.l, c.m, got, ok, want)
		}
	}
}
