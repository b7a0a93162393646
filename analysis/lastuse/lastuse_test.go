package lastuse_test

import (
	"testing"

	"github.com/lamina-lang/lamina/analysis/alias"
	"github.com/lamina-lang/lamina/analysis/lastuse"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
)

const program = `lamina mem
names 90

fun main(n_1: i64, c_2: bool) -> (rm_3: mem, r_4: [n_1]i64 @ rm_3 -> 0 + {(n_1 : 1)}) {
  let (bytes_5: i64) = mulsat.i64(n_1, 8i64)
  let (am_6: mem) = alloc(bytes_5)
  let (bm_7: mem) = alloc(bytes_5)
  let (dm_8: mem) = alloc(bytes_5)
  let (a_9: [n_1]i64 @ am_6 -> 0 + {(n_1 : 1)}) = replicate([n_1], 1i64)
  let (b_10: [n_1]i64 @ bm_7 -> 0 + {(n_1 : 1)}) = replicate([n_1], 2i64)
  let (em_11: mem, e_12: [n_1]i64 @ em_11 -> 0 + {(n_1 : 1)}, s_13: i64) = if(c_2) then {
    let (x_14: i64) = index(b_10, [0i64])
    in (am_6, a_9, x_14)
  } else {
    let (fm_15: mem) = alloc(bytes_5)
    let (f_16: [n_1]i64 @ fm_15 -> 0 + {(n_1 : 1)}) = replicate([n_1], 3i64)
    in (fm_15, f_16, 4i64)
  }
  let (z_17: i64) = add.i64(s_13, 1i64)
  let (k_18: i64) = index(e_12, [0i64])
  let (hm_19: mem) = alloc(bytes_5)
  let (h_20: [n_1]i64 @ hm_19 -> 0 + {(n_1 : 1)}) = replicate([n_1], k_18)
  in (hm_19, h_20)
}
`

// A block is in use up to the last use of whatever may lie in it. What an if reads of
// one block does not make its result lie there.
func TestBlocks(t *testing.T) {
	p, err := ir.Parse("lastuse.lir", program)
	if err != nil {
		t.Fatal(err)
	}
	f := p.Fun("main")
	for what, of := range map[string]*lastuse.Body{
		"alone": lastuse.Of(f.Body), "among": lastuse.Among(alias.Of(f), ir.Frees{}, f.Body),
	} {
		for _, want := range []struct {
			name             string
			first, last, own int
			returned         bool
		}{
			{"am_6", 4, 8, 6, false}, // through em, up to the index into e
			{"bm_7", 5, 6, 6, false},
			{"dm_8", -1, 0, 3, false},
			{"hm_19", 10, 11, 11, true},
		} {
			b := of.Block(name.Parse(want.name))
			if b.First != want.first || b.Last != want.last || b.Own != want.own || b.Returned != want.returned {
				t.Errorf("%s: %s is used from %d to %d, by its own name to %d, returned: %v; want %+v", what, want.name, b.First, b.Last, b.Own, b.Returned, want)
			}
		}
		for _, want := range []struct {
			at    int
			block string
			used  bool
		}{{6, "am_6", false}, {6, "bm_7", false}, {5, "bm_7", false}, {5, "am_6", true}, {7, "am_6", true}, {8, "am_6", false}} {
			if got := of.UsedBehind(want.at, name.Parse(want.block)); got != want.used {
				t.Errorf("%s: %s is used after statement %d by a name from before it: %v, want %v", what, want.block, want.at, got, want.used)
			}
		}
		letGo := of.LetGo()
		for i, want := range map[int]int{3: 3, 6: 1, 8: 6, 9: lastuse.Never, 11 - 1: lastuse.Never} {
			if letGo[i] != want {
				t.Errorf("%s: after statement %d a block bound at %d is let go, want %d", what, i, letGo[i], want)
			}
		}
	}
}
