// Package mine is a backend outside of Lamina's module: a minimal one, based on Lamina's
// reference interpreter.
package mine

import (
	"context"
	"time"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/interp"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/core/value"
)

// Backend interprets imperative programs.
type Backend struct{}

// New returns the backend.
func New() Backend { return Backend{} }

// Name returns the name that users type.
func (Backend) Name() string { return "mine" }

// Summary describes the backend in one line.
func (Backend) Summary() string { return "imperative programs, interpreted" }

// Probe returns one device: this machine.
func (Backend) Probe(context.Context) ([]backend.Device, error) {
	return []backend.Device{{Name: "an interpreter", Detail: "one thread"}}, nil
}

// Target describes the machine to the passes.
func (Backend) Target() target.Target { return target.Embedded() }

// Pipeline lowers to imperative programs.
func (Backend) Pipeline() string {
	return "inline,simplify,fuse,simplify,extract-kernels,simplify,sequentialise,simplify,introduce-memory,simplify,to-imp"
}

// Compile has nothing to do.
func (Backend) Compile(_ context.Context, p *imp.Program, _ backend.Options) (backend.Executable, error) {
	return executable{p}, nil
}

type executable struct{ program *imp.Program }

// Run interprets an entry point.
func (x executable) Run(ctx context.Context, entry string, args []value.Value) ([]value.Value, *backend.Report, error) {
	start := time.Now()
	results, used, err := interp.Imp(ctx, x.program, entry, args, interp.Options{})
	report := &backend.Report{
		Total:  time.Since(start),
		Spaces: []backend.SpaceReport{{Peak: used.PeakBytes, Allocations: used.Allocs}},
	}
	return results, report, err
}

// Close has nothing to do.
func (executable) Close() error { return nil }
