package divide_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/interp"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/passes/imp/divide"
)

// Quotients and remainders of each type by constants and by a variable, of dividends around
// the multiples of the divisor and at the ends of the type, where a fraction that is a
// little too large, or a product that wraps, shows. The operators of package scalar judge.
func TestExact(t *testing.T) {
	for _, typ := range []scalar.Type{scalar.I8, scalar.I16, scalar.I32, scalar.I64, scalar.U8, scalar.U16, scalar.U32, scalar.U64} {
		for _, by := range []int64{2, 3, 5, 6, 7, 8, 10, 11, 64, 100, 127, 365, 641, 1000, 1460, 32767, 65537, 146097, 1 << 30, 1000003, 2147483647} {
			if by > scalar.Highest(typ).Int() && typ != scalar.U64 {
				continue
			}
			t.Run(fmt.Sprint(typ, " by ", by), func(t *testing.T) { exact(t, typ, by) })
		}
	}
}

func exact(t *testing.T, typ scalar.Type, by int64) {
	xs := dividends(typ, by)
	text := `lamina imp
fun main(n: i64, m: T, xs: mem) -> (qs: mem)
  entry (m: "T" = T in m, xs: "[n]T" = [n]T in xs) -> ("[n][8]T" = [n][8]T in qs) {
  qs <- alloc(mulsat.i64(n, 64))
  parallel "map" (i < n) {
    var x: T = xs.T[i in 0 + {(n : 1)}]
    STORES
  }
}`
	var stores strings.Builder
	ops := []scalar.Op{scalar.Quot, scalar.Rem, scalar.Div, scalar.Mod}
	for k, op := range ops {
		for j, y := range []string{fmt.Sprintf("%d%v", by, typ), "m"} {
			if typ == scalar.I64 {
				y = strings.TrimSuffix(y, "i64")
			}
			fmt.Fprintf(&stores, "    var v%d: T = %s.T(x, %s)\n    qs.T[i, %d in 0 + {(n : 8), (8 : 1)}] <- v%d\n", 2*k+j, op, y, 2*k+j, 2*k+j)
		}
	}
	text = strings.ReplaceAll(strings.ReplaceAll(text, "STORES", stores.String()), "T", typ.String())
	p, err := imp.ParseSource("test.imp", text)
	if err != nil {
		t.Fatal(err)
	}
	u := &pass.Unit{Imp: p}
	if err := divide.Pass.Run(t.Context(), u, divide.Pass.Defaults()); err != nil {
		t.Fatal(err)
	}
	if err := u.Check(); err != nil {
		t.Fatal(err)
	}
	m := scalar.Int(typ, by)
	results, _, err := interp.Imp(t.Context(), u.Imp, "main", []value.Value{value.Scalar(m), xs}, interp.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range xs.Shape[0] {
		for k, op := range ops {
			want, ok := op.Eval(typ, xs.At(i), m)
			if !ok {
				t.Fatalf("%s(%v, %v) is not defined", op, xs.At(i), m)
			}
			for j := range int64(2) {
				if got := results[0].At(i*8 + int64(2*k) + j); got != want {
					t.Errorf("%s(%v, %v) is %v, want %v", op, xs.At(i), m, got, want)
				}
			}
		}
	}
}

// dividends returns numbers of type t next to multiples of by, from its lowest to its highest.
func dividends(t scalar.Type, by int64) value.Value {
	low, high := scalar.Lowest(t).Int(), scalar.Highest(t).Int()
	var elems []int64
	for d := range int64(3) {
		elems = append(elems, low+d, high-d, d)
		if low < 0 {
			elems = append(elems, -d)
		}
		for _, near := range []int64{by, high / by * by, low / by * by, high / 2 / by * by, high / 3 / by * by, low / 3 / by * by} {
			for _, x := range []int64{near - d, near + d} {
				if t.Size() == 8 || low <= x && x <= high {
					elems = append(elems, x)
				}
			}
		}
	}
	out, err := value.New(t, int64(len(elems)))
	if err != nil {
		panic(err)
	}
	for i, x := range elems {
		out.Set(int64(i), scalar.Int(t, x))
	}
	return out
}
