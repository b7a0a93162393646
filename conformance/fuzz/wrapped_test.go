package fuzz_test

import (
	"errors"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/frontends/fut"
)

// productForms are ways to form the product of the sizes n and m, each as a program that
// gives it. Nothing in them has elements, so that any product that an i64 holds can be
// formed.
var productForms = []struct{ name, body string }{
	{"flatten", "length (flatten (replicate n (replicate m (replicate 0 1i32))))"},
	{"flatten of a transposed array", "length (flatten (transpose (replicate m (replicate n (replicate 0 1i32)))))"},
	{"flatten rows", "length (transpose (map flatten (replicate 0 (replicate n (replicate m (replicate 0 1i32))))))"},
	{"flatten a reversed array", "length (flatten (reverse (replicate n (rotate 1 (replicate m (replicate 0 1i32))))))"},
	{"flatten three dimensions", "length (flatten_3d (replicate n (replicate m (replicate 1 (replicate 0 1i32)))))"},
	{"flat slice of rows", "length (flat_index_1d (replicate 1 (replicate n (replicate m (replicate 0 1i32)))) 0 1 1)[0] * m"},
	{"unflatten", "let a = unflatten (replicate (n * m) (replicate 0 1i32) :> [n * m][0]i32) in length a * length (transpose a)"},
}

// Products of sizes are those in the integers, or the program fails, wherever they are
// formed: package big tells which. LAMINA_PROGRAMS says how many are tried.
func TestProductsOfSizesDoNotWrap(t *testing.T) {
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 16))
	for _, form := range productForms {
		text := "entry main (n: i64) (m: i64) : i64 = " + form.body + "\n"
		for _, name := range []string{driver.Interpreter, "wasm"} {
			t.Run(form.name+"/"+name, func(t *testing.T) {
				p, err := fut.Compile(t.Context(), "product.fut", []byte(text))
				if err != nil {
					t.Fatal(err)
				}
				x, _, err := d.Build(t.Context(), &pass.Unit{IR: p}, driver.Config{Backend: name})
				if err != nil {
					t.Fatal(err)
				}
				defer x.Close()
				for range max(programs(t), 100) {
					n, m := sizes(random)
					got, _, err := x.Run(t.Context(), "main", []value.Value{number(n), number(m)})
					product := new(big.Int).Mul(big.NewInt(n), big.NewInt(m))
					var failure *fault.Failure
					switch {
					case !product.IsInt64():
						if !errors.As(err, &failure) {
							t.Errorf("%d · %d is more than an i64 can hold, and it gives %v (%v)", n, m, got, err)
						}
					case err != nil:
						t.Errorf("%d · %d: %v", n, m, err)
					case !value.Equal(got[0], number(product.Int64())):
						t.Errorf("%d · %d = %v, and it gives %v", n, m, product, got[0])
					}
				}
			})
		}
	}
}

// sizes draws two sizes whose product is often near a power of two at which it wraps.
func sizes(random *rand.Rand) (n, m int64) {
	bits := random.IntN(63)
	other := min(max(62+random.IntN(4)-bits, 0), 62)
	near := func(bits int) int64 {
		return max(int64(1)<<bits+int64(random.IntN(3)-1), 1)
	}
	if random.IntN(2) == 0 {
		return near(other), near(bits)
	}
	return near(bits), near(other)
}

func number(n int64) value.Value {
	v, err := value.New(scalar.I64)
	if err != nil {
		panic(err)
	}
	v.Set(0, scalar.Int(scalar.I64, n))
	return v
}
