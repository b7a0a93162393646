package reduce

import (
	"context"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/pass"
)

// Arrays that a combinator takes go away with the parameters for their elements: what is interesting here
// needs the second of three.
func TestInputsOfCombinatorsGoAway(t *testing.T) {
	p, err := ir.Parse("inputs.lir", `lamina soac

entry fun main(n: i64, xs: [n]i64, ys: [n]i64, m: [n][n]i64) -> (r: [n]i64) {
  let (r_1: [n]i64) = map(n, [xs, ys, m], \(x: i64, y: i64, row: [n]i64) -> (i64) {
    let (s: i64) = mul.i64(x, y)
    let (u: i64) = add.i64(s, y)
    in (u)
  })
  in (r_1)
}
`)
	if err != nil {
		t.Fatal(err)
	}
	tree := &IR{Program: p}
	r := &Reducer{
		Valid: func(text string) bool {
			p, err := ir.Parse("inputs.lir", text)
			return err == nil && (&pass.Unit{IR: p}).Check() == nil
		},
		Interesting: func(_ context.Context, text string) (bool, error) {
			return strings.Contains(text, "map(n, [") && strings.Contains(text, ", y)"), nil
		},
		Better: func(string) error { return nil },
		Tried:  func() {},
	}
	if err := r.Run(t.Context(), tree); err != nil {
		t.Fatal(err)
	}
	if got := tree.Text(); !strings.Contains(got, `map(n, [ys], \(y: i64)`) {
		t.Errorf("the smallest program is\n%s", got)
	}
}
