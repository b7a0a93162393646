package gpu

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// answering has blocks of which only the first two are answers.
const answering = `lamina imp

fun main(n_1: i64, xs_2: mem) -> (x_3: i32, ys_4: mem)
  entry (n: "i64" = i64 in n_1, xs: "[]i32" = [n_1]i32 in xs_2) -> ("i32" = i32 in x_3, "[]i32" = [n_1]i32 in ys_4) {
  var one_5: mem
  one_5 <- alloc(8)
  launch "sum" (4, 256) shared () {
    if eq.i64(group_id() + local_id(), 0) {
      one_5.i32[1] <- xs_2.i32[0]
    }
  }
  x_3 <- one_5.i32[1]
  one_5 <- hold()
  var two_6: mem
  two_6 <- alloc(4)
  parallel "once" (i_7 < 1) {
    two_6.i32[i_7] <- 5i32
  }
  x_3 <- add.i32(x_3, two_6.i32[0])
  var read_8: mem
  read_8 <- alloc(4)
  parallel "once" (i_9 < 1) {
    read_8.i32[0] <- 5i32
    read_8.i32[0] <- read_8.i32[0]
  }
  var often_10: mem
  often_10 <- alloc(4)
  parallel "many" (i_11 < n_1) {
    often_10.i32[0] <- 5i32
  }
  var looped_12: mem
  looped_12 <- alloc(4)
  launch "loop" (1, 256) shared () {
    for k_13: i64 < n_1 {
      looped_12.i32[0] <- 5i32
    }
  }
  var filled_14: mem
  filled_14 <- alloc(4)
  filled_14.i32[0] <- 5i32
  var held_15: mem
  held_15 <- alloc(8)
  ys_4 <- hold(held_15)
  var counted_16: mem
  counted_16 <- alloc(4)
  launch "count" (1, 256) shared () {
    atomic(counted_16.i32[0], add, 1i32)
  }
}
`

func TestAnswersOf(t *testing.T) {
	p, err := imp.ParseSource("answers.lir", answering)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for n := range answersOf(p) {
		got = append(got, n.Base)
	}
	slices.Sort(got)
	if diff := cmp.Diff([]string{"one", "two"}, got); diff != "" {
		t.Error(diff)
	}
}

// mapping is a device whose kernels write answers to the host's memory: its launches put
// 7 where the second word of each is.
type mapping struct {
	idle
	page [4 * slot]byte
}

func (d *mapping) Mapped() (Memory, []byte) { return 1 << 40, d.page[:] }

// Answers are read where they lie, and what the host's memory has no room for lies on
// the device.
func TestAnswersInTheHostsMemory(t *testing.T) {
	d := &mapping{idle: idle{memory: map[Memory][]byte{}, room: 1 << 40}}
	d.onLaunch = func() {
		for at := 0; at < len(d.page); at += slot {
			d.page[at], d.page[at+4] = 3, 7
		}
	}
	x := compileFor(t, d, answering)
	defer x.Close()
	for range 5 { // more than there are slots
		xs, _ := value.New(scalar.I32, 2)
		results, _, err := x.Run(t.Context(), "main", []value.Value{value.Scalar(scalar.Int(scalar.I64, 2)), xs})
		if err != nil {
			t.Fatal(err)
		}
		if got := results[0].At(0).Int(); got != 10 {
			t.Errorf("the answers' sum is %d, want 7 + 3", got)
		}
	}
	pool := &x.(*executable).pool
	for range 5 {
		if _, err := pool.takeAnswer(4); err != nil {
			t.Fatal(err)
		}
	}
	if b, err := pool.takeAnswer(slot + 1); err != nil || b.host != nil {
		t.Errorf("a block of %d bytes lies in the host's memory (%v)", slot+1, err)
	}
}
