package ir

import (
	"slices"

	"github.com/lamina-lang/lamina/core/entry"
	"github.com/lamina-lang/lamina/core/name"
)

// Interfaces returns the entry points of the program as their callers see them, in order.
func (p *Program) Interfaces() []entry.Interface {
	var out []entry.Interface
	for _, f := range p.Funs {
		if f.Entry == nil {
			continue
		}
		in := entry.Interface{Name: f.Name}
		params := f.explicit()
		for i, p := range f.EntryParams() {
			in.Params = append(in.Params, entry.External{Param: p, Unique: params[i].Unique})
		}
		for i, at := range f.EntryResults() {
			e := entry.External{Param: fromType(f.Results[at])}
			if i < len(f.Entry.Results) {
				e.Name, e.Type = f.Entry.Results[i].Name, f.Entry.Results[i].Type
			}
			in.Results = append(in.Results, e)
		}
		out = append(out, in)
	}
	return out
}

// EntryParams returns the external parameters of an entry point: those after the implicit
// sizes, without blocks.
func (f *Fun) EntryParams() []entry.Param {
	var out []entry.Param
	for _, p := range f.explicit() {
		e := fromType(p)
		if i := len(out); i < len(f.Entry.Params) {
			e.Name, e.Type = f.Entry.Params[i].Name, f.Entry.Params[i].Type
		}
		out = append(out, e)
	}
	return out
}

// explicit returns f's parameters after the implicit sizes, without blocks.
func (f *Fun) explicit() []Param {
	params := f.Params[min(f.Entry.Implicit, len(f.Params)):]
	return slices.DeleteFunc(slices.Clone(params), func(p Param) bool { return p.Type.IsBlock() })
}

// fromType returns the description of a parameter or result that its type gives.
func fromType(p Param) entry.Param {
	e := entry.Param{Elem: p.Type.Elem, Var: p.Name}
	for _, d := range p.Type.Dims {
		size, _ := d.AsSize()
		e.Dims = append(e.Dims, entry.Dim{Var: d.Name, Size: size})
	}
	return e
}

// EntryResults returns the indices of the results of an entry point that the caller receives:
// not blocks, and not sizes that are returned only because later types refer to them.
func (f *Fun) EntryResults() []int {
	var all, given []int
	for i, r := range f.Results {
		if r.Type.IsBlock() {
			continue
		}
		all = append(all, i)
		if !mentioned(r.Name, f.Results[i+1:]) {
			given = append(given, i)
		}
	}
	if len(f.Entry.Results) == len(all) {
		return all
	}
	return given
}

// mentioned reports whether n is a size in the types of ps.
func mentioned(n name.Name, ps []Param) bool {
	return slices.ContainsFunc(ps, func(p Param) bool { return slices.Contains(p.Type.Dims, Var(n)) })
}
