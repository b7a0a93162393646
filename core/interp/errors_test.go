package interp_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/interp"
	"github.com/lamina-lang/lamina/core/value"
)

// What no input may make a correct program do is reported as the program's
// fault, with the statement and its position.
var invalid = []struct {
	name string
	fun  string
	args string
	want []string
}{
	{"index", `(n: i64, xs: [n]i32, i: i64) -> (a: i32) {
		let (x: i32) = index(xs, [i])
		in (x) }`, "[1,2] 2i64", []string{"test.lir:3:3: invalid program", "index [2] is out of bounds of xs: [2]i32", "let (x: i32) = index(xs, [i])"}},
	{"slice", `(n: i64, xs: [n]i32) -> (a: [2]i32) {
		let (y: [2]i32) = slice(xs, [1i64 :+ 2i64])
		in (y) }`, "[1,2]", []string{"test.lir:3:3", "slice of 2 elements from 1 on, 1 apart, is out of bounds of dimension 0 of xs"}},
	{"flat slice", `(n: i64, xs: [n]i32) -> (a: [2][2]i32) {
		let (y: [2][2]i32) = flatslice(xs, 1i64, {(2i64 : 2i64), (2i64 : 1i64)})
		in (y) }`, "[1,2,3,4]", []string{"flat slice 1 + {(2 : 2), (2 : 1)} is out of bounds of xs: [4]i32"}},
	{"flat slice that overflows", `(n: i64, xs: [n]i32) -> (a: [3]i32) {
		let (y: [3]i32) = flatslice(xs, 1i64, {(3i64 : 9223372036854775807i64)})
		in (y) }`, "[1,2,3,4]", []string{"out of bounds of xs"}},
	{"flat update that overlaps", `(n: i64, xs: *[n]i32, v: [2][2]i32) -> (a: [n]i32) {
		let (y: [n]i32) = flatupdate(xs, 0i64, {(2i64 : 1i64), (2i64 : 1i64)}, v)
		in (y) }`, "[1,2,3,4] [[1,2],[3,4]]", []string{"the slice 0 + {(2 : 1), (2 : 1)} of y holds an element twice"}},
	{"division by zero", `(x: i32) -> (a: i32) {
		let (y: i32) = div.i32(1i32, x)
		in (y) }`, "0", []string{"div.i32 is undefined on 1i32 and 0i32"}},
	{"read of an unwritten element", `(n: i64) -> (a: i32) {
		let (s: [n][2]i32) = scratch.i32([n, 2i64])
		let (t: [n][2]i32) = update(s, [0i64, 0i64], 1i32)
		let (x: i32) = index(t, [1i64, 0i64])
		in (x) }`, "3i64", []string{"test.lir:5:3", "reading t[1, 0] at offset 2", "was not written"}},
	{"result with an unwritten element", `(n: i64) -> (a: [n]i32) {
		let (s: [n]i32) = scratch.i32([n])
		in (s) }`, "3i64", []string{"test.lir:2:1", "reading s[0] at offset 0", "was not written", "in fun main"}},
	{"use after consumption", `(n: i64, xs: *[n]i32) -> (a: i32) {
		let (ys: [n]i32) = update(xs, [0i64], 1i32)
		let (x: i32) = index(xs, [0i64])
		in (x) }`, "[5]", []string{"test.lir:4:3", "xs: [1]i32 is used after it, or an alias of it, was consumed"}},
	{"use of an alias after consumption", `(n: i64, xs: *[n]i32) -> (a: i32) {
		let (zs: [n]i32) = slice(xs, [0i64 :+ n by 1i64])
		let (ys: [n]i32) = update(xs, [0i64], 1i32)
		let (x: i32) = index(zs, [0i64])
		in (x) }`, "[5]", []string{"zs: [1]i32 is used after it, or an alias of it, was consumed"}},
	{"update by a part of itself", `(n: i64, xs: *[n]i32) -> (a: [n]i32) {
		let (v: [2]i32) = slice(xs, [0i64 :+ 2i64])
		let (ys: [n]i32) = update(xs, [1i64 :+ 2i64], v)
		in (ys) }`, "[1,2,3]", []string{"v: [2]i32 is used after it, or an alias of it, was consumed"}},
	{"scatter that reads its destination", `(n: i64, d: *[n]i32, is: [n]i64) -> (a: [n]i32) {
		let (e: [n]i32) = scatter(n, [is], into = [d rank 1], \(i: i64) -> (i64, i32) {
			let (x: i32) = index(d, [0i64])
			in (i, x) })
		in (e) }`, "[1,0,2] [0i64,1i64,2i64]", []string{"d: [3]i32 is used after it, or an alias of it, was consumed"}},
	{"scatter of two rows to one place", `(n: i64, m: i64, d: *[n][m]i32, is: [n]i64, vs: [n][m]i32) -> (a: [n][m]i32) {
		let (e: [n][m]i32) = scatter(n, [is, vs], into = [d rank 1], \(i: i64, v: [m]i32) -> (i64, [m]i32) { in (i, v) })
		in (e) }`, "[[1,2],[3,4]] [0i64,0i64] [[5,6],[5,7]]", []string{"scatter writes both [5i32, 6i32] and [5i32, 7i32] to e[0]"}},
	{"consumption of what the caller keeps", `(n: i64, xs: [n]i32) -> (a: [n]i32) {
		let (ys: [n]i32) = update(xs, [0i64], 1i32)
		in (ys) }`, "[5]", []string{"in the memory of parameter xs, which the caller keeps"}},
	{"scatter of two values to one place", `(n: i64, m: i64, d: *[n]i32, is: [m]i64, vs: [m]i32) -> (a: [n]i32) {
		let (e: [n]i32) = scatter(m, [is, vs], into = [d rank 1], \(i: i64, v: i32) -> (i64, i32) { in (i, v) })
		in (e) }`, "[0,0] [1i64,1i64] [1,2]", []string{"scatter writes both 1i32 and 2i32 to e[1]"}},
	{"sizes that are not those of the type", `(n: i64, xs: [n]i32) -> (a: [2]i32) {
		let (y: [2]i32) = use(xs)
		in (y) }`, "[1,2,3]", []string{"y is bound to xs: [3]i32 but has the type [2]i32"}},
	{"reshape to another size", `(n: i64, xs: [n]i32) -> (a: [2]i32) {
		let (y: [2]i32) = reshape([2i64], xs)
		in (y) }`, "[1,2,3]", []string{"xs: [3]i32 is reshaped to [2]"}},
	{"concat to another size", `(n: i64, xs: [n]i32) -> (a: [5]i32) {
		let (y: [5]i32) = concat(dim = 0, 5i64, [xs, xs])
		in (y) }`, "[1,2]", []string{"do not add up"}},
	{"recursion", `(x: i32) -> (a: i32) {
		let (y: i32) = call main(x)
		in (y) }`, "1", []string{"function main is recursive"}},
	{"unknown name", `(x: i32) -> (a: i32) { in (z) }`, "1", []string{"z is not in scope"}},
}

func TestInvalid(t *testing.T) {
	for _, c := range invalid {
		t.Run(c.name, func(t *testing.T) {
			prog := parse(t, "lamina soac\nentry fun main"+c.fun)
			_, err := interp.Value(context.Background(), prog, "main", values(t, c.args), interp.Options{})
			checkError(t, err, c.want...)
			var invalid *fault.Invalid
			if !errors.As(err, &invalid) {
				t.Errorf("error is a %T", err)
			}
		})
	}
}

// run evaluates a soac program that is expected to end in an error.
func failing(t *testing.T, lir, args string, opts interp.Options) error {
	t.Helper()
	_, err := interp.Value(context.Background(), parse(t, "lamina soac\n"+lir), "main", values(t, args), opts)
	if err == nil {
		t.Fatal("no error")
	}
	return err
}

func TestAssertion(t *testing.T) {
	err := failing(t, `fun at(n: i64, xs: [n]i32, i: i64) -> (x: i32) {
	let (c: bool) = lt.i64(i, n)
	assert(c, ["Index [", i, "] out of bounds for array of shape [", n, "]."], at = [@a.fut:3:5, @prelude.fut:9:1])
	let (y: i32) = index(xs, [i])
	in (y) }
fun twice(n: i64, xs: [n]i32, i: i64) -> (x: i32) {
	let (y: i32) = call at(n, xs, i) @a.fut:7:2
	in (y) }
entry fun main(n: i64, xs: [n]i32, i: i64) -> (x: i32) {
	let (y: i32) = call twice(n, xs, i) @a.fut:11:4
	in (y) }`, "[1,2] 7i64", interp.Options{})
	const want = `Index [7] out of bounds for array of shape [2].

Backtrace:
-> #0  a.fut:3:5
   #1  prelude.fut:9:1
   #2  a.fut:7:2
   #3  a.fut:11:4`
	var f *fault.Failure
	if !errors.As(err, &f) || err.Error() != want {
		t.Errorf("got %T:\n%v\nwant\n%s", err, err, want)
	}
}

// Of a parallel operation the lowest failing iteration is reported.
func TestLowestIterationFails(t *testing.T) {
	err := failing(t, `entry fun main(n: i64, xs: [n]i32) -> (ys: [n]i32) {
	let (zs: [n]i32) = map(n, [xs], \(x: i32) -> (i32) {
		let (c: bool) = gt.i32(x, 0i32)
		assert(c, ["bad ", x])
		in (x) })
	in (zs) }`, "[3,-1,5,-2]", interp.Options{})
	checkError(t, err, "bad -1\n")
}

func TestBorder(t *testing.T) {
	const id = `entry fun main(n: i64, xs: [n][n]i32, k: i64) -> (ys: [n][n]i32) { in (xs) }`
	for _, c := range []struct{ args, want string }{
		{"[[1,2]] 1i64", "entry point arguments have invalid sizes: argument xs has the wrong size: expected [n][n]i32, but got [1][2]i32"},
		{"[1,2] 1i64", "argument xs: expected a value of type [n][n]i32, but got one of type [2]i32"},
		{"[[1]] 1i32", "argument k: expected a value of type i64, but got one of type i32"},
		{"[[1]]", "entry point takes 2 arguments, but 1 given; give xs: [n][n]i32, k: i64"},
	} {
		if err := failing(t, id, c.args, interp.Options{}); err.Error() != c.want {
			t.Errorf("got %q, want %q", err, c.want)
		}
	}
	_, err := interp.Value(context.Background(), parse(t, "lamina soac\n"+id), "other", nil, interp.Options{})
	checkError(t, err, `no entry point "other"`)
}

// Arguments are as they were, even those that the program consumes.
func TestArgumentsStay(t *testing.T) {
	prog := parse(t, `lamina soac
entry fun main(n: i64, xs: *[n]i32) -> (ys: [n]i32) {
	let (zs: [n]i32) = update(xs, [0i64], 9i32)
	in (zs) }`)
	args := values(t, "[1,2]")
	got, err := interp.Value(context.Background(), prog, "main", args, interp.Options{})
	check(t, got, err, "[9,2]")
	check(t, args, nil, "[1,2]")
}

const forever = `entry fun main(x: i32) -> (y: i32) {
	let (z: i32, go: bool) = loop(while b, a: i32 = x, b: bool = true) do { in (a, b) }
	in (z) }`

func TestLimits(t *testing.T) {
	checkError(t, failing(t, forever, "1", interp.Options{MaxSteps: 1000}), "more than 1000 steps")
	err := failing(t, `entry fun main(n: i64) -> (xs: [n][n]i64) {
	let (ys: [n][n]i64) = replicate([n, n], 1i64)
	in (ys) }`, "100000000i64", interp.Options{})
	checkError(t, err, "out of memory: cannot allocate 80000000000000000 bytes for ys")
	err = failing(t, `entry fun main(n: i64) -> (xs: [n][n]i64) {
	let (ys: [n][n]i64) = replicate([n, n], 1i64)
	in (ys) }`, "10000000000i64", interp.Options{})
	checkError(t, err, "cannot allocate memory for ys")
}

func TestCancellation(t *testing.T) {
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := interp.Value(gone, parse(t, "lamina soac\n"+forever), "main", values(t, "1"), interp.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("before the start: got %v", err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	start := time.Now()
	_, err := interp.Value(ctx, parse(t, "lamina soac\n"+forever), "main", values(t, "1"), interp.Options{})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
	if late := time.Since(start); late > 10*time.Second {
		t.Errorf("the run stopped after %v", late)
	}
	if !strings.Contains(err.Error(), "run stopped") {
		t.Errorf("got %q", err)
	}
}

// TestLastWrite: a scatter of different values to one place is valid where the options
// say so, and the last value stays.
func TestLastWrite(t *testing.T) {
	prog := parse(t, `lamina soac
entry fun main(n: i64, m: i64, d: *[n]i32, is: [m]i64, vs: [m]i32) -> (a: [n]i32) {
		let (e: [n]i32) = scatter(m, [is, vs], into = [d rank 1], \(i: i64, v: i32) -> (i64, i32) { in (i, v) })
		in (e) }`)
	out, err := interp.Value(context.Background(), prog, "main", values(t, "[0,0] [1i64,1i64] [1,2]"), interp.Options{LastWrite: true})
	if err != nil {
		t.Fatal(err)
	}
	if want := values(t, "[0,2]"); !value.Equal(out[0], want[0]) {
		t.Errorf("the result is %v, want %v", out[0], want[0])
	}
}
