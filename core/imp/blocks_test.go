package imp_test

import (
	"testing"

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
