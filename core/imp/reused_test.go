package imp_test

import (
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/imp"
)

// A thread reuses the blocks of allocations that each iteration makes anew, of one size, and has in use whenever it allocates
// anything else. Reused otherwise, blocks would add up that were never in use at once.
func TestReused(t *testing.T) {
	for _, test := range []struct{ name, body, want string }{
		{"one", "a <- alloc(m * 8)\n a.i64[0] <- 1", "a"},
		{"two in use at once", "a <- alloc(m * 8)\n b <- alloc(64)\n a.i64[0] <- 1", "a b"},
		{"and one in a loop meanwhile", "a <- alloc(64)\n for j: i64 < m { b <- alloc(j * 8) }", "a"},
		{"given back at the end", "a <- alloc(64)\n a.i64[0] <- 1\n a <- hold()", "a"},
		{"of a size by the index", "a <- alloc(i * 8)", ""},
		{"of a size by a variable of the iteration", "var k: i64 = m + i\n a <- alloc(k * 8)", ""},
		{"given back before another", "a <- alloc(64)\n a.i64[0] <- 1\n a <- hold()\n b <- alloc(64)", ""},
		{"after one that is not reused", "for j: i64 < m { b <- alloc(j * 8) }\n a <- alloc(64)", ""},
		{"in a branch", "if lt.i64(i, m) { a <- alloc(64) }", ""},
		{"twice into one variable", "a <- alloc(64)\n a <- alloc(64)", ""},
		{"then another variable's", "a <- alloc(64)\n b <- alloc(64)\n a <- hold(b)", ""},
		{"replaced before another is made", "a <- alloc(64)\n a <- hold(b)\n b <- alloc(64)", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, err := imp.ParseSource("reused.imp", "lamina imp\nfun f(n: i64, m: i64) -> () {\n parallel \"p\" (i < n) {\n var a: mem\n var b: mem\n"+test.body+"\n }\n}\n")
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, a := range imp.Reused(p.Funs[0].Body[0].(*imp.Parallel)) {
				got = append(got, a.Block.Base)
			}
			if strings.Join(got, " ") != test.want {
				t.Errorf("reused are %v, not %s", got, test.want)
			}
		})
	}
}

// A loop keeps the blocks that each iteration makes for itself alone, where they are in use together with all that it makes
// otherwise.
func TestReuse(t *testing.T) {
	for _, test := range []struct{ name, body, want string }{
		{"one", "a <- alloc(m * 8)\n a.i64[0] <- 1", "a"},
		{"two in use at once", "a <- alloc(m * 8)\n b <- alloc(64)\n a.i64[0] <- 1\n b <- hold()\n a <- hold()", "a b"},
		{"the only one, of a size by the index", "a <- alloc(i * 8)", "a"},
		{"of a size by the index, beside another", "a <- alloc(i * 8)\n b <- alloc(64)", "b"},
		{"of a size by the index, let go before another", "a <- alloc(i * 8)\n a <- hold()\n b <- alloc(64)", ""},
		{"let go before another", "a <- alloc(64)\n a.i64[0] <- 1\n a <- hold()\n b <- alloc(64)", ""},
		{"the longer one of two", "a <- alloc(64)\n b <- alloc(64)\n b <- hold()\n c <- alloc(64)", "a"},
		{"after one that is held to a later one", "b <- alloc(64)\n a <- alloc(64)\n b <- hold()\n c <- alloc(64)", "a"},
		{"beside a block that grows", "a <- alloc(64)\n if lt.i64(size, m) { out <- hold() out <- alloc(m) size <- m }\n b <- alloc(64)", "a b"},
		{"beside one of the body that grows", "if lt.i64(size, m) { c <- hold() c <- alloc(m) size <- m }\n c <- hold()\n a <- alloc(64)", ""},
		{"after one within a statement", "for j: i64 < m { c <- alloc(j * 8) }\n a <- alloc(64)", ""},
		{"let go in a branch", "a <- alloc(64)\n if lt.i64(i, m) { a <- hold() }", ""},
		{"given to a variable outside", "a <- alloc(64)\n out <- hold(a)", ""},
		{"whose size is asked for", "a <- alloc(i * 8)\n size <- bytes(a)", ""},
		{"beside a call of what makes none", "a <- alloc(64)\n call g(mem out) -> ()\n b <- alloc(64)", "a b"},
		{"after a call of what makes one", "call h() -> ()\n a <- alloc(64)", ""},
		{"of a variable outside", "out <- alloc(64)\n out <- hold()", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, err := imp.ParseSource("kept.imp", "lamina imp\nfun f(n: i64, m: i64) -> () {\n var out: mem\n var size: i64 = 0\n for i: i64 < n {\n var a: mem\n var b: mem\n var c: mem\n"+test.body+"\n }\n}\nfun g(x: mem) -> () { x.i64[0] <- 1 }\nfun h() -> () { var x: mem x <- alloc(8) }\n")
			if err != nil {
				t.Fatal(err)
			}
			loop := p.Funs[0].Body[2].(*imp.For)
			var got []string
			for _, a := range imp.NewReuse(p.Funs[0], imp.Quiet(p)).By(loop, loop.Body) {
				got = append(got, a.Block.Base)
			}
			if strings.Join(got, " ") != test.want {
				t.Errorf("kept are %v, not %s", got, test.want)
			}
		})
	}
}
