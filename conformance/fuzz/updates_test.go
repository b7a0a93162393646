package fuzz_test

import (
	"context"
	"os"
	"strconv"
	"testing"

	"github.com/lamina-lang/lamina/conformance/fuzz"
	"github.com/lamina-lang/lamina/conformance/generate"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/driver"
)

// Arrays overwritten by values computed from them keep their meaning, and after each pass
// the check of mem finds no forbidden overlap. LAMINA_UPDATES=10000 tries that many
// programs, starting with seed LAMINA_SEED.
func TestUpdatesKeepTheirMeaning(t *testing.T) {
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		"inline,simplify,fuse,simplify,extract-kernels,sequentialise,simplify,introduce-memory,simplify,hoist-allocs,short-circuit,lower-allocs,merge-blocks,double-buffer,expand-memory,to-imp",
		"fuse,extract-kernels,sequentialise,introduce-memory,hoist-allocs,short-circuit,merge-blocks",
	} {
		t.Run(text, func(t *testing.T) {
			p, err := d.Passes.Parse(text, pass.Soac)
			if err != nil {
				t.Fatal(err)
			}
			c := fuzz.Config{
				Seed: uint64(numberIn("LAMINA_SEED", 0)), Count: numberIn("LAMINA_UPDATES", 60),
				Generate: generate.Updates, Pipeline: p, Attempts: 1000,
			}
			f, err := c.Run(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			if f != nil {
				t.Error(f)
			}
		})
	}
}

// numberIn is what a variable of the environment says.
func numberIn(variable string, otherwise int) int {
	n, err := strconv.Atoi(os.Getenv(variable))
	if err != nil {
		return otherwise
	}
	return n
}
