package imp

import "github.com/lamina-lang/lamina/core/entry"

// Interfaces returns the entry points of the program as their callers see them, in order.
func (p *Program) Interfaces() []entry.Interface {
	var out []entry.Interface
	for _, f := range p.Funs {
		if f.Entry == nil {
			continue
		}
		in := entry.Interface{Name: f.Name}
		for i, p := range f.EntryParams() {
			in.Params = append(in.Params, entry.External{Param: p, Unique: f.Entry.Params[i].Unique})
		}
		for _, r := range f.Entry.Results {
			in.Results = append(in.Results, entry.External{Param: fromExternal(r)})
		}
		out = append(out, in)
	}
	return out
}

// EntryParams returns the external parameters of an entry point.
func (f *Fun) EntryParams() []entry.Param {
	out := make([]entry.Param, len(f.Entry.Params))
	for i, p := range f.Entry.Params {
		out[i] = fromExternal(p)
	}
	return out
}

func fromExternal(x External) entry.Param {
	p := entry.Param{Name: x.Name, Type: x.Type, Elem: x.Elem, Var: x.Var}
	for _, d := range x.Shape {
		switch d := d.(type) {
		case *Const:
			p.Dims = append(p.Dims, entry.Dim{Size: d.Value.Int()})
		case *Var:
			p.Dims = append(p.Dims, entry.Dim{Var: d.Name})
		}
	}
	return p
}
