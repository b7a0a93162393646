package match

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
)

// point is a value of the type that the test matches: (bool, number, #none | #some bool number).
// Of numbers there are more than patterns name.
type point struct {
	b, some, payload bool
	n, m             int
}

func points() (out []point) {
	for i := range 8 {
		for n := range 3 {
			for m := range 3 {
				out = append(out, point{i&1 > 0, i&2 > 0, i&4 > 0, n, m})
			}
		}
	}
	return out
}

// pattern is a random pattern of the type, and which points it matches.
func pattern(r *rand.Rand) (syntax.Pat, func(point) bool) {
	boolean := func(get func(point) bool) (syntax.Pat, func(point) bool) {
		if r.IntN(2) == 0 {
			return &syntax.NamePat{Name: "x"}, func(point) bool { return true }
		}
		want := r.IntN(2) == 0
		return &syntax.LitPat{Exp: &syntax.BoolLit{Value: want}}, func(p point) bool { return get(p) == want }
	}
	number := func(get func(point) int) (syntax.Pat, func(point) bool) {
		if r.IntN(2) == 0 {
			return &syntax.TypedPat{Pat: &syntax.WildPat{}}, func(point) bool { return true }
		}
		want := r.IntN(2)
		return &syntax.LitPat{Exp: &syntax.IntLit{Value: uint64(want), Text: fmt.Sprint(want)}}, func(p point) bool { return get(p) == want }
	}
	b, isB := boolean(func(p point) bool { return p.b })
	n, isN := number(func(p point) int { return p.n })
	payload, isPayload := boolean(func(p point) bool { return p.payload })
	m, isM := number(func(p point) int { return p.m })
	var s syntax.Pat
	var isS func(point) bool
	switch r.IntN(3) {
	case 0:
		s, isS = &syntax.WildPat{}, func(point) bool { return true }
	case 1:
		s, isS = &syntax.ConstructPat{Name: "none"}, func(p point) bool { return !p.some }
	default:
		s = &syntax.ConstructPat{Name: "some", Payload: []syntax.Pat{payload, m}}
		isS = func(p point) bool { return p.some && isPayload(p) && isM(p) }
	}
	return &syntax.TuplePat{Elems: []syntax.Pat{b, n, s}}, func(p point) bool { return isB(p) && isN(p) && isS(p) }
}

// TestUselessCases compares with trying all values.
func TestUselessCases(t *testing.T) {
	number, boolean := types.Scalar{Type: scalar.I32}, types.Scalar{Type: scalar.Bool}
	sum := &types.Sum{Constructors: &types.Record{Fields: []types.Field{
		{Name: "none", Type: types.Tuple()}, {Name: "some", Type: types.Tuple(boolean, number)},
	}}}
	r := rand.New(rand.NewPCG(1, 2))
	some := 0
	for range 5000 {
		e := &syntax.Match{Exp: &syntax.Tuple{}}
		var seen []func(point) bool
		var want []int
		for i := range 1 + r.IntN(8) {
			pat, matches := pattern(r)
			e.Cases = append(e.Cases, &syntax.Case{Pat: pat})
			gets := func(p point) bool {
				return matches(p) && !slices.ContainsFunc(seen, func(earlier func(point) bool) bool { return earlier(p) })
			}
			if !slices.ContainsFunc(points(), gets) {
				want = append(want, i)
			}
			seen = append(seen, matches)
		}
		info := &types.Info{Types: map[syntax.Exp]types.Type{e.Exp: types.Tuple(boolean, number, sum)}}
		if got := Useless(info, e); !slices.Equal(got, want) {
			var cases string
			for _, c := range e.Cases {
				cases += "\n" + syntax.PatString(c.Pat)
			}
			t.Fatalf("useless are %v, want %v, of%s", got, want, cases)
		}
		some += len(want)
	}
	if some < 1000 {
		t.Errorf("of all cases only %d were useless", some)
	}
}
