package codegen

import (
	"maps"
	"slices"
	"testing"

	"github.com/lamina-lang/lamina/core/imp"
)

// kernelIn is the one kernel of a program.
func kernelIn(t *testing.T, body string) *Kernel {
	t.Helper()
	p, err := imp.ParseSource("kernel.lir", `lamina imp

fun main(n_1: i64, a_2: mem, t_3: mem) -> () {
  parallel "kernel" (i_4 < n_1) {
`+body+`
  }
}
`)
	if err != nil {
		t.Fatal(err)
	}
	s := p.Funs[0].Body[0].(*imp.Parallel)
	return &Kernel{body: s.Body, Space: s.Space}
}

// What differs between the iterations that run in lockstep: a variable taken for one
// that does not differ has the value of another iteration.
func TestWhatDiffers(t *testing.T) {
	for _, c := range []struct {
		name, body string
		want       []string
	}{
		{"handed on in a loop, against the order of statements and as often as that takes", `
    var same_5: i64 = n_1
    var x_6: i64 = 0
    var b_7: i64 = 0
    var a_8: i64 = 0
    for k_9: i64 < 4 {
      x_6 <- b_7
      if lt.i64(k_9, 2) {
        b_7 <- a_8
      } else {
      }
      a_8 <- i_4
      same_5 <- same_5 + k_9
    }
    a_2.i64[i_4] <- x_6 + same_5`, []string{"a_8", "b_7", "i_4", "x_6"}},
		{"assigned in one branch", `
    var x_5: i64 = 0
    var y_6: i64 = 0
    if lt.i64(i_4, 2) {
      x_5 <- 1
    } else {
      y_6 <- 1
    }
    a_2.i64[i_4] <- x_5 + y_6`, []string{"i_4", "x_5", "y_6"}},
		{"assigned in a loop of more or fewer rounds", `
    var x_5: i64 = 0
    for k_6: i64 < i_4 {
      x_5 <- 1
    }
    var y_7: i64 = 0
    while lt.i64(y_7, i_4) {
      y_7 <- y_7 + 1
    }
    a_2.i64[i_4] <- x_5 + y_7`, []string{"i_4", "k_6", "x_5", "y_7"}},
	} {
		l := newLockstep(kernelIn(t, c.body))
		if l == nil {
			t.Errorf("%s: the body cannot be run in lockstep", c.name)
			continue
		}
		var got []string
		for n := range maps.Keys(l.varies) {
			if l.varies[n] != 0 {
				got = append(got, n.String())
			}
		}
		slices.Sort(got)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v differ between iterations, want %v", c.name, got, c.want)
		}
	}
}
