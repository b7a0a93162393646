package wasm_test

import (
	"context"
	"fmt"
	"os"
	"testing"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// Blocks are freed when their variable is assigned and at the end of scopes, so a long loop
// needs memory for only a few of them.
func TestBlocksAreFreed(t *testing.T) {
	for _, c := range []struct {
		label string
		bytes int64
		most  int64
	}{{"small", 100, 1 << 20}, {"large", 100_000, 2 << 20}} {
		x := compile(t, `
fun main(n: i64, bytes: i64) -> (s: i64)
  entry (n: "i64" = i64 in n, bytes: "i64" = i64 in bytes) -> ("i64" = i64 in s) {
  var keep: mem
  keep <- alloc(bytes)
  keep.i64[0] <- 1
  for i: i64 < n {
    var fresh: mem
    fresh <- alloc(bytes)
    fresh.i64[0] <- keep.i64[0] + 1
    if eq.i64(and.i64(i, 1), 0) {
      keep <- hold(fresh)
    }
    fresh <- alloc(bytes)
    fresh.i64[0] <- -1
  }
  s <- keep.i64[0]
}`, backend.Options{})
		out, report, err := x.Run(context.Background(), "main", []value.Value{i64(1000), i64(c.bytes)})
		if err != nil {
			t.Fatal(err)
		}
		want(t, out, "501i64")
		space := report.Spaces[0]
		if space.Allocations != 2001 || space.Peak > c.most {
			t.Errorf("%s: %d allocations, peak %d bytes; want 2001, at most %d", c.label, space.Allocations, space.Peak, c.most)
		}
	}
}

// Every thread allocates, and frees blocks that other threads allocated.
func TestAllocationInKernels(t *testing.T) {
	x := compile(t, `
inkernel fun triple(n: i64, xs: mem) -> (ys: mem) {
  ys <- alloc(n * 8)
  for j: i64 < n { ys.i64[j] <- xs.i64[j] * 3 }
}
fun main(n: i64, m: i64) -> (out: mem)
  entry (n: "i64" = i64 in n, m: "i64" = i64 in m) -> ("[n]i64" = [n]i64 in out) {
  out <- alloc(mulsat.i64(n, 8))
  var shared: mem
  shared <- alloc(m * 8)
  parallel "fill" (j < m) { shared.i64[j] <- j }
  parallel "work" (i < n) {
    var xs: mem
    xs <- hold(shared)
    var ys: mem
    for k: i64 < 3 {
      call triple(m, mem xs) -> (ys)
      xs <- hold(ys)
    }
    out.i64[i] <- xs.i64[rem.i64(i, m)]
  }
}`, backend.Options{Threads: 4})
	for _, m := range []int64{10, 20000} {
		out := run(t, x, i64(500), i64(m))
		for i := range int64(500) {
			if got := out[0].At(i).Int(); got != i%m*27 {
				t.Fatalf("m = %d: element %d is %d, want %d", m, i, got, i%m*27)
			}
		}
	}
}

func TestCopies(t *testing.T) {
	const xs = "[[1i16, 2i16, 3i16], [4i16, 5i16, 6i16]]"
	for _, c := range []struct{ label, copies, want string }{
		{"whole", "copy.i16([n, m], ys from 0 by [m, 1], xs from 0 by [m, 1])", "[1i16, 2i16, 3i16, 4i16, 5i16, 6i16]"},
		{"transposed", "copy.i16([m, n], ys from 0 by [n, 1], xs from 0 by [1, m])", "[1i16, 4i16, 2i16, 5i16, 3i16, 6i16]"},
		{"reversed", "copy.i16([n * m], ys from 0 by [1], xs from n * m - 1 by [-1])", "[6i16, 5i16, 4i16, 3i16, 2i16, 1i16]"},
		{"columns", "copy.i16([n, 2], ys from 1 by [m, 1], xs from 0 by [m, 1])", "[0i16, 1i16, 2i16, 0i16, 4i16, 5i16]"},
		{"same place", "copy.i16([n * m], ys from 0 by [1], ys from 0 by [1])", "[0i16, 0i16, 0i16, 0i16, 0i16, 0i16]"},
		{"nothing", "copy.i16([n, 0], ys from 0 by [m, 1], xs from 0 by [m, 1])", "[0i16, 0i16, 0i16, 0i16, 0i16, 0i16]"},
		{"one", "copy.i16([], ys from 2 by [], xs from 4 by [])", "[0i16, 0i16, 5i16, 0i16, 0i16, 0i16]"},
	} {
		t.Run(c.label, func(t *testing.T) {
			x := compile(t, `
fun main(n: i64, m: i64, xs: mem) -> (nm: i64, ys: mem)
  entry (xs: "[n][m]i16" = [n][m]i16 in xs) -> ("[nm]i16" = [nm]i16 in ys) {
  nm <- n * m
  ys <- alloc(mulsat.i64(nm, 2))
  for i: i64 < nm { ys.i16[i] <- 0i16 }
  `+c.copies+`
}`, backend.Options{})
			want(t, run(t, x, parse(t, xs)...), c.want)
		})
	}
}

// An index space is executed in row-major ranges, whatever its sizes and the number of
// threads.
func TestIndexSpaces(t *testing.T) {
	x := compile(t, `
fun main(a: i64, b: i64, c: i64) -> (n: i64, ys: mem)
  entry (a: "i64" = i64 in a, b: "i64" = i64 in b, c: "i64" = i64 in c) -> ("[n]i64" = [n]i64 in ys) {
  n <- a * b * c
  ys <- alloc(mulsat.i64(n, 8))
  parallel "points" (i < a, j < b, k < c) {
    ys.i64[(i * b + j) * c + k] <- i * 1000000 + j * 1000 + k
  }
}`, backend.Options{Threads: 3})
	for _, s := range [][3]int64{{1, 1, 1}, {3, 4, 5}, {100, 1, 7}, {2, 50, 900}, {0, 3, 3}, {3, 0, 3}, {3, 3, 0}, {900, 9, 1}} {
		out := run(t, x, i64(s[0]), i64(s[1]), i64(s[2]))
		at := int64(0)
		for i := range s[0] {
			for j := range s[1] {
				for k := range s[2] {
					if got, want := out[0].At(at).Int(), i*1000000+j*1000+k; got != want {
						t.Fatalf("space %v: point %d is %d, want %d", s, at, got, want)
					}
					at++
				}
			}
		}
	}
}

// All threads update the same few elements.
func TestAtomics(t *testing.T) {
	for _, c := range []struct{ elem, add, max string }{
		{"i8", "-96i8", "6i8"}, // 100000 = 391·256 − 96 {"u16", "34464u16", "6u16"}, {"i32", "100000i32", "6i32"}, {"u64", "100000u64", "6u64"},
		{"f16", "2048f16", "6f16"}, {"f32", "100000f32", "6f32"}, {"f64", "100000f64", "6f64"},
	} {
		one, six := "1"+c.elem, "6"+c.elem
		if c.elem[0] == 'f' {
			one, six = "1.0"+c.elem, "6.0"+c.elem
		}
		x := compile(t, `
fun main(n: i64, zeros: mem) -> (ys: mem)
  entry (n: "i64" = i64 in n, zeros: *"[4]`+c.elem+`" = [4]`+c.elem+` in zeros) -> ("[4]`+c.elem+`" = [4]`+c.elem+` in ys) {
  parallel "hist" (i < n) {
    atomic(zeros.`+c.elem+`[rem.i64(i, 2)], add, `+one+`) -> old
    if eq.i64(rem.i64(i, 4), 2) {
      atomic(zeros.`+c.elem+`[2], max, convert.i64.`+c.elem+`(rem.i64(i, 7))) -> old_2
    }
    atomic(zeros.`+c.elem+`[3], compare, convert.i64.`+c.elem+`(0), `+six+`)
  }
  ys <- hold(zeros)
}`, backend.Options{Threads: 4})
		out := run(t, x, i64(200000), parse(t, "[0"+c.elem+", 0"+c.elem+", 0"+c.elem+", 0"+c.elem+"]")[0])
		sum, most := parse(t, c.add)[0].Scalar(), parse(t, c.max)[0].Scalar()
		for i, w := range []scalar.Value{sum, sum, most, most} {
			if got := out[0].At(int64(i)); got != w {
				t.Errorf("%s: element %d is %v, want %v", c.elem, i, got, w)
			}
		}
	}
}

// Addresses go up to 4 GiB; only memory that is written is used.
func TestLargeBlock(t *testing.T) {
	x := compile(t, `
fun main(n: i64) -> (s: i64)
  entry (n: "i64" = i64 in n) -> ("i64" = i64 in s) {
  var xs: mem
  xs <- alloc(mulsat.i64(n, 8))
  xs.i64[0] <- 1
  xs.i64[n - 1] <- 20
  for i: i64 < 3 {
    xs.i64[n - 10 + i] <- 300 * (i + 1)
  }
  s <- xs.i64[0] + xs.i64[n - 1] + xs.i64[n - 8]
}`, backend.Options{})
	for range 2 {
		want(t, run(t, x, i64(500_000_000)), "921i64")
	}
}

// At the end of a run, all but a little memory is returned to the system, and its peak is
// reported.
func TestMemoryIsGivenBack(t *testing.T) {
	x := compile(t, `
fun main(n: i64) -> (s: i64)
  entry (n: "i64" = i64 in n) -> ("i64" = i64 in s) {
  var xs: mem
  xs <- alloc(mulsat.i64(n, 8))
  parallel "fill" (i < n) { xs.i64[i] <- i + 1 }
  s <- xs.i64[n - 1]
}`, backend.Options{})
	const n, bytes = 64 << 20, 512 << 20
	before := residentBytes(t)
	out, report, err := x.Run(context.Background(), "main", []value.Value{i64(n)})
	if err != nil {
		t.Fatal(err)
	}
	want(t, out, "67108864i64")
	if peak := report.Spaces[0].Peak; peak < bytes || peak > bytes+1<<20 {
		t.Errorf("the peak is reported as %d bytes, want a little over %d", peak, bytes)
	}
	if kept := residentBytes(t) - before; kept > bytes/4 {
		t.Errorf("%d bytes of %d are kept", kept, bytes)
	}
}

// residentBytes returns the process's resident memory.
func residentBytes(t *testing.T) int64 {
	t.Helper()
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Skipf("the system does not say how much memory is in use: %v", err)
	}
	var size, resident int64
	if _, err := fmt.Sscan(string(text), &size, &resident); err != nil {
		t.Fatal(err)
	}
	return resident * int64(os.Getpagesize())
}
