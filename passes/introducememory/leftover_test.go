package introducememory_test

import (
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/passes/introducememory"
)

// A combinator that is left is refused, wherever it is: no operation on mem computes it.
func TestCombinatorIsRefused(t *testing.T) {
	const left = `let (ys_4: [n_1]i64) = map(n_1, [xs_2], \(x_5: i64) -> (i64) { in (x_5) })`
	for where, body := range map[string]string{
		"function": left + "\n  let (y_6: i64) = index(ys_4, [0i64])\n  in (y_6)",
		"kernel": `let (zs_7: [n_1]i64) = segmap(i_8 < n_1) {
    ` + left + `
    let (y_6: i64) = index(ys_4, [i_8])
    in (y_6)
  }
  let (z_9: i64) = index(zs_7, [0i64])
  in (z_9)`,
		"loop": `let (zs_7: [n_1]i64) = loop(i_8 < n_1, acc_10: [n_1]i64 = xs_2) do {
    ` + left + `
    in (ys_4)
  }
  let (z_9: i64) = index(zs_7, [0i64])
  in (z_9)`,
		"branch": `let (zs_7: [n_1]i64) = if(true) then { in (xs_2) } else {
    ` + left + `
    in (ys_4)
  }
  let (z_9: i64) = index(zs_7, [0i64])
  in (z_9)`,
	} {
		p, err := ir.Parse("left.lir", "lamina kernel\n\nentry (n: \"i64\", xs: \"[]i64\") -> (\"i64\")\nfun main(n_1: i64, xs_2: [n_1]i64) -> (r_3: i64) {\n  "+body+"\n}\n")
		if err != nil {
			t.Fatal(err)
		}
		err = introducememory.Pass.Run(t.Context(), &pass.Unit{IR: p}, introducememory.Pass.Defaults())
		if err == nil || !strings.Contains(err.Error(), "map is left") {
			t.Errorf("in a %s: got %v, want an error that names the map", where, err)
		}
	}
}
