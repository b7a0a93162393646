package interp

import (
	"github.com/lamina-lang/lamina/core/entry"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/value"
)

// border describes a position in a function that belongs to none of its statements.
type border struct {
	name string
	pos  source.Pos
}

func (b border) describe() (string, source.Pos) { return "fun " + b.name, b.pos }

// enter runs an entry point on a caller's values.
func (m *machine) enter(f *ir.Fun, fn *function, args []value.Value) []value.Value {
	m.at = border{f.Name, f.Pos}
	sizes, err := entry.Sizes(f.EntryParams(), args)
	if err != nil {
		panic(stop{err})
	}
	var given []datum
	for i, p := range f.Params {
		switch {
		case i < f.Entry.Implicit:
			given = append(given, datum{Value: scalar.Int(scalar.I64, sizes[p.Name])})
		case p.Type.IsBlock():
			// Bound to the block of the array after it.
			given = append(given, datum{})
		case p.Type.IsScalar():
			given = append(given, datum{Value: args[0].Scalar()})
			args = args[1:]
		default:
			a := m.toArray(p.Name, args[0])
			m.own(a.block)
			if !p.Unique {
				a.block.kept = p.Name.Base
			}
			for k := i; k > 0 && given[k-1].Value == (scalar.Value{}) && given[k-1].array == nil && given[k-1].block == nil; k-- {
				given[k-1].block = a.block
				a.block.name = f.Params[k-1].Name.String()
			}
			given = append(given, datum{array: a})
			args = args[1:]
		}
	}
	got := m.apply(fn, given)
	var results []value.Value
	for _, i := range f.EntryResults() {
		if a := got[i].array; m.heap && a != nil && !a.same(rowMajor(0, a.shape())) {
			m.invalid("result %s does not lie row-major at the start of its block, but at %s", f.Results[i].Name, a.layout)
		}
		results = append(results, m.toValue(got[i]))
	}
	return results
}

// apply runs a function.
func (m *machine) apply(fn *function, args []datum) []datum {
	mark := m.enterScope()
	m.bindAll(fn.params, args)
	fn.body.run(m)
	results := make([]datum, len(fn.body.results))
	m.takeInto(results, fn.body.results)
	m.bindAll(fn.results, results)
	m.leaveScope(mark, results)
	return results
}
