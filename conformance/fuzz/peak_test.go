package fuzz_test

import (
	"context"
	"flag"
	"slices"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/conformance/generate"
	"github.com/lamina-lang/lamina/conformance/generate/draw"
	"github.com/lamina-lang/lamina/conformance/generate/source"
	"github.com/lamina-lang/lamina/core/interp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/frontends/fut"
)

var (
	peaks     = flag.Int("peaks", 60, "how many random programs' most bytes at once are compared with and without passes")
	peaksFrom = flag.Uint64("peaks-from", 0, "the seed of the first of them")
)

// removing are passes that remove blocks which nothing needs in code for a processor, unless other arrays are in
// them, too; what is compared is memory as it is planned.
var removing = []string{"drop-stores", "promote"}

// With short-circuit, merge-blocks, pool-blocks and reuse-blocks no random program has more bytes in use at once than without one
// of them.
func TestPeakNeverRises(t *testing.T) {
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	b, err := d.Backends.Lookup("wasm")
	if err != nil {
		t.Fatal(err)
	}
	leave := func(passes ...string) string {
		return strings.Join(slices.DeleteFunc(strings.Split(d.Until(b.Pipeline(), pass.Soac, pass.Imp), ","), func(p string) bool {
			return slices.Contains(removing, p) || slices.Contains(passes, p)
		}), ",")
	}
	compared := 0
	for seed := *peaksFrom; seed < *peaksFrom+uint64(*peaks); seed++ {
		var p *ir.Program
		const entry = "main"
		var args []value.Value
		if seed%2 == 0 {
			p, args = generate.Program(draw.Seeded(seed))
		} else {
			made := source.New(draw.Seeded(seed), false)
			args = made.Args
			if p, err = fut.Compile(t.Context(), "generated.fut", []byte(made.Text)); err != nil {
				t.Fatal(err)
			}
		}
		all, ok := peakOf(t, d, p, leave(), entry, args)
		if !ok {
			continue
		}
		for _, without := range []string{"short-circuit", "merge-blocks", "pool-blocks", "reuse-blocks"} {
			less, ok := peakOf(t, d, p, leave(without), entry, args)
			if !ok {
				continue
			}
			compared++
			if all > less {
				t.Errorf("seed %d: %d bytes at once, %d without %s", seed, all, less, without)
			}
		}
	}
	t.Logf("%d compared", compared)
	if compared < *peaks/2 {
		t.Errorf("only %d were compared", compared)
	}
}

// peakOf returns the most bytes in use at once in the interpreter of imp, after a pipeline; false where the
// program fails.
func peakOf(t *testing.T, d *driver.Driver, p *ir.Program, pipeline, entry string, args []value.Value) (int64, bool) {
	u := &pass.Unit{IR: p.Clone(), Target: target.Embedded()}
	if _, err := d.Optimise(context.Background(), u, pipeline, driver.Config{}); err != nil {
		t.Fatal(err)
	}
	_, r, err := interp.Imp(t.Context(), u.Imp, entry, args, interp.Options{MaxSteps: 2_000_000, MaxBytes: 1 << 26})
	return r.PeakBytes, err == nil
}
