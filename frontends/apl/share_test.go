package apl_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/interp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/frontends/apl"
)

// TestTowersAreShared has functions that apply the function below them twice, thirteen deep. Their results are
// those of the recurrences, computed here; and no program doubles with each level.
func TestTowersAreShared(t *testing.T) {
	const levels = 13
	sum := func(base func(x int) int) func(x int) int { // (F ⍵)+F ⍵+1
		f := base
		for range levels {
			below, known := f, map[int]int{}
			f = func(x int) int {
				if _, ok := known[x]; !ok {
					known[x] = below(x) + below(x+1)
				}
				return known[x]
			}
		}
		return f
	}
	affine := sum(func(x int) int { return 1 + 3*x })
	for _, c := range []struct {
		name, before, first, step, last string // F in a step is the function below
		want                            []int
	}{
		{"vectors", "", "{1+3×⍵}", "{(F ⍵)+F ⍵+1}", "F 1 2 3", []int{affine(1), affine(2), affine(3)}},
		{"scalars", "", "{1+3×⍵}", "{(F ⍵)+F ⍵+1}", "F 1+⊃0 1", []int{affine(1)}},
		{"trains", "", "{1+3×⍵}", "F+(F 1∘+)", "F 1 2 3", []int{affine(1), affine(2), affine(3)}},
		{"operators", "twice ← {⍺⍺ ⍺⍺ ⍵}", "{⍵+1}", "F twice", "F 1 2 3", []int{1 + 1<<levels, 2 + 1<<levels, 3 + 1<<levels}},
		{"a variable that is captured", "t ← +\\3 2 1", "{1+t+⍵}", "{(F ⍵)+F ⍵+1}", "F ¯1 ¯1 ¯1",
			[]int{sum(func(x int) int { return x + 4 })(-1), sum(func(x int) int { return x + 6 })(-1), sum(func(x int) int { return x + 7 })(-1)}},
		{"a variable that changes", "t ← 1", "{t+⍵}", "{(F ⍵)+F ⍵+1}", "a ← F 1\nt ← 2\na,F 1",
			[]int{sum(func(x int) int { return x + 1 })(1), sum(func(x int) int { return x + 2 })(1)}},
		{"arguments that are known", "", "{1+3×⍵}", "{(F 1)+F ⍵}", "F 4 5", []int{4*(1<<levels-1) + 13, 4*(1<<levels-1) + 16}},
		{"lengths that are not known", "", "{(⍵>2)/⍵}", "{(F ⍵),F ⍵}", "≢F 1 2 3", []int{1 << levels}},
		{"elements that are assigned", "", "{x←⍵ ⋄ x[2]←9 ⋄ x}", "{(F ⍵)+F ⌽⍵}", "F 1 2", []int{1 << (levels - 1) * 3, 9 << levels}},
	} {
		t.Run(c.name, func(t *testing.T) {
			below := func(text string, k int) string {
				return strings.ReplaceAll(text, "F", fmt.Sprintf("f%d", k))
			}
			lines := []string{c.before, "f0 ← " + c.first}
			for k := range levels {
				lines = append(lines, fmt.Sprintf("f%d ← ", k+1)+below(c.step, k))
			}
			lines = append(lines, below(c.last, levels))
			p, err := apl.Compile(context.Background(), "tower.apl", []byte(strings.Join(lines, "\n")), nil)
			if err != nil {
				t.Fatal(err)
			}
			if n := statements(p); n > 2<<levels {
				t.Errorf("the program has %d statements", n)
			}
			got, err := interp.Value(context.Background(), p, "main", nil, interp.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if len(got) != 1 || !equalInts(got[0], c.want) {
				t.Errorf("got %v, not %v", got, c.want)
			}
		})
	}
}

func equalInts(v value.Value, want []int) bool {
	if v.Len() != int64(len(want)) {
		return false
	}
	for i, w := range want {
		if v.At(int64(i)).Int() != int64(w) {
			return false
		}
	}
	return true
}

func statements(p *ir.Program) int {
	n := 0
	w := &ir.Walker{Stm: func(*ir.Stm) { n++ }}
	w.Program(p)
	return n
}
