package fcl_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/interp"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/frontends/fcl"
)

// TestTheHostDecidesChecks: of a kernel whose places depend on arguments there is a version without
// checks, and the host takes it only where none would fail: what comes out is what the evaluator
// says, also where products of the arguments overflow.
func TestTheHostDecidesChecks(t *testing.T) {
	ctx := context.Background()
	const head = "sig main : int -> int -> [int] -> Program<grid> [int]<grid>\n#[local(4)]\nentry main a b arr = splitUp 8 arr |> map (fn xs => do<block> { x <- force<block> (push<block> xs); return<block> (push<block> (generate 8 (fn i => "
	const tail = "))) }) |> concat<block> 8"
	for _, place := range []string{
		"index x (i + a)", "index x (a * i + b)", "index x (7 - i + b)", "index x ((i * 2) / 2 + a)", "index arr (a * (i % 4) + b * (i / 4))",
		"index x (a * b + i)", "index arr (a - i)", "index x (i / 3 + a * (i % 3))",
	} {
		text := head + place + tail
		p, err := fcl.Compile(ctx, "p.fcl", []byte(text), fcl.Options{})
		if err != nil {
			t.Fatalf("%s: %v", place, err)
		}
		free := 0
		imp.Walk(p.Fun("main").Body, func(s imp.Stm) bool {
			if l, ok := s.(*imp.Launch); ok {
				checks := 0
				imp.Walk(l.Body, func(s imp.Stm) bool {
					if _, ok := s.(*imp.Atomic); ok {
						checks++
					}
					return true
				})
				if checks == 0 {
					free++
				}
			}
			return true
		})
		if free != 1 {
			t.Errorf("%s: %d versions have no checks, not 1:\n%s", place, free, p)
		}
		ran := 0
		for _, a := range []int64{0, 1, -1, 2, 3, 7, 8, 15, 1 << 31, 1 << 61, math.MaxInt64, math.MinInt64} {
			for _, b := range []int64{0, 1, -1, 2, 4, 9, 1 << 33, 1 << 62, math.MinInt64} {
				for _, n := range []int{0, 8, 16} {
					xs := make([]int64, n)
					for i := range xs {
						xs[i] = int64(i*i - 20)
					}
					args := []value.Value{value.Scalar(scalar.Int(scalar.I64, a)), value.Scalar(scalar.Int(scalar.I64, b)), value.FromSlice(xs, int64(n))}
					want, err := fcl.Evaluate(ctx, "p.fcl", []byte(text), "main", args, fcl.Options{})
					var failure *fault.Failure
					fails := errors.As(err, &failure)
					got, _, err := interp.Imp(ctx, p, "main", args, interp.Options{})
					if fails {
						if !errors.As(err, &failure) {
							t.Errorf("%s of %d, %d, [%d]: %v, but it fails", place, a, b, n, got)
						}
						continue
					}
					ran++
					if err != nil {
						t.Errorf("%s of %d, %d, [%d]: %v", place, a, b, n, err)
						continue
					}
					for j, w := range want[0] {
						if got[0].At(int64(j)) != w {
							t.Errorf("%s of %d, %d, [%d]: [%d] is %v, not %v", place, a, b, n, j, got[0].At(int64(j)), w)
						}
					}
				}
			}
		}
		if ran < 4 {
			t.Errorf("%s: only %d arguments do not fail", place, ran)
		}
	}
}
