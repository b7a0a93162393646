package driver_test

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/driver"
)

// work is what compiling takes up to the imperative program, in bytes allocated:
// unlike time, it is the same on every run.
func work(t *testing.T, d *driver.Driver, program string) float64 {
	t.Helper()
	wasm, err := d.Backends.Lookup("")
	if err != nil {
		t.Fatal(err)
	}
	return allocated(func() {
		u := load(t, d, program)
		p, err := d.Passes.Parse(wasm.Pipeline(), u.Level())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := (&pass.Manager{}).Run(context.Background(), p, u); err != nil {
			t.Fatal(err)
		}
	})
}

func load(t *testing.T, d *driver.Driver, program string) *pass.Unit {
	t.Helper()
	u, err := d.LoadText(context.Background(), "generated.fut", []byte(program))
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// allocated is how many bytes f allocates.
func allocated(f func()) float64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return float64(after.TotalAlloc - before.TotalAlloc)
}

// mostWork is how many times the work of a program one ten times as long may take. Work like the
// square would be 100 times. Programs of fewer than 40 lines would show rather which tables just
// grew; with 40 they still make it 13 times where 1000 and 2000 lines take work of 1 and 2.
const mostWork = 14

// Ten times the program takes about ten times the work.
func TestWorkIsLinear(t *testing.T) {
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range slices.Concat(families, nested, wide, control, arrays, modules) {
		t.Run(f.name, func(t *testing.T) {
			work(t, d, f.generate(1)) // parse the prelude
			base := work(t, d, f.generate(1))
			small, large := work(t, d, f.generate(40))-base, work(t, d, f.generate(400))-base
			t.Logf("%.0f kB for 40, %.0f kB for 400: %.1f times", small/1e3, large/1e3, large/small)
			if large > mostWork*small {
				t.Errorf("10 times the program takes %.1f times the work", large/small)
			}
		})
	}
}

// So it is for what the pipeline of GPUs does alone: chains of scalars that start from what kernels leave, and go into
// kernels (pass sink-loads).
func TestWorkForGPUsIsLinear(t *testing.T) {
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	sinks := func(program string) float64 {
		u := load(t, d, program)
		u.Target = target.GPU()
		before, after, _ := strings.Cut(backend.GPU.Pipeline(), "sink-loads")
		for _, text := range []string{strings.TrimRight(before, ", "), "sink-loads" + after[:max(0, strings.Index(after, ","))]} {
			p, err := d.Passes.Parse(text, u.Level())
			if err != nil {
				t.Fatal(err)
			}
			work := allocated(func() {
				if _, err := (&pass.Manager{}).Run(context.Background(), p, u); err != nil {
					t.Fatal(err)
				}
			})
			if strings.HasPrefix(text, "sink-loads") {
				return work
			}
		}
		return 0
	}
	for name, generate := range map[string]func(n int) string{
		"a chain": func(n int) string {
			var b strings.Builder
			b.WriteString("def main [n] (xs: [n]i32) : [n]i32 =\n  let s0 = i32.sum xs\n")
			for i := range n {
				fmt.Fprintf(&b, "  let s%d = s%d / 3 + %d\n", i+1, i, i)
			}
			fmt.Fprintf(&b, "  in map (+ s%d) xs\n", n)
			return b.String()
		},
		"kernels": func(n int) string {
			var b strings.Builder
			b.WriteString("def main [n] (x0: [n]f32) : [n]f32 =\n")
			for i := range n {
				fmt.Fprintf(&b, "  let s%d = f32.sum x%d\n  let x%d = map (/ (s%d + 1)) x%d\n", i, i, i+1, i, i)
			}
			fmt.Fprintf(&b, "  in x%d\n", n)
			return b.String()
		},
	} {
		t.Run(name, func(t *testing.T) {
			sinks(generate(1))
			base := sinks(generate(1))
			small, large := sinks(generate(40))-base, sinks(generate(400))-base
			t.Logf("%.0f kB for 40, %.0f kB for 400: %.1f times", small/1e3, large/1e3, large/small)
			if large > mostWork*small {
				t.Errorf("10 times the program takes %.1f times the work", large/small)
			}
		})
	}
}

// Chains whose beginnings stand deep inside are checked without looking at all of the
// inside for each application.
func TestLoadingDeepChainsIsLinear(t *testing.T) {
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	for name, chain := range map[string]func(n int) string{
		"pipes": func(n int) string {
			return "def main [k] (xs: [k]i32) : [k]i32 = xs" + strings.Repeat(" |> map (+ 1)", n) + "\n"
		},
		"calls": func(n int) string {
			return "def f (n: i64) : i64 = n + 1\ndef main (x: i64) : i64 = " + strings.Repeat("f (", n) + "x" + strings.Repeat(")", n) + "\n"
		},
	} {
		t.Run(name, func(t *testing.T) {
			load(t, d, chain(1)) // parse the prelude
			loading := func(n int) float64 { return allocated(func() { load(t, d, chain(n)) }) }
			base := loading(1)
			small, large := loading(40)-base, loading(400)-base
			t.Logf("%.0f kB for 40, %.0f kB for 400: %.1f times", small/1e3, large/1e3, large/small)
			if large > 12*small {
				t.Errorf("10 times the program takes %.1f times the work", large/small)
			}
		})
	}
}
