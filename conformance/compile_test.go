package conformance

import (
	"context"
	"flag"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/lamina-lang/lamina/conformance/internal/repository"
	"github.com/lamina-lang/lamina/conformance/runner"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/driver"
)

// memoryPrograms are the programs of the table in docs/memory.md.
var memoryPrograms = []string{
	"conformance/programs/nw_blocked.fut", "examples/lud.fut", "conformance/programs/hotspot_edges.fut",
	"conformance/programs/lbm.fut", "conformance/programs/knn.fut", "conformance/programs/option_pricing.fut",
	"conformance/programs/locvolcalib.fut",
}

var memoryOf = flag.String("memory-of", "", "the programs, as a pattern of files, whose share of memory passes BenchmarkMemoryPasses reports")

// BenchmarkMemoryPasses reports the share of the memory passes in the time of all passes,
// from the minimum time of each pass. On a busy machine a CPU profile (-cpuprofile) tells
// more.
func BenchmarkMemoryPasses(b *testing.B) {
	d, err := driver.New()
	if err != nil {
		b.Fatal(err)
	}
	wasm, err := d.Backends.Lookup("")
	if err != nil {
		b.Fatal(err)
	}
	p, err := d.Passes.Parse(wasm.Pipeline(), pass.Soac)
	if err != nil {
		b.Fatal(err)
	}
	files := slices.Clone(memoryPrograms)
	for i, file := range files {
		files[i] = filepath.Join(repository.Root(b), file)
	}
	if *memoryOf != "" {
		if files, err = filepath.Glob(*memoryOf); err != nil {
			b.Fatal(err)
		}
	}
	for _, file := range files {
		b.Run(filepath.Base(file), func(b *testing.B) {
			u, err := d.Load(context.Background(), file)
			if err != nil {
				b.Fatal(err)
			}
			u.Target = target.Embedded()
			var least []pass.Timing
			for b.Loop() {
				r, err := (&pass.Manager{}).Run(context.Background(), p, u.Clone())
				if err != nil {
					b.Fatal(err)
				}
				for i, t := range r.Times {
					if i == len(least) {
						least = append(least, t)
					}
					least[i].Time = min(least[i].Time, t.Time)
				}
			}
			var all, memory time.Duration
			for _, t := range least {
				all += t.Time
				if slices.Contains(runner.MemoryPasses, t.Pass()) {
					memory += t.Time
				}
			}
			b.ReportMetric(100*float64(memory)/float64(all), "%memory")
		})
	}
}
