package access_test

import (
	"slices"
	"testing"

	"github.com/lamina-lang/lamina/analysis/access"
	"github.com/lamina-lang/lamina/analysis/alias"
	"github.com/lamina-lang/lamina/analysis/facts"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
)

const program = `lamina mem
names 90

fun main(n_1: i64, am_2: mem, a_3: *[n_1][n_1]i64 @ am_2 -> 0 + {(n_1 : n_1), (n_1 : 1)}, bm_4: mem, b_5: [n_1]i64 @ bm_4 -> 0 + {(n_1 : 1)}, k_6: i64) -> (rm_7: mem, r_8: [n_1][n_1]i64 @ rm_7 -> 0 + {(n_1 : n_1), (n_1 : 1)}) {
  let (row_9: [n_1]i64 @ am_2 -> n_1*k_6 + {(n_1 : 1)}) = slice(a_3, [k_6, 0i64 :+ n_1])
  let (e_10: i64) = index(a_3, [k_6, 2i64])
  let (s_11: i64) = loop(i_12 < n_1, t_13: i64 = 0i64) do {
    let (v_14: i64) = index(a_3, [i_12, k_6])
    let (u_15: i64) = add.i64(t_13, v_14)
    in (u_15)
  }
  let (w_16: [n_1][n_1]i64 @ am_2 -> 0 + {(n_1 : n_1), (n_1 : 1)}) = update(a_3, [k_6, 0i64 :+ n_1], b_5)
  let (same_17: [n_1][n_1]i64 @ am_2 -> 0 + {(n_1 : n_1), (n_1 : 1)}) = update(w_16, [k_6, 0i64 :+ n_1], row_9)
  let (m_18: [n_1]i64 @ am_2 -> 0 + {(n_1 : 1)}) = segmap(i_19 < n_1) {
    let (j_20: i64) = index(b_5, [i_19])
    let (x_21: i64) = index(same_17, [i_19, j_20])
    in (x_21)
  }
  let (c_22: [n_1][n_1]i64 @ am_2 -> 0 + {(n_1 : n_1), (n_1 : 1)}) = copy(same_17)
  in (am_2, c_22)
}
`

// What statements touch of the block am, statement by statement.
func TestStm(t *testing.T) {
	p, err := ir.Parse("access.lir", program)
	if err != nil {
		t.Fatal(err)
	}
	f := p.Fun("main")
	base, memory := facts.New(f, facts.Answers{}), alias.Of(f)
	view := base.At(top{}, nil)
	places := func(p *ir.Param, writes bool) []access.Place {
		if !memory.MayBe(p.At.Block, name.Parse("am_2")) {
			return nil
		}
		return []access.Place{{Index: p.At.Index, View: view, Moved: writes}}
	}
	q := &access.Query{Memory: memory, Facts: base, Places: places}
	const column = "read of a: k_6 + {(n_1 : n_1)}"
	const all = "0 + {(n_1 : n_1), (n_1 : 1)}"
	for i, want := range [][]string{
		{}, // a view touches nothing
		{"read of a: n_1*k_6 + 2 + {}"},
		{column},
		{"write, update of a: n_1*k_6 + {(n_1 : 1)}"},
		{}, // the row lies there already
		{"read of same: " + all, "write, result m: 0 + {(n_1 : 1)}"},
		{}, // so does the copy
	} {
		var got []string
		for _, x := range q.Stm(f.Body.Stms[i]) {
			text := x.What + ": " + x.All.String()
			if x.Moved {
				text = "write, " + text
			}
			got = append(got, text)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s touches\n  %q, want\n  %q", f.Body.Stms[i].Brief(), got, want)
		}
	}
}

// top is a point at which nothing is known but what is everywhere.
type top struct{}

func (top) Sees(facts.Point) bool { return false }

func summary(t *testing.T, texts ...string) (out lmad.Summary) {
	t.Helper()
	for _, text := range texts {
		l, err := lmad.Parse("LMAD", text)
		if err != nil {
			t.Fatal(err)
		}
		out = out.Add(l)
	}
	return out
}

// An access is compared with what is written by numbers, by equality and by proof.
func TestAgainst(t *testing.T) {
	p, err := ir.Parse("access.lir", program)
	if err != nil {
		t.Fatal(err)
	}
	view := facts.New(p.Fun("main"), facts.Answers{}).At(top{}, nil)
	for _, c := range []struct {
		x, w lmad.Summary
		want access.Verdict
	}{
		{summary(t, "0 + {(4 : 1)}"), summary(t, "4 + {(4 : 1)}"), access.Apart},
		{summary(t, "0 + {(4 : 2)}"), summary(t, "1 + {(4 : 2)}"), access.Apart},
		{summary(t, "0 + {(4 : 1)}"), summary(t, "3 + {(4 : 1)}"), access.Unproved},
		{summary(t, "6 + {(4 : -2)}"), summary(t, "7 + {(4 : 1)}"), access.Apart},
		{summary(t, "6 + {(4 : -2)}"), summary(t, "0 + {(1 : 1)}"), access.Unproved},
		{summary(t, "0 + {(n : 2)}"), summary(t, "1 + {(n : 2)}"), access.Apart},
		{summary(t, "0 + {(n : 2)}"), summary(t, "k + {(n : 2)}"), access.Unproved},
		{summary(t, "0 + {(n : 2)}"), summary(t, "9 + {(2 : 1)}", "0 + {(n : 2)}"), access.Meets},
		{lmad.Top(), summary(t, "0 + {(1 : 1)}"), access.Anywhere},
	} {
		x := access.Access{Place: access.Place{View: view}, All: c.x}
		if got := x.Against(nil, c.w); got != c.want {
			t.Errorf("%v against %v: %v, want %v", c.x, c.w, got, c.want)
		}
	}
}
