package interp_test

import (
	"context"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/interp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/value"
)

// parse reads a program; statements get their place in the text as position.
func parse(t testing.TB, lir string) *ir.Program {
	t.Helper()
	p, err := ir.ParseSource("test.lir", lir)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func values(t testing.TB, text string) []value.Value {
	t.Helper()
	vs, err := value.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return vs
}

// check compares got with expected values, as text.
func check(t testing.TB, got []value.Value, err error, want string) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	wants := values(t, want)
	if len(got) != len(wants) {
		t.Fatalf("got %d values, want %d", len(got), len(wants))
	}
	for i := range got {
		if !value.Equal(got[i], wants[i]) {
			t.Errorf("result %d: got %s, want %s", i, got[i], wants[i])
		}
	}
}

// checkError compares an error's text with what it should contain.
func checkError(t testing.TB, err error, want ...string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error, want %q", want)
	}
	for _, w := range want {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("error is\n%v\nwant %q in it", err, w)
		}
	}
}

// Each operation, on arguments and with results that were worked out by hand.
var operations = []struct {
	name string
	fun  string // of main
	args string
	want string
}{
	{"prim", `(x: i32, y: i32) -> (a: i32, b: bool) {
		let (d: i32) = div.i32(x, y)
		let (e: bool) = lt.i32(x, y)
		in (d, e) }`, "-7 2", "-4 true"},
	{"convert", `(x: f32) -> (a: i8) { let (y: i8) = convert.f32.i8(x) in (y) }`, "300.5f32", "44i8"},
	{"use", `(n: i64, x: i32, xs: [n]i32) -> (a: i32, b: [n]i32) {
		let (y: i32) = use(x)
		let (ys: [n]i32) = use(xs)
		in (y, ys) }`, "7 [1,2]", "7 [1,2]"},
	{"if with an existential size", `(c: bool, n: i64, xs: [n]i32) -> (m: i64, a: [m]i32) {
		let (k: i64, ys: [k]i32) = if(c) then { in (n, xs) } else {
			let (one: [1]i32) = literal(i32, [9i32])
			in (1i64, one) }
		in (k, ys) }`, "false 2i64 [4,5]", "1i64 [9]"},
	{"for loop", `(n: i64) -> (a: i64, b: i64) {
		let (p: i64, q: i64) = loop(i < n, x: i64 = 0i64, y: i64 = 1i64) do {
			let (z: i64) = add.i64(x, y)
			in (y, z) }
		in (p, q) }`, "10i64", "55i64 89i64"},
	{"for loop below a negative bound", `(n: i8) -> (a: i8) {
		let (p: i8) = loop(i < n, x: i8 = 5i8) do { in (i) }
		in (p) }`, "-3i8", "5i8"},
	{"while loop", `(n: i32) -> (a: i32) {
		let (c: bool) = gt.i32(n, 1i32)
		let (steps: i32, d: bool, last: i32) = loop(while go, s: i32 = 0i32, go: bool = c, x: i32 = n) do {
			let (y: i32) = div.i32(x, 2i32)
			let (t: i32) = add.i32(s, 1i32)
			let (more: bool) = gt.i32(y, 1i32)
			in (t, more, y) }
		in (steps) }`, "1000", "9"},
	{"index", `(n: i64, m: i64, xs: [n][m]i32, i: i64, j: i64) -> (a: i32) {
		let (x: i32) = index(xs, [i, j]) in (x) }`, "[[1,2,3],[4,5,6]] 1i64 2i64", "6"},
	{"slice", `(n: i64, m: i64, xs: [n][m]i32) -> (a: [2]i32, b: [n][2]i32, c: [n][0]i32) {
		let (row: [2]i32) = slice(xs, [1i64, 2i64 :+ 2i64 by -2i64])
		let (cols: [n][2]i32) = slice(xs, [0i64 :+ n, 1i64 :+ 2i64])
		let (none: [n][0]i32) = slice(xs, [0i64 :+ n, 3i64 :+ 0i64])
		in (row, cols, none) }`, "[[1,2,3],[4,5,6]]", "[6,4] [[2,3],[5,6]] empty([2][0]i32)"},
	{"slice of a slice of a transpose", `(n: i64, m: i64, xs: [n][m]i32) -> (a: [n]i32) {
		let (t: [m][n]i32) = rearrange([1, 0], xs)
		let (u: [2][n]i32) = slice(t, [1i64 :+ 2i64, 1i64 :+ n by -1i64])
		let (v: [n]i32) = slice(u, [1i64, 0i64 :+ n])
		in (v) }`, "[[1,2,3],[4,5,6]]", "[6,3]"},
	{"flat slice", `(n: i64, xs: [n]i32) -> (a: [2][3]i32) {
		let (d: [2][3]i32) = flatslice(xs, 1i64, {(2i64 : 4i64), (3i64 : 1i64)})
		in (d) }`, "[0,1,2,3,4,5,6,7,8]", "[[1,2,3],[5,6,7]]"},
	{"rearrange", `(n: i64, m: i64, k: i64, xs: [n][m][k]i32) -> (a: [k][n][m]i32) {
		let (t: [k][n][m]i32) = rearrange([2, 0, 1], xs)
		in (t) }`, "[[[1,2,3],[4,5,6]]]", "[[[1,4]],[[2,5]],[[3,6]]]"},
	{"reshape", `(n: i64, m: i64, xs: [n][m]i32) -> (a: [6]i32, b: [3][1][2]i32) {
		let (f: [6]i32) = reshape([6i64], xs)
		let (g: [3][1][2]i32) = reshape([3i64, 1i64, 2i64], xs)
		in (f, g) }`, "[[1,2,3],[4,5,6]]", "[1,2,3,4,5,6] [[[1,2]],[[3,4]],[[5,6]]]"},
	{"reshape that no strides express", `(n: i64, m: i64, xs: [n][m]i32) -> (a: [6]i32) {
		let (t: [m][n]i32) = rearrange([1, 0], xs)
		let (f: [6]i32) = reshape([6i64], t)
		in (f) }`, "[[1,2,3],[4,5,6]]", "[1,4,2,5,3,6]"},
	{"reshape of nothing", `(n: i64, m: i64, xs: [n][m]i32) -> (a: [m][5][n]i32) {
		let (f: [m][5][n]i32) = reshape([m, 5i64, n], xs)
		in (f) }`, "empty([0][3]i32)", "empty([3][5][0]i32)"},
	{"update of an element", `(n: i64, xs: *[n]i32, i: i64) -> (a: [n]i32) {
		let (ys: [n]i32) = update(xs, [i], 9i32)
		in (ys) }`, "[1,2,3] 1i64", "[1,9,3]"},
	{"update of a slice", `(n: i64, m: i64, xs: *[n][m]i32, v: [n]i32) -> (a: [n][m]i32) {
		let (ys: [n][m]i32) = update(xs, [0i64 :+ n, 1i64], v)
		in (ys) }`, "[[1,2,3],[4,5,6]] [7,8]", "[[1,7,3],[4,8,6]]"},
	{"flat update", `(n: i64, xs: *[n]i32, v: [2][2]i32) -> (a: [n]i32) {
		let (ys: [n]i32) = flatupdate(xs, 1i64, {(2i64 : 3i64), (2i64 : 1i64)}, v)
		in (ys) }`, "[0,0,0,0,0,0] [[1,2],[3,4]]", "[0,1,2,0,3,4]"},
	{"iota", `(n: i64) -> (a: [n]u8, b: [n]f32) {
		let (xs: [n]u8) = iota.u8(n, 250u8, 3u8)
		let (ys: [n]f32) = iota.f32(n, 1.0f32, -0.5f32)
		in (xs, ys) }`, "4i64", "[250u8,253u8,0u8,3u8] [1f32,0.5f32,0f32,-0.5f32]"},
	{"replicate", `(n: i64, m: i64, xs: [m]i32) -> (a: [n]i8, b: [n][2][m]i32) {
		let (ys: [n]i8) = replicate([n], 3i8)
		let (zs: [n][2][m]i32) = replicate([n, 2i64], xs)
		in (ys, zs) }`, "2i64 2i64 [1,2]", "[3i8,3i8] [[[1,2],[1,2]],[[1,2],[1,2]]]"},
	{"scratch and copy", `(n: i64, xs: [n]i32) -> (a: [n]i32) {
		let (s: [n]i32) = scratch.i32([n])
		let (t: [n]i32) = update(s, [0i64 :+ n], xs)
		let (u: [n]i32) = copy(t)
		in (u) }`, "[1,2,3]", "[1,2,3]"},
	{"concat", `(n: i64, m: i64, xs: [2][n]i32, ys: [2][m]i32) -> (a: [2][3]i32, b: [4][n]i32) {
		let (zs: [2][3]i32) = concat(dim = 1, 3i64, [xs, ys])
		let (ws: [4][n]i32) = concat(dim = 0, 4i64, [xs, xs])
		in (zs, ws) }`, "[[1,2],[3,4]] [[5],[6]]", "[[1,2,5],[3,4,6]] [[1,2],[3,4],[1,2],[3,4]]"},
	{"literal", `(n: i64, xs: [n]i32, ys: [n]i32) -> (a: [2][n]i32) {
		let (zs: [2][n]i32) = literal([n]i32, [xs, ys])
		in (zs) }`, "[1,2] [3,4]", "[[1,2],[3,4]]"},
	{"map", `(n: i64, xs: [n]i32, ys: [n]i32) -> (a: [n]i32, b: [n][2]i32) {
		let (s: [n]i32, p: [n][2]i32) = map(n, [xs, ys], \(x: i32, y: i32) -> (i32, [2]i32) {
			let (z: i32) = add.i32(x, y)
			let (q: [2]i32) = literal(i32, [y, x])
			in (z, q) })
		in (s, p) }`, "[1,2] [10,20]", "[11,22] [[10,1],[20,2]]"},
	{"map over rows", `(n: i64, m: i64, xs: [n][m]i32) -> (a: [n]i32) {
		let (s: [n]i32) = map(n, [xs], \(row: [m]i32) -> (i32) {
			let (x: i32) = index(row, [1i64])
			in (x) })
		in (s) }`, "[[1,2],[3,4]]", "[2,4]"},
	{"reduce", `(n: i64, xs: [n]i32) -> (a: i32) {
		let (s: i32) = reduce(n, [xs], op = \(x: i32, y: i32) -> (i32) {
			let (z: i32) = mul.i32(x, y)
			in (z) }, neutral = [1i32])
		in (s) }`, "[2,3,4]", "24"},
	{"reduce of nothing", `(n: i64, xs: [n]i32) -> (a: i32) {
		let (s: i32) = reduce(n, [xs], op = \(x: i32, y: i32) -> (i32) {
			let (z: i32) = mul.i32(x, y)
			in (z) }, neutral = [1i32])
		in (s) }`, "empty([0]i32)", "1"},
	{"reduce of pairs with a function", `(n: i64, xs: [n]i32) -> (a: i32, b: i32, c: [n]i32) {
		let (lo: i32, hi: i32, sq: [n]i32) = reduce(n, [xs], op = \(a0: i32, b0: i32, a1: i32, b1: i32) -> (i32, i32) {
			let (l: i32) = min.i32(a0, a1)
			let (h: i32) = max.i32(b0, b1)
			in (l, h) }, neutral = [100i32, -100i32], fn = \(x: i32) -> (i32, i32, i32) {
			let (y: i32) = mul.i32(x, x)
			in (x, x, y) })
		in (lo, hi, sq) }`, "[3,-5,4]", "-5 4 [9,25,16]"},
	{"reduce of arrays", `(n: i64, m: i64, xs: [n][m]i32) -> (a: [m]i32) {
		let (zero: [m]i32) = replicate([m], 0i32)
		let (s: [m]i32) = reduce(n, [xs], op = \(x: [m]i32, y: [m]i32) -> ([m]i32) {
			let (z: [m]i32) = map(m, [x, y], \(p: i32, q: i32) -> (i32) {
				let (r: i32) = add.i32(p, q)
				in (r) })
			in (z) }, neutral = [zero])
		in (s) }`, "[[1,2],[3,4],[5,6]]", "[9,12]"},
	{"scan", `(n: i64, xs: [n]i32) -> (a: [n]i32, b: [n]i32) {
		let (s: [n]i32, t: [n]i32) = scan(n, [xs], op = \(x: i32, y: i32) -> (i32) {
			let (z: i32) = add.i32(x, y)
			in (z) }, neutral = [0i32], fn = \(x: i32) -> (i32, i32) {
			let (y: i32) = mul.i32(x, 10i32)
			in (y, x) })
		in (s, t) }`, "[1,2,3]", "[10,30,60] [1,2,3]"},
	{"scatter", `(n: i64, m: i64, d: *[n]i32, is: [m]i64, vs: [m]i32) -> (a: [n]i32) {
		let (e: [n]i32) = scatter(m, [is, vs], into = [d rank 1], \(i: i64, v: i32) -> (i64, i32) { in (i, v) })
		in (e) }`, "[0,0,0] [2i64,-1i64,0i64,3i64] [1,2,3,4]", "[3,0,1]"},
	{"scatter of rows and of elements", `(n: i64, m: i64, k: i64, d: *[n][m]i32, e: *[n][m]i32, is: [k]i64, vs: [k][m]i32) -> (a: [n][m]i32, b: [n][m]i32) {
		let (f: [n][m]i32, g: [n][m]i32) = scatter(k, [is, vs], into = [d rank 1, e rank 2],
			\(i: i64, v: [m]i32) -> (i64, i64, i64, [m]i32, i32) { in (i, i, 0i64, v, 7i32) })
		in (f, g) }`, "[[0,0],[0,0]] [[0,0],[0,0]] [1i64] [[1,2]]", "[[0,0],[1,2]] [[0,0],[7,0]]"},
	{"hist", `(n: i64, m: i64, d: *[n]i32, is: [m]i64, vs: [m]i32) -> (a: [n]i32) {
		let (e: [n]i32) = hist(m, [is, vs], into = [[d] rank 1 op = \(x: i32, y: i32) -> (i32) {
			let (z: i32) = add.i32(x, y)
			in (z) } neutral = [0i32]], \(i: i64, v: i32) -> (i64, i32) { in (i, v) })
		in (e) }`, "[100,200] [0i64,1i64,0i64,2i64,-1i64] [1,2,3,4,5]", "[104,202]"},
	{"hist in index order", `(n: i64, d: *[1]i32, vs: [n]i32) -> (a: [1]i32) {
		let (e: [1]i32) = hist(n, [vs], into = [[d] rank 1 op = \(x: i32, y: i32) -> (i32) {
			let (x10: i32) = mul.i32(x, 10i32)
			let (z: i32) = add.i32(x10, y)
			in (z) } neutral = [0i32]], \(v: i32) -> (i64, i32) { in (0i64, v) })
		in (e) }`, "[7] [1,2,3]", "[7123]"},
	{"hist of two arrays by two operations", `(n: i64, d: *[2]i32, e: *[2]i32, f: *[2]i32, vs: [n]i32) -> (a: [2]i32, b: [2]i32, c: [2]i32) {
		let (g: [2]i32, h: [2]i32, j: [2]i32) = hist(n, [vs], into = [
			[d, e] rank 1 op = \(x0: i32, x1: i32, y0: i32, y1: i32) -> (i32, i32) {
				let (z0: i32) = add.i32(x0, y0)
				let (z1: i32) = max.i32(x1, y1)
				in (z0, z1) } neutral = [0i32, 0i32],
			[f] rank 1 op = \(u: i32, v: i32) -> (i32) {
				let (w: i32) = mul.i32(u, v)
				in (w) } neutral = [1i32]], \(v1: i32) -> (i64, i64, i32, i32, i32) { in (0i64, 1i64, v1, v1, v1) })
		in (g, h, j) }`, "[0,0] [0,0] [1,1] [3,4]", "[7,0] [4,0] [1,12]"},
}

func TestOperations(t *testing.T) {
	for _, c := range operations {
		t.Run(c.name, func(t *testing.T) {
			prog := parse(t, "lamina soac\nentry fun main"+c.fun)
			got, err := interp.Value(context.Background(), prog, "main", values(t, c.args), interp.Options{})
			check(t, got, err, c.want)
		})
	}
}
