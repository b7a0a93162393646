package fuzz_test

import (
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/backends/gpu"
	"github.com/lamina-lang/lamina/backends/wasm"
	"github.com/lamina-lang/lamina/conformance/fuzz"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/driver"
)

// Random source programs have the same meaning in the interpreters and on the wasm backend,
// after its own pipeline and that of GPUs; programs with a mistake are refused.
func TestSourceProgramsKeepTheirMeaning(t *testing.T) {
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	parse := parser(t, d)
	own := wasm.NewWithCache("").Pipeline()
	c := fuzz.Source{Seed: 1, Count: programs(t), Attempts: 500, Ways: []fuzz.Way{
		{Name: "wasm", Pipeline: parse(own), Backend: func() backend.Backend { return wasm.NewWithCache("") }},
		{Name: "GPU", Pipeline: parse(gpu.Pipeline), Machine: target.GPU()},
	}}
	f, err := c.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if f != nil {
		t.Error(f)
	}
}

// parser reads pipelines that begin at soac.
func parser(t *testing.T, d *driver.Driver) func(text string) *pass.Pipeline {
	return func(text string) *pass.Pipeline {
		p, err := d.Passes.Parse(text, pass.Soac)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
}

// A pass that changes the meaning of source programs, wrong, is found and named.
func TestWrongPassIsFoundBySources(t *testing.T) {
	p, err := pass.NewRegistry(wrong).Parse("wrong", pass.Soac)
	if err != nil {
		t.Fatal(err)
	}
	c := fuzz.Source{Seed: 1, Count: 100, Attempts: 200, Ways: []fuzz.Way{{Name: "wrong way", Pipeline: p}}}
	f, err := c.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if f == nil {
		t.Fatal("nothing was found")
	}
	if !strings.Contains(f.Step, "wrong") || f.Disputed() || !strings.Contains(f.File(), "def main") {
		t.Errorf("%v", f)
	}
}
