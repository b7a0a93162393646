// Package mine is a backend outside of Lamina's module: the smallest that there can
// be, in front of Lamina's reference interpreter.
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

// Name is what users type.
func (Backend) Name() string { return "mine" }

// Summary is for lists.
func (Backend) Summary() string { return "imperative programs, interpreted" }

// Probe finds one machine: this one.
func (Backend) Probe(context.Context) ([]backend.Device, error) {
	return []backend.Device{{Name: "an interpreter", Detail: "one thread"}}, nil
}

// Target is the machine as passes see it.
func (Backend) Target() target.Target { return target.Embedded() }

// Pipeline leads to imperative programs.
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
