package main

import (
	"testing"
)

// The programs in Go, here as plain Go, have the results of their counterparts.
func TestPairsAgree(t *testing.T) {
	for _, p := range []pair{
		{"histo", "tiny", "histo.fut", func() instance { return histogram(5000, 100) }},
		{"mriq", "tiny", "mriq.fut", func() instance { return image(4, 50) }},
		{"sgemm", "tiny", "sgemm.fut", func() instance { return product(5, 7, 3) }},
		{"plate", "tiny", "plate.fut", func() instance { return plate(9) }},
		{"stencil", "tiny", "space.fut", func() instance { return space(4, 5, 6) }},
		{"tpacf", "tiny", "tpacf.fut", func() instance { return angles(40) }},
		{"ode", "tiny", "ode.fut", func() instance { return populations(5) }},
		{"neural", "tiny", "neural.fut", func() instance { return training(6, 5) }},
	} {
		t.Run(p.program, func(t *testing.T) {
			run := p.prepare()
			f, err := load(t.Context(), "wasm", p, run.args)
			if err != nil {
				t.Fatal(err)
			}
			defer f.executable.Close()
			if _, err := f.run(t.Context()); err != nil {
				t.Fatal(err)
			}
			if run.restore != nil {
				run.restore()
			}
			run.call()
			if err := agree(run.results(), f.results); err != nil {
				t.Error(err)
			}
		})
	}
}
