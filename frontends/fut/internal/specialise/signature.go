package specialise

import (
	"strconv"
	"strings"

	"github.com/lamina-lang/lamina/core/entry"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
	"github.com/lamina-lang/lamina/frontends/lower"
)

// describe describes a parameter or the result of an entry point, whose type is t, written as exp,
// which may be nil, and whose shape is s.
func describe(name string, t types.Type, exp syntax.TypeExp, s lower.Shape) entry.Argument {
	out := entry.Argument{Name: name, Type: lower.Describe(s)}
	_, out.Unique = t.(*types.Unique)
	if exp != nil {
		nameType(out.Type, exp)
	}
	return out
}

// nameType gives a type and its parts the names that they are written with.
func nameType(t *entry.Type, exp syntax.TypeExp) {
	name := ""
	switch exp := exp.(type) {
	case *syntax.UniqueType:
		nameType(t, exp.Type)
		return
	case *syntax.ExistsType:
		nameType(t, exp.Type)
		return
	case *syntax.NamedType:
		name = writtenName(exp)
	case *syntax.ArrayType:
		rank, elem := 1, exp.Elem
		for a, ok := elem.(*syntax.ArrayType); ok; a, ok = elem.(*syntax.ArrayType) {
			rank, elem = rank+1, a.Elem
		}
		if t.Kind == entry.Array && t.Rank == rank {
			nameType(t.Elem, elem)
		}
	case *syntax.TupleType:
		for i, f := range t.Fields {
			nameType(f.Type, exp.Elems[i])
		}
	case *syntax.RecordType:
		written := map[string]syntax.TypeExp{}
		for _, f := range exp.Fields {
			written[f.Name] = f.Type
		}
		for _, f := range t.Fields {
			nameType(f.Type, written[f.Name])
		}
	}
	t.Rename(name)
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
