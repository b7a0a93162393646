package simplify_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/target"
)

// long is a function of n groups of statements, nothing of which simplifies
// away, with loops in it.
func long(n int) string {
	var b strings.Builder
	b.WriteString("lamina soac\nentry fun main(n: i64, xs: [n]i64, x_0: i64) -> (r: i64) {\n")
	for i := range n {
		fmt.Fprintf(&b, `
  let (m%[1]d: i64) = mul.i64(x_%[1]d, n)
  let (a%[1]d: i64) = xor.i64(m%[1]d, %[1]di64)
  let (low%[1]d: bool) = le.i64(0i64, a%[1]d)
  let (high%[1]d: bool) = lt.i64(a%[1]d, n)
  let (ok%[1]d: bool) = and.bool(low%[1]d, high%[1]d)
  assert(ok%[1]d, ["index ", a%[1]d])
  let (e%[1]d: i64) = index(xs, [a%[1]d])
  let (x_%[2]d: i64) = loop(i%[1]d < n, p%[1]d: i64 = e%[1]d) do {
    let (q%[1]d: i64) = add.i64(p%[1]d, i%[1]d)
    in (q%[1]d)
  }
`, i, i+1)
	}
	fmt.Fprintf(&b, "  in (x_%d)\n}\n", n)
	return b.String()
}

func BenchmarkSimplify(b *testing.B) {
	for _, n := range []int{100, 1000, 4000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			p, err := ir.Parse("long.lir", long(n))
			if err != nil {
				b.Fatal(err)
			}
			pl, err := pass.Default.Parse("simplify", pass.Soac)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				b.StopTimer()
				u := &pass.Unit{IR: p.Clone(), Target: target.Embedded()}
				b.StartTimer()
				if _, err := new(pass.Manager).Run(context.Background(), pl, u); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
