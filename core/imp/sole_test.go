package imp_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lamina-lang/lamina/core/imp"
)

// A variable is the sole holder of its blocks if it allocates them, in kernels too, and no other
// one is given them: not an argument, nor one that is assigned, given away or passed to a function.
func TestSole(t *testing.T) {
	p, err := imp.Parse("", `lamina imp

fun f(a: mem) -> (r: mem) {
  r <- hold(a)
}

fun main(n: i64, argument: mem) -> (result: mem) {
  result <- alloc(8)
  var given: mem
  given <- alloc(8)
  var taken: mem
  taken <- alloc(8)
  taken <- hold(given)
  var passed: mem
  passed <- alloc(8)
  var returned: mem
  call f(passed) -> (returned)
  var again: mem
  again <- alloc(8)
  again <- hold()
  again <- alloc(16)
  parallel "own" (i < n) {
    var own: mem
    own <- alloc(8)
    own <- hold()
  }
}
`)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for n := range imp.Sole(p.Fun("main")) {
		got = append(got, n.Base)
	}
	slices.Sort(got)
	if diff := cmp.Diff([]string{"again", "own", "result"}, got); diff != "" {
		t.Error(diff)
	}
}
