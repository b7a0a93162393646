package alias_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/analysis/alias"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
)

// blocks passes blocks through every construct that returns some.
const blocks = `lamina mem
names 90

fun pick(n_1: i64, pm_2: mem, p_3: [n_1]i64 @ pm_2 -> 0 + {(n_1 : 1)}) -> (rm_4: mem, r_5: [n_1]i64 @ rm_4 -> 0 + {(n_1 : 1)}) {
  in (pm_2, p_3)
}

fun main(n_10: i64, c_11: bool, am_12: mem, a_13: [n_10]i64 @ am_12 -> 0 + {(n_10 : 1)}, um_14: mem, u_15: *[n_10]i64 @ um_14 -> 0 + {(n_10 : 1)}) -> (rm_16: mem, r_17: [n_10]i64 @ rm_16 -> 0 + {(n_10 : 1)}) {
  let (bytes_20: i64) = mulsat.i64(n_10, 8i64)
  let (xm_21: mem) = alloc(bytes_20)
  let (x_22: [n_10]i64 @ xm_21 -> 0 + {(n_10 : 1)}) = replicate([n_10], 1i64)
  let (ym_23: mem) = alloc(bytes_20)
  let (y_24: [n_10]i64 @ ym_23 -> 0 + {(n_10 : 1)}) = replicate([n_10], 2i64)
  let (em_25: mem, e_26: [n_10]i64 @ em_25 -> 0 + {(n_10 : 1)}) = if(c_11) then { in (xm_21, x_22) } else {
    let (im_27: mem) = alloc(bytes_20)
    let (i_28: [n_10]i64 @ im_27 -> 0 + {(n_10 : 1)}) = replicate([n_10], 3i64)
    in (im_27, i_28)
  }
  let (zm_29: mem, z_30: [n_10]i64 @ zm_29 -> 0 + {(n_10 : 1)}) = call pick(n_10, em_25, e_26)
  let (lm_31: mem, l_32: [n_10]i64 @ lm_31 -> 0 + {(n_10 : 1)}) = loop(t_33 < n_10, qm_34: mem = ym_23, q_35: [n_10]i64 @ qm_34 -> 0 + {(n_10 : 1)} = y_24) do {
    let (sm_36: mem) = alloc(bytes_20)
    let (s_37: [n_10]i64 @ sm_36 -> 0 + {(n_10 : 1)}) = copy(q_35)
    in (sm_36, s_37)
  }
  let (wm_38: mem, w_39: [n_10]i64 @ wm_38 -> 0 + {(n_10 : 1)}) = if(c_11) then { in (am_12, a_13) } else { in (um_14, u_15) }
  in (lm_31, l_32)
}
`

func parse(t *testing.T) *ir.Fun {
	t.Helper()
	p, err := ir.Parse("blocks.lir", blocks)
	if err != nil {
		t.Fatal(err)
	}
	return p.Fun("main")
}

func names(ns []name.Name) string {
	var out []string
	for _, n := range ns {
		out = append(out, n.String())
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

func sorted(ns ir.Names) (out []name.Name) {
	for n := range ns {
		out = append(out, n)
	}
	return out
}

// The blocks that a name may stand for follow from what branches, loops and calls pass.
func TestGrounds(t *testing.T) {
	m := alias.Of(parse(t))
	for block, want := range map[string]string{
		"xm_21": "xm_21",
		"em_25": "im_27 xm_21",
		"zm_29": "im_27 xm_21 zm_29", // a call may return a block of its own
		"qm_34": "sm_36 ym_23",
		"lm_31": "sm_36 ym_23",
		"wm_38": "am_12 um_14",
	} {
		if got := names(m.Grounds(name.Parse(block))); got != want {
			t.Errorf("%s may stand for %s, want %s", block, got, want)
		}
	}
	for _, c := range []struct {
		a, b  string
		maybe bool
	}{{"em_25", "xm_21", true}, {"em_25", "ym_23", false}, {"zm_29", "em_25", true}, {"lm_31", "xm_21", false}, {"wm_38", "am_12", true}} {
		if got := m.MayBe(name.Parse(c.a), name.Parse(c.b)); got != c.maybe {
			t.Errorf("%s and %s may be one: %v, want %v", c.a, c.b, got, c.maybe)
		}
	}
	for block, want := range map[string]bool{"am_12": false, "um_14": true, "wm_38": false, "lm_31": true} {
		if got := m.MayBeWritten(name.Parse(block)); got != want {
			t.Errorf("%s may be written: %v, want %v", block, got, want)
		}
	}
	if got := names(m.Origins(name.Parse("e_26"))); got != "i_28 x_22" {
		t.Errorf("e is one of %q, want i and x", got)
	}
	for block, want := range map[string]bool{"xm_21": true, "sm_36": true, "wm_38": false} {
		if got := m.IsPassed(name.Parse(block)); got != want {
			t.Errorf("%s is passed on: %v, want %v", block, got, want)
		}
	}
}

// Within one run of a body, a loop's parameter is no block that the body allocates.
func TestFlow(t *testing.T) {
	f := parse(t)
	loop := f.Body.Stms[7].Exp.(*ir.Loop)
	root := name.Parse("qm_34")
	for _, c := range []struct {
		what  string
		flow  *alias.Flow
		holds map[string]string
	}{
		{"main", alias.Of(f).Flow(f.Body), map[string]string{
			"x_22": "xm_21", "em_25": "xm_21", "e_26": "xm_21", "z_30": "xm_21", "l_32": "ym_23", "q_35": "ym_23", "w_39": "", "n_10": "",
		}},
		{"the loop", alias.Of(f).Flow(loop.Body), map[string]string{"s_37": "sm_36", "qm_34": "", "q_35": "", "ym_23": ""}},
		{"the loop with its parameter", alias.Of(f).Flow(loop.Body, root), map[string]string{"s_37": "sm_36", "qm_34": "qm_34", "q_35": "qm_34"}},
		{"the loop alone", alias.In(loop.Body).Flow(loop.Body, root), map[string]string{"s_37": "sm_36", "qm_34": "qm_34"}},
	} {
		for n, want := range c.holds {
			if got := names(sorted(c.flow.Holds(name.Parse(n)))); got != want {
				t.Errorf("%s: %s is or lies in %q, want %q", c.what, n, got, want)
			}
		}
	}
}

// Blocks that a loop rotates may each be any of them, and so may what a call makes of
// a block from outside of the body that is looked at.
func TestFlowOfRotation(t *testing.T) {
	p, err := ir.Parse("rotation.lir", `lamina mem
names 90

fun main(n_1: i64, om_2: mem, c_3: bool) -> (rm_4: mem) {
  let (am_5: mem) = alloc(n_1)
  let (bm_6: mem) = alloc(n_1)
  let (cm_7: mem) = alloc(n_1)
  let (xm_8: mem, ym_9: mem, zm_10: mem) = loop(i_11 < n_1, pm_12: mem = am_5, qm_13: mem = bm_6, sm_14: mem = cm_7) do {
    in (qm_13, pm_12, sm_14)
  }
  let (wm_15: mem) = call back(om_2)
  in (xm_8)
}

fun back(m_20: mem) -> (k_21: mem) { in (m_20) }
`)
	if err != nil {
		t.Fatal(err)
	}
	b := p.Fun("main").Body
	for what, m := range map[string]*alias.Memory{"function": alias.Of(p.Fun("main")), "body": alias.In(b)} {
		flow := m.Flow(b, name.Parse("om_2"))
		for n, want := range map[string]string{"xm_8": "am_5 bm_6", "ym_9": "am_5 bm_6", "pm_12": "am_5 bm_6", "zm_10": "cm_7", "wm_15": "om_2"} {
			if got := names(sorted(flow.Holds(name.Parse(n)))); got != want {
				t.Errorf("%s: %s is %q, want %q", what, n, got, want)
			}
		}
	}
}
