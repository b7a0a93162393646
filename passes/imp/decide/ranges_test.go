package decide_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/interp"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/passes/imp/decide"
)

// Where ranges decide a comparison, and where they just do not: the interpreter is the
// judge of what is left.
func TestComparisonsDecidedByRanges(t *testing.T) {
	for _, cond := range []string{
		"lt.i64(convert.u8.i64(x), 256)", "lt.i64(convert.u8.i64(x), 255)", "le.i64(0, convert.u8.i64(x))",
		"lt.i64(0, convert.u8.i64(x))", "gt.i64(convert.i8.i64(y), -129)", "gt.i64(convert.i8.i64(y), -128)",
		"ge.i64(-128, convert.i8.i64(y))", "eq.i64(convert.u8.i64(x), 256)", "ne.i64(convert.u8.i64(x), 255)",
		"le.i64(0, i)", "lt.i64(0, i)", "lt.i64(i, n)", "lt.i64(mod.i64(i, 5), 5)", "lt.i64(mod.i64(i, 5), 4)",
		"ge.i64(min.i64(i, 3) - 3, 1)", "ge.i64(min.i64(i, 3) - 3, 0)", "lt.i64(max.i64(i - 10, 0), 0)",
		"and.bool(le.i64(0, convert.u8.i64(x)), lt.i64(i, 7))", "or.bool(lt.i64(convert.u8.i64(x), 0), lt.i64(i, 7))",
		"and.bool(le.i64(0, convert.u8.i64(x) + convert.i8.i64(y)), le.i64(convert.u8.i64(x) - convert.i8.i64(y), 383))",
		"le.i64(convert.u8.i64(x) - convert.i8.i64(y), 382)", "not.bool(lt.i64(i, 0))",
	} {
		t.Run(cond, func(t *testing.T) {
			text := fmt.Sprintf(`
lamina imp
fun main(n: i64, xs: mem, ys: mem) -> (zs: mem)
  entry (xs: "[n]u8" = [n]u8 in xs, ys: "[n]i8" = [n]i8 in ys) -> ("[n]i64" = [n]i64 in zs) {
  zs <- alloc(mulsat.i64(n, 8))
  parallel "map" (i < n) {
    var x: u8 = xs.u8[i in 0 + {(n : 1)}]
    var y: i8 = ys.i8[i in 0 + {(n : 1)}]
    var c: bool = %[1]s
    if c { zs.i64[i in 0 + {(n : 1)}] <- i + 1 } else { zs.i64[i in 0 + {(n : 1)}] <- 0 - i }
    if %[1]s { zs.i64[i in 0 + {(n : 1)}] <- zs.i64[i in 0 + {(n : 1)}] * 3 }
    assert(or.bool(c, le.i64(0, i)), ["no"], at = [@1:1])
  }
}`, cond)
			before, after := parse(t, text), parse(t, text)
			u := &pass.Unit{Imp: after}
			if err := decide.Pass.Run(t.Context(), u, decide.Pass.Defaults()); err != nil {
				t.Fatal(err)
			}
			if err := u.Check(); err != nil {
				t.Fatal(err)
			}
			xs, ys := extremes(scalar.U8), extremes(scalar.I8)
			want, got := run(t, before, xs, ys), run(t, after, xs, ys)
			if want != got {
				t.Errorf("got %s, want %s\n%s", got, want, after)
			}
		})
	}
}

func parse(t *testing.T, text string) *imp.Program {
	t.Helper()
	p, err := imp.ParseSource("test.imp", text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// extremes are numbers of a type, its least and greatest among them.
func extremes(t scalar.Type) value.Value {
	low, high := scalar.Lowest(t).Int(), scalar.Highest(t).Int()
	elems := []int64{low, low + 1, 0, 1, 6, 7, 100, high - 1, high, low, 3, high}
	out, err := value.New(t, int64(len(elems)))
	if err != nil {
		panic(err)
	}
	for i, x := range elems {
		out.Set(int64(i), scalar.Int(t, x))
	}
	return out
}

func run(t *testing.T, p *imp.Program, args ...value.Value) string {
	t.Helper()
	results, _, err := interp.Imp(context.Background(), p, "main", args, interp.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(results[0].Data)
}
