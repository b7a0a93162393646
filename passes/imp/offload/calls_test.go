package offload_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/pass/passtest"
	"github.com/lamina-lang/lamina/core/target"
)

// TestChainOfCallsIsLookedAtOnce has 64 functions, each of which calls the one before
// twice: looking at what a call calls, again for each call, would never end.
func TestChainOfCallsIsLookedAtOnce(t *testing.T) {
	var b strings.Builder
	b.WriteString("lamina imp\ninkernel fun f0(x_0: i64) -> (y_0: i64) {\n  y_0 <- x_0 + 1\n}\n")
	for i := 1; i < 64; i++ {
		fmt.Fprintf(&b, "inkernel fun f%[1]d(x_%[1]d: i64) -> (y_%[1]d: i64) {\n  call f%[2]d(x_%[1]d) -> (y_%[1]d)\n  call f%[2]d(y_%[1]d) -> (y_%[1]d)\n}\n", i, i-1)
	}
	b.WriteString(`fun main(n: i64, xs: mem) -> (r: mem)
  entry (xs: *"[n]i64" = [n]i64 in xs, n: "i64" = i64 in n) -> ("[n]i64" = [n]i64 in r) {
  for i: i64 < n {
    var y: i64 = 0
    call f63(xs.i64[i]) -> (y)
    xs.i64[i] <- y
  }
  r <- hold(xs)
}
`)
	prog, err := imp.Parse("chain.lir", b.String())
	if err != nil {
		t.Fatal(err)
	}
	u := &pass.Unit{Imp: prog, Target: target.GPU()}
	if err := passtest.Apply(u, "offload"); err != nil {
		t.Fatal(err)
	}
	if u.RewritesMade() != 1 {
		t.Errorf("offload made %d rewrites, want the loop, which a kernel can run, and nothing else", u.RewritesMade())
	}
}
