package interp_test

import (
	"context"
	"errors"
	"testing"

	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/interp"
	"github.com/lamina-lang/lamina/core/value"
)

func parseImp(t testing.TB, text string) *imp.Program {
	t.Helper()
	p, err := imp.ParseSource("test.imp", "lamina imp\n"+text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func runImp(t testing.TB, text, args string) ([]value.Value, interp.Report, error) {
	t.Helper()
	return runProgram(t, parseImp(t, text), args)
}

func runProgram(t testing.TB, p *imp.Program, args string) ([]value.Value, interp.Report, error) {
	t.Helper()
	return interp.Imp(context.Background(), p, "main", values(t, args), interp.Options{})
}

var imperative = []struct {
	name string
	text string
	args string
	want string
}{
	{"narrow indices", `fun main(xs: mem, i: i32) -> (y: i32, z: i32) entry (xs: "[6]i32" = [6]i32 in xs, i: "i32" = i32 in i) -> ("i32" = i32 in y, "i32" = i32 in z) {
		y <- xs.i32[i]
		z <- [i, 1i32 in 0i32 + {(2 : 3i32), (3 : 1i32)}]
		z <- add.i32(z, xs.i32[i, 2i32 in 0i32 + {(2 : 3i32), (3 : 1i32)}])
	}`, "[10, 20, 30, 40, 50, 60] 1i32", "20i32 64i32"},
	{"vectors", `fun main(xs: mem, i: i32) -> (ys: mem, s: i32) entry (xs: "[8]i32" = [8]i32 in xs, i: "i32" = i32 in i) -> ("[4]i32" = [4]i32 in ys, "i32" = i32 in s) {
		ys <- alloc(16)
		var v: i32x4 = xs.i32x4[1, 0 in 0 + {(2 : 4), (4 : 1)}]
		var m: boolx4 = lt.i32(v, splat(7i32, 4))
		var w: i32x4 = select.i32(m, mul.i32(v, ramp(i, 10i32, 4)), build(1i32, lane(v, 0), convert.bool.i32(lane(m, 3)), i))
		v <- convert.i64.i32(convert.i32.i64(w) + ramp(0, 100, 4))
		ys.i32x4[0] <- v
		s <- lane(v, 1)
	}`, "[0, 1, 2, 3, 4, 5, 6, 7] 2i32", "[8i32, 160i32, 332i32, 302i32] 160i32"},
	{"indices that wrap", `fun main(xs: mem, i: i32) -> (y: i32) entry (xs: "[6]i32" = [6]i32 in xs, i: "i32" = i32 in i) -> ("i32" = i32 in y) {
		y <- xs.i32[sub.u32(convert.i32.u32(i), 4294967294u32)]
		y <- add.i32(y, xs.i32[1u32, 1u32 in 4294967295u32 + {(2 : 2u32), (3 : 1u32)}])
	}`, "[10, 20, 30, 40, 50, 60] 1i32", "70i32"},
	{"blocks", `fun main(xs: mem) -> (a: bool, b: bool, c: bool, n: i64, m: i64) entry (xs: "[6]i32" = [6]i32 in xs) -> ("bool" = bool in a, "bool" = bool in b, "bool" = bool in c, "i64" = i64 in n, "i64" = i64 in m) {
		var ys: mem
		var none: mem
		ys <- alloc(40)
		n <- bytes(ys)
		m <- bytes(none)
		a <- apart([ys], [xs, none])
		ys <- hold(xs)
		b <- apart([ys], [xs])
		c <- apart([none], [xs, ys])
	}`, "[10, 20, 30, 40, 50, 60]", "true false true 40i64 0i64"},
	{"narrow kernels", `fun main(n: i64, xs: mem) -> (ys: mem) entry (xs: "[n]i32" = [n]i32 in xs) -> ("[n]i32" = [n]i32 in ys) {
		ys <- alloc(4 * n)
		parallel "double" (i < n) narrow apart {
			ys.i32[i] <- add.i32(xs.i32[exact.sub.i32(exact.add.i32(i, 7i32), 7i32)], exact.mod.i32(i, 2i32))
		}
	}`, "[10, 20, 30]", "[10, 21, 30]"},
	{"scalars", `fun main(x: i32) -> (y: i32, z: bool) entry (x: "i32" = i32 in x) -> ("i32" = i32 in y, "bool" = bool in z) {
		var a: i32 = mul.i32(x, 3i32)
		a <- add.i32(a, convert.i64.i32(1i64))
		if gt.i32(a, 10i32) { y <- a } else { z <- true }
	}`, "4", "13 false"},
	{"loops", `fun main(n: i64) -> (y: i64) entry (n: "i64" = i64 in n) -> ("i64" = i64 in y) {
		for i: i64 < n {
			var k: i64 = i
			while gt.i64(k, 0) {
				y <- y + 1
				k <- k - 1
			}
		}
	}`, "4i64", "6i64"},
	{"index functions", `fun main(n: i64, m: i64, xs: mem) -> (ys: mem) entry (xs: "[n][m]i32" = [n][m]i32 in xs) -> ("[m][n]i32" = [m][n]i32 in ys) {
		ys <- alloc(n * m * 4)
		parallel "transpose" (i < m) {
			var row: i64 = [i in 0 + {(m : n)}]
			for j: i64 < n {
				ys.i32[j in row + {(n : 1)}] <- xs.i32[i, n - 1 - j in (n - 1) * m + {(m : 1), (n : 0 - m)}]
			}
		}
		atomic(ys.i32[0, 1 in 0 + {(m : n), (n : 1)}], add, 10i32)
	}`, "[[1,2,3],[4,5,6]]", "[[1,14],[2,5],[3,6]]"},
	{"arrays", `fun main(n: i64, m: i64, xs: mem) -> (ys: mem)
		entry (xs: "[n][m]i32" = [n][m]i32 in xs) -> ("[m][n]i32" = [m][n]i32 in ys) {
		ys <- alloc(mulsat.i64(n * m, 4))
		for i: i64 < n {
			for j: i64 < m {
				ys.i32[j * n + i] <- xs.i32[i * m + j]
			}
		}
	}`, "[[1,2,3],[4,5,6]]", "[[1,4],[2,5],[3,6]]"},
	{"copy", `fun main(n: i64, m: i64, xs: mem) -> (ys: mem)
		entry (xs: "[n][m]i32" = [n][m]i32 in xs) -> ("[m][n]i32" = [m][n]i32 in ys) {
		ys <- alloc(n * m * 4)
		copy.i32([m, n], ys from 0 by [n, 1], xs from 0 by [1, m])
	}`, "[[1,2,3],[4,5,6]]", "[[1,4],[2,5],[3,6]]"},
	{"parallel", `fun main(n: i64, m: i64, xs: mem) -> (ys: mem)
		entry (xs: "[n][m]i32" = [n][m]i32 in xs) -> ("[m][n]i32" = [m][n]i32 in ys) {
		ys <- alloc(n * m * 4)
		parallel "t" (i < n, j < m) {
			ys.i32[j * n + i] <- xs.i32[i * m + j]
		}
	}`, "[[1,2,3],[4,5,6]]", "[[1,4],[2,5],[3,6]]"},
	{"parallel over nothing", `fun main(n: i64) -> (ys: mem)
		entry (n: "i64" = i64 in n) -> ("[0]i32" = [0]i32 in ys) {
		parallel "none" (i < n) { ys.i32[i] <- 1i32 }
	}`, "-1i64", "empty([0]i32)"},
	{"call", `fun twice(x: i32, b: mem) -> (y: i32, c: mem) {
		y <- add.i32(x, b.i32[0])
		c <- hold(b)
	}
	fun main(n: i64, xs: mem) -> (y: i32, zs: mem)
		entry (xs: "[n]i32" = [n]i32 in xs) -> ("i32" = i32 in y, "[n]i32" = [n]i32 in zs) {
		call twice(5i32, mem xs) -> (y, zs)
	}`, "[7,8]", "12 [7,8]"},
	{"launch with shared memory, barriers and atomics", `fun main(n: i64, xs: mem) -> (ys: mem, count: mem)
		entry (xs: "[n]i32" = [n]i32 in xs) -> ("[n]i32" = [n]i32 in ys, "[1]i32" = [1]i32 in count) {
		ys <- alloc(n * 4)
		count <- alloc(4)
		count.i32[0] <- 0i32
		launch "reverse each group" (quot.i64(n, 4), 4) shared (s: 16) {
			var at: i64 = group_id() * 4
			s.i32[local_id()] <- xs.i32[at + local_id()]
			barrier
			var x: i32 = s.i32[3 - local_id()]
			barrier
			s.i32[local_id()] <- x
			ys.i32[at + local_id()] <- s.i32[local_id()]
			atomic(count.i32[0], add, x) -> old
		}
	}`, "[1,2,3,4,5,6,7,8]", "[4,3,2,1,8,7,6,5] [36]"},
	{"atomics", `fun main(n: i64, xs: mem) -> (ys: mem, a: i32, b: i32)
		entry (xs: *"[n]i32" = [n]i32 in xs) -> ("[n]i32" = [n]i32 in ys, "i32" = i32 in a, "i32" = i32 in b) {
		atomic(xs.i32[0], exchange, 9i32) -> o1
		atomic(xs.i32[1], compare, 5i32, 8i32) -> o2
		atomic(xs.i32[2], compare, 0i32, 8i32)
		a <- o1
		b <- o2
		ys <- hold(xs)
	}`, "[4,5,6]", "[9,8,6] 4 5"},
}

func TestImperative(t *testing.T) {
	for _, c := range imperative {
		t.Run(c.name, func(t *testing.T) {
			got, _, err := runImp(t, c.text, c.args)
			check(t, got, err, c.want)
			got, _, err = runProgram(t, imp.Flat(parseImp(t, c.text)), c.args)
			check(t, got, err, c.want)
		})
	}
}

var invalidImp = []struct {
	name string
	text string
	args string
	want []string
}{
	{"race of writes", `fun main(n: i64) -> (ys: mem) entry (n: "i64" = i64 in n) -> ("[1]i64" = [1]i64 in ys) {
		ys <- alloc(8)
		parallel "w" (i < n) {
			ys.i64[0] <- i
		}
	}`, "3i64", []string{"test.imp:4:3: invalid program: race: iteration [1] writes offset 0 of block ys (ys.i64[0]), which iteration [0] writes",
		"in ys.i64[0] <- (i: i64)"}},
	{"two parts of a pool meet", `fun main(n: i64) -> () entry (n: "i64" = i64 in n) -> () {
		var pool: mem
		pool <- alloc(24)
		var a: mem
		a <- alloc(16, in = pool, at = 0)
		a <- hold()
		a <- alloc(8, in = pool, at = 8)
		var b: mem
		b <- alloc(n, in = pool, at = 8, for = "b")
	}`, "1i64", []string{"bytes 8 to 9 of pool, for b, are in use: a has bytes 8 to 16"}},
	{"a part beyond the pool", `fun main(n: i64) -> () entry (n: "i64" = i64 in n) -> () {
		var pool: mem
		pool <- alloc(24)
		var a: mem
		a <- alloc(n, in = pool, at = 8)
	}`, "17i64", []string{"bytes 8 to 25 for a are not in pool, which has 24"}},
	{"a pool let go before its part", `fun main(n: i64) -> () entry (n: "i64" = i64 in n) -> () {
		var pool: mem
		pool <- alloc(24)
		var a: mem
		a <- alloc(n, in = pool, at = 8)
		pool <- hold()
	}`, "16i64", []string{"pool is let go while a, a part of it, is in use"}},
	{"what a part held before", `fun main(n: i64) -> (x: i64) entry (n: "i64" = i64 in n) -> ("i64" = i64 in x) {
		var pool: mem
		pool <- alloc(8)
		var a: mem
		a <- alloc(8, in = pool, at = 0)
		a.i64[0] <- n
		a <- hold()
		var b: mem
		b <- alloc(8, in = pool, at = 0)
		x <- b.i64[0]
	}`, "16i64", []string{"b"}},
	{"race of a read and a later write", `fun main(n: i64, xs: mem) -> () entry (xs: *"[n]i32" = [n]i32 in xs) -> () {
		parallel "w" (i < n - 1) {
			xs.i32[i + 1] <- xs.i32[i]
		}
	}`, "[1,2,3]", []string{"race: iteration [1] reads offset 1 of block xs (xs.i32[1]), which iteration [0] writes"}},
	{"race between elements of different sizes", `fun main(n: i64) -> () entry (n: "i64" = i64 in n) -> () {
		var b: mem
		b <- alloc(8)
		parallel "w" (i < n) {
			if eq.i64(i, 0) { b.i64[0] <- i } else { b.i8[5] <- 1i8 }
		}
	}`, "2i64", []string{"race: iteration [1] writes offset 5 of block b (b.i8[5]), which iteration [0] writes"}},
	{"race between groups", `fun main(n: i64) -> () entry (n: "i64" = i64 in n) -> () {
		var b: mem
		b <- alloc(8)
		launch "l" (2, 1) {
			barrier
			b.i64[0] <- group_id()
		}
	}`, "2i64", []string{"race: group 1 writes offset 0 of block b (b.i64[0]), which group 0 writes"}},
	{"race in a group without a barrier", `fun main(n: i64) -> () entry (n: "i64" = i64 in n) -> () {
		launch "l" (1, 4) shared (s: 32) {
			s.i64[local_id()] <- 1
			if gt.i64(local_id(), 0) {
				s.i64[local_id() - 1] <- 2
			}
		}
	}`, "2i64", []string{"test.imp:3:3", "race: thread 1 of group 0 writes offset 0 of block s (s.i64[0]), which thread 0 of group 0 writes"}},
	{"race of an atomic with a plain access", `fun main(n: i64, xs: mem) -> () entry (xs: *"[n]i32" = [n]i32 in xs) -> () {
		parallel "a" (i < n) {
			if eq.i64(i, 0) { atomic(xs.i32[0], add, 1i32) } else { xs.i32[0] <- 2i32 }
		}
	}`, "[1,2]", []string{"iteration [1] writes offset 0 of block xs (xs.i32[0]), which iteration [0] updates"}},
	{"barrier that not all threads reach", `fun main(n: i64) -> () entry (n: "i64" = i64 in n) -> () {
		launch "l" (1, 4) {
			if lt.i64(local_id(), 2) {
				barrier
			}
		}
	}`, "2i64", []string{"threads of group 0 do not meet: thread 0 waits at a barrier, thread 2 ends"}},
	{"threads at different barriers", `fun main(n: i64) -> () entry (n: "i64" = i64 in n) -> () {
		launch "l" (1, 2) {
			if lt.i64(local_id(), 1) { barrier } else { barrier }
		}
	}`, "2i64", []string{"thread 0 waits at a barrier, thread 1 waits at a barrier, another one"}},
	{"barrier outside a launch", `fun main(n: i64) -> () entry (n: "i64" = i64 in n) -> () {
		barrier
	}`, "2i64", []string{"a barrier outside a launch"}},
	{"unwritten cell", `fun main(n: i64) -> (x: i32) entry (n: "i64" = i64 in n) -> ("i32" = i32 in x) {
		var b: mem
		b <- alloc(8)
		b.i32[0] <- 1i32
		x <- b.i32[1]
	}`, "2i64", []string{"reading b.i32[1]: the cell was not written"}},
	{"cell of another type", `fun main(n: i64) -> (x: f32) entry (n: "i64" = i64 in n) -> ("f32" = f32 in x) {
		var b: mem
		b <- alloc(8)
		b.i32[0] <- 1i32
		x <- b.f32[0]
	}`, "2i64", []string{"reading b.f32[0]: the cell holds an i32 and is read as f32"}},
	{"part of a cell", `fun main(n: i64) -> (x: i32) entry (n: "i64" = i64 in n) -> ("i32" = i32 in x) {
		var b: mem
		b <- alloc(8)
		b.i32[0] <- 1i32
		b.i8[3] <- 1i8
		x <- b.i32[0]
	}`, "2i64", []string{"the cell holds parts of other elements and is read as i32"}},
	{"subscript outside its dimension", `fun main(n: i64, xs: mem) -> (x: i32) entry (xs: "[n][n]i32" = [n][n]i32 in xs) -> ("i32" = i32 in x) {
		x <- xs.i32[0, n in 0 + {(n : n), (n : 1)}]
	}`, "[[1,2],[3,4]]", []string{"test.imp:2:1", "subscript 2 of dimension 1 lies outside its size 2"}},
	{"overflow of a narrow index function", `fun main(n: i64) -> (x: i32) entry (n: "i64" = i64 in n) -> ("i32" = i32 in x) {
		var b: mem
		b <- alloc(8)
		var s: i32 = 1073741824i32
		x <- b.i32[2i32 in 0i32 + {(3i32 : s)}]
	}`, "2i64", []string{"2147483648 in an index function of i32s overflows"}},
	{"overflow of an exact sum", `fun main(n: i32) -> (x: i32) entry (n: "i32" = i32 in n) -> ("i32" = i32 in x) {
		x <- exact.add.i32(n, 2i32)
	}`, "2147483646i32", []string{"exact.add.i32 overflows on 2147483646 and 2"}},
	{"exact division by a negative number", `fun main(n: i32) -> (x: i32) entry (n: "i32" = i32 in n) -> ("i32" = i32 in x) {
		x <- exact.div.i32(7i32, n)
	}`, "-1i32", []string{"exact.div.i32 divides by -1"}},
	{"blocks that are not apart", `fun main(n: i64, xs: mem) -> (ys: mem) entry (xs: *"[n]i32" = [n]i32 in xs) -> ("[n]i32" = [n]i32 in ys) {
		ys <- hold(xs)
		parallel "p" (i < n) apart {
			ys.i32[i] <- add.i32(xs.i32[i], 1i32)
		}
	}`, "[1, 2]", []string{"ys, which is written, and xs hold one block, and the kernel says that its blocks are apart"}},
	{"blocks of a launch that are not apart", `fun main(n: i64, xs: mem) -> (ys: mem) entry (xs: *"[n]i32" = [n]i32 in xs) -> ("[n]i32" = [n]i32 in ys) {
		ys <- hold(xs)
		launch "l" (n, 1) shared (s: 4) apart {
			s.i32[0] <- xs.i32[group_id()]
			ys.i32[group_id()] <- s.i32[0]
		}
	}`, "[1, 2]", []string{"the kernel says that its blocks are apart"}},
	{"narrow statement of many iterations", `fun main(n: i64) -> (x: i32) entry (n: "i64" = i64 in n) -> ("i32" = i32 in x) {
		parallel "p" (i < n, j < n) narrow { }
	}`, "65536i64", []string{"a narrow statement has more than 2147418112 iterations"}},
	{"out of bounds", `fun main(n: i64) -> () entry (n: "i64" = i64 in n) -> () {
		var b: mem
		b <- alloc(15)
		b.i64[0] <- 1
		b.i64[1] <- 1
	}`, "2i64", []string{"writing b.i64[1]: offset 1 (of i64) lies outside block b of 15 bytes"}},
	{"negative offset", `fun main(n: i64) -> () entry (n: "i64" = i64 in n) -> () {
		var b: mem
		b <- alloc(15)
		b.i64[-1] <- 1
	}`, "2i64", []string{"offset -1 (of i64) lies outside block b"}},
	{"empty variable", `fun main(n: i64, xs: mem) -> () entry (xs: "[n]i32" = [n]i32 in xs) -> () {
		var b: mem
		b <- hold(xs)
		b <- hold()
		var x: i32 = b.i32[0]
	}`, "[2]", []string{"b holds no block"}},
	{"overlapping copy", `fun main(n: i64, xs: mem) -> () entry (xs: *"[n]i32" = [n]i32 in xs) -> () {
		copy.i32([n - 1], xs from 1 by [1], xs from 0 by [1])
	}`, "[1,2,3]", []string{"the source 0 + {(2 : 1)} and the destination 1 + {(2 : 1)} overlap and are not the same place"}},
	{"copy out of bounds", `fun main(n: i64, xs: mem) -> () entry (xs: *"[n]i32" = [n]i32 in xs) -> () {
		copy.i32([n], xs from 1 by [1], xs from 0 by [1])
	}`, "[1,2,3]", []string{"1 + {(3 : 1)} of xs leaves the block of 12 bytes"}},
	{"write to what the caller keeps", `fun main(n: i64, xs: mem) -> () entry (xs: "[n]i32" = [n]i32 in xs) -> () {
		xs.i32[0] <- 1i32
	}`, "[1,2,3]", []string{"parameter xs that the caller keeps"}},
	{"assignment to a shared variable", `fun main(n: i64) -> (x: i64) entry (n: "i64" = i64 in n) -> ("i64" = i64 in x) {
		parallel "p" (i < n) { x <- i }
	}`, "2i64", []string{"x is assigned in parallel code but declared outside it"}},
	{"division by zero", `fun main(n: i64) -> (x: i64) entry (n: "i64" = i64 in n) -> ("i64" = i64 in x) {
		x <- div.i64(1, n)
	}`, "0i64", []string{"div.i64 is undefined on 1i64 and 0i64"}},
}

func TestInvalidImperative(t *testing.T) {
	for _, c := range invalidImp {
		t.Run(c.name, func(t *testing.T) {
			_, _, err := runImp(t, c.text, c.args)
			checkError(t, err, c.want...)
			var invalid *fault.Invalid
			if !errors.As(err, &invalid) {
				t.Errorf("error is a %T", err)
			}
		})
	}
}

// The memory of a block is given back when no variable holds it any more.
func TestReferenceCounts(t *testing.T) {
	got, report, err := runImp(t, `fun main(n: i64) -> (y: mem) entry (n: "i64" = i64 in n) -> ("[1]i64" = [1]i64 in y) {
		y <- alloc(800)
		y.i64[0] <- 0
		for i: i64 < n {
			var a: mem
			a <- alloc(800)
			a.i64[0] <- y.i64[0] + i
			y <- hold(a)
		}
	}`, "100i64")
	check(t, got, err, "[4950i64]")
	if report.Allocs != 101 || report.PeakBytes != 1600 {
		t.Errorf("got %d allocations and a peak of %d bytes, want 101 and 1600", report.Allocs, report.PeakBytes)
	}
}

func TestCopyCount(t *testing.T) {
	_, report, err := runImp(t, `fun main(n: i64, xs: mem) -> (ys: mem) entry (xs: "[n]i32" = [n]i32 in xs) -> ("[n]i32" = [n]i32 in ys) {
		ys <- alloc(n * 4)
		copy.i32([n], ys from 0 by [1], xs from 0 by [1])
		copy.i32([n], ys from 0 by [1], ys from 0 by [1])
		copy.i32([n - n], ys from 0 by [1], xs from 0 by [1])
	}`, "[1,2,3]")
	if err != nil || report.Copies != 1 || report.CopiedBytes != 12 {
		t.Errorf("got %+v, %v, want one copy of 12 bytes", report, err)
	}
}

// The lowest failing iteration's error is the one reported, with the call sites.
func TestImperativeFailure(t *testing.T) {
	_, _, err := runImp(t, `inkernel fun f(x: i32) -> (y: i32) {
		assert(gt.i32(x, 0i32), ["bad ", x], at = [@a.fut:1:2])
	}
	fun main(n: i64, xs: mem) -> () entry (xs: "[n]i32" = [n]i32 in xs) -> () {
		parallel "p" (i < n) {
			var y: i32 = 0i32
			call f(xs.i32[i]) -> (y) @a.fut:7:8
		}
	}`, "[1,-2,-3]")
	const want = "bad -2\n\nBacktrace:\n-> #0  a.fut:1:2\n   #1  a.fut:7:8"
	var f *fault.Failure
	if !errors.As(err, &f) || err.Error() != want {
		t.Errorf("got %T:\n%v\nwant\n%s", err, err, want)
	}
}

func TestImperativeOutOfMemory(t *testing.T) {
	_, _, err := runImp(t, `fun main(n: i64) -> () entry (n: "i64" = i64 in n) -> () {
		var b: mem
		b <- alloc(mulsat.i64(mulsat.i64(n, n), 4), for = "ys: [n][n]f32")
	}`, "10000000000i64")
	var f *fault.Failure
	if !errors.As(err, &f) {
		t.Errorf("error is a %T", err)
	}
	checkError(t, err, "out of memory", "9223372036854775807 bytes for ys: [n][n]f32")
}
