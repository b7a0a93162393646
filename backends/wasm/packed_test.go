package wasm_test

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// packedMaker generates straight-line loops over arrays of narrow elements.
type packedMaker struct {
	*rand.Rand
	vars map[scalar.Type][]string
	body strings.Builder
	next int
}

var packedTypes = []scalar.Type{scalar.I8, scalar.U8, scalar.I16, scalar.U16, scalar.Bool, scalar.I32, scalar.U32, scalar.I64, scalar.U64, scalar.F32}

func pickFrom[T any](g *rand.Rand, xs ...T) T { return xs[g.IntN(len(xs))] }

func (g *packedMaker) declare(t scalar.Type, init string) {
	g.next++
	n := fmt.Sprintf("v_%d", g.next)
	fmt.Fprintf(&g.body, "    var %s: %s = %s\n", n, t, init)
	g.vars[t] = append(g.vars[t], n)
}

// expr returns an expression of type t over variables and constants.
func (g *packedMaker) expr(t scalar.Type, depth int) string {
	if vs := g.vars[t]; len(vs) > 0 && (depth == 0 || g.IntN(4) == 0) {
		return pickFrom(g.Rand, vs...)
	}
	if depth == 0 {
		if t == scalar.Bool {
			return pickFrom(g.Rand, "true", "false")
		}
		return scalar.Int(t, int64(g.IntN(9))).String()
	}
	sub := func(t scalar.Type) string { return g.expr(t, depth-1) }
	if g.IntN(4) == 0 {
		return fmt.Sprintf("select.%s(%s, %s, %s)", t, sub(scalar.Bool), sub(t), sub(t))
	}
	switch {
	case t == scalar.Bool:
		from := pickFrom(g.Rand, packedTypes...)
		switch {
		case g.IntN(3) == 0 || from == scalar.Bool:
			return fmt.Sprintf("%s.bool(%s, %s)", pickFrom(g.Rand, "and", "or", "eq", "ne"), sub(t), sub(t))
		case from.IsInt() && g.IntN(4) == 0:
			return fmt.Sprintf("convert.%s.bool(%s)", from, sub(from))
		}
		return fmt.Sprintf("%s.%s(%s, %s)", pickFrom(g.Rand, "lt", "le", "gt", "ge", "eq", "ne"), from, sub(from), sub(from))
	case t == scalar.F32:
		if g.IntN(2) == 0 {
			from := pickFrom(g.Rand, scalar.I8, scalar.U8, scalar.I16, scalar.U16, scalar.I32, scalar.U32, scalar.Bool)
			return fmt.Sprintf("convert.%s.f32(%s)", from, sub(from))
		}
		return fmt.Sprintf("%s.f32(%s, %s)", pickFrom(g.Rand, "add", "sub", "mul", "min", "max"), sub(t), sub(t))
	}
	switch g.IntN(5) {
	case 0, 1:
		from := pickFrom(g.Rand, packedTypes[:9]...)
		return fmt.Sprintf("convert.%s.%s(%s)", from, t, sub(from))
	case 2:
		by := scalar.Int(t, int64(g.IntN(t.Bits())))
		if g.IntN(2) == 0 {
			by = scalar.Int(t, 1<<g.IntN(t.Bits()-1))
			return fmt.Sprintf("%s.%s(%s, %s)", pickFrom(g.Rand, "div", "mod", "quot", "rem"), t, sub(t), by)
		}
		return fmt.Sprintf("%s.%s(%s, %s)", pickFrom(g.Rand, "shl", "shr", "lshr"), t, sub(t), by)
	}
	o := pickFrom(g.Rand, "add", "sub", "mul", "mul", "min", "max", "and", "or", "xor")
	return fmt.Sprintf("%s.%s(%s, %s)", o, t, sub(t), sub(t))
}

// program generates a parallel loop with results in an array, or a sequential one that
// reduces and updates an array in place.
func (g *packedMaker) program() (text string, in [2]scalar.Type) {
	in = [2]scalar.Type{pickFrom(g.Rand, packedTypes[:5]...), pickFrom(g.Rand, packedTypes...)}
	out, total := pickFrom(g.Rand, packedTypes...), pickFrom(g.Rand, packedTypes[:9]...)
	g.vars[scalar.U8] = append(g.vars[scalar.U8], "a")
	loads := []string{"i", "i + 3", "i"}
	g.declare(in[0], fmt.Sprintf("xs.%s[%s]", in[0], pickFrom(g.Rand, loads...)))
	g.declare(in[1], fmt.Sprintf("ys.%s[%s]", in[1], pickFrom(g.Rand, loads...)))
	sequence := g.IntN(2) == 0
	if sequence {
		g.declare(out, fmt.Sprintf("zs.%s[%s]", out, pickFrom(g.Rand, "i", "i + 1", "i + 20")))
	}
	for range g.IntN(4) {
		t := pickFrom(g.Rand, packedTypes...)
		g.declare(t, g.expr(t, 1+g.IntN(2)))
	}
	fmt.Fprintf(&g.body, "    zs.%s[%s] <- %s\n", out, pickFrom(g.Rand, "i", "i", "i + 2"), g.expr(out, 2))
	loop := `parallel "map" (i < n)`
	if sequence {
		loop = "for i: i64 < n"
		op := pickFrom(g.Rand, "add", "add", "add", "min", "max", "xor", "mul", "or")
		x := g.expr(total, 2)
		switch wide := total.Size() >= 4; {
		case total == scalar.Bool:
			op = pickFrom(g.Rand, "and", "or", "ne")
		case wide && g.IntN(2) == 0:
			op = "add"
			factor := func() string {
				from := in[g.IntN(2)]
				return fmt.Sprintf("convert.%s.%s(%s)", from, total, pickFrom(g.Rand, g.vars[from]...))
			}
			x = fmt.Sprintf("convert.%s.%s(%s)", in[0], total, pickFrom(g.Rand, g.vars[in[0]]...))
			if in[1] != scalar.F32 && g.IntN(3) > 0 {
				x = fmt.Sprintf("mul.%s(%s, %s)", total, factor(), factor())
			}
		}
		fmt.Fprintf(&g.body, "    total <- %s.%s(total, %s)\n", op, total, x)
	}
	size := out.Size()
	return fmt.Sprintf(`
fun main(n: i64, a: u8, xs: mem, ys: mem) -> (zs: mem, total: %[1]s, m: i64)
  entry (n: "i64" = i64 in n, a: "u8" = u8 in a, xs: "[n]t" = [n]%[6]s in xs, ys: "[n]t" = [n]%[7]s in ys) -> ("[m]r" = [m]%[2]s in zs, "t" = %[1]s in total) {
  m <- n
  zs <- alloc(mulsat.i64(n, %[3]d))
  for k: i64 < n { zs.%[2]s[k] <- convert.i64.%[2]s(k * 37) }
  n <- max.i64(n - 20, 0)
  %[4]s {
%[5]s  }
}`, total, out, size, loop, g.body.String(), in[0], in[1]), in
}

// Random loops over narrow elements agree with the interpreter.
func TestPackedLoops(t *testing.T) {
	count := 300
	if testing.Short() {
		count = 60
	}
	for seed := range count {
		g := &packedMaker{Rand: rand.New(rand.NewPCG(uint64(seed), 77)), vars: map[scalar.Type][]string{}}
		text, in := g.program()
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			agreeOn(t, text, func(n int64) []value.Value {
				return []value.Value{value.Scalar(scalar.Int(scalar.I64, n)), value.Scalar(scalar.Int(scalar.U8, n*7)),
					vectorOf(in[0], n, uint64(seed)), vectorOf(in[1], n, uint64(seed)+1)}
			}, 1)
		})
	}
}

// The sum of products of the lowest 16-bit numbers: the sum of two overflows 32 bits.
func TestSumOfHighestProducts(t *testing.T) {
	for _, total := range []scalar.Type{scalar.I32, scalar.I64} {
		agreeOn(t, fmt.Sprintf(`
fun main(n: i64, xs: mem, ys: mem) -> (total: %[1]s)
  entry (xs: "[n]i16" = [n]i16 in xs, ys: "[n]i16" = [n]i16 in ys) -> ("t" = %[1]s in total) {
  for i: i64 < n {
    total <- add.%[1]s(total, mul.%[1]s(convert.i16.%[1]s(xs.i16[i]), convert.i16.%[1]s(ys.i16[i])))
  }
}`, total), func(n int64) []value.Value {
			xs, _ := value.New(scalar.I16, n)
			for i := range n {
				x := int64(-32768)
				if i%11 == 10 {
					x = 32767
				}
				xs.Set(i, scalar.Int(scalar.I16, x))
			}
			return []value.Value{xs, xs}
		}, 1)
	}
}

// A variable declared as a constant and selected together with varying values once produced
// invalid code ("v128 missing").
func TestPackedLoopsWithDeclaredConstants(t *testing.T) {
	agreeOn(t, `
fun main(n: i64, xs: mem) -> (zs: mem, m: i64)
  entry (xs: "[n]u8" = [n]u8 in xs) -> ("[m]u8" = [m]u8 in zs) {
  m <- n
  zs <- alloc(n)
  for k: i64 < n { zs.u8[k] <- xs.u8[k] }
  for i: i64 < n {
    if and.bool(le.i64(0, i), lt.i64(i, n)) {
      var a: u8 = zs.u8[i]
      var b: u8 = 0u8
      var there: bool = ne.u8(a, 0u8)
      var c: u8 = 0u8
      if there { c <- a } else { c <- b }
      zs.u8[i] <- c
    }
  }
}`, func(n int64) []value.Value { return []value.Value{vectorOf(scalar.U8, n, 7)} }, 1)
}

// Loops for which packing exists use the instructions that make it pay off.
func TestPackedLoopsUseNarrowLanes(t *testing.T) {
	for _, c := range []struct{ total, x, uses string }{
		{"u8", "mul.u8(xs.u8[i], ys.u8[i])", "i8x16.add"},
		{"i64", "convert.bool.i64(xs.bool[i])", "i32x4.dot_i16x8_s"},
		{"i64", "mul.i64(convert.i16.i64(xs.i16[i]), convert.i16.i64(ys.i16[i]))", "i32x4.dot_i16x8_s"},
		{"i32", "mul.i32(convert.u8.i32(xs.u8[i]), convert.i8.i32(ys.i8[i]))", "i32x4.dot_i16x8_s"},
		{"u16", "shl.u16(xs.u16[i], 3u16)", "i16x8.shl"},
	} {
		p, err := imp.ParseSource("test.imp", fmt.Sprintf(`lamina imp
fun main(n: i64, xs: mem, ys: mem) -> (total: %[1]s) {
  for i: i64 < n {
    total <- add.%[1]s(total, %[2]s)
  }
}`, c.total, c.x))
		if err != nil {
			t.Fatal(err)
		}
		x, err := shared.Compile(context.Background(), p, backend.Options{Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		var listing strings.Builder
		if err := x.(interface{ List(io.Writer) error }).List(&listing); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(listing.String(), c.uses) {
			t.Errorf("the sum of %s does not use %s", c.x, c.uses)
		}
		_ = x.Close()
	}
}
