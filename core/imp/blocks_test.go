package imp_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lamina-lang/lamina/core/imp"
)

// Parameters that are held by another variable, assigned, asked for their size, or passed to a
// function that does so are counted; those that are only read and written are not.
func TestCounted(t *testing.T) {
	p, err := imp.ParseSource("test.imp", `lamina imp
fun hold(held: mem, read: mem) -> (r: mem) {
  r <- hold(held)
  r.i64[0] <- read.i64[0]
}
fun main(passed: mem, lent: mem, assigned: mem, sized: mem, inside: mem) -> (r: mem, n: i64) {
  var a: mem
  r <- hold(a)
  call hold(mem passed, mem lent) -> (r)
  assigned <- alloc(8)
  n <- bytes(sized)
  if eq.i64(n, 0) {
    a <- hold(inside)
  }
}`)
	if err != nil {
		t.Fatal(err)
	}
	counted := imp.Counted(p)
	want := map[string]bool{"held": true, "read": false, "passed": true, "lent": false, "assigned": true, "sized": true, "inside": true}
	for _, f := range p.Funs {
		for _, param := range f.Params {
			if counted[param.Name] != want[param.Name.Base] {
				t.Errorf("%s is counted: %t, want %t", param.Name.Base, counted[param.Name], want[param.Name.Base])
			}
		}
	}
}

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
  call f(mem passed) -> (returned)
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
