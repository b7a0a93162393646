package runner

import (
	"context"
	"errors"
	"testing"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/backends/wasm"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/driver"
)

// leaky is a backend whose programs find fault with themselves at their end, as those of
// backend c do under a sanitizer.
type leaky struct{ backend.Backend }

func (leaky) Name() string { return "leaky" }

func (l leaky) Compile(ctx context.Context, p *imp.Program, o backend.Options) (backend.Executable, error) {
	x, err := l.Backend.Compile(ctx, p, o)
	return leaks{x}, err
}

type leaks struct{ backend.Executable }

func (l leaks) Close() error {
	return errors.Join(l.Executable.Close(), errors.New("leaked 16 bytes"))
}

// What is found when a program is closed was once dropped, so that no run under a sanitizer
// failed because of a leak.
func TestErrorsOfClosing(t *testing.T) {
	d, err := driver.New(leaky{wasm.New()})
	if err != nil {
		t.Fatal(err)
	}
	var failed []string
	passed := 0
	c := &Config{
		Driver:  d,
		Targets: []Target{{Backend: "leaky", Name: "leaky", Math: target.Reproducible}},
		Texts:   map[string][]byte{"one.fut": []byte("-- ==\n-- input { 1 } output { 2 }\nentry main (x: i32) = x + 1\n")},
		Report: func(r Result) {
			if r.Status == Passed {
				passed++
			} else {
				failed = append(failed, r.Message)
			}
		},
	}
	if err := c.File(t.Context(), "one.fut"); err != nil {
		t.Fatal(err)
	}
	if passed != 1 || len(failed) != 1 || failed[0] != "leaked 16 bytes" {
		t.Errorf("%d passed, failed: %q; want one of each", passed, failed)
	}
}
