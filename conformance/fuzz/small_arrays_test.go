package fuzz_test

import (
	"testing"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/backends/gpu"
	"github.com/lamina-lang/lamina/backends/wasm"
	"github.com/lamina-lang/lamina/conformance/fuzz"
	"github.com/lamina-lang/lamina/conformance/generate"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/driver"
)

// Folds of small arrays, and threads that overwrite them in loops within loops, keep their meaning on the way to GPUs,
// where such arrays become scalars and such loops are unrolled, and on the way to the embedded backend.
// LAMINA_SMALL=10000 tries that many programs, starting with seed LAMINA_SEED. (Seed 53 is one that pass scalarise once made
// wrong: an i32 index of an unrolled loop in another.)
func TestSmallArraysKeepTheirMeaning(t *testing.T) {
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	embedded := func() backend.Backend { return wasm.NewWithCache("") }
	for _, way := range []struct {
		name, pipeline string
		backend        func() backend.Backend
	}{
		{"GPU", gpu.Pipeline, nil},
		{"embedded", embedded().Pipeline(), embedded},
	} {
		t.Run(way.name, func(t *testing.T) {
			t.Parallel()
			p, err := d.Passes.Parse(way.pipeline, pass.Soac)
			if err != nil {
				t.Fatal(err)
			}
			c := fuzz.Config{
				Seed: uint64(numberIn("LAMINA_SEED", 40)), Count: numberIn("LAMINA_SMALL", 20),
				Generate: generate.SmallArrays, Pipeline: p, Attempts: 1000, Machine: target.GPU(), Backend: way.backend,
			}
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
