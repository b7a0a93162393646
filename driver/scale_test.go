package driver_test

import (
	"context"
	"runtime"
	"testing"

	"github.com/lamina-lang/lamina/core/pass"
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
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	u, err := d.LoadText(context.Background(), "generated.fut", []byte(program))
	if err != nil {
		t.Fatal(err)
	}
	p, err := d.Passes.Parse(wasm.Pipeline(), u.Level())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := (&pass.Manager{}).Run(context.Background(), p, u); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	return float64(after.TotalAlloc - before.TotalAlloc)
}

// Ten times the program takes about ten times the work: tables that grow by
// doubling make up to 16 times the bytes of it, and work like the square 100 times.
func TestWorkIsLinear(t *testing.T) {
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		t.Run(f.name, func(t *testing.T) {
			work(t, d, f.generate(1)) // parse the prelude
			base := work(t, d, f.generate(1))
			small, large := work(t, d, f.generate(25))-base, work(t, d, f.generate(250))-base
			t.Logf("%.0f kB for 25, %.0f kB for 250: %.1f times", small/1e3, large/1e3, large/small)
			if large > 16*small {
				t.Errorf("10 times the program takes %.1f times the work", large/small)
			}
		})
	}
}
