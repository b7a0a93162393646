package expressions_test

import (
	"flag"
	"testing"

	"github.com/lamina-lang/lamina/conformance/generate/expressions"
)

var (
	cases = flag.Int("cases", 0, "random programs of each kind (default: 4000 expressions of APL, 3000 programs of TAIL, half as many functions; short runs: an eighth)")
	seed  = flag.Uint64("seed", 0, "the first seed")
)

// TestRandom compares random expressions and functions of APL and programs of TAIL, compiled and run, with the
// evaluators of these languages. Each must be well-formed IR.
//
//	go test ./conformance/generate/expressions -run TestRandom/APL -cases 100000
func TestRandom(t *testing.T) {
	for _, kind := range []struct {
		name    string
		program func(seed uint64) *expressions.Program
		count   int
	}{
		{"APL", expressions.APL, 4000}, {"APL-functions", expressions.APLFunction, 2000},
		{"TAIL", expressions.TAIL, 3000}, {"TAIL-functions", expressions.TAILFunction, 1500},
	} {
		t.Run(kind.name, func(t *testing.T) {
			n := kind.count
			if testing.Short() {
				n /= 8
			}
			if *cases > 0 {
				n = *cases
			}
			counts := map[expressions.Outcome]int{}
			failures := 0
			for s := *seed; s < *seed+uint64(n); s++ {
				p := kind.program(s)
				_, outcome, err := p.Compare(t.Context())
				counts[outcome]++
				if err != nil {
					t.Errorf("seed %d: %v\n%s", s, err, p)
					if failures++; failures > 8 {
						t.FailNow()
					}
				}
			}
			t.Log(counts)
			if counts[expressions.Equal] < n/4 {
				t.Errorf("too few of %d programs have values: %v", n, counts)
			}
			if counts[expressions.Refused] > n/4 {
				t.Errorf("too many of %d programs are refused: %v", n, counts)
			}
		})
	}
}

// TestIndicesAreCheckedWhereNoElementIsNeeded has expressions that a long run of TestRandom found:
// an index beyond its axis is an error also where the result is empty, or only its shape is used.
func TestIndicesAreCheckedWhereNoElementIsNeeded(t *testing.T) {
	for _, text := range []string{"(2 3↓(2 0⍴5))[;2 2]", "≢(⍳0)[⍳2]", "(0⌽0)≡(+(2 0⍴5))[;2 2]"} {
		if _, outcome, err := expressions.Expression(text).Compare(t.Context()); outcome != expressions.Failed {
			t.Errorf("%s: %s %v", text, outcome, err)
		}
	}
}
