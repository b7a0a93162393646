package decide_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/interp"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/passes/imp/decide"
)

// bodies are of functions of p, q, and xs of n elements. An assertion in each would be wrong to go,
// as it fails for some of the arguments that they are run on, or one condition holds for some only.
var bodies = map[string]string{
	"the sum wraps where the assertion before it ends at the largest number": `
  assert(le.i64(0, p), ["p"])
  assert(le.i64(0, p + 1), ["wraps ", p])`,
	"the assertion stands after the use": `
  assert(lt.i64(p + 1, 10), ["use ", p])
  assert(lt.i64(p, 5), ["p"])`,
	"the negated condition is one less": `
  if lt.i64(p, 5) {
    assert(lt.i64(p, 4), ["then ", p])
  } else {
    assert(gt.i64(p, 5), ["else ", p])
  }`,
	"a fact survives no assignment": `
  var x: i64 = p
  assert(and.bool(le.i64(0, x), lt.i64(x, n)), ["x"])
  x <- x + q
  assert(lt.i64(x, n), ["changed ", x])`,
	"a copy keeps what the variable loses": `
  var x: i64 = p
  assert(and.bool(le.i64(0, x), lt.i64(x, n)), ["x"])
  var y: i64 = x
  x <- x + 1
  assert(lt.i64(y, n), ["copy ", y])
  assert(lt.i64(x, n), ["changed ", x])`,
	"a bool tells of what variables were": `
  var x: i64 = p
  var small: bool = lt.i64(x, 5)
  x <- q
  if small { assert(lt.i64(x, 5), ["q ", x]) }`,
	"the bound of a loop is what it was before it": `
  var bound: i64 = n
  for i: i64 < bound {
    bound <- bound - 1
    assert(lt.i64(i, bound), ["i ", i])
    sum <- sum + i
  }`,
	"the bound of a while changes within": `
  var bound: i64 = n
  var i: i64 = 0
  while lt.i64(i, bound) {
    bound <- bound - 2
    assert(lt.i64(i, bound), ["i ", i])
    i <- i + 1
  }`,
	"a limit that only one arm lowers": `
  var bound: i64 = n
  var i: i64 = 0
  while lt.i64(i, bound) {
    if eq.i64(i, p) { bound <- bound - 2 }
    assert(lt.i64(i, bound), ["i ", i])
    i <- i + 1
  }
  assert(le.i64(i, bound), ["after ", i])`,
	"after a step of two the counter is beyond": `
  var i: i64 = 0
  while lt.i64(i, n) { i <- i + 2 }
  assert(le.i64(i, n), ["after ", i])`,
	"without an iteration the counter is beyond from the start": `
  var i: i64 = p
  while lt.i64(i, n) { i <- i + 1 }
  assert(le.i64(i, n), ["after ", i])`,
	"a while on another order than its step": `
  var i: i64 = n
  while ne.i64(i, 3) {
    i <- i - 1
    assert(ge.i64(i, 3), ["i ", i])
    assert(gt.i64(i, -5), ["far ", i])
  }`,
	"doubling leaves the i64s": `
  var i: i64 = 1
  while lt.i64(i, p) {
    i <- i * 2
    assert(gt.i64(i, 0), ["wraps ", i])
    sum <- sum + 1
    assert(lt.i64(sum, 70), ["long"])
  }`,
	"the last step before the largest number": `
  var i: i64 = 9223372036854775800
  while le.i64(i, p) {
    i <- i + 1
    assert(gt.i64(i, 0), ["wraps ", i])
  }`,
	"a sum in the condition wraps": `
  if lt.i64(p + q, n) {
    if le.i64(0, q) { assert(lt.i64(p, n), ["p ", p]) }
  }`,
	"a difference in the condition wraps": `
  if gt.i64(p - q, 0) { assert(gt.i64(p, q), ["p ", p]) }`,
	"a product in the condition wraps": `
  if and.bool(gt.i64(p, 0), lt.i64(p * 4, n * 4)) { assert(lt.i64(p, n), ["p ", p]) }`,
	"a narrow counter wraps": `
  var w: i8 = convert.i64.i8(p)
  while gt.i8(w, 0i8) {
    w <- add.i8(w, 1i8)
    assert(gt.i8(w, 0i8), ["w ", w])
  }`,
	"an unsigned counter below 0": `
  var w: u8 = convert.i64.u8(p)
  while lt.u8(w, 9u8) {
    w <- sub.u8(w, 1u8)
    assert(lt.u8(w, 9u8), ["w ", w])
  }`,
	"unsigned numbers compare without a sign": `
  var w: u32 = convert.i64.u32(p)
  if gt.u32(w, 5u32) { assert(gt.i32(convert.u32.i32(w), 5i32), ["w ", w]) }`,
	"a conversion drops bits": `
  var w: i32 = convert.i64.i32(p)
  assert(eq.bool(lt.i32(w, 5i32), lt.i64(p, 5)), ["odd"])
  if lt.i32(w, 5i32) { assert(lt.i64(p, 5), ["p ", p]) }`,
	"a conversion drops bits, in a condition on what it came from": `
  if gt.i64(p, 5) { assert(gt.i32(convert.i64.i32(p), 5i32), ["w ", p]) }`,
	"an i32 that is a u32": `
  var w: i32 = convert.i64.i32(q)
  if lt.i32(w, 3i32) { assert(lt.u32(convert.i32.u32(w), 3u32), ["w ", w]) }`,
	"u64s are no i64s": `
  var w: u64 = convert.i64.u64(p)
  if lt.u64(w, 9u64) { sum <- 1 }
  if lt.i64(p, 9) { assert(lt.u64(w, 9u64), ["w ", p]) }`,
	"quotients round towards 0, or down": `
  if lt.i64(quot.i64(p, 2), 0) { sum <- sum + 1 }
  if le.i64(quot.i64(p, 4), 0) { assert(le.i64(p, 0), ["quot ", p]) }
  if le.i64(div.i64(p, 4), -1) { assert(lt.i64(quot.i64(p, 4), 0), ["div ", p]) }`,
	"remainders have the sign of the dividend": `
  if gt.i64(q, 0) {
    assert(le.i64(0, mod.i64(p, q)), ["mod"])
    assert(le.i64(0, rem.i64(p, q)), ["rem ", p])
  }`,
	"the remainder by a negative number": `
  var r: i64 = mod.i64(p, select.i64(eq.i64(q, 0), 1, q))
  assert(le.i64(0, r), ["r ", r])`,
	"a shift is as by the width at most": `
  var w: i32 = convert.i64.i32(p)
  assert(ge.i32(shr.i32(w, 40i32), 0i32), ["w ", w])
  assert(lt.i64(shr.i64(p, 62), 1), ["p ", p])`,
	"bits of a negative number": `
  assert(le.i64(and.i64(p, q), q), ["and ", p])`,
	"either of two holds": `
  if or.bool(lt.i64(p, 3), lt.i64(q, 3)) { assert(lt.i64(min.i64(p, q), 3), ["min"]) assert(lt.i64(p, 3), ["p ", p]) }`,
	"neither of two, negated": `
  if not.bool(and.bool(lt.i64(p, 3), lt.i64(q, 3))) { assert(ge.i64(max.i64(p, q), 3), ["max"]) assert(ge.i64(q, 3), ["q ", q]) }`,
	"unequal is more or less": `
  if ne.i64(p, 0) { assert(gt.i64(p, 0), ["p ", p]) }`,
	"two arms leave different numbers": `
  var x: i64 = 0
  if lt.i64(p, 3) { x <- 2 } else { x <- p }
  assert(le.i64(2, x), ["x"])
  assert(lt.i64(x, 5), ["x ", x])`,
	"an arm leaves a bool of its own": `
  var b: bool = false
  if lt.i64(p, 3) { b <- lt.i64(q, 3) } else { b <- gt.i64(q, 5) }
  if b { assert(lt.i64(p, 3), ["p ", p]) }`,
	"an arm's fact is gone after it": `
  if lt.i64(q, 3) { assert(lt.i64(p, 3), ["arm ", p]) sum <- 1 }
  assert(lt.i64(p, 3), ["p ", p])`,
	"a loop's fact is gone after no iteration": `
  for i: i64 < n { assert(lt.i64(p, 3), ["in ", p]) }
  assert(lt.i64(p, 3), ["p ", p])`,
	"the index of the loop before": `
  var last: i64 = 0
  for i: i64 < n { last <- i }
  assert(lt.i64(last, n), ["last ", last])`,
	"an inner loop changes the outer counter": `
  var i: i64 = 0
  while lt.i64(i, n) {
    var j: i64 = 0
    while lt.i64(j, p) {
      j <- j + 1
      i <- i + 1
      assert(lt.i64(j, 20), ["long"])
    }
    assert(lt.i64(i, n), ["i ", i])
    i <- i + 1
  }`,
	"an inner for lowers the outer counter": `
  var i: i64 = 3
  for k: i64 < n {
    for j: i64 < 2 { i <- i - 1 }
    i <- i + 1
    assert(le.i64(0, i), ["i ", i])
  }`,
	"two counters that part": `
  var a: i64 = 0
  var b: i64 = 0
  var c: i64 = 0
  while lt.i64(a, n) {
    if eq.i64(a, p) { b <- b + 1 } else { if eq.i64(a, q) { c <- c + 2 } else { c <- c + 1 } }
    a <- a + 1
    assert(eq.i64(a, a), ["a"])
    assert(le.i64(a, b + c), ["less"])
    assert(le.i64(b + c, a), ["parted ", a])
  }`,
	"a call has two results": `
  var x: i64 = 3
  var y: i64 = p
  call swap(x, y) -> (x, y)
  assert(lt.i64(x, 5), ["first ", x])
  assert(lt.i64(y, 5), ["second ", y])`,
	"room for no elements of any size": `
  var zs: mem
  zs <- alloc(mulsat.i64(p, mulsat.i64(q, 8)))
  assert(le.i64(p, 1125899906842624), ["p ", p])`,
	"room is known after the allocation": `
  var zs: mem
  assert(lt.i64(0, p * 2), ["wraps ", p])
  zs <- alloc(mulsat.i64(p, 8))
  assert(le.i64(0, p), ["negative ", p])`,
	"room in one arm only": `
  var zs: mem
  if gt.i64(q, 3) { zs <- alloc(mulsat.i64(p, 8)) }
  assert(lt.i64(p, p + 1), ["wraps ", p])`,
	"room for products that wrap": `
  var zs: mem
  zs <- alloc(p * 8)
  assert(lt.i64(p, p + 9223372036854775800), ["p ", p])`,
	"a saturated product of negative numbers is 0": `
  var m: i64 = mulsat.i64(p, q)
  assert(or.bool(lt.i64(m, 9), gt.i64(p, 0)), ["odd"])
  var zs: mem
  zs <- alloc(min.i64(m, 64))
  assert(ge.i64(p, 0), ["p ", p])`,
	"selection of bools": `
  var b: bool = select.bool(lt.i64(p, 3), lt.i64(q, 3), gt.i64(q, 5))
  if b { assert(lt.i64(q, 3), ["q ", q]) }
  if not.bool(b) { assert(ge.i64(q, 3), ["not ", q]) }`,
	"steps of a division that stand still": `
  var lo: i64 = 0
  var hi: i64 = p
  while lt.i64(lo, hi) {
    var mid: i64 = div.i64(lo + hi, 2)
    assert(le.i64(0, mid), ["mid ", mid])
    assert(lt.i64(mid, n), ["n ", mid])
    lo <- mid + 1
  }`,
	"middles of large numbers wrap": `
  var lo: i64 = p
  var hi: i64 = q
  if and.bool(le.i64(0, lo), lt.i64(lo, hi)) {
    assert(le.i64(lo, div.i64(lo + hi, 2)), ["wraps ", lo])
  }`,
	"an index goes to one below the bound": `
  for i: i64 < p {
    assert(lt.i64(i + 1, p), ["next ", i])
    assert(lt.i64(i, 9), ["long"])
  }`,
	"a backward index ends at 0": `
  for i: i64 < n {
    assert(le.i64(0, n - 1 - i), ["from the end"])
    assert(lt.i64(0, n - 1 - i), ["last ", i])
  }`,
	"a bool carried round is of the iteration before": `
  var go: bool = lt.i64(0, n)
  var i: i64 = 0
  while go {
    i <- i + 1
    assert(lt.i64(i, n), ["i ", i])
    go <- lt.i64(i, n)
  }`,
	"a condition that is asked before the step": `
  var i: i64 = 0
  var go: bool = true
  while go {
    go <- lt.i64(i, n)
    i <- i + 1
    if go { assert(lt.i64(i, n), ["i ", i]) }
  }`,
	"a division in an unreachable place, where nothing is left of the divisor": `
  if le.i64(q, 0) {
    if ge.i64(q, 1) { assert(lt.i64(div.i64(p, q), 9), ["never"]) assert(lt.i64(quot.i64(7, q), 9), ["never"]) }
  }
  assert(lt.i64(q, 3), ["q ", q])`,
	"an unreachable place where two facts contradict": `
  if lt.i64(p, -3) {
    if le.i64(q, p) {
      if le.i64(0, q) { assert(lt.i64(div.i64(7, max.i64(and.i64(q, 7), 1)), mod.i64(9, max.i64(q, 1))), ["never"]) }
      assert(lt.i64(q, -5), ["q ", q])
    }
  }`,
}

// Programs whose arithmetic just wraps, whose facts just do not hold any longer, or not yet, stop
// where they did before the pass.
func TestWhatJustDoesNotHoldIsChecked(t *testing.T) {
	ends := []int64{0, 1, 2, 3, 4, 5, 7, 9, -1, -2, -4, -5, 1 << 30, 1 << 31, 1<<32 + 1, 1 << 60, 1<<62 + 5, -1 << 62, 1<<61 + 1, -1<<63 + 1, math.MinInt64, math.MaxInt64, math.MaxInt64 - 3, 200, 249}
	number := func(x int64) value.Value {
		v, err := value.New(scalar.I64)
		if err != nil {
			t.Fatal(err)
		}
		v.Set(0, scalar.Int(scalar.I64, x))
		return v
	}
	for what, body := range bodies {
		t.Run(what, func(t *testing.T) {
			text := "lamina imp\nfun main(n: i64, p: i64, q: i64, xs: mem) -> (sum: i64)\n" +
				`  entry (p: "i64" = i64 in p, q: "i64" = i64 in q, xs: "[n]i64" = [n]i64 in xs) -> ("i64" = i64 in sum) {` +
				body + "\n}\nfun swap(from: i64, to: i64) -> (first: i64, second: i64) {\n  first <- to\n  second <- from\n}\n"
			before, after := parse(t, text), parse(t, text)
			u := &pass.Unit{Imp: after}
			if err := u.Check(); err != nil {
				t.Fatal(err)
			}
			if err := decide.Pass.Run(t.Context(), u, decide.Pass.Defaults()); err != nil {
				t.Fatal(err)
			}
			stopped, runs := 0, 0
			for _, p := range ends {
				for _, q := range ends {
					for _, n := range []int64{0, 3, 4} {
						xs, err := value.New(scalar.I64, n)
						if err != nil {
							t.Fatal(err)
						}
						args := []value.Value{number(p), number(q), xs}
						want, got := limited(before, args), limited(after, args)
						if want == "" || got == "" {
							continue
						}
						if want != got {
							t.Fatalf("on %d, %d and %d elements: got %s, want %s\n%s", p, q, n, got, want, after)
						}
						runs++
						if want[0] != '[' {
							stopped++
						}
					}
				}
			}
			t.Logf("%d of %d runs stop\n%s", stopped, runs, after)
			if stopped == 0 || stopped == runs {
				t.Errorf("%d of %d runs stop: the program shows nothing", stopped, runs)
			}
		})
	}
}

// limited is what a run comes to, or nothing if it takes long.
func limited(p *imp.Program, args []value.Value) string {
	results, _, err := interp.Imp(context.Background(), p, "main", args, interp.Options{MaxSteps: 400, MaxBytes: 1 << 16})
	switch {
	case errors.Is(err, interp.ErrStopped):
		return ""
	case err != nil:
		return err.Error()
	}
	return fmt.Sprint(results[0].Data)
}

// The general arm may run where the condition holds, too, so that it tells nothing there.
func TestGeneralArmsAssumeNothing(t *testing.T) {
	p := parse(t, `
lamina imp
fun main(p: i64) -> (x: i64)
  entry (p: "i64" = i64 in p) -> ("i64" = i64 in x) {
  if lt.i64(p, 5) { x <- 2 } general {
    assert(or.bool(ge.i64(p, 5), ge.i64(p, -9)), ["p ", p])
    x <- 2
  }
}`)
	u := &pass.Unit{Imp: p}
	if err := decide.Pass.Run(t.Context(), u, decide.Pass.Defaults()); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(p.String(), "assert(or.bool(ge.i64(p, 5), ge.i64(p, -9))") {
		t.Errorf("the assertion changed:\n%s", p)
	}
}
