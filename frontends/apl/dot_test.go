package apl_test

import (
	"context"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/interp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/frontends/apl"
)

// dot is the inner product as Dybdal's thesis defines it (figure 3.5), by shapes and transpositions
// that it computes, of a matrix and its transpose.
const dot = `dot ← {
    WA ← (1↓⍴⍵),⍴⍺
    KA ← (⍴⍴⍺)-1
    VA ← ⍳⍴WA
    ZA ← (KA⌽¯1↓VA),¯1↑VA
    TA ← ZA⍉WA⍴⍺
    WB ← (¯1↓⍴⍺),⍴⍵
    KB ← ⍴⍴⍺
    VB ← ⍳⍴WB
    ZB0 ← (-KB)↓KB⌽⍳⍴VB
    ZB ← (¯1↓⍳KB),ZB0,KB
    TB ← ZB⍉WB⍴⍵
    ⍺⍺/TA ⍵⍵ TB
}
product ← {
    A ← 3 2⍴⍳⍵
    ×/+/A +dot× ⍉A
}
`

// TestDotOfTheThesis has the thesis's counts: what is computed with shapes is gone, two reductions
// run over loops of three rounds, and the third, of two elements, is written out; no array is made.
// For 5, the matrix is 1 2, 3 4, 5 1: the rows of the product have the sums 23, 55 and 52.
func TestDotOfTheThesis(t *testing.T) {
	calls := []apl.Call{{Entry: "product", Args: []apl.Arg{{Elem: scalar.I64}}}}
	tail, err := apl.ToTail("dot.apl", []byte(dot), calls)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(tail.String(), "let "); n > 11 {
		t.Errorf("the program is %d operations of TAIL, not 11:\n%s", n, tail)
	}
	p, err := apl.Compile(context.Background(), "dot.apl", []byte(dot), calls)
	if err != nil {
		t.Fatal(err)
	}
	loops := 0
	w := &ir.Walker{Stm: func(s *ir.Stm) {
		if _, ok := s.Exp.(*ir.Loop); ok {
			loops++
		}
		for _, x := range s.Pat {
			if x.Type.IsArray() {
				t.Errorf("an array is made: %s", x.Name)
			}
		}
	}}
	w.Program(p)
	if loops != 2 {
		t.Errorf("there are %d loops beside the one that is written out, not 2", loops)
	}
	got, err := interp.Value(context.Background(), p, "product", []value.Value{value.Scalar(scalar.Int(scalar.I64, 5))}, interp.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if want := int64(23 * 55 * 52); got[0].At(0).Int() != want {
		t.Errorf("the result is %v, not %d", got, want)
	}
}
