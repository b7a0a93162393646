package fuzz_test

import (
	"flag"
	"fmt"
	"testing"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/backends/c"
	"github.com/lamina-lang/lamina/backends/gpu"
	"github.com/lamina-lang/lamina/backends/wasm"
	"github.com/lamina-lang/lamina/conformance/fuzz"
	"github.com/lamina-lang/lamina/conformance/generate/expressions"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/driver"
)

var (
	expressionCount = flag.Int("expressions", 8, "random programs of each kind for TestExpressionsKeepTheirMeaning")
	expressionSeed  = flag.Uint64("expressionseed", 1, "the first seed of TestExpressionsKeepTheirMeaning")
)

// Random expressions and functions of APL and programs of TAIL are valid after every pass of the pipelines
// for the embedded backend, C and GPUs, and mean there what they mean to the evaluators of these languages; on the
// embedded backend, too.
//
//	go test ./conformance/fuzz -run TestExpressionsKeepTheirMeaning -expressions 2500 -expressionseed 1000
func TestExpressionsKeepTheirMeaning(t *testing.T) {
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	parse := parser(t, d)
	embedded, compiled := wasm.NewWithCache(""), c.New()
	ways := []fuzz.Way{
		{Name: "wasm", Pipeline: parse(embedded.Pipeline()), Backend: func() backend.Backend { return embedded }},
		{Name: "C", Pipeline: parse(compiled.Pipeline()), Machine: compiled.Target().With(target.Reproducible)},
		{Name: "GPU", Pipeline: parse(gpu.Pipeline), Machine: target.GPU()},
	}
	for name, program := range map[string]func(uint64) *expressions.Program{
		"APL": expressions.APL, "APL-functions": expressions.APLFunction,
		"TAIL": expressions.TAIL, "TAIL-functions": expressions.TAILFunction,
	} {
		t.Run(name, func(t *testing.T) {
			for seed := *expressionSeed; seed < *expressionSeed+uint64(*expressionCount); seed++ {
				p := program(seed)
				if err := keeps(t, p, ways); err != nil {
					t.Errorf("seed %d: %v\n%s", seed, err, p)
				}
			}
		})
	}
}

func keeps(t *testing.T, p *expressions.Program, ways []fuzz.Way) error {
	program, _, err := p.Compare(t.Context())
	if err != nil {
		return fmt.Errorf("before all passes: %w", err)
	}
	if program == nil {
		return nil
	}
	for _, w := range ways {
		if err := w.Keeps(t.Context(), program, p.Args); err != nil {
			return err
		}
	}
	return nil
}
