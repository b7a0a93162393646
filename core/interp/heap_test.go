package interp_test

import (
	"context"
	"errors"
	"testing"

	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/interp"
)

// Programs that are valid: both semantics agree, and the result is the one that
// was worked out by hand.
var valid = []struct {
	name string
	fun  string
	args string
	want string
}{
	{"a fresh array", `(n: i64) -> (c: mem, a: [n]i32 @ c -> 0 + {(n : 1)}) {
		let (bytes: i64) = mulsat.i64(n, 4i64)
		let (b: mem) = alloc(bytes)
		let (xs: [n]i32 @ b -> 0 + {(n : 1)}) = iota.i32(n, 5i32, 2i32)
		in (b, xs) }`, "3i64", "[5,7,9]"},
	{"one value scattered to a place twice", `(n: i64, b: mem, is: [n]i64 @ b -> 0 + {(n : 1)}) -> (d: mem, a: [4]i32 @ d -> 0 + {(4 : 1)}) {
		let (c: mem) = alloc(16i64)
		let (zero: [4]i32 @ c -> 0 + {(4 : 1)}) = replicate([4i64], 0i32)
		let (out: [4]i32 @ c -> 0 + {(4 : 1)}) = segmap(i < n, into = [zero rank 1]) {
			let (k: i64) = index(is, [i])
			in (k, 1i32) }
		in (c, out) }`, "[3i64,1i64,3i64]", "[0,1,0,1]"},
	{"views", `(n: i64, m: i64, b: mem, xs: [n][m]i32 @ b -> 0 + {(n : m), (m : 1)}) -> (c: mem, a: [2][n]i32 @ c -> 0 + {(2 : n), (n : 1)}) {
		let (ts: [m][n]i32 @ b -> 0 + {(m : 1), (n : m)}) = rearrange([1, 0], xs)
		let (us: [2][n]i32 @ b -> m - 1 + {(2 : -1), (n : m)}) = slice(ts, [2i64 :+ 2i64 by -1i64, 0i64 :+ n])
		let (d: mem) = alloc(64i64)
		let (vs: [2][n]i32 @ d -> 0 + {(2 : n), (n : 1)}) = copy(us)
		in (d, vs) }`, "[[1,2,3],[4,5,6]]", "[[3,6],[2,5]]"},
	{"a flat slice and a reshape", `(n: i64, b: mem, xs: [n]i32 @ b -> 0 + {(n : 1)}) -> (c: mem, a: [4]i32 @ c -> 0 + {(4 : 1)}) {
		let (ys: [2][2]i32 @ b -> 1 + {(2 : 3), (2 : 1)}) = flatslice(xs, 1i64, {(2i64 : 3i64), (2i64 : 1i64)})
		let (d: mem) = alloc(16i64)
		let (zs: [2][2]i32 @ d -> 0 + {(2 : 2), (2 : 1)}) = copy(ys)
		let (ws: [4]i32 @ d -> 0 + {(4 : 1)}) = reshape([4i64], zs)
		in (d, ws) }`, "[0,1,2,3,4,5]", "[1,2,4,5]"},
	{"an existential block, offset and stride", `(n: i64, c: bool, b: mem, xs: [n][2]i32 @ b -> 0 + {(n : 2), (2 : 1)}) -> (d: mem, a: [n]i32 @ d -> 0 + {(n : 1)}) {
		let (e: mem, o: i64, s: i64, ys: [n]i32 @ e -> o + {(n : s)}) = if(c) then {
			let (col: [n]i32 @ b -> 1 + {(n : 2)}) = slice(xs, [0i64 :+ n, 1i64])
			in (b, 1i64, 2i64, col)
		} else {
			let (f: mem) = alloc(400i64)
			let (fresh: [n]i32 @ f -> 0 + {(n : 1)}) = replicate([n], 7i32)
			in (f, 0i64, 1i64, fresh) }
		let (g: mem) = alloc(400i64)
		let (zs: [n]i32 @ g -> 0 + {(n : 1)}) = copy(ys)
		in (g, zs) }`, "true [[1,2],[3,4]]", "[2,4]"},
	{"a loop that changes blocks", `(n: i64, b: mem, xs: [2]i64 @ b -> 0 + {(2 : 1)}) -> (d: mem, a: [2]i64 @ d -> 0 + {(2 : 1)}) {
		let (e: mem, ys: [2]i64 @ e -> 0 + {(2 : 1)}) = loop(i < n, f: mem = b, zs: [2]i64 @ f -> 0 + {(2 : 1)} = xs) do {
			let (g: mem) = alloc(16i64)
			let (x: i64) = index(zs, [0i64])
			let (y: i64) = index(zs, [1i64])
			let (z: i64) = add.i64(x, y)
			let (ws: [2]i64 @ g -> 0 + {(2 : 1)}) = literal(i64, [y, z])
			in (g, ws) }
		in (e, ys) }`, "10i64 [0i64,1i64]", "[55i64,89i64]"},
	{"updates in place", `(n: i64, b: mem, xs: *[n]i32 @ b -> 0 + {(n : 1)}, c: mem, v: [2]i32 @ c -> 0 + {(2 : 1)}) -> (d: mem, a: [n]i32 @ d -> 0 + {(n : 1)}) {
		let (ys: [n]i32 @ b -> 0 + {(n : 1)}) = update(xs, [1i64 :+ 2i64], v)
		let (zs: [n]i32 @ b -> 0 + {(n : 1)}) = update(ys, [0i64], 9i32)
		in (b, zs) }`, "[1,2,3,4] [7,8]", "[9,7,8,4]"},
	{"a segmap that writes over what each iteration reads", `(n: i64, b: mem, xs: *[n]i32 @ b -> 0 + {(n : 1)}) -> (d: mem, a: [n]i32 @ d -> 0 + {(n : 1)}) {
		let (ys: [n]i32 @ b -> 0 + {(n : 1)}) = segmap(i < n) {
			let (x: i32) = index(xs, [i])
			let (y: i32) = mul.i32(x, x)
			in (y) }
		in (b, ys) }`, "[1,2,3]", "[1,4,9]"},
	{"a segmap of arrays with memory of its own and with memory in place", `(n: i64) -> (d: mem, a: [n][2]i64 @ d -> 0 + {(n : 2), (2 : 1)}, e: mem, c: [n][2]i64 @ e -> 0 + {(n : 2), (2 : 1)}) {
		let (b: mem) = alloc(800i64)
		let (g: mem) = alloc(800i64)
		let (ys: [n][2]i64 @ b -> 0 + {(n : 2), (2 : 1)}, zs: [n][2]i64 @ g -> 0 + {(n : 2), (2 : 1)}) = segmap(i < n) {
			let (own: mem) = alloc(16i64)
			let (p: [2]i64 @ own -> 0 + {(2 : 1)}) = replicate([2i64], i)
			let (q: [2]i64 @ g -> 2*i + {(2 : 1)}) = iota.i64(2i64, i, 1i64)
			in (p, q) }
		in (b, ys, g, zs) }`, "2i64", "[[0i64,0i64],[1i64,1i64]] [[0i64,1i64],[1i64,2i64]]"},
	{"segred and segscan", `(n: i64, m: i64, b: mem, xs: [n][m]i32 @ b -> 0 + {(n : m), (m : 1)}) -> (t: i32, d: mem, a: [n]i32 @ d -> 0 + {(n : 1)}, e: mem, c: [n][m]i32 @ e -> 0 + {(n : m), (m : 1)}) {
		let (total: i32) = segred(i1 < n, op = \(x1: i32, y1: i32) -> (i32) {
			let (z1: i32) = add.i32(x1, y1)
			in (z1) }, neutral = [0i32]) {
			let (v1: i32) = index(xs, [i1, 0i64])
			in (v1) }
		let (f: mem) = alloc(400i64)
		let (sums: [n]i32 @ f -> 0 + {(n : 1)}) = segred(i2 < n, j2 < m, op = \(x2: i32, y2: i32) -> (i32) {
			let (z2: i32) = add.i32(x2, y2)
			in (z2) }, neutral = [0i32]) {
			let (v2: i32) = index(xs, [i2, j2])
			in (v2) }
		let (g: mem) = alloc(400i64)
		let (pre: [n][m]i32 @ g -> 0 + {(n : m), (m : 1)}) = segscan(i3 < n, j3 < m, op = \(x3: i32, y3: i32) -> (i32) {
			let (z3: i32) = add.i32(x3, y3)
			in (z3) }, neutral = [0i32]) {
			let (v3: i32) = index(xs, [i3, j3])
			in (v3) }
		in (total, f, sums, g, pre) }`, "[[1,2],[3,4]]", "4 [3,7] [[1,3],[3,7]]"},
	{"seghist", `(n: i64, b: mem, is: [n]i64 @ b -> 0 + {(n : 1)}) -> (d: mem, a: [2]i32 @ d -> 0 + {(2 : 1)}) {
		let (e: mem) = alloc(8i64)
		let (zero: [2]i32 @ e -> 0 + {(2 : 1)}) = replicate([2i64], 0i32)
		let (h: [2]i32 @ e -> 0 + {(2 : 1)}) = seghist(i < n, into = [[zero] rank 1 op = \(x: i32, y: i32) -> (i32) {
			let (z: i32) = add.i32(x, y)
			in (z) } neutral = [0i32]]) {
			let (k: i64) = index(is, [i])
			in (k, 1i32) }
		in (e, h) }`, "[0i64,1i64,1i64,2i64,1i64]", "[1,3]"},
	{"a scratch array in another one's memory", `(n: i64) -> (d: mem, a: [2][n]i32 @ d -> 0 + {(2 : n), (n : 1)}) {
		let (b: mem) = alloc(80i64)
		let (all: [2][n]i32 @ b -> 0 + {(2 : n), (n : 1)}) = replicate([2i64, n], 1i32)
		let (row: [n]i32 @ b -> n + {(n : 1)}) = scratch.i32([n])
		let (row1: [n]i32 @ b -> n + {(n : 1)}) = loop(i < n, r: *[n]i32 @ b -> n + {(n : 1)} = row) do {
			let (r1: [n]i32 @ b -> n + {(n : 1)}) = update(r, [i], 2i32)
			in (r1) }
		let (all1: [2][n]i32 @ b -> 0 + {(2 : n), (n : 1)}) = update(all, [1i64, 0i64 :+ n], row1)
		in (b, all1) }`, "3i64", "[[1,1,1],[2,2,2]]"},
	{"a block that holds elements of two types in turn", `(x: f32) -> (d: mem, a: [1]i32 @ d -> 0 + {(1 : 1)}) {
		let (b: mem) = alloc(4i64)
		let (fs: [1]f32 @ b -> 0 + {(1 : 1)}) = replicate([1i64], x)
		let (y: f32) = index(fs, [0i64])
		let (k: i32) = convert.f32.i32(y)
		let (is: [1]i32 @ b -> 0 + {(1 : 1)}) = replicate([1i64], k)
		in (b, is) }`, "2.5f32", "[2]"},
	{"a call", `(n: i64, b: mem, xs: [n]i32 @ b -> 0 + {(n : 1)}) -> (d: mem, a: [n]i32 @ d -> 0 + {(n : 1)}) {
		let (e: mem, ys: [n]i32 @ e -> 0 + {(n : 1)}) = call reversed(n, b, xs)
		in (e, ys) }
	fun reversed(n1: i64, b1: mem, xs1: [n1]i32 @ b1 -> 0 + {(n1 : 1)}) -> (d1: mem, a1: [n1]i32 @ d1 -> 0 + {(n1 : 1)}) {
		let (last: i64) = sub.i64(n1, 1i64)
		let (view: [n1]i32 @ b1 -> last + {(n1 : -1)}) = slice(xs1, [last :+ n1 by -1i64])
		let (f1: mem) = alloc(400i64)
		let (ys1: [n1]i32 @ f1 -> 0 + {(n1 : 1)}) = copy(view)
		in (f1, ys1) }`, "[1,2,3]", "[3,2,1]"},
}

func TestHeap(t *testing.T) {
	for _, c := range valid {
		t.Run(c.name, func(t *testing.T) {
			prog := parse(t, "lamina mem\nentry fun main"+c.fun)
			got, _, err := interp.Heap(context.Background(), prog, "main", values(t, c.args), interp.Options{})
			check(t, got, err, c.want)
			if err := interp.Validate(context.Background(), prog, "main", values(t, c.args), interp.Options{}); err != nil {
				t.Error(err)
			}
		})
	}
}

var invalidHeap = []struct {
	name string
	fun  string
	args string
	want []string
}{
	{"race", `(n: i64, b: mem, xs: *[n]i32 @ b -> 0 + {(n : 1)}) -> (d: mem, a: [n]i32 @ d -> 0 + {(n : 1)}) {
		let (last: i64) = sub.i64(n, 1i64)
		let (ys: [n]i32 @ b -> 0 + {(n : 1)}) = segmap(i < n) {
			let (j: i64) = sub.i64(last, i)
			let (x: i32) = index(xs, [j])
			in (x) }
		in (b, ys) }`, "[1,2,3]",
		[]string{"test.lir:6:4: invalid program: race: iteration [2] reads offset 0 of block b (xs[0]), which iteration [0] writes",
			"in let (x: i32) = index(xs, [j])"}},
	{"race of a read and a write of what another has written", `(n: i64) -> (d: mem, a: [n]i64 @ d -> 0 + {(n : 0)}) {
		let (b: mem) = alloc(8i64)
		let (xs: [1]i64 @ b -> 0 + {(1 : 1)}) = replicate([1i64], 7i64)
		let (ys: [n]i64 @ b -> 0 + {(n : 0)}) = segmap(i < n) {
			let (first: bool) = eq.i64(i, 0i64)
			let (x: i64) = if(first) then {
				let (y: i64) = index(xs, [0i64])
				in (y) } else { in (7i64) }
			in (x) }
		in (b, ys) }`, "2i64",
		[]string{"race: iteration [1] writes offset 0 of block b (ys[0]), which iteration [0] reads"}},
	{"race of results", `(n: i64) -> (d: mem, a: [n]i64 @ d -> 0 + {(n : 0)}) {
		let (b: mem) = alloc(80i64)
		let (ys: [n]i64 @ b -> 0 + {(n : 0)}) = segmap(i < n) { in (i) }
		in (b, ys) }`, "2i64",
		[]string{"test.lir:4:3", "race: iteration [1] writes offset 0 of block b (ys[0]), which iteration [0] writes"}},
	{"race of a reduction's result", `(n: i64, m: i64, b: mem, xs: *[n][m]i32 @ b -> 0 + {(n : m), (m : 1)}) -> (d: mem, a: [n]i32 @ d -> 0 + {(n : 1)}) {
		let (sums: [n]i32 @ b -> 0 + {(n : 1)}) = segred(i < n, j < m, op = \(x: i32, y: i32) -> (i32) {
			let (z: i32) = add.i32(x, y)
			in (z) }, neutral = [0i32]) {
			let (v: i32) = index(xs, [i, j])
			in (v) }
		in (b, sums) }`, "[[1,2],[3,4]]",
		[]string{"race: the result of segment [0] writes offset 0 of block b (sums[0]), which iteration [0 0] reads"}},
	{"race of two segments' results", `(n: i64, m: i64, b: mem, xs: [n][m]i32 @ b -> 0 + {(n : m), (m : 1)}) -> (d: mem, a: [n]i32 @ d -> 0 + {(n : 0)}) {
		let (c: mem) = alloc(4i64)
		let (sums: [n]i32 @ c -> 0 + {(n : 0)}) = segred(i < n, j < m, op = \(x: i32, y: i32) -> (i32) {
			let (z: i32) = add.i32(x, y)
			in (z) }, neutral = [0i32]) {
			let (v: i32) = index(xs, [i, j])
			in (v) }
		in (c, sums) }`, "[[1,2],[3,4]]",
		[]string{"race: the result of segment [1] writes offset 0 of block c (sums[0]), which the result of segment [0] writes"}},
	{"duplicates in a scatter", `(n: i64, b: mem, is: [n]i64 @ b -> 0 + {(n : 1)}) -> (d: mem, a: [4]i32 @ d -> 0 + {(4 : 1)}) {
		let (c: mem) = alloc(16i64)
		let (zero: [4]i32 @ c -> 0 + {(4 : 1)}) = replicate([4i64], 0i32)
		let (out: [4]i32 @ c -> 0 + {(4 : 1)}) = segmap(i < n, into = [zero rank 1]) {
			let (k: i64) = index(is, [i])
			let (v: i32) = convert.i64.i32(i)
			in (k, v) }
		in (c, out) }`, "[3i64,1i64,3i64]",
		[]string{"race: iteration [2] writes offset 3 of block c (out[3]), which iteration [0] writes"}},
	{"overlapping copy", `(n: i64, b: mem, xs: *[n]i32 @ b -> 0 + {(n : 1)}) -> (d: mem, a: [n]i32 @ d -> 0 + {(n : 1)}) {
		let (v: [2]i32 @ b -> 0 + {(2 : 1)}) = slice(xs, [0i64 :+ 2i64])
		let (ys: [n]i32 @ b -> 0 + {(n : 1)}) = update(xs, [1i64 :+ 2i64], v)
		in (b, ys) }`, "[1,2,3]",
		[]string{"test.lir:4:3", "the source 0 + {(2 : 1)} and the destination 1 + {(2 : 1)} overlap and are not the same place"}},
	{"interleaved arrays do not overlap, but their last elements do", `(n: i64, b: mem, xs: *[n]i32 @ b -> 0 + {(n : 1)}) -> (d: mem, a: [n]i32 @ d -> 0 + {(n : 1)}) {
		let (v: [3]i32 @ b -> 0 + {(3 : 2)}) = slice(xs, [0i64 :+ 3i64 by 2i64])
		let (ys: [n]i32 @ b -> 0 + {(n : 1)}) = update(xs, [1i64 :+ 3i64 by 2i64], v)
		let (w: [2]i32 @ b -> 1 + {(2 : 3)}) = slice(ys, [1i64 :+ 2i64 by 3i64])
		let (zs: [n]i32 @ b -> 0 + {(n : 1)}) = update(ys, [2i64 :+ 2i64 by 2i64], w)
		in (b, zs) }`, "[1,2,3,4,5,6]",
		[]string{"test.lir:6:3", "overlap and are not the same place"}},
	{"unwritten cell", `(n: i64) -> (a: i32) {
		let (b: mem) = alloc(40i64)
		let (xs: [n][2]i32 @ b -> 1 + {(n : 2), (2 : 1)}) = scratch.i32([n, 2i64])
		let (ys: [n][2]i32 @ b -> 1 + {(n : 2), (2 : 1)}) = update(xs, [0i64, 0i64], 1i32)
		let (x: i32) = index(ys, [1i64, 0i64])
		in (x) }`, "3i64",
		[]string{"test.lir:6:3", "reading ys[1, 0] at offset 3 of block b: the cell was not written", "in let (x: i32) = index(ys, [1i64, 0i64])"}},
	{"index function that leaves its block", `(n: i64) -> (d: mem, a: [n]i32 @ d -> 0 + {(n : 1)}) {
		let (b: mem) = alloc(12i64)
		let (xs: [n]i32 @ b -> 1 + {(n : 1)}) = iota.i32(n, 0i32, 1i32)
		in (b, xs) }`, "3i64",
		[]string{"test.lir:4:3", "the index function of xs: [3]i32 leaves its block: 1 + {(3 : 1)} of block b, which has 12 bytes, room for 3 elements of i32"}},
	{"index function with a negative offset", `(n: i64) -> (d: mem, a: [n]i32 @ d -> 0 + {(n : 1)}) {
		let (b: mem) = alloc(12i64)
		let (xs: [n]i32 @ b -> 1 + {(n : -1)}) = iota.i32(n, 0i32, 1i32)
		in (b, xs) }`, "3i64", []string{"leaves its block: 1 + {(3 : -1)}"}},
	{"index function that overflows", `(n: i64) -> (d: mem, a: [n]i32 @ d -> 0 + {(n : 1)}) {
		let (b: mem) = alloc(12i64)
		let (xs: [n]i32 @ b -> 0 + {(n : 9223372036854775807)}) = iota.i32(n, 0i32, 1i32)
		in (b, xs) }`, "3i64", []string{"leaves its block"}},
	{"view whose location is not its source's", `(n: i64, b: mem, xs: [n]i32 @ b -> 0 + {(n : 1)}) -> (d: mem, a: [2]i32 @ d -> 0 + {(2 : 1)}) {
		let (v: [2]i32 @ b -> 0 + {(2 : 1)}) = slice(xs, [1i64 :+ 2i64])
		in (b, v) }`, "[1,2,3]",
		[]string{"test.lir:3:3", "v is annotated to lie at 0 + {(2 : 1)} of block b, but it lies at 1 + {(2 : 1)}"}},
	{"view in another block", `(n: i64, b: mem, xs: [n]i32 @ b -> 0 + {(n : 1)}) -> (d: mem, a: [n]i32 @ d -> 0 + {(n : 1)}) {
		let (c: mem) = alloc(12i64)
		let (v: [n]i32 @ c -> 0 + {(n : 1)}) = use(xs)
		in (c, v) }`, "[1,2,3]", []string{"v is annotated to lie in block c, but it lies in block b"}},
	{"elements of another type", `(x: f32) -> (a: i32) {
		let (b: mem) = alloc(4i64)
		let (fs: [1]f32 @ b -> 0 + {(1 : 1)}) = replicate([1i64], x)
		let (is: [1]i32 @ b -> 0 + {(1 : 1)}) = scratch.i32([1i64])
		let (k: i32) = index(is, [0i64])
		in (k) }`, "2.5f32", []string{"the cell holds an f32 and is read as i32"}},
	{"block freed at the end of its scope", `(n: i64, c: bool) -> (a: i64) {
		let (keep: mem) = alloc(8i64)
		let (b: mem, o: i64) = if(c) then {
			let (own: mem) = alloc(8i64)
			let (xs: [1]i64 @ own -> 0 + {(1 : 1)}) = replicate([1i64], n)
			in (keep, 0i64) } else { in (keep, 0i64) }
		let (y: i64) = index(xs, [o])
		in (y) }`, "1i64 true", []string{"test.lir:8:3", "xs: [1]i64 lies in block own, which was freed"}},
	{"write to what the caller keeps", `(n: i64, b: mem, xs: [n]i32 @ b -> 0 + {(n : 1)}) -> (d: mem, a: [n]i32 @ d -> 0 + {(n : 1)}) {
		let (ys: [n]i32 @ b -> 0 + {(n : 1)}) = iota.i32(n, 0i32, 1i32)
		in (b, ys) }`, "[1,2,3]", []string{"in the memory of parameter xs, which the caller keeps"}},
	{"result that is not row-major", `(n: i64, b: mem, xs: [n][n]i32 @ b -> 0 + {(n : n), (n : 1)}) -> (d: mem, a: [n][n]i32 @ d -> 0 + {(n : 1), (n : n)}) {
		let (ys: [n][n]i32 @ b -> 0 + {(n : 1), (n : n)}) = rearrange([1, 0], xs)
		in (b, ys) }`, "[[1,2],[3,4]]", []string{"test.lir:2:1", "result a does not lie row-major at the start of its block, but at 0 + {(2 : 1), (2 : 2)}"}},
	{"array without a location", `(n: i64) -> (d: mem, a: [n]i32 @ d -> 0 + {(n : 1)}) {
		let (b: mem) = alloc(12i64)
		let (xs: [n]i32) = iota.i32(n, 0i32, 1i32)
		in (b, xs) }`, "3i64", []string{"test.lir:4:3", "xs is an array without a location"}},
	{"index function of another shape", `(n: i64) -> (d: mem, a: [n]i32 @ d -> 0 + {(n : 1)}) {
		let (b: mem) = alloc(12i64)
		let (xs: [n]i32 @ b -> 0 + {(2 : 1)}) = iota.i32(n, 0i32, 1i32)
		in (b, xs) }`, "3i64", []string{"xs has the type [3]i32, but its index function is 0 + {(2 : 1)}"}},
}

func TestInvalidHeap(t *testing.T) {
	for _, c := range invalidHeap {
		t.Run(c.name, func(t *testing.T) {
			prog := parse(t, "lamina mem\nentry fun main"+c.fun)
			_, _, err := interp.Heap(context.Background(), prog, "main", values(t, c.args), interp.Options{})
			checkError(t, err, c.want...)
			var invalid *fault.Invalid
			if !errors.As(err, &invalid) {
				t.Errorf("error is a %T", err)
			}
		})
	}
}

// A memory annotation that changes what a program means, and one that does not, because
// both arrays happen to hold the same.
func TestValidateFindsWhatIsOverwritten(t *testing.T) {
	for _, args := range []string{"[1,2,3]", "[7,7,7]"} {
		prog := parse(t, `lamina mem
entry fun main(n: i64, b: mem, xs: *[n]i32 @ b -> 0 + {(n : 1)}) -> (d: mem, a: [n]i32 @ d -> 0 + {(n : 1)}) {
	let (ys: [n]i32 @ b -> 0 + {(n : 1)}) = replicate([n], 7i32)
	let (x: i32) = index(xs, [0i64])
	let (c: mem) = alloc(400i64)
	let (zs: [n]i32 @ c -> 0 + {(n : 1)}) = replicate([n], x)
	in (c, zs) }`)
		err := interp.Validate(context.Background(), prog, "main", values(t, args), interp.Options{})
		checkError(t, err, "heap semantics only", "reading xs[0] at offset 0 of block b: ys has overwritten it")
	}
}

// Of two results of a segmap in one place, and of a row that a segmap's other result
// overwrites, one is lost.
func TestResultsThatMeet(t *testing.T) {
	prog := parse(t, `lamina mem
entry fun same(n: i64, b: mem, xs: [n]i64 @ b -> 0 + {(n : 1)}) -> (d: mem, a: [n]i64 @ d -> 0 + {(n : 1)}) {
	let (c: mem) = alloc(80i64)
	let (w: [n]i64 @ c -> 0 + {(n : 1)}, v: [n]i64 @ c -> 0 + {(n : 1)}) = segmap(i < n) {
		let (x: i64) = index(xs, [i])
		let (y: i64) = add.i64(x, 1i64)
		in (y, x) }
	let (u: [n]i64 @ c -> 0 + {(n : 1)}) = update(v, [0i64 :+ n], w)
	in (c, u) }
entry fun rows(n1: i64, b1: mem, xs1: *[n1][2]i64 @ b1 -> 0 + {(n1 : 2), (2 : 1)}) -> (d1: mem, a1: [n1][2]i64 @ d1 -> 0 + {(n1 : 2), (2 : 1)}) {
	let (c1: mem) = alloc(80i64)
	let (w1: [n1]i64 @ b1 -> 0 + {(n1 : 2)}, v1: [n1][2]i64 @ c1 -> 0 + {(n1 : 2), (2 : 1)}) = segmap(i1 < n1) {
		let (row1: [2]i64 @ b1 -> 2*i1 + {(2 : 1)}) = slice(xs1, [i1, 0i64 :+ 2i64])
		in (7i64, row1) }
	in (c1, v1) }`)
	_, _, err := interp.Heap(context.Background(), prog, "same", values(t, "[1i64,2i64]"), interp.Options{})
	checkError(t, err, "w and v are results of one statement and meet in block c, where they lie at 0 + {(2 : 1)} and 0 + {(2 : 1)}")
	_, _, err = interp.Heap(context.Background(), prog, "rows", values(t, "[[1i64,2i64],[3i64,4i64]]"), interp.Options{})
	checkError(t, err, "reading v1[0, 0] at offset 0 of block c1: the cell was not written")
}

// A result that is a view of another one is right where that one is in its place already: the view
// is read before the other belongs to the array of results.
func TestResultsThatAreViewsOfEachOther(t *testing.T) {
	prog := parse(t, `lamina mem
entry fun main(n: i64, b: mem, xs: [n]i64 @ b -> 0 + {(n : 1)}) -> (d: mem, firsts: [2][1]i64 @ d -> 0 + {(2 : 1), (1 : 1)}) {
	let (bytes: i64) = mulsat.i64(16i64, n)
	let (c: mem) = alloc(bytes)
	let (e: mem) = alloc(16i64)
	let (all: [2][n]i64 @ c -> 0 + {(2 : n), (n : 1)}, some: [2][1]i64 @ e -> 0 + {(2 : 1), (1 : 1)}) = segmap(i < 2i64) {
		let (row: [n]i64 @ c -> n*i + {(n : 1)}) = copy(xs)
		let (first: [1]i64 @ c -> n*i + {(1 : 1)}) = slice(row, [0i64 :+ 1i64])
		in (row, first) }
	in (e, some) }`)
	got, _, err := interp.Heap(context.Background(), prog, "main", values(t, "[5i64,6i64,7i64]"), interp.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if want := "[[5i64], [5i64]]"; got[0].String() != want {
		t.Errorf("got %v, want %s", got[0], want)
	}
}

func TestValidateComparesFailures(t *testing.T) {
	prog := parse(t, `lamina mem
entry fun main(n: i64, b: mem, xs: *[n]i32 @ b -> 0 + {(n : 1)}) -> (x: i32) {
	let (x: i32) = index(xs, [0i64])
	let (c: bool) = gt.i32(x, 5i32)
	assert(c, ["x is ", x])
	in (x) }`)
	if err := interp.Validate(context.Background(), prog, "main", values(t, "[1]"), interp.Options{}); err != nil {
		t.Error(err)
	}
}

// Blocks die with their scope; copies to the same place are none.
func TestHeapReport(t *testing.T) {
	prog := parse(t, `lamina mem
entry fun main(n: i64, b: mem, xs: *[4]i64 @ b -> 0 + {(4 : 1)}) -> (d: mem, a: [4]i64 @ d -> 0 + {(4 : 1)}) {
	let (ys: [4]i64 @ b -> 0 + {(4 : 1)}) = loop(i < n, zs: *[4]i64 @ b -> 0 + {(4 : 1)} = xs) do {
		let (c: mem) = alloc(100i64)
		let (v: [2]i64 @ c -> 0 + {(2 : 1)}) = replicate([2i64], i)
		let (us: [4]i64 @ b -> 0 + {(4 : 1)}) = update(zs, [0i64 :+ 2i64], v)
		let (w: [2]i64 @ b -> 0 + {(2 : 1)}) = slice(us, [0i64 :+ 2i64])
		let (ts: [4]i64 @ b -> 0 + {(4 : 1)}) = update(us, [0i64 :+ 2i64], w)
		in (ts) }
	in (b, ys) }`)
	got, report, err := interp.Heap(context.Background(), prog, "main", values(t, "10i64 [5i64,5i64,5i64,5i64]"), interp.Options{})
	check(t, got, err, "[9i64,9i64,5i64,5i64]")
	want := interp.Report{Steps: report.Steps, Allocs: 10, Copies: 10, CopiedBytes: 160, PeakBytes: 132}
	if report != want {
		t.Errorf("got %+v, want %+v", report, want)
	}
}
