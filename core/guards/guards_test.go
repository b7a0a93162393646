package guards

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
)

// loop is a function around a loop with a given body; b and n are known before it.
const loop = `lamina imp

fun main(n_1: i64, b_2: bool, xs_3: mem) -> () {
  for i_10: i64 < n_1 {
%s
  }
}
`

func TestChoose(t *testing.T) {
	for _, c := range []struct {
		name, body string
		guards     string // as in index + left REL right, or fixed; empty if nothing is gained
	}{
		{"clamped below", "var j_11: i64 = max.i64(0, i_10 - 1)\nxs_3.i64[i_10] <- j_11", "i + -1 gt 0"},
		{"clamped above", "var j_11: i64 = min.i64(n_1 - 1, i_10 + 1)\nxs_3.i64[i_10] <- j_11", "i + 1 lt n_1 - 1"},
		{"a branch", "if ge.i64(i_10, 3) {\nxs_3.i64[i_10] <- 1\n}", "i + 0 ge 3"},
		{"all but one", "if eq.i64(i_10, n_1 - 1) {\nxs_3.i64[i_10] <- 1\n} else {\nxs_3.i64[i_10] <- 2\n}", "i + 0 ne n_1 - 1"},
		{"both parts of a condition", "if and.bool(gt.i64(i_10, 0), lt.i64(i_10, n_1 - 1)) {\nxs_3.i64[i_10] <- 1\n}", "i + 0 gt 0; i + 0 lt n_1 - 1"},
		{"twice the index", "if lt.i64(i_10 * 2, i_10 + n_1) {\nxs_3.i64[i_10] <- 1\n}", "i + 0 lt n_1"},
		{"half of a condition", "if and.bool(gt.i64(i_10, 0), gt.i64(xs_3.i64[i_10], 0)) {\nxs_3.i64[i_10] <- 1\n}", ""},
		{"not of the index", "if b_2 {\nxs_3.i64[i_10] <- 1\n}", ""},
		{"of memory", "if lt.i64(xs_3.i64[i_10], n_1) {\nxs_3.i64[i_10] <- 1\n}", ""},
		// n · i may wrap where neither side without it does.
		{"wraps", "if lt.i64(i_10 * n_1 + i_10, i_10 * n_1 + 9) {\nxs_3.i64[i_10] <- 1\n}", ""},
		{"a multiple", "if lt.i64(i_10 * 5, n_1) {\nxs_3.i64[i_10] <- 1\n}", "5 * i + 0 lt n_1"},
		{"a multiple on the right", "if le.i64(0, i_10 * n_1 - 7) {\nxs_3.i64[i_10] <- 1\n}", "n_1 * i + -7 ge 0"},
		{"counted down", "if le.i64(0, n_1 - i_10 * 3) {\nxs_3.i64[i_10] <- 1\n}", "3 * i + 0 le n_1"},
		{"a multiple on both sides", "if lt.i64(i_10 * 7, i_10 * 6 + n_1) {\nxs_3.i64[i_10] <- 1\n}", ""},
		{"a large step", "if lt.i64(i_10 * 1048576, n_1) {\nxs_3.i64[i_10] <- 1\n}", ""},
		{"an assertion", "assert(lt.i64(i_10 + 2, n_1), [\"too far\"])\nxs_3.i64[i_10] <- 1", "i + 2 lt n_1"},
		{"the stronger of two", "if ge.i64(i_10 - 1, 0) {\nxs_3.i64[i_10] <- 1\n}\nif ge.i64(i_10 - 2, 0) {\nxs_3.i64[i_10] <- 2\n}", "i + -2 ge 0"},
		{"one that is implied", "if lt.i64(i_10 + 4, n_1) {\nxs_3.i64[i_10] <- 1\n}\nif lt.i64(i_10 + 2, n_1) {\nxs_3.i64[i_10] <- 2\n}", "i + 4 lt n_1"},
		// n - 4 may wrap where n - 2 does not.
		{"one that may wrap", "if lt.i64(i_10, n_1 - 2) {\nxs_3.i64[i_10] <- 1\n}\nif lt.i64(i_10, n_1 - 4) {\nxs_3.i64[i_10] <- 2\n}", "i + 0 lt n_1 - 2; i + 0 lt n_1 - 4"},
		{"in a loop inside", "for j_12: i64 < n_1 {\nif ge.i64(i_10, 3) {\nxs_3.i64[j_12] <- 1\n}\n}", "i + 0 ge 3"},
		{"declared beside a loop that asks it", "var far_11: bool = ge.i64(i_10, 3)\nfor j_12: i64 < n_1 {\nif far_11 {\nxs_3.i64[j_12] <- 1\n}\n}", "i + 0 ge 3"},
		{"beside a loop inside", "if ge.i64(i_10, 3) {\nfor j_12: i64 < n_1 {\nxs_3.i64[j_12] <- 1\n}\n}", ""},
		// Most indices are below the bound less one, however much the last one takes.
		{"all but the last", "if lt.i64(i_10, n_1 - 1) {\nxs_3.i64[i_10] <- 1\n} else {\nxs_3.i64[i_10] <- 2\nxs_3.i64[0] <- 3\n}", "i + 0 lt n_1 - 1"},
		{"all but the first, from the right", "if gt.i64(1, i_10) {\nxs_3.i64[i_10] <- 2\nxs_3.i64[0] <- 3\n} else {\nxs_3.i64[i_10] <- 1\n}", "i + 0 ge 1"},
		{"the last alone", "if ge.i64(i_10 + 1, n_1) {\nxs_3.i64[i_10] <- 2\nxs_3.i64[0] <- 3\n} else {\nxs_3.i64[i_10] <- 1\n}", "i + 1 lt n_1"},
		{"below much less than the bound", "if lt.i64(i_10, n_1 - 100) {\nxs_3.i64[i_10] <- 1\n} else {\nxs_3.i64[i_10] <- 2\nxs_3.i64[0] <- 3\n}", "i + 0 ge n_1 - 100"},
		{"not a multiple", "if ne.i64(i_10 * 3, n_1) {\nxs_3.i64[i_10] <- 1\n}", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := imp.ParseSource("", fmt.Sprintf(loop, c.body))
			if err != nil {
				t.Fatal(err)
			}
			l := p.Funs[0].Body[0].(*imp.For)
			defs := map[name.Name]imp.Expr{}
			for _, s := range l.Body {
				if d, ok := s.(*imp.Declare); ok {
					defs[d.Name] = d.Init
				}
			}
			has := func(n name.Name) bool { return n.Base == "n" || n.Base == "b" }
			m, ok := Choose(Scope{Has: has, Defs: defs, Bounds: map[name.Name]imp.Expr{l.Index: l.Bound}}, l.Index, false, l.Body)
			var got []string
			for _, g := range m.Guards {
				step := ""
				if !g.Plain() {
					step = g.Step.String() + " * "
				}
				got = append(got, fmt.Sprintf("%si + %s %s %s", step, g.Left, g.Relation, g.Right))
			}
			if diff := cmp.Diff(c.guards, strings.Join(got, "; ")); diff != "" || ok != (c.guards != "") {
				t.Errorf("%v\n%s", ok, diff)
			}
		})
	}
}
