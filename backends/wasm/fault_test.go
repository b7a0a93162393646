package wasm_test

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/value"
)

// fails runs main and returns the failure that it must end with.
func fails(t *testing.T, x backend.Executable, args ...value.Value) *fault.Failure {
	t.Helper()
	_, _, err := x.Run(context.Background(), "main", args)
	var f *fault.Failure
	if !errors.As(err, &f) {
		t.Fatalf("the run ended with %v, not with a failure of the program", err)
	}
	return f
}

func TestAssertMessageAndTrace(t *testing.T) {
	x := compile(t, `
fun inner(i: i64, n: i64) -> (r: i64) @9:1 {
  assert(lt.i64(i, n), ["Index [", i, "] out of bounds for array of shape [", n, "]."], at = [@2:3])
  r <- i * 2
}
fun outer(i: i64, n: i64) -> (r: i64) @9:2 {
  call inner(i, n) -> (r) @20:1
}
fun main(i: i64) -> (r: i64) @9:3
  entry (i: "i64" = i64 in i) -> ("i64" = i64 in r) {
  var a: i64 = 0
  call inner(0, 10) -> (a) @30:1
  call outer(i, 10) -> (r) @31:1
  call inner(i + -5, 4) -> (a) @32:1
}`, backend.Options{})
	for _, c := range []struct {
		i     int64
		want  string
		trace []int // lines
	}{
		{10, "Index [10] out of bounds for array of shape [10].", []int{2, 20, 31}},
		{9, "Index [4] out of bounds for array of shape [4].", []int{2, 32}},
	} {
		f := fails(t, x, i64(c.i))
		if f.Message != c.want {
			t.Errorf("message %q, want %q", f.Message, c.want)
		}
		if len(f.Trace) != len(c.trace) {
			t.Fatalf("trace %v, want lines %v", f.Trace, c.trace)
		}
		for k, line := range c.trace {
			if f.Trace[k].Line != line {
				t.Errorf("trace %v, want lines %v", f.Trace, c.trace)
			}
		}
	}
	want(t, run(t, x, i64(8)), "16i64") // still usable
}

func TestValuesInMessages(t *testing.T) {
	x := compile(t, `
fun main(a: i8, b: u16, c: f16, d: f32, e: bool, g: u64) -> ()
  entry (a: "i8" = i8 in a, b: "u16" = u16 in b, c: "f16" = f16 in c, d: "f32" = f32 in d, e: "bool" = bool in e, g: "u64" = u64 in g) -> () {
  assert(false, [a, " ", b, " ", c, " ", d, " ", e, " ", g])
}`, backend.Options{})
	f := fails(t, x, parse(t, "-3i8 65535u16 1.5f16 -0.25f32 true 18446744073709551615u64")...)
	if want := "-3 65535 1.5 -0.25 true 18446744073709551615"; f.Message != want {
		t.Errorf("message %q, want %q", f.Message, want)
	}
}

// The failure of the lowest iteration is reported, whichever iteration fails first.
func TestLowestFailure(t *testing.T) {
	x := compile(t, `
fun main(n: i64, low: i64, xs: mem) -> ()
  entry (low: "i64" = i64 in low, xs: "[n]i64" = [n]i64 in xs) -> () {
  parallel "check" (i < n) {
    var s: i64 = 0
    for j: i64 < 1000 {
      s <- s + xs.i64[i]
    }
    assert(or.bool(lt.i64(i, low), lt.i64(s, 0)), ["iteration ", i])
  }
}`, backend.Options{Threads: 4})
	xs, err := value.New(i64(0).Elem, 20000)
	if err != nil {
		t.Fatal(err)
	}
	for _, low := range []int64{0, 1, 777, 10000, 19999} {
		for range 3 {
			if f, want := fails(t, x, i64(low), xs), "iteration "+i64(low).Scalar().String(); f.Message+"i64" != want {
				t.Errorf("message %q, want %q", f.Message, want)
			}
		}
	}
	run(t, x, i64(20000), xs)
}

func TestOutOfMemory(t *testing.T) {
	x := compile(t, `
fun main(n: i64) -> (ys: mem)
  entry (n: "i64" = i64 in n) -> ("[n]f64" = [n]f64 in ys) {
  ys <- alloc(mulsat.i64(n, 8), for = "ys: [n]f64") @7:3
}`, backend.Options{})
	for _, c := range []struct {
		n    int64
		want string
	}{
		{1 << 30, "ys: [n]f64 needs 8.0 GiB"},
		{(1<<32 - 1<<16) / 8, "ys: [n]f64 needs 4.0 GiB"},
		{1 << 61, "more than an i64 can hold"},
	} {
		f := fails(t, x, i64(c.n))
		if !strings.Contains(f.Message, c.want) || len(f.Trace) != 1 || f.Trace[0].Line != 7 {
			t.Errorf("n = %d: %v, want a message with %q at 7:3", c.n, f, c.want)
		}
	}
	want(t, run(t, x, i64(0)), "empty([0]f64)")
}

func TestNegativeSize(t *testing.T) {
	x := compile(t, `
fun main(n: i64) -> (ys: mem)
  entry (n: "i64" = i64 in n) -> ("[0]u8" = [0]u8 in ys) {
  ys <- alloc(n, for = "ys")
}`, backend.Options{})
	if f := fails(t, x, i64(-8)); !strings.Contains(f.Message, "the size of ys is negative: -8") {
		t.Errorf("the failure is %v", f)
	}
}

func TestWrongArguments(t *testing.T) {
	x := compile(t, matmul, backend.Options{})
	f := fails(t, x, parse(t, "[[1f32, 2f32]] [[1f32]]")...)
	if !strings.Contains(f.Message, "wrong size") {
		t.Errorf("the failure is %v", f)
	}
	if f := fails(t, x); !strings.Contains(f.Message, "2 arguments") {
		t.Errorf("the failure is %v", f)
	}
}

// endless holds endless loops of different forms.
var endless = map[string]string{
	"while with branches": `
  var go: bool = true
  while go {
    if eq.i64(rem.i64(s, 3), 5) { go <- false } else { if eq.i64(s, 0) { s <- 1  go <- ne.i64(s, 0) } else { s <- s * 3 + 2  go <- true } }
  }`,
	"while": `
  while true { s <- s * 3 + 1 }`,
	"for": `
  for i: i64 < 4611686018427387904 { s <- s * 3 + i }`,
	"nested": `
  for i: i64 < 4611686018427387904 { for j: i64 < 10 { s <- s * 3 + j } }`,
	"parallel": `
  parallel "p" (i < 4) { var t: i64 = 0  while ne.i64(t, -1) { t <- t + 2 }  assert(eq.i64(t, 0), []) }`,
	"many": `
  parallel "p" (i < 4611686018427387904) { assert(ge.i64(i, 0), []) }`,
	"vectors": `
  parallel "p" (i < 4611686018427387904) {
    var t: f32 = convert.i64.f32(i)
    for j: i64 < 1000000 { t <- add.f32(t, 1.0f32) }
    assert(ge.f32(t, 0.0f32), [])
  }`,
	"fold": `
  var t: i64 = 0
  for i: i64 < 4611686018427387904 { t <- xor.i64(t, i * 3) }
  s <- t`,
	"rows": `
  parallel "p" (i < 2147483648, j < 2147483648) { assert(ge.i64(i, 0), []) }`,
}

func TestCancellation(t *testing.T) {
	for label, body := range endless {
		t.Run(label, func(t *testing.T) {
			x := compile(t, `
fun main() -> (s: i64)
  entry () -> ("i64" = i64 in s) {`+body+`
}`, backend.Options{})
			// Other load on the machine may delay a run, so the best of several counts.
			best := time.Hour
			for range 10 {
				best = min(best, lateness(t, x))
				if best <= 50*time.Millisecond {
					return
				}
			}
			t.Errorf("it stopped %v after it was cancelled", best)
		})
	}
}

// lateness returns how long a run continues after it was cancelled.
func lateness(t *testing.T, x backend.Executable) time.Duration {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	var cancelled time.Time
	timer := time.AfterFunc(30*time.Millisecond, func() { cancelled = time.Now(); cancel() })
	defer timer.Stop()
	_, _, err := x.Run(ctx, "main", nil)
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("the run ended with %v", err)
	}
	return time.Since(cancelled)
}

// Compiled code lets the garbage collector stop the world.
func TestCollection(t *testing.T) {
	for label, body := range endless {
		x := compile(t, `
fun main() -> (s: i64)
  entry () -> ("i64" = i64 in s) {`+body+`
}`, backend.Options{})
		ctx, cancel := context.WithCancel(context.Background())
		ended := make(chan struct{})
		go func() {
			_, _, _ = x.Run(ctx, "main", nil)
			close(ended)
		}()
		time.Sleep(10 * time.Millisecond)
		start := time.Now()
		for range 5 {
			runtime.GC()
		}
		if took := time.Since(start); took > 10*time.Second {
			t.Errorf("%s: five collections took %v", label, took)
		}
		cancel()
		<-ended
	}
}

func TestClosed(t *testing.T) {
	x := compile(t, matmul, backend.Options{})
	for range 2 {
		if err := x.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := x.Run(context.Background(), "main", nil); err == nil {
		t.Error("a closed executable ran")
	}
}

func TestUnsupported(t *testing.T) {
	p, err := imp.ParseSource("test.imp", `lamina imp
fun main() -> () entry () -> () {
  launch "count" (1, 1) @3:1 { barrier }
}`)
	if err != nil {
		t.Fatal(err)
	}
	_, err = shared.Compile(context.Background(), p, backend.Options{})
	var u *backend.UnsupportedError
	if !errors.As(err, &u) || !strings.Contains(u.What, "count") {
		t.Errorf("the error is %v, want one that names the kernel", err)
	}
}
