// Package imperative interprets programs of the level imp: procedures, blocks that
// variables hold, parallel loops, and launches of device code.
//
// A program is compiled to closures over a machine's environment, as package functional
// does. Blocks count the variables that hold them, and are freed with the last.
package imperative

import (
	"context"

	"github.com/lamina-lang/lamina/core/entry"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/interp/internal/layout"
	"github.com/lamina-lang/lamina/core/interp/internal/store"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// machine runs an imperative program.
type machine struct {
	store.Machine
	thread *thread                 // the thread that runs, in a launch
	reused reused                  // what allocations of the parallel statement that runs made
	parts  map[*store.Block][]part // of pools, that may be in use
}

// Run runs the entry point f of prog on the values of its external parameters.
func Run(ctx context.Context, prog *imp.Program, f *imp.Fun, args []value.Value, opts store.Options) ([]value.Value, store.Report, error) {
	return store.Repeat(store.New(ctx, opts, store.Blocks), func(start store.Machine) ([]value.Value, *store.Machine, error) {
		m := &machine{Machine: start, parts: map[*store.Block][]part{}}
		var results []value.Value
		err := m.Protect(func() {
			c := newCompiler(prog, m)
			results = m.enter(f, c.fun(f), args)
		})
		return results, &m.Machine, err
	})
}

// enter runs an entry point on a caller's values.
func (m *machine) enter(f *imp.Fun, fn *procedure, args []value.Value) []value.Value {
	m.At = store.Border{Name: f.Name, Pos: f.Pos}
	sizes, err := entry.Sizes(f.EntryParams(), args)
	if err != nil {
		m.Stop(err)
	}
	given := map[int]store.Datum{}
	for n, size := range sizes {
		given[fn.slots[n]] = store.Datum{Value: scalar.Int(scalar.I64, size)}
	}
	for i, p := range f.Entry.Params {
		if len(p.Shape) == 0 {
			given[fn.slots[p.Var]] = store.Datum{Value: args[i].Scalar()}
			continue
		}
		b := m.ToArray(p.Var, args[i]).Block
		m.Account(b)
		if !p.Unique {
			b.Kept = p.Name
		}
		given[fn.slots[p.Var]] = store.Datum{Block: b}
	}
	in := make([]store.Datum, len(fn.params))
	for i, slot := range fn.params {
		in[i] = given[slot]
	}
	var results []value.Value
	fn.call(m, in, func() {
		for i, r := range f.Entry.Results {
			d := m.Env[fn.slots[r.Var]]
			if len(r.Shape) > 0 {
				d = store.Datum{Array: m.resultArray(r, fn.results[i], d.Block)}
			}
			results = append(results, m.ToValue(d))
		}
	})
	return results
}

// resultArray returns the row-major array at the start of a result's block.
func (m *machine) resultArray(r imp.External, shape []expr, b *store.Block) *store.Array {
	sizes := make([]int64, len(shape))
	for i, size := range shape {
		sizes[i] = size(m).Int()
	}
	l := layout.RowMajor(0, sizes)
	if b == nil && !l.Empty() {
		m.Invalid("result %s holds no block", r.Var)
	}
	if b == nil {
		b = store.NewBlock(r.Var.String(), 0)
	}
	return b.Array(r.Var, r.Elem, l)
}
