// Package functional interprets programs of the levels soac, kernel and mem.
//
// A program is compiled to closures over a machine's environment: a body becomes a list of
// steps, and what a step does is in the table meanings, by operation. With value semantics
// an array gets memory of its own; with heap semantics it is at its annotated location,
// and every binding checks that.
package functional

import (
	"context"

	"github.com/lamina-lang/lamina/core/interp/internal/store"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/value"
)

// machine runs a functional program.
type machine struct{ store.Machine }

// Run runs the entry point f of prog on the values of its external parameters.
func Run(ctx context.Context, prog *ir.Program, f *ir.Fun, args []value.Value, opts store.Options, means store.Semantics) ([]value.Value, store.Report, error) {
	return store.Repeat(store.New(ctx, opts, means), func(start store.Machine) ([]value.Value, *store.Machine, error) {
		m := &machine{start}
		var results []value.Value
		err := m.Protect(func() {
			c := newCompiler(prog, m)
			results = m.enter(f, c.fun(f), args)
		})
		return results, &m.Machine, err
	})
}
