package specialise

import (
	"strconv"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
	"github.com/lamina-lang/lamina/frontends/lower"
)

func (fr *frame) loop(e *syntax.Loop) lower.Value {
	typ, vary := fr.Pats[e.Pat], fr.LoopSizes[e] // vary: sizes that may change
	for _, b := range vary {
		fr.forget(b)
	}
	init := fr.ascribe(fr.exp(e.Init), typ)
	l := lower.Loop{Strips: fr.strips[e], Init: init, Names: patLeafNames(e.Pat, init.Shape), Sizes: fr.changing(typ, init.Shape)}
	bind := func(v lower.Value) {
		fr.rebindSizes(vary, typ, v.Shape)
		fr.bindNames(e.Pat, v)
	}
	index := func(lower.Value) {}
	switch form := e.Form.(type) {
	case *syntax.ForLess:
		bound := fr.exp(form.Bound)
		l.Count, l.Index = &bound, form.Var.Name
		index = func(i lower.Value) { fr.give(fr.Names[form.Var], i) }
	case *syntax.ForIn:
		elems := fr.exp(form.Exp)
		n := lower.ScalarValue(scalar.I64, elems.Dim())
		l.Count, l.Index = &n, "i"
		index = func(i lower.Value) { fr.bindPat(form.Pat, fr.Element(elems, i.Atom())) }
	case *syntax.While:
		l.While = func(v lower.Value) lower.Value {
			bind(v)
			return fr.exp(form.Cond)
		}
	}
	l.Body = func(v, i lower.Value) lower.Value {
		bind(v)
		index(i)
		return fr.exp(e.Body)
	}
	return fr.Loop(l)
}

// stripmine notes how often the attribute #[stripmine(k)] wants a loop split. It means nothing elsewhere.
func (fr *frame) stripmine(e *syntax.Attributed) {
	of := e.Exp
	for inner, ok := of.(*syntax.Attributed); ok; inner, ok = of.(*syntax.Attributed) {
		of = inner.Exp
	}
	loop, ok := of.(*syntax.Loop)
	if !ok || len(e.Attr.Args) != 1 {
		return
	}
	if k, err := strconv.Atoi(e.Attr.Args[0].Name); err == nil {
		fr.strips[loop] = k
	}
}

// changing says of the sizes in s, the shape of a value of type t, which ones change from one
// iteration to the next: those to which t gives no value.
func (fr *frame) changing(t types.Type, s lower.Shape) []int {
	var out []int
	index := map[*types.Binding]int{}
	next := 0
	size := func(z types.Size) int {
		if _, ok := fr.size(z); ok {
			return lower.Stays
		}
		if v, ok := z.(*types.SizeVar); ok {
			if at, ok := index[v.Binding]; ok {
				return at
			}
			index[v.Binding] = next
		}
		next++
		return next - 1
	}
	var walk func(t types.Type, s lower.Shape)
	walk = func(t types.Type, s lower.Shape) {
		switch t := t.(type) {
		case *types.Unique:
			walk(t.Type, s)
		case *types.Record:
			for j, f := range t.Fields {
				walk(f.Type, s.(*lower.Record).Fields[j].Shape)
			}
		case *types.Sum:
			walk(t.Constructors, s.(*lower.Sum).Constructors)
		case *types.Array:
			out = append(out, size(t.Dim))
			walk(t.Elem, s.(*lower.Array).Elem)
		default:
			lower.EachDim(s, func(ir.Atom) { out = append(out, lower.Stays) })
		}
	}
	walk(t, s)
	return out
}

// patLeafNames names the leaves of a value bound to p after p's names.
func patLeafNames(p syntax.Pat, s lower.Shape) []string {
	switch p := p.(type) {
	case *syntax.TypedPat:
		return patLeafNames(p.Pat, s)
	case *syntax.TuplePat:
		var out []string
		for i, f := range s.(*lower.Record).Fields {
			out = append(out, patLeafNames(p.Elems[i], f.Shape)...)
		}
		return out
	}
	out := make([]string, lower.LeafCount(s))
	for i := range out {
		out[i] = patName(p)
	}
	return out
}
