package fuzz_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/frontends/fut"
)

// Compilers fuse a comparison with the operation that computes one of its operands, if that
// has no other use, and with the branch or the selection that depends on it. This tries every
// such triple, with a constant on either side. The interpreter tells what is right.
func TestConditionsOnResultsOfOperations(t *testing.T) {
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	types := []string{"i32", "u64", "i64"}
	if !testing.Short() {
		types = append(types, "i8", "u8", "i16", "u16", "u32")
	}
	for _, typ := range types {
		conditions := conditions()
		var text strings.Builder
		for i, condition := range conditions {
			fmt.Fprintf(&text, "entry test%d (x: %[2]s) (y: %[2]s) (z: %[2]s) (k: i64) : (%[2]s, %[2]s) =\n  (%[3]s, %[4]s)\n", i, typ,
				"if "+condition+" then 5 else 7",
				// Loops keep a branch from being made a selection.
				"if "+strings.ReplaceAll(condition, "x", "z")+" then (loop a = z for _i < k do a + 5) else (loop a = z for _i < k do a + 7)")
		}
		t.Run(typ, func(t *testing.T) {
			var run []func(entry string, args []value.Value) []value.Value
			for _, name := range []string{driver.Interpreter, "wasm"} {
				p, err := fut.Compile(t.Context(), "conditions.fut", []byte(text.String()))
				if err != nil {
					t.Fatal(err)
				}
				x, _, err := d.Build(t.Context(), &pass.Unit{IR: p}, driver.Config{Backend: name})
				if err != nil {
					t.Fatal(err)
				}
				defer x.Close()
				run = append(run, func(entry string, args []value.Value) []value.Value {
					out, _, err := x.Run(t.Context(), entry, args)
					if err != nil {
						t.Fatal(err)
					}
					return out
				})
			}
			for i, condition := range conditions {
				for _, in := range []string{"0 0 0", "1 1 1", "1 3 2", "2 5 3", "100 27 4", "127 127 126"} {
					args := arguments(t, in, typ)
					entry := fmt.Sprint("test", i)
					want, got := run[0](entry, args), run[1](entry, args)
					for k := range want {
						if err := value.Compare(want[k], got[k], 0); err != nil {
							t.Errorf("%s, x y z = %s: result %d: %v", condition, in, k, err)
						}
					}
				}
			}
		})
	}
}

// conditions are all comparisons of operations with constants.
func conditions() (out []string) {
	for _, operation := range []string{"x & y", "x | y", "x ^ y", "x + y", "x - y", "x * y", "x << (y & 3)", "x >> (y & 3)"} {
		for _, order := range []string{"<", "<=", ">", ">=", "==", "!="} {
			for _, constant := range []string{"0", "1"} {
				out = append(out,
					fmt.Sprintf("(%s) %s %s", operation, order, constant),
					fmt.Sprintf("%s %s (%s)", constant, order, operation))
			}
		}
	}
	return out
}

// arguments reads numbers of a type, and the i64 1.
func arguments(t *testing.T, text, typ string) []value.Value {
	t.Helper()
	out, err := value.Parse(strings.ReplaceAll(text, " ", typ+" ") + typ + " 1i64")
	if err != nil {
		t.Fatal(err)
	}
	return out
}
