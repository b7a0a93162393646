package sym

import (
	"slices"
	"testing"

	"github.com/lamina-lang/lamina/core/name"
)

// Only slacks are split, as only they are 0 or at least 1, and each is tried once.
func TestEachSlackIsSplitOnce(t *testing.T) {
	p := NewProver(facts(t, "x >= 0, z >= 0"))
	e := p.slacks.apply(parse(t, "y*x - x*x - x - y + x*z"))
	x := name.Name{Base: "x⁺"}
	if got := p.worthSplitting(e); !slices.Equal(got, []name.Name{x}) {
		t.Errorf("%v are worth splitting in %v, want %v", got, e, x)
	}
}
