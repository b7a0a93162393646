package functional

import (
	"github.com/lamina-lang/lamina/core/entry"
	"github.com/lamina-lang/lamina/core/interp/internal/layout"
	"github.com/lamina-lang/lamina/core/interp/internal/store"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// enter runs an entry point on a caller's values.
func (m *machine) enter(f *ir.Fun, fn *function, args []value.Value) []value.Value {
	m.At = store.Border{Name: f.Name, Pos: f.Pos}
	sizes, err := entry.Sizes(f.EntryParams(), args)
	if err != nil {
		m.Stop(err)
	}
	var given []store.Datum
	for i, p := range f.Params {
		switch {
		case i < f.Entry.Implicit:
			given = append(given, store.Datum{Value: scalar.Int(scalar.I64, sizes[p.Name])})
		case p.Type.IsBlock():
			// Bound to the block of the array after it.
			given = append(given, store.Datum{})
		case p.Type.IsScalar():
			given = append(given, store.Datum{Value: args[0].Scalar()})
			args = args[1:]
		default:
			a := m.ToArray(p.Name, args[0])
			m.Own(a.Block)
			if !p.Unique {
				a.Block.Kept = p.Name.Base
			}
			for k := i; k > 0 && given[k-1].Value == (scalar.Value{}) && given[k-1].Array == nil && given[k-1].Block == nil; k-- {
				given[k-1].Block = a.Block
				a.Block.Name = f.Params[k-1].Name.String()
			}
			given = append(given, store.Datum{Array: a})
			args = args[1:]
		}
	}
	got := m.apply(fn, given)
	var results []value.Value
	for _, i := range f.EntryResults() {
		if a := got[i].Array; m.Heap && a != nil && !a.Same(layout.RowMajor(0, a.Shape())) {
			m.Invalid("result %s does not lie row-major at the start of its block, but at %s", f.Results[i].Name, a.Layout)
		}
		results = append(results, m.ToValue(got[i]))
	}
	return results
}

// apply runs a function.
func (m *machine) apply(fn *function, args []store.Datum) []store.Datum {
	mark := m.EnterScope()
	m.bindAll(fn.params, args)
	fn.body.run(m)
	results := make([]store.Datum, len(fn.body.results))
	m.TakeInto(results, fn.body.results)
	m.bindAll(fn.results, results)
	m.LeaveScope(mark, results)
	return results
}
