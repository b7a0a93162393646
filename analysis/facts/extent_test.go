package facts

import (
	"testing"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
)

// An array of n·m elements in memory bounds n·m, and tells nothing of n + m, nor of n
// alone: m may be 0.
func TestAnArrayBoundsTheProductOfItsSizes(t *testing.T) {
	p, err := ir.Parse("extent.lir", `lamina mem

entry fun main(n_1: i64, m_2: i64, a_mem_3: mem, a_4: [n_1][m_2]f32 @ a_mem_3 -> 0 + {(n_1 : m_2), (m_2 : 1)}) -> (all_7: i64, both_8: i64) {
  let (all_5: i64) = mul.i64(n_1, m_2)
  let (sum_6: i64) = add.i64(n_1, m_2)
  in (all_5, sum_6)
}
`)
	if err != nil {
		t.Fatal(err)
	}
	f := p.Funs[0]
	k := New(f, Answers{})
	k.Bind(f.Params, nil, everywhere{})
	for _, test := range []struct {
		of    name.Name
		limit bool
	}{
		{f.Body.Stms[0].Pat[0].Name, true},
		{f.Body.Stms[1].Pat[0].Name, false},
		{f.Params[0].Name, false},
	} {
		limits := k.limitsOf(ir.Var(test.of))
		if got := len(limits) > 0; got != test.limit {
			t.Errorf("limits of %v: %v, want some: %v", test.of, limits, test.limit)
		}
		for _, l := range limits {
			if l.most != mostElements {
				t.Errorf("%v is at most %d, want %d", test.of, l.most, mostElements)
			}
		}
	}
}
