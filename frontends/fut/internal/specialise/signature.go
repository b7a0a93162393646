package specialise

import (
	"slices"
	"strconv"
	"strings"

	"github.com/lamina-lang/lamina/core/entry"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
	"github.com/lamina-lang/lamina/frontends/lower"
)

// describe describes a parameter or the result of an entry point, whose type is t, written as exp,
// which may be nil, and whose shape is s.
func (p *program) describe(name string, t types.Type, exp syntax.TypeExp, s lower.Shape) entry.Argument {
	out := entry.Argument{Name: name, Type: lower.Describe(s), Unique: hasUnique(t, false)}
	if exp != nil {
		p.nameType(out.Type, exp)
	}
	return out
}

// outputs are the results of an entry point for libraries in C. The result r has the type t, which is
// written as exp, nil if it is inferred.
func outputs(r entry.Argument, t types.Type, exp syntax.TypeExp) []entry.Argument {
	tuple, isTuple := t.(*types.Record)
	_, written := exp.(*syntax.TupleType)
	if !isTuple || !r.Type.IsTuple() || exp != nil && !written {
		return []entry.Argument{r}
	}
	var out []entry.Argument
	for i, f := range r.Type.Fields {
		out = append(out, entry.Argument{Type: f.Type, Unique: hasUnique(tuple.Fields[i].Type, false)})
	}
	return out
}

// hasUnique reports whether a type has an array that is unique, by itself or as the whole is.
func hasUnique(t types.Type, whole bool) bool {
	switch t := t.(type) {
	case *types.Unique:
		return hasUnique(t.Type, true)
	case *types.Array:
		return whole || hasUnique(t.Elem, false)
	case *types.Record:
		return slices.ContainsFunc(t.Fields, func(f types.Field) bool { return hasUnique(f.Type, whole) })
	case *types.Sum:
		return hasUnique(t.Constructors, whole)
	}
	return false
}

// nameType gives a type and its parts the names that they are written with.
func (p *program) nameType(t *entry.Type, exp syntax.TypeExp) {
	name := ""
	switch exp := exp.(type) {
	case *syntax.UniqueType:
		p.nameType(t, exp.Type)
		return
	case *syntax.ExistsType:
		elem := t.Elem
		p.nameType(t, exp.Type)
		if _, array := exp.Type.(*syntax.ArrayType); array && t.Kind == entry.Array {
			t.Elem = elem.Inferred()
		}
		return
	case *syntax.NamedType:
		if of := p.meaning(exp); of != nil {
			p.nameType(t, of)
		}
		name = writtenName(exp)
	case *syntax.ArrayType:
		rank, elem := 1, exp.Elem
		for a, ok := elem.(*syntax.ArrayType); ok; a, ok = elem.(*syntax.ArrayType) {
			rank, elem = rank+1, a.Elem
		}
		if t.Kind == entry.Array && t.Rank == rank {
			p.nameType(t.Elem, elem)
		} else if n, ok := elem.(*syntax.NamedType); ok {
			name = strings.Repeat("[]", rank) + writtenName(n)
		}
	case *syntax.TupleType:
		for i, f := range t.Fields {
			p.nameType(f.Type, exp.Elems[i])
		}
	case *syntax.RecordType:
		written := map[string]syntax.TypeExp{}
		for _, f := range exp.Fields {
			written[f.Name] = f.Type
		}
		for _, f := range t.Fields {
			p.nameType(f.Type, written[f.Name])
		}
	case *syntax.SumType:
		written := map[string][]syntax.TypeExp{}
		for _, c := range exp.Constructors {
			written[c.Name] = c.Payload
		}
		for _, v := range t.Variants {
			for i, payload := range v.Payload {
				p.nameType(payload.Type, written[v.Name][i])
			}
		}
	}
	if t.Kind == entry.Plain && name != t.Name {
		t.Alias = name
	}
	t.Written = true
	t.Rename(name)
}

// meaning is how the declaration of a type writes it, where Futhark's libraries name its parts so:
// not in modules, not for arrays, and not with arguments that are types. It is nil elsewhere.
func (p *program) meaning(t *syntax.NamedType) syntax.TypeExp {
	of := p.Abbreviations[t]
	if of == nil || of.Def == nil || of.Inside || t.Module != "" || slices.ContainsFunc(t.Args, func(a syntax.TypeArg) bool { return a.Type != nil }) {
		return nil
	}
	switch exp := of.Def.Type.(type) {
	case *syntax.NamedType, *syntax.TupleType, *syntax.RecordType, *syntax.SumType:
		return exp
	}
	return nil
}

// writtenName spells a named type without the sizes among its arguments.
func writtenName(t *syntax.NamedType) string {
	name := t.Name
	if t.Module != "" {
		name = t.Module + "." + name
	}
	for _, a := range t.Args {
		if a.Type == nil {
			continue
		}
		text := syntax.TypeString(a.Type)
		if strings.Contains(text, " ") {
			text = "(" + text + ")"
		}
		name += " " + text
	}
	return name
}

// writtenTypes are the types that an entry point is written with, nil where they are inferred: those
// of its parameters, and that of its result.
func writtenTypes(d *syntax.ValDecl, params int) (of []syntax.TypeExp, result syntax.TypeExp) {
	for _, p := range d.Params {
		t, ok := p.(*syntax.TypedPat)
		if !ok {
			of = append(of, nil)
			continue
		}
		of = append(of, t.Type)
	}
	result = d.Ret
	for len(of) < params {
		f, ok := result.(*syntax.FuncType)
		if !ok {
			return append(of, make([]syntax.TypeExp, params-len(of))...), nil
		}
		of, result = append(of, f.From), f.Result
	}
	return of, result
}

// attributes spells attributes as the source writes them.
func attributes(attrs []*syntax.Attr) (out []string) {
	for _, a := range attrs {
		text := a.Name
		if len(a.Args) > 0 {
			text += "(" + strings.Join(attributes(a.Args), ", ") + ")"
		}
		out = append(out, text)
	}
	return out
}

// property reads the attribute #[prop(gen(f), shrink(g), size(n))] of an entry point, each part of
// which may be left out.
func property(attrs []*syntax.Attr) *entry.Property {
	for _, a := range attrs {
		if a.Name != "prop" {
			continue
		}
		p := &entry.Property{}
		for _, part := range a.Args {
			if len(part.Args) != 1 {
				continue
			}
			switch given := part.Args[0].Name; part.Name {
			case "gen":
				p.Gen = given
			case "shrink":
				p.Shrink = given
			case "size":
				p.Size, _ = strconv.ParseInt(given, 10, 64)
			}
		}
		return p
	}
	return nil
}
