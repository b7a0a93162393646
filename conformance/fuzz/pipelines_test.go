package fuzz_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/backends/gpu"
	"github.com/lamina-lang/lamina/backends/wasm"
	"github.com/lamina-lang/lamina/conformance/fuzz"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/driver"
)

// pipelines are the pipelines through which random programs run. Most end early, so that a
// pass is observed without those that follow it.
var pipelines = []string{
	"simplify",
	"inline,simplify",
	"fuse,simplify,fuse,simplify",
	"extract-kernels,simplify,sequentialise,simplify",
	"inline{small=0,parallel=0},extract-kernels{nests=flat},sequentialise",
	"simplify,fuse,simplify,extract-kernels{nests=both,least=3},simplify,sequentialise,introduce-memory,simplify,hoist-allocs,lower-allocs,to-imp",
	"extract-kernels,sequentialise,introduce-memory,hoist-allocs,lower-allocs,to-imp",
	"extract-kernels,sequentialise,introduce-memory,hoist-allocs,short-circuit,lower-allocs,merge-blocks,simplify,to-imp",
	"inline,simplify,fuse,simplify,extract-kernels,simplify,sequentialise,simplify,introduce-memory,simplify,hoist-allocs,short-circuit,lower-allocs,merge-blocks,simplify,to-imp",
	toMemory + "merge-blocks,double-buffer,expand-memory{to=thread},simplify,to-imp",
	toMemory + "merge-blocks,double-buffer,expand-memory{to=launch,layout=contiguous},simplify,to-imp",
	toMemory + "merge-blocks,double-buffer,expand-memory{to=launch,layout=interleaved,threads=3},to-imp",
}

const toMemory = "extract-kernels,sequentialise,introduce-memory,hoist-allocs,lower-allocs,"

// programs returns the number of random programs per pipeline. They are the same in each
// run; new ones come from the steps programs and nightly of tools/test, the latter of which
// sets LAMINA_PROGRAMS.
func programs(t *testing.T) int {
	text := os.Getenv("LAMINA_PROGRAMS")
	if text == "" {
		return 50
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("LAMINA_PROGRAMS is a number, not %q", text)
	}
	return n
}

// Every pass preserves the meaning of random programs, checked on the reference
// interpreters, and on the wasm backend for pipelines that end at imp.
func TestRandomProgramsKeepTheirMeaning(t *testing.T) {
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	n := programs(t)
	for i, text := range pipelines {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			p, err := d.Passes.Parse(text, pass.Soac)
			if err != nil {
				t.Fatal(err)
			}
			c := fuzz.Config{
				Seed: uint64(i * n), Count: n, Pipeline: p, Attempts: 2000,
				Backend: func() backend.Backend { return wasm.NewWithCache("") },
			}
			f, err := c.Run(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			if f != nil {
				t.Errorf("%v\n\nlamina fuzz --seed %d --count 1 --passes %s", f, f.Seed, text)
			}
		})
	}
}

// Random programs keep their meaning when work-groups run them, in the interpreters, which
// treat a data race as a failure.
func TestRandomProgramsKeepTheirMeaningInGroups(t *testing.T) {
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	n := programs(t)
	for i, text := range []string{
		gpu.Pipeline,
		"simplify,fuse,simplify,extract-kernels{nests=flat},simplify,sequentialise,introduce-memory,hoist-allocs,lower-allocs,to-imp",
	} {
		p, err := d.Passes.Parse(text, pass.Soac)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			c := fuzz.Config{Seed: uint64(5000000 + i*n), Count: n, Pipeline: p, Attempts: 2000, Machine: target.GPU()}
			f, err := c.Run(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if f != nil {
				t.Error(f)
			}
		})
	}
}

// Random programs keep their meaning wherever the passes stop rewriting.
func TestRandomProgramsKeepTheirMeaningUnderLimits(t *testing.T) {
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	const each = 5 // programs per choice of limits
	n := programs(t) / 2
	for i, text := range pipelines {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			whole, err := d.Passes.Parse(text, pass.Soac)
			if err != nil {
				t.Fatal(err)
			}
			for seed := uint64(i * n); seed < uint64((i+1)*n); seed += each {
				p := limited(t, whole, seed)
				f, err := (&fuzz.Config{Seed: seed, Count: each, Pipeline: p, Attempts: 2000}).Run(context.Background())
				if err != nil {
					t.Fatal(err)
				}
				if f != nil {
					t.Fatalf("%v\n\nlamina fuzz --seed %d --count 1 --passes '%s'", f, f.Seed, p)
				}
			}
		})
	}
}

// limited returns p with limits on the rewrites of about half its steps.
func limited(t *testing.T, p *pass.Pipeline, seed uint64) *pass.Pipeline {
	random := rand.New(rand.NewPCG(seed, 0))
	var steps []pass.Step
	for _, s := range p.Steps {
		if random.IntN(2) == 0 {
			s = s.WithRewrites(random.IntN(30))
		}
		steps = append(steps, s)
	}
	out, err := pass.Build(p.Start, steps...)
	if err != nil {
		t.Fatal(err)
	}
	return out
}
