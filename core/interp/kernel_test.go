package interp_test

import (
	"context"
	"testing"

	"github.com/lamina-lang/lamina/core/interp"
)

var segmented = []struct {
	name string
	fun  string
	args string
	want string
}{
	{"segmap", `(n: i64, m: i64, xs: [n][m]i32) -> (a: [m][n]i32, b: [m][n][2]i32) {
		let (ys: [m][n]i32, zs: [m][n][2]i32) = segmap(j < m, i < n) {
			let (x: i32) = index(xs, [i, j])
			let (p: [2]i32) = literal(i32, [x, 0i32])
			in (x, p) }
		in (ys, zs) }`, "[[1,2,3],[4,5,6]]",
		"[[1,4],[2,5],[3,6]] [[[1,0],[4,0]],[[2,0],[5,0]],[[3,0],[6,0]]]"},
	{"segmap over nothing", `(n: i64, m: i64, xs: [n][m]i32) -> (a: [m][n]i32) {
		let (ys: [m][n]i32) = segmap(j < m, i < n) {
			let (x: i32) = index(xs, [i, j])
			in (x) }
		in (ys) }`, "empty([0][3]i32)", "empty([3][0]i32)"},
	{"segmap that writes", `(n: i64, xs: [n]i32, d: *[2][n]i32) -> (a: [n]i32, b: [2][n]i32) {
		let (ys: [n]i32, e: [2][n]i32) = segmap(i < n, into = [d rank 2]) {
			let (x: i32) = index(xs, [i])
			let (k: i64) = convert.i32.i64(x)
			in (x, k, i, 9i32) }
		in (ys, e) }`, "[1,0,7] [[0,0,0],[0,0,0]]", "[1,0,7] [[0,9,0],[9,0,0]]"},
	{"segred of all", `(n: i64, xs: [n]i32) -> (a: i32, b: [n]i32) {
		let (s: i32, t: [n]i32) = segred(i < n, op = \(x: i32, y: i32) -> (i32) {
			let (z: i32) = add.i32(x, y)
			in (z) }, neutral = [0i32]) {
			let (v: i32) = index(xs, [i])
			let (w: i32) = neg.i32(v)
			in (v, w) }
		in (s, t) }`, "[1,2,3]", "6 [-1,-2,-3]"},
	{"segred of rows", `(n: i64, m: i64, xs: [n][m]i32) -> (a: [n]i32) {
		let (s: [n]i32) = segred(i < n, j < m, op = \(x: i32, y: i32) -> (i32) {
			let (z: i32) = add.i32(x, y)
			in (z) }, neutral = [100i32]) {
			let (v: i32) = index(xs, [i, j])
			in (v) }
		in (s) }`, "[[1,2],[3,4]]", "[103,107]"},
	{"segred of empty rows", `(n: i64, m: i64, xs: [n][m]i32) -> (a: [n]i32) {
		let (s: [n]i32) = segred(i < n, j < m, op = \(x: i32, y: i32) -> (i32) {
			let (z: i32) = add.i32(x, y)
			in (z) }, neutral = [100i32]) {
			let (v: i32) = index(xs, [i, j])
			in (v) }
		in (s) }`, "empty([2][0]i32)", "[100,100]"},
	{"segred of arrays", `(n: i64, m: i64, xs: [n][m]i32) -> (a: [m]i32) {
		let (zero: [m]i32) = replicate([m], 0i32)
		let (s: [m]i32) = segred(i < n, op = \(x: [m]i32, y: [m]i32) -> ([m]i32) {
			let (z: [m]i32) = map(m, [x, y], \(p: i32, q: i32) -> (i32) {
				let (r: i32) = add.i32(p, q)
				in (r) })
			in (z) }, neutral = [zero]) {
			let (row: [m]i32) = slice(xs, [i, 0i64 :+ m])
			in (row) }
		in (s) }`, "[[1,2],[3,4],[5,6]]", "[9,12]"},
	{"segscan of rows", `(n: i64, m: i64, xs: [n][m]i32) -> (a: [n][m]i32, b: [n][m]i32) {
		let (s: [n][m]i32, t: [n][m]i32) = segscan(i < n, j < m, op = \(x: i32, y: i32) -> (i32) {
			let (z: i32) = add.i32(x, y)
			in (z) }, neutral = [0i32]) {
			let (v: i32) = index(xs, [i, j])
			in (v, v) }
		in (s, t) }`, "[[1,2,3],[4,5,6]]", "[[1,3,6],[4,9,15]] [[1,2,3],[4,5,6]]"},
	{"seghist for each row", `(n: i64, m: i64, xs: [n][m]i64, d: *[n][2]i32) -> (a: [n][2]i32) {
		let (e: [n][2]i32) = seghist(i < n, j < m, into = [[d] rank 1 op = \(x: i32, y: i32) -> (i32) {
			let (z: i32) = add.i32(x, y)
			in (z) } neutral = [0i32]]) {
			let (v: i64) = index(xs, [i, j])
			in (v, 1i32) }
		in (e) }`, "[[0i64,1i64,1i64],[5i64,0i64,0i64]] [[10,20],[30,40]]", "[[11,22],[32,40]]"},
}

func TestSegmented(t *testing.T) {
	for _, c := range segmented {
		t.Run(c.name, func(t *testing.T) {
			prog := parse(t, "lamina kernel\nentry fun main"+c.fun)
			got, err := interp.Value(context.Background(), prog, "main", values(t, c.args), interp.Options{})
			check(t, got, err, c.want)
		})
	}
}
