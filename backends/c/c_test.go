package c_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/backends/c"
	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// shared returns a backend; the test is skipped where there is no compiler.
func shared(t testing.TB) *c.Backend {
	t.Helper()
	b := c.NewWithCache(t.TempDir())
	if _, err := b.Probe(t.Context()); err != nil {
		t.Skip(err)
	}
	return b
}

// compile compiles a program given as imp text.
func compile(t testing.TB, b *c.Backend, text string, o backend.Options) backend.Executable {
	t.Helper()
	p, err := imp.ParseSource("test.imp", "lamina imp\n"+text)
	if err != nil {
		t.Fatal(err)
	}
	x, err := b.Compile(t.Context(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	})
	return x
}

func i64(n int64) value.Value { return value.Scalar(scalar.Int(scalar.I64, n)) }

const squares = `
fun main(n: i64) -> (ys: mem)
  entry (n: "i64" = i64 in n) -> ("[n]i64" = [n]i64 in ys) {
  ys <- alloc(mulsat.i64(n, 8), for = "ys")
  parallel "squares" (i < n) {
    assert(ne.i64(i, 5000), ["no square of ", i], at = [@7:3])
    assert(ne.i64(i, 9000), ["nor of ", i])
    ys.i64[i] <- i * i
  }
}`

// Iterations on several threads give what they give on one, and the lowest failure is reported.
func TestThreads(t *testing.T) {
	b := shared(t)
	for _, threads := range []int{1, 2, 5} {
		x := compile(t, b, squares, backend.Options{Threads: threads})
		for range 3 {
			got, report, err := x.Run(t.Context(), "main", []value.Value{i64(4000)})
			if err != nil {
				t.Fatal(err)
			}
			for i := range int64(4000) {
				if got[0].At(i).Int() != i*i {
					t.Fatalf("%d threads: element %d is %v", threads, i, got[0].At(i))
				}
			}
			if report.Launches != 1 || report.Spaces[0].Allocations != 1 || report.Spaces[0].Peak < 32000 || report.CopiedOut != 32000 {
				t.Errorf("the report is %+v", report)
			}
			_, _, err = x.Run(t.Context(), "main", []value.Value{i64(20000)})
			var f *fault.Failure
			if !errors.As(err, &f) || f.Message != "no square of 5000" || len(f.Trace) != 1 || f.Trace[0].Line != 7 {
				t.Fatalf("%d threads: the run ended with %v", threads, err)
			}
		}
	}
}

func TestOutOfMemory(t *testing.T) {
	t.Setenv(c.LimitVariable, "1M")
	x := compile(t, shared(t), squares, backend.Options{})
	for _, test := range []struct {
		n    int64
		want string
	}{
		{1 << 20, "out of memory: ys needs 8.0 MiB (8388608 bytes); all arrays together may have 1.0 MiB"},
		{1 << 62, "the size of ys in bytes is more than an i64 can hold"},
	} {
		_, _, err := x.Run(t.Context(), "main", []value.Value{i64(test.n)})
		var f *fault.Failure
		if !errors.As(err, &f) || !strings.HasPrefix(f.Message, test.want) {
			t.Errorf("n = %d: the run ended with %v, want %s", test.n, err, test.want)
		}
	}
	if _, _, err := x.Run(t.Context(), "main", []value.Value{i64(10)}); err != nil {
		t.Errorf("after running out of memory: %v", err)
	}
	t.Setenv(c.LimitVariable, "much")
	if _, err := c.NewWithCache("").Probe(t.Context()); err == nil || !strings.Contains(err.Error(), `"much" is not a number of bytes`) {
		t.Errorf("a limit that is no number: %v", err)
	}
}

// A program that dies by itself is an error, and the next run gets a new process.
func TestCrash(t *testing.T) {
	x := compile(t, shared(t), `
fun main(n: i64) -> (ys: mem)
  entry (n: "i64" = i64 in n) -> ("[1]i64" = [1]i64 in ys) {
  ys <- alloc(8)
  ys.i64[0] <- 1
  ys.i64[n] <- 1
}`, backend.Options{})
	_, _, err := x.Run(t.Context(), "main", []value.Value{i64(1 << 45)})
	var f *fault.Failure
	if err == nil || errors.As(err, &f) || !strings.Contains(err.Error(), "ended early") {
		t.Fatalf("a crash is reported as %v", err)
	}
	got, _, err := x.Run(t.Context(), "main", []value.Value{i64(0)})
	if err != nil || got[0].At(0).Int() != 1 {
		t.Errorf("after a crash: %v, %v", got, err)
	}
}

func TestCancel(t *testing.T) {
	x := compile(t, shared(t), `
fun main(n: i64) -> (r: i64)
  entry (n: "i64" = i64 in n) -> ("i64" = i64 in r) {
  r <- n
  while ne.i64(r, 0) { r <- or.i64(r * 3, 1) }
}`, backend.Options{})
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if _, _, err := x.Run(ctx, "main", []value.Value{i64(1)}); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("the cancelled run ended with %v", err)
	}
	if got, _, err := x.Run(t.Context(), "main", []value.Value{i64(0)}); err != nil || got[0].At(0).Int() != 0 {
		t.Errorf("after a cancelled run: %v, %v", got, err)
	}
}

// Programs are kept by content; a damaged file is made again.
func TestCache(t *testing.T) {
	shared(t)
	dir := t.TempDir()
	check := func() {
		t.Helper()
		x := compile(t, c.NewWithCache(dir), squares, backend.Options{})
		if _, _, err := x.Run(t.Context(), "main", []value.Value{i64(10)}); err != nil {
			t.Fatal(err)
		}
	}
	kept := func() (programs []string) {
		files, err := filepath.Glob(filepath.Join(dir, "*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if filepath.Ext(f) == "" {
				programs = append(programs, f)
			}
		}
		return programs
	}
	check()
	files := kept()
	if len(files) != 1 {
		t.Fatalf("the cache holds %v; want one program", files)
	}
	before, err := os.Stat(files[0])
	if err != nil {
		t.Fatal(err)
	}
	check()
	if after, err := os.Stat(files[0]); err != nil || !after.ModTime().Equal(before.ModTime()) {
		t.Errorf("the program was compiled again: %v", err)
	}
	if err := os.Remove(files[0]); err != nil { // it may be in use
		t.Fatal(err)
	}
	if err := os.WriteFile(files[0], []byte("damaged"), 0o700); err != nil {
		t.Fatal(err)
	}
	check()
	t.Setenv("CFLAGS", "-O1")
	check()
	if files := kept(); len(files) != 2 {
		t.Errorf("with other flags, the cache holds %v; want two programs", files)
	}
}

func TestUnavailable(t *testing.T) {
	if _, err := exec.LookPath("cc"); err != nil {
		t.Skip(err)
	}
	for _, test := range []struct{ cc, cflags, want string }{
		{"no-such-compiler", "", `CC names "no-such-compiler", which cannot be run`},
		{"", "-O3 -ffast-math", "CFLAGS contains -ffast-math"},
		{"", "-Ofast", "CFLAGS contains -Ofast"},
		{"", "-mfpmath=387", "CFLAGS contains -mfpmath=387"},
	} {
		t.Setenv("CC", test.cc)
		t.Setenv("CFLAGS", test.cflags)
		_, err := c.NewWithCache("").Probe(t.Context())
		var u *backend.UnavailableError
		if !errors.As(err, &u) || !strings.Contains(u.Reason, test.want) {
			t.Errorf("CC=%q CFLAGS=%q: %v, want %s", test.cc, test.cflags, err, test.want)
		}
	}
	t.Setenv("CC", "")
	t.Setenv("CFLAGS", "")
	t.Setenv("PATH", t.TempDir())
	var u *backend.UnavailableError
	if _, err := c.NewWithCache("").Probe(t.Context()); !errors.As(err, &u) || !strings.Contains(u.Reason, "there is no C compiler: install gcc or clang") {
		t.Errorf("without a compiler: %v", err)
	}
}
