package interp

import (
	"context"
	"fmt"

	"github.com/lamina-lang/lamina/core/entry"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// Imp runs an entry point of an imperative program. Device code runs thread by
// thread: the threads of a work-group in order up to the next barrier, the
// groups in order. What it reports is what Heap reports, and: threads of a group
// that do not meet at one barrier, and assignments to variables that iterations
// share.
func Imp(ctx context.Context, prog *imp.Program, entryPoint string, args []value.Value, opts Options) (results []value.Value, rep Report, err error) {
	f := prog.Fun(entryPoint)
	if f == nil || f.Entry == nil {
		return nil, rep, fmt.Errorf("no entry point %q in the program", entryPoint)
	}
	return repeated(func(repeats bool, births int64) ([]value.Value, *machine, error) {
		m := newMachine(ctx, opts)
		m.heap, m.repeats, m.births = true, repeats, births
		var results []value.Value
		err := m.protect(func() {
			c := newImpCompiler(prog, m)
			results = m.enterImp(f, c.fun(f), args)
		})
		return results, m, err
	})
}

// enterImp runs an entry point on a caller's values.
func (m *machine) enterImp(f *imp.Fun, fn *procedure, args []value.Value) []value.Value {
	m.at = border{f.Name, f.Pos}
	sizes, err := entry.Sizes(f.EntryParams(), args)
	if err != nil {
		panic(stop{err})
	}
	given := map[int]datum{}
	for n, size := range sizes {
		given[fn.slots[n]] = datum{Value: scalar.Int(scalar.I64, size)}
	}
	for i, p := range f.Entry.Params {
		if len(p.Shape) == 0 {
			given[fn.slots[p.Var]] = datum{Value: args[i].Scalar()}
			continue
		}
		b := m.toArray(p.Var, args[i]).block
		m.account(b)
		if !p.Unique {
			b.kept = p.Name
		}
		given[fn.slots[p.Var]] = datum{block: b}
	}
	in := make([]datum, len(fn.params))
	for i, slot := range fn.params {
		in[i] = given[slot]
	}
	var results []value.Value
	fn.call(m, in, func() {
		for i, r := range f.Entry.Results {
			d := m.env[fn.slots[r.Var]]
			if len(r.Shape) > 0 {
				d = datum{array: m.resultArray(r, fn.results[i], d.block)}
			}
			results = append(results, m.toValue(d))
		}
	})
	return results
}

// resultArray is the row-major array at the start of a result's block.
func (m *machine) resultArray(r imp.External, shape []expr, b *block) *array {
	sizes := make([]int64, len(shape))
	for i, size := range shape {
		sizes[i] = size(m).Int()
	}
	l := rowMajor(0, sizes)
	if b == nil && !l.empty() {
		m.invalid("result %s holds no block", r.Var)
	}
	if b == nil {
		b = newBlock(r.Var.String(), 0)
	}
	return &array{r.Var, b, b.version, r.Elem, l, nil}
}
