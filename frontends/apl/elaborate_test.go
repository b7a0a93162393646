package apl_test

import (
	"context"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/interp"
	"github.com/lamina-lang/lamina/frontends/apl"
)

// TestGuardsAreElaboratedOnce has a guard in each branch of another, forty deep, whose results have two
// types: so each level finds out that one result has to become a double.
func TestGuardsAreElaboratedOnce(t *testing.T) {
	const depth = 40
	text := "f ← " + strings.Repeat("{⍵>9: 1 ⋄ 0.5+", depth) + "⍵" + strings.Repeat("}⍵", depth-1) + "}\n" +
		"g ← {" + strings.Repeat("⍵>9: 1\n ⍵<¯9: 2.5\n", depth) + "⍵}\nf 1+⊃0 1\ng 1+⊃0 1\n"
	ctx := context.Background()
	p, err := apl.Compile(ctx, "guards.apl", []byte(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	if n := statements(p); n > 100*depth {
		t.Errorf("the program has %d statements", n)
	}
	got, err := interp.Value(ctx, p, "main", nil, interp.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{1 + 0.5*depth, 1} {
		if x := got[i].At(0).Float(); x != want {
			t.Errorf("result %d is %v, not %v", i, x, want)
		}
	}
}
