//go:build cuda

package cuda_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/backends/cuda"
	"github.com/lamina-lang/lamina/backends/gpu"
	"github.com/lamina-lang/lamina/backends/gpu/hardware"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// onStandIn runs a test in a separate process with a stand-in driver that manages memory
// and runs nothing (testdata/driver.c), and returns a trace of the calls. It tests this
// package's use of the driver on a machine without one.
func onStandIn(t *testing.T, test string, env ...string) string {
	t.Helper()
	cc, err := exec.LookPath("cc")
	if err != nil {
		t.Skip("there is no C compiler")
	}
	dir := t.TempDir()
	library := filepath.Join(dir, "libcuda.so.1")
	if out, err := exec.CommandContext(t.Context(), cc, "-shared", "-fPIC", "-o", library, "testdata/driver.c").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if err := os.Symlink(library, filepath.Join(dir, "libnvrtc.so.13")); err != nil {
		t.Fatal(err)
	}
	trace := filepath.Join(dir, "trace")
	c := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+test+"$", "-test.v")
	c.Env = append(append(os.Environ(), env...), "LD_LIBRARY_PATH="+dir, "FAKE_TRACE="+trace, "XDG_CACHE_HOME="+dir)
	if out, err := c.CombinedOutput(); err != nil || !strings.Contains(string(out), "PASS: "+test) {
		t.Fatalf("%v\n%s", err, out)
	}
	told, _ := os.ReadFile(trace)
	return string(told)
}

func count(t *testing.T, trace, what string, want int) {
	t.Helper()
	got := 0
	for line := range strings.Lines(trace) {
		if line == what+"\n" {
			got++
		}
	}
	if got != want {
		t.Errorf("%s: %d times, want %d; the driver was asked for:\n%s", what, got, want, trace)
	}
}

// Programs of a process share one context and reuse each other's streams; a program's
// modules are unloaded when it is closed.
func TestOneContext(t *testing.T) {
	trace := onStandIn(t, "TestPrograms", "FAKE_PROGRAMS=1")
	count(t, trace, "context", 1)
	count(t, trace, "stream", 3)
	count(t, trace, "load", 7)
	count(t, trace, "unload", 7)
}

func TestPrograms(t *testing.T) {
	if os.Getenv("FAKE_PROGRAMS") == "" {
		t.Skip("is run by TestOneContext")
	}
	for range 4 { // one after the other
		x := compileWild(t)
		wildRun(t, x, nil)
		if err := x.Close(); err != nil {
			t.Fatal(err)
		}
	}
	var open []backend.Executable // at the same time
	for range 3 {
		open = append(open, compileWild(t))
	}
	for _, x := range open {
		wildRun(t, x, nil)
		if err := x.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// Kernels are loaded from the cache on disk. A damaged entry, or one that the driver
// refuses, is compiled again; a program with a damaged entry once failed to run.
func TestDamagedKernels(t *testing.T) {
	trace := onStandIn(t, "TestKeptKernels", "FAKE_PROGRAMS=1")
	count(t, trace, "compile", 3)
	count(t, trace, "refusal", 1)
	count(t, trace, "load", 5)
}

func TestKeptKernels(t *testing.T) {
	if os.Getenv("FAKE_PROGRAMS") == "" {
		t.Skip("is run by TestDamagedKernels")
	}
	once := func() {
		x := compileWild(t)
		wildRun(t, x, nil)
		if err := x.Close(); err != nil {
			t.Fatal(err)
		}
	}
	once()
	once() // from the cache
	cache := gpu.UserCache(cuda.Name)
	entries, err := os.ReadDir(cache.Dir)
	if err != nil || len(entries) != 1 {
		t.Fatalf("%d files are kept, want 1: %v", len(entries), err)
	}
	key := entries[0].Name()
	if err := os.Truncate(filepath.Join(cache.Dir, key), 36); err != nil {
		t.Fatal(err)
	}
	once() // compiled
	cache.Put(key, []byte("of another device"))
	once() // refused, and compiled
	once() // from the cache
}

// A process that lost its context gets another one for the next run, and so do the other
// programs.
func TestLossAndRecovery(t *testing.T) {
	trace := onStandIn(t, "TestLoss", "FAKE_LOSES=2")
	count(t, trace, "context", 2)
	count(t, trace, "reset", 1)
}

// If the driver creates no other context, each program continues in a process of its own.
func TestLossAndRefusal(t *testing.T) {
	trace := onStandIn(t, "TestLoss", "FAKE_LOSES=2", "FAKE_REFUSES=1")
	count(t, trace, "context", 1+3)
}

func TestLoss(t *testing.T) {
	if os.Getenv("FAKE_LOSES") == "" {
		t.Skip("is run by TestLossAndRecovery")
	}
	a, b := compileWild(t), compileWild(t)
	wildRun(t, a, nil)
	wildRun(t, a, hardware.ErrLost)
	wildRun(t, a, nil)
	wildRun(t, b, nil)
	c := compileWild(t) // after the loss
	wildRun(t, c, nil)
	for _, x := range []backend.Executable{a, b, c} {
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	}
}

// Of a program's kernels those compile that it launches, once.
func TestOnlyLaunchedKernelsCompile(t *testing.T) {
	trace := onStandIn(t, "TestTwoVersions", "FAKE_PROGRAMS=1")
	count(t, trace, "compile", 1)
	count(t, trace, "load", 1)
}

const twoVersions = `lamina imp

fun main(k_1: i64, n_2: i64, xs_3: mem) -> (out_4: mem)
  entry (k: "i64" = i64 in k_1, xs: "[]i32" = [n_2]i32 in xs_3) -> ("[]i32" = [n_2]i32 in out_4) {
  out_4 <- alloc(4 * n_2)
  if lt.i64(k_1, 10) {
    parallel "few" (i_5 < n_2) {
      out_4.i32[i_5] <- xs_3.i32[i_5]
    }
  } else {
    parallel "many" (i_6 < n_2) {
      out_4.i32[i_6] <- add.i32(xs_3.i32[i_6], 1i32)
    }
  }
}
`

func TestTwoVersions(t *testing.T) {
	if os.Getenv("FAKE_PROGRAMS") == "" {
		t.Skip("is run by TestOnlyLaunchedKernelsCompile")
	}
	x := compiled(t, "versions.lir", twoVersions)
	for range 3 {
		wildRun(t, x, nil)
	}
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
}

func compileWild(t *testing.T) backend.Executable {
	t.Helper()
	p, err := imp.ParseSource("wild.lir", wild)
	if err != nil {
		t.Fatal(err)
	}
	x, err := cuda.New().Compile(t.Context(), p, backend.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// wildRun runs the program, which has one launch, and wants it to end with an error.
func wildRun(t *testing.T, x backend.Executable, want error) {
	t.Helper()
	xs, _ := value.New(scalar.I32, 1000)
	_, _, err := x.Run(t.Context(), "main", []value.Value{value.Scalar(scalar.Int(scalar.I64, 0)), xs})
	if !errors.Is(err, want) {
		t.Fatalf("the run ends with %v, want %v", err, want)
	}
}
