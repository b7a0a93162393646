package wasm_test

import (
	"context"
	"os"
	"testing"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/backends/wasm"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// shared caches machine code in memory for all tests.
var shared = wasm.NewWithCache("")

// compile compiles a program given as imp text.
func compile(t testing.TB, text string, o backend.Options) backend.Executable {
	t.Helper()
	p, err := imp.ParseSource("test.imp", "lamina imp\n"+text)
	if err != nil {
		t.Fatal(err)
	}
	x, err := shared.Compile(context.Background(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = x.Close() })
	if os.Getenv("LAMINA_LIST") != "" {
		_ = x.(backend.Lister).List(os.Stderr)
	}
	return x
}

// run calls entry point main.
func run(t testing.TB, x backend.Executable, args ...value.Value) []value.Value {
	t.Helper()
	out, _, err := x.Run(context.Background(), "main", args)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// want compares results with values in Futhark's text format.
func want(t testing.TB, got []value.Value, expected ...string) {
	t.Helper()
	if len(got) != len(expected) {
		t.Fatalf("%d results, want %d", len(got), len(expected))
	}
	for i, text := range expected {
		exp := parse(t, text)[0]
		if !value.Equal(exp, got[i]) {
			t.Errorf("result %d is %v, want %s", i, value.Compare(exp, got[i], 0), text)
		}
	}
}

func parse(t testing.TB, text string) []value.Value {
	t.Helper()
	vs, err := value.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return vs
}

func i64(n int64) value.Value { return value.Scalar(scalar.Int(scalar.I64, n)) }

func TestScalarEntry(t *testing.T) {
	x := compile(t, `
fun main(a: i32, b: u8, c: bool) -> (r: i64, s: bool)
  entry (a: "i32" = i32 in a, b: "u8" = u8 in b, c: "bool" = bool in c) -> ("i64" = i64 in r, "bool" = bool in s) {
  r <- convert.i32.i64(a) * 1000 + convert.u8.i64(b)
  s <- not.bool(c)
}`, backend.Options{})
	want(t, run(t, x, parse(t, "-7i32 200u8 true")...), "-6800i64", "false")
}

func TestLoopOverArray(t *testing.T) {
	x := compile(t, `
fun main(n: i64, xs: mem) -> (s: i64, ys: mem)
  entry (xs: "[n]i32" = [n]i32 in xs) -> ("i64" = i64 in s, "[n]i32" = [n]i32 in ys) {
  ys <- alloc(mulsat.i64(n, 4), for = "ys")
  for i: i64 < n {
    s <- s + convert.i32.i64(xs.i32[i])
    ys.i32[n - 1 - i] <- add.i32(xs.i32[i], 1i32)
  }
}`, backend.Options{})
	want(t, run(t, x, parse(t, "[1i32, 2i32, 30i32]")...), "33i64", "[31i32, 3i32, 2i32]")
	want(t, run(t, x, parse(t, "empty([0]i32)")...), "0i64", "empty([0]i32)")
}

const matmul = `
fun main(n: i64, m: i64, k: i64, a: mem, b: mem) -> (c: mem)
  entry (a: "[n][k]f32" = [n][k]f32 in a, b: "[k][m]f32" = [k][m]f32 in b) -> ("[n][m]f32" = [n][m]f32 in c) {
  c <- alloc(mulsat.i64(mulsat.i64(n, m), 4), for = "c")
  parallel "matmul" (i < n, j < m) {
    var s: f32 = 0.0f32
    for l: i64 < k {
      s <- add.f32(s, mul.f32(a.f32[i * k + l], b.f32[l * m + j]))
    }
    c.f32[i * m + j] <- s
  }
}`

func TestMatmul(t *testing.T) {
	for _, threads := range []int{1, 2, 7} {
		x := compile(t, matmul, backend.Options{Threads: threads})
		want(t, run(t, x, parse(t, "[[1f32, 2f32], [3f32, 4f32], [5f32, 6f32]] [[1f32, 0f32, 2f32], [0f32, 1f32, 1f32]]")...),
			"[[1f32, 2f32, 4f32], [3f32, 4f32, 10f32], [5f32, 6f32, 16f32]]")
	}
}

// Functions may have any name that programs allow.
func TestEntryNames(t *testing.T) {
	for _, entry := range []string{"memory", "alloc", "parallel", "retain"} {
		x := compile(t, `
fun `+entry+`(n: i64) -> (s: i64)
  entry (n: "i64" = i64 in n) -> ("i64" = i64 in s) {
  var b: mem
  b <- alloc(8)
  parallel "p" (i < n) { b.i64[0] <- i + 41 }
  s <- b.i64[0]
}`, backend.Options{})
		out, _, err := x.Run(context.Background(), entry, []value.Value{i64(1)})
		if err != nil {
			t.Fatal(err)
		}
		want(t, out, "41i64")
	}
}
