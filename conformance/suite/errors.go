package suite

import (
	"context"
	"errors"
	"fmt"

	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/value"
)

// failing runs programs that fail: the message, and which failure comes first, are part of
// a program's meaning.
func failing() []*Case {
	i := number
	xs := numbers(5, func(i int64) int64 { return i })
	out := []*Case{
		fails("errors", "index-above", "entry main (xs: []i64) (i: i64) = xs[i]", `Index \[5\] out of bounds for array of shape \[5\]`, xs, i(5)),
		fails("errors", "index-below", "entry main (xs: []i64) (i: i64) = xs[i]", `Index \[-1\] out of bounds`, xs, i(-1)),
		fails("errors", "index-in-map", "entry main (xs: []i64) (k: i64) = map (\\i -> xs[i + k]) (iota 5)", `Index \[5\] out of bounds`, xs, i(2)),
		fails("errors", "index-in-map-far", "entry main (n: i64) = let xs = iota n in map (\\i -> xs[if i > 700 then i + n else i]) (iota n)", `Index \[1701\] out of bounds for array of shape \[1000\]`, i(1000)),
		fails("errors", "index-in-row", "entry main (n: i64) (j: i64) = let t = replicate n (iota 3) in map (\\r -> r[j]) t", `Index \[3\] out of bounds for array of shape \[3\]`, i(4), i(3)),
		fails("errors", "slice", "entry main (xs: []i64) (i: i64) = xs[1:i]", `\[1:7\].*out of bounds`, xs, i(7)),
		fails("errors", "update", "entry main (xs: *[]i64) (i: i64) = xs with [i] = 0", `\[9\].*out of bounds`, xs, i(9)),
		fails("errors", "divide-by-zero", "entry main (x: i64) (y: i64) = x / y", `division by zero`, i(1), i(0)),
		fails("errors", "modulo-zero", "entry main (x: i64) (y: i64) = x % y", `division by zero`, i(1), i(0)),
		fails("errors", "divide-in-map", "entry main (xs: []i64) = map (\\x -> 10 / x) xs", `division by zero`, xs),
		fails("errors", "divide-in-reduce", "entry main (xs: []i64) = reduce (+) 0 (map (\\x -> 10 / (x - 3)) xs)", `division by zero`, xs),
		fails("errors", "negative-power", "entry main (x: i64) (y: i64) = x ** y", `negative exponent`, i(2), i(-1)),
		fails("errors", "negative-iota", "entry main (n: i64) = iota n", `Range .*is invalid`, i(-1)),
		fails("errors", "negative-replicate", "entry main (n: i64) = replicate n 0i32", `-3`, i(-3)),
		fails("errors", "assert", "entry main (x: i64) = assert (x > 3) x", `Assertion is false`, i(3)),
		fails("errors", "assert-in-map", "entry main (xs: []i64) = map (\\x -> assert (x < 4) x) xs", `Assertion is false`, xs),
		fails("errors", "sizes-differ", "entry main [m] (xs: [m]i64) (n: i64) = map2 (+) xs (iota n :> [m]i64)", `Size|size|match`, xs, i(4)),
		fails("errors", "loop", "entry main (n: i64) = loop x = 10 for i < n do x / (3 - i)", `division by zero`, i(5)),
		fails("errors", "each-before-all", eachBeforeAll, `5 is too large`, i(2), numbers(8, func(i int64) int64 { return 5 * (1 - i%2) }), i(5)),
		fails("errors", "in-function", "def f (x: i64): i64 = 7 / x\nentry main (x: i64) = f x + f (x + 1)", `division by zero`, i(0)),
	}
	for _, n := range []int64{1, 33, 257, 1025, 100_000} {
		out = append(out, firstFailure(n))
	}
	return append(out, usableAfterFailure(), messageShowsValues(), notInvalid())
}

// eachBeforeAll asserts something of each element, then something uniform over all of them.
const eachBeforeAll = `lamina imp

fun main(n: i64, k: i64, xs: mem, x: i64) -> (r: i64)
  entry (n: "i64" = i64 in n, xs: "[]i64" = [k]i64 in xs, x: "i64" = i64 in x) -> ("i64" = i64 in r) {
  var ok: bool = lt.i64(x, n)
  parallel "rows" (i < n) {
    for j: i64 < 4 {
      var p: i64 = xs.i64[i * 4 + j]
      var small: bool = lt.i64(p, 5)
      assert(small, [p, " is too large"])
      assert(ok, ["index ", x, " out of bounds"])
    }
  }
  r <- 0
}
`

// firstFailure has many failing iterations, each with a different message: the lowest one
// counts.
func firstFailure(n int64) *Case {
	text := "entry main (n: i64) = let xs = iota n in map (\\i -> xs[if i >= n / 2 then n + i else i]) (iota n)"
	return fails("errors", fmt.Sprintf("lowest-of-%d", n), text, fmt.Sprintf(`Index \[%d\] out of bounds for array of shape \[%d\]`, n+n/2, n), number(n))
}

// usableAfterFailure runs a program that fails, and then again on arguments for which it
// succeeds.
func usableAfterFailure() *Case {
	return &Case{Suite: "errors", Name: "usable-afterwards", Run: func(ctx context.Context, s *Subject) error {
		x, err := s.Build(ctx, "case.fut", "entry main (xs: []i64) = map (\\x -> 12 / x) xs")
		if err != nil {
			return err
		}
		defer x.Close()
		bad := numbers(100, func(i int64) int64 { return i - 50 })
		good := numbers(100, func(i int64) int64 { return 1 + i%3 })
		for range 3 {
			_, _, err := x.Run(ctx, "main", []value.Value{bad})
			if err := failedWith(err, "division by zero"); err != nil {
				return err
			}
			got, _, err := x.Run(ctx, "main", []value.Value{good})
			if err != nil {
				return fmt.Errorf("after a failure: %w", err)
			}
			if err := same(one(numbers(100, func(i int64) int64 { return 12 / (1 + i%3) })), got); err != nil {
				return fmt.Errorf("after a failure: %w", err)
			}
		}
		return nil
	}}
}

// messageShowsValues has a failure with a backtrace.
func messageShowsValues() *Case {
	return &Case{Suite: "errors", Name: "backtrace", Run: func(ctx context.Context, s *Subject) error {
		text := "def get (xs: []i64) (i: i64) =\n  xs[i]\n\nentry main (xs: []i64) =\n  map (\\i -> get xs (i * 2)) (iota 5)\n"
		_, err := s.Run(ctx, "case.fut", text, "main", numbers(5, func(i int64) int64 { return i }))
		if err := failedWith(err, `Index \[6\] out of bounds for array of shape \[5\]`); err != nil {
			return err
		}
		var failure *fault.Failure
		errors.As(err, &failure)
		if len(failure.Trace) == 0 || failure.Trace[0].Line != 2 {
			return fmt.Errorf("the failure is at %v, expected line 2 first", failure.Trace)
		}
		return nil
	}}
}

// notInvalid has no failure where a condition guards the access.
func notInvalid() *Case {
	return gives("errors", "protected", "entry main (n: i64) = let xs = iota n in map (\\i -> if i + 1 < n then xs[i + 1] else -1) (iota n)",
		values(number(300)), func() []value.Value {
			return one(numbers(300, func(i int64) int64 {
				if i == 299 {
					return -1
				}
				return i + 1
			}))
		})
}
