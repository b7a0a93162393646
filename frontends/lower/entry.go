package lower

import (
	"fmt"
	"strings"

	"github.com/lamina-lang/lamina/core/entry"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/source"
)

// Entry is an entry point under construction. Its implicit parameters are sizes, read off
// the shapes of the arguments. First its parameters are made, by Size and Param; then
// statements are added, and Return ends it.
type Entry struct {
	*Builder
	fun                *ir.Fun
	implicit, explicit []ir.Param
}

// NewEntry begins an entry point.
func (p *Program) NewEntry(name string, pos source.Pos) *Entry {
	return &Entry{Builder: p.NewBuilder(pos), fun: &ir.Fun{Name: name, Entry: &ir.Entry{}, Pos: pos}}
}

// Size adds an implicit parameter, to be used as a size in shapes of parameters.
func (e *Entry) Size(base string) ir.Atom {
	n := e.names.Fresh(base)
	p := ir.Param{Name: n, Type: ir.I64}
	e.implicit = append(e.implicit, p)
	e.flow.Bound([]ir.Param{p})
	e.IsSize(ir.Var(n))
	return ir.Var(n)
}

// Param adds a parameter of shape s, whose type callers see as typ, if it has one leaf; with
// unique, its arrays may be consumed.
func (e *Entry) Param(base, typ string, s Shape, unique bool) Value {
	params, v := e.params(base, s)
	for i, t := range Leaves(s) {
		params[i].Unique = unique && t.IsArray()
		text := typ
		if len(params) != 1 {
			text = leafText(t)
		}
		e.fun.Entry.Params = append(e.fun.Entry.Params, ir.External{Name: base, Type: text})
	}
	e.explicit = append(e.explicit, params...)
	return v
}

// leafText spells the type of one of several leaves.
func leafText(t ir.Type) string {
	var b strings.Builder
	for _, d := range t.Dims {
		text := d.Name.Base
		if n, ok := d.AsSize(); ok {
			text = fmt.Sprint(n)
		}
		b.WriteString("[" + text + "]")
	}
	return b.String() + t.Elem.String()
}

// Return ends the entry point, which returns result, of the type that callers see as typ. All
// parts of it are returned; the sizes of arrays that are not parameters come before them.
func (e *Entry) Return(result Value, typ string) {
	fun := e.fun
	fun.Entry.Implicit = len(e.implicit)
	fun.Params = append(e.implicit, e.explicit...)
	isParam := map[ir.Atom]bool{}
	for _, p := range fun.Params {
		isParam[ir.Var(p.Name)] = true
	}
	known := map[ir.Atom]ir.Atom{}
	var atoms []ir.Atom
	add := func(n name.Name, t ir.Type, a ir.Atom) {
		fun.Results = append(fun.Results, ir.Param{Name: n, Type: t})
		atoms = append(atoms, a)
	}
	EachDim(result.Shape, func(d ir.Atom) {
		if _, ok := known[d]; !ok && d.IsVar() && !isParam[d] {
			n := e.names.Like(d.Name)
			known[d] = ir.Var(n)
			add(n, ir.I64, d)
		}
	})
	i := 0
	ts := Leaves(result.Shape)
	for _, leaf := range ts {
		a := result.Atoms()[i]
		add(e.names.Fresh("result"), substType(leaf, known), a)
		text := leafText(substType(leaf, known))
		if len(ts) == 1 {
			text = typ
		}
		fun.Entry.Results = append(fun.Entry.Results, ir.External{Type: text})
		i++
	}
	fun.Body = e.scope.Body(atoms...)
	e.add(fun)
}

// Describe returns the description of a shape for callers of entry points, with names that spell its
// structure.
func Describe(s Shape) *entry.Type {
	switch s := s.(type) {
	case Scalar:
		return entry.PlainType(s.Elem, 0)
	case *Array:
		return entry.ArrayType(1, Describe(s.Elem))
	case *Record:
		names, types := make([]string, len(s.Fields)), make([]*entry.Type, len(s.Fields))
		for i, f := range s.Fields {
			names[i], types[i] = f.Name, Describe(f.Shape)
		}
		return entry.RecordType(names, types)
	case *Sum:
		return describeSum(s)
	}
	panic("an entry point takes and returns values only")
}

func describeSum(s *Sum) *entry.Type {
	out := &entry.Type{Kind: entry.Sum}
	for _, t := range s.leaves {
		out.Leaves = append(out.Leaves, entry.Leaf{Elem: t.Elem, Rank: len(t.Dims)})
	}
	for i, c := range s.Constructors.Fields {
		v := entry.Variant{Name: c.Name}
		for _, f := range Describe(c.Shape).Fields {
			v.Payload = append(v.Payload, entry.Payload{Type: f.Type, Slots: s.slots[i][f.First : f.First+len(f.Type.Leaves)]})
		}
		out.Variants = append(out.Variants, v)
	}
	out.Rename("")
	return out
}
