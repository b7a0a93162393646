package gpu

import (
	"fmt"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/core/entry"
	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/value"
)

// pass checks the arguments and gives them to the parameters of a function.
func (r *run) pass(p *procedure, args []value.Value, report *backend.Report) {
	f := p.fun
	sizes, err := entry.Sizes(f.EntryParams(), args)
	if err != nil {
		panic(stop{err})
	}
	given := map[name.Name]int{}
	for i, q := range f.Entry.Params {
		given[q.Var] = i
	}
	for i, q := range f.Params {
		arg, ok := given[q.Name]
		switch size, isSize := sizes[q.Name]; {
		case ok && q.Type.IsBlock():
			b, copied := r.resident(f, arg)
			if b == nil {
				b, copied = r.argument(f, arg, args[arg])
			}
			r.hold(p.params[i], b)
			report.CopiedIn += copied
		case ok:
			r.scalars[p.params[i]] = args[arg].Scalar().Bits
		case isSize:
			r.scalars[p.params[i]] = uint64(size)
		default:
			panic(stop{fmt.Errorf("entry point %s: no argument gives parameter %s", f.Name, q.Name)})
		}
	}
}

// argumentName is the name of an argument in messages.
func argumentName(f *imp.Fun, i int) string {
	if p := f.Entry.Params[i]; p.Name != "" {
		return p.Name
	}
	return f.Entry.Params[i].Var.Base
}

// copyIn makes a block of an array.
func (r *run) copyIn(v value.Value, what string) *block {
	b, err := r.take(int64(len(v.Data)), general)
	if err != nil {
		r.room(err)
		panic(stop{&fault.Failure{Message: r.x.deviceMemory(int64(len(v.Data)), "argument "+what, err)}})
	}
	if len(v.Data) > 0 {
		r.do("copying argument "+what, r.x.device.Write(b.mem, 0, v.Data))
	}
	return b
}

// results are the values that a function left in its result variables.
func (r *run) results(p *procedure, report *backend.Report) []value.Value {
	f := p.fun
	at := map[name.Name]int{}
	for i, q := range f.Results {
		at[q.Name] = p.results[i]
	}
	out := make([]value.Value, len(f.Entry.Results))
	for i, e := range f.Entry.Results {
		if e.Shape == nil {
			out[i] = value.Value{Elem: e.Elem, Data: make([]byte, e.Elem.Size())}
			v := out[i].Scalar()
			v.Bits = r.scalars[at[e.Var]]
			out[i].Set(0, v)
			continue
		}
		shape := make([]int64, len(e.Shape))
		for d, size := range p.shapes[i] {
			shape[d] = int64(size(r))
		}
		if r.stays {
			out[i] = r.leave(i, value.Value{Elem: e.Elem, Shape: shape}, r.blocks[at[e.Var]])
			continue
		}
		v, err := value.New(e.Elem, shape...)
		if err != nil {
			panic(stop{fmt.Errorf("result %d of %s: %w", i, f.Name, err)})
		}
		if n := int64(len(v.Data)); n > 0 {
			b := r.blocks[at[e.Var]]
			r.inside(b, 0, n)
			r.do("copying results", r.read(v.Data, b, 0))
			report.CopiedOut += n
		}
		out[i] = v
	}
	return out
}
