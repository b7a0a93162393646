package sequentialise_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/pass/meaning"
	"github.com/lamina-lang/lamina/core/pass/passtest"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/core/value"
)

const folds = `lamina kernel
entry fun main(n: i64, xs: [n]f32) -> (r: [1]f32, s: [1][n]f32) {
  let (rs: [1]f32, ss: [1][n]f32) = segmap(i < 1i64) {
    let (sum: f32) = reduce(n, [xs], op = \(p: f32, q: f32) -> (f32) {
      let (pq: f32) = add.f32(p, q)
      in (pq)
    }, neutral = [0.0f32])
    let (sums: [n]f32) = scan(n, [xs], op = \(p_1: f32, q_1: f32) -> (f32) {
      let (pq_1: f32) = add.f32(p_1, q_1)
      in (pq_1)
    }, neutral = [0.0f32])
    in (sum, sums)
  }
  in (rs, ss)
}
`

// Sums of floats of very different magnitude depend on the order of additions, so a loop
// that adds in another order than the interpreter is noticed.
func TestTreesAtChunkBorders(t *testing.T) {
	before, err := ir.Parse("folds.lir", folds)
	if err != nil {
		t.Fatal(err)
	}
	u := &pass.Unit{IR: before.Clone(), Target: target.Embedded()}
	if err := passtest.Apply(u, "sequentialise"); err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{0, 1, 2, 1023, 1024, 1025, 2047, 2048, 2049, 5000, 1<<20 + 3000} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			xs := make([]float32, n)
			for i := range xs {
				xs[i] = float32(i%7) * 1e7 / float32(i*i%1001+1)
			}
			if why := meaning.Differs(context.Background(), before, u, "main", []value.Value{value.FromSlice(xs, int64(n))}); why != "" {
				t.Error(why)
			}
		})
	}
}
