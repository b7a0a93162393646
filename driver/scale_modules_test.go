package driver_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/lamina-lang/lamina/driver"
)

const monoid = "module type monoid = { type t val op: t -> t -> t val zero: t }\n" +
	"module m0: monoid with t = i64 = { type t = i64 def op (x: t) (y: t): t = x + y def zero: t = 0 }\n"

// modules are families of modules and functors.
var modules = []family{
	{"functors, each applied to what the one before makes", func(n int) string {
		return monoid + lines(n, func(i int) string {
			return fmt.Sprintf("module f%d (M: monoid) = { type t = M.t def op (x: t) (y: t): t = M.op y x def zero: t = M.op M.zero M.zero }\nmodule m%d = f%d m%d", i, i, i, i-1)
		}) + fmt.Sprintf("entry main (x: i64) = m%d.op x 2\n", n)
	}},
	{"functors that apply the one before twice", func(n int) string {
		return monoid + "module f0 (M: monoid) = { def g (x: M.t) = M.op x M.zero }\n" + lines(n, func(i int) string {
			return fmt.Sprintf("module f%d (M: monoid) = { module a = f%d M module b = f%d M def g (x: M.t) = a.g x def h (x: M.t) = b.g x }", i, i-1, i-1)
		}) + fmt.Sprintf("module m = f%d m0\nentry main (x: i64) = m.g (m.h x)\n", n)
	}},
	{"a functor applied to many modules", func(n int) string {
		return monoid + "module f (M: monoid) = { def g (x: M.t) = M.op x M.zero }\n" + lines(n, func(i int) string {
			return fmt.Sprintf("module a%d: monoid with t = i64 = { type t = i64 def op (x: t) (y: t): t = x * %d + y def zero: t = %d }\nmodule b%d = f a%d", i, i, i, i, i)
		}) + fmt.Sprintf("entry main (x: i64) = (%s)\n", times(n+1, ", ", func(i int) string {
			return fmt.Sprintf("b%d.g x", max(i, 1))
		}))
	}},
	{"module types that include the one before", func(n int) string {
		return "module type s0 = { type t val x0: t }\n" + lines(n, func(i int) string {
			return fmt.Sprintf("module type s%d = { include s0 val x%d: t }\nmodule m%d: s%d with t = i64 = { type t = i64 def x0: t = %d def x%d: t = x0 }", i, i, i, i, i, i)
		}) + fmt.Sprintf("entry main (x: i64) = x + m%d.x%d\n", n, n)
	}},
}

// moduleChains are families of modules whose functions call each other in a long chain: the
// number that is inlined, and with it the work of the passes, depends on their number.
var moduleChains = []family{
	{"modules, each opening the one before", func(n int) string {
		return "module m0 = { def f0 (x: i64) = x }\n" + lines(n, func(i int) string {
			return fmt.Sprintf("module m%d = { local open m%d def f%d (x: i64) = f%d (x + %d) }", i, i-1, i, i-1, i)
		}) + fmt.Sprintf("entry main (x: i64) = m%d.f%d x\n", n, n)
	}},
	{"sealed modules, each made of the one before", func(n int) string {
		return monoid + lines(n, func(i int) string {
			return fmt.Sprintf("module m%d: monoid with t = i64 = { type t = i64 def op (x: t) (y: t): t = m%d.op x (y + %d) def zero: t = %d }", i, i-1, i, i)
		}) + fmt.Sprintf("entry main (x: i64) = m%d.op x m%d.zero\n", n, n)
	}},
	{"functors that apply the one before", func(n int) string {
		return monoid + "module f0 (M: monoid) = { def g (x: M.t) = M.op x M.zero }\n" + lines(n, func(i int) string {
			return fmt.Sprintf("module f%d (M: monoid) = { module a = f%d M def g (x: M.t) = a.g (M.op x x) }", i, i-1)
		}) + fmt.Sprintf("module m = f%d m0\nentry main (x: i64) = m.g x\n", n)
	}},
}

// No module is left once a program is loaded: loading takes work in proportion to the program.
func TestLoadingModulesWorkIsLinear(t *testing.T) {
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range slices.Concat(modules, moduleChains) {
		t.Run(f.name, func(t *testing.T) {
			load(t, d, f.generate(1)) // parse the prelude
			loading := func(n int) float64 {
				program := f.generate(n)
				return allocated(func() { load(t, d, program) })
			}
			linear(t, loading)
		})
	}
}

// Each file of a program is read once, however many import it.
func TestImportingWorkIsLinear(t *testing.T) {
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("f0.fut", "def f0 (x: i64) = x\n")
	for i := 1; i <= 400; i++ {
		write(fmt.Sprintf("f%d.fut", i), fmt.Sprintf("import \"f0\"\nimport \"f%d\"\nimport \"f%d\"\ndef f%d (x: i64) = f%d (f0 x)\n", i-1, i/2, i, i-1))
		write(fmt.Sprintf("main%d.fut", i), fmt.Sprintf("import \"f%d\"\nentry main (x: i64) = f%d x\n", i, i))
	}
	linear(t, func(n int) float64 {
		return allocated(func() {
			if _, err := d.Load(context.Background(), filepath.Join(folder, fmt.Sprintf("main%d.fut", n))); err != nil {
				t.Fatal(err)
			}
		})
	})
}

// linear demands that ten times as much takes about ten times the work.
func linear(t *testing.T, work func(n int) float64) {
	t.Helper()
	work(1)
	base := work(1)
	small, large := work(40)-base, work(400)-base
	t.Logf("%.0f kB for 40, %.0f kB for 400: %.1f times", small/1e3, large/1e3, large/small)
	if large > 12*small {
		t.Errorf("10 times the program takes %.1f times the work", large/small)
	}
}
