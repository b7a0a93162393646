package query

import (
	"strings"

	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
)

// Entity is a declaration that others can use, as documentation shows it.
type Entity struct {
	Kind string // as the program writes it: def, entry, type, module, module type, val, open, import, include
	Name string // of open, import and include: what they name
	At   source.Pos
	// Head is the declaration without its body: def f [n] (xs: [n]i32) : i32.
	Head Range
	// Type is the type of a definition whose head does not write its result; else "".
	Type    string
	Doc     string
	Members []Entity // of modules and module types whose contents are written out
}

// Doc is the comment at the beginning of the file that documents all of it.
func (x *Index) Doc() string { return x.file.Doc }

// Text is the text of the file, line by line.
func (x *Index) Text() []string { return x.lines }

// Occurrences are all names in the text, in its order.
func (x *Index) Occurrences() []Occurrence { return x.occurrences }

// Describe fills in the type and the documentation of an occurrence.
func (x *Index) Describe(o Occurrence) Occurrence { return x.described(o) }

// Outline lists what the file declares, without what is local to it.
func (x *Index) Outline() []Entity {
	o := outline{x, map[syntax.Node]*syntax.Element{}}
	o.elements(x.file.Lossless())
	return o.decls(x.file.Decls)
}

// outline finds the heads of declarations in the lossless form of a file.
type outline struct {
	*Index
	element map[syntax.Node]*syntax.Element
}

func (o *outline) elements(e *syntax.Element) {
	if e.Node != nil {
		o.element[e.Node] = e
	}
	for _, p := range e.Parts {
		o.elements(p)
	}
}

func (o *outline) decls(ds []syntax.Decl) (out []Entity) {
	for _, d := range ds {
		switch d := d.(type) {
		case *syntax.ValDecl:
			kind := "def"
			if d.Entry {
				kind = "entry"
			}
			e := Entity{Kind: kind, Name: d.Name.Name, At: d.Name.Position, Head: o.head(d, "="), Doc: d.Doc}
			if d.Ret == nil {
				e.Type = o.described(Occurrence{Target: d.Name.Position, IsDef: true}).Type
			}
			out = append(out, e)
		case *syntax.ValSpec:
			out = append(out, Entity{Kind: "val", Name: d.Name.Name, At: d.Name.Position, Head: o.head(d, ""), Doc: d.Doc})
		case *syntax.TypeDecl:
			out = append(out, Entity{Kind: "type", Name: d.Name.Name, At: d.Name.Position, Head: o.head(d, ""), Doc: d.Doc})
		case *syntax.ModDecl:
			out = append(out, o.module(d))
		case *syntax.ModTypeDecl:
			e := Entity{Kind: "module type", Name: d.Name.Name, At: d.Name.Position, Head: o.head(d, ""), Doc: d.Doc, Members: o.demanded(d.Type)}
			if len(e.Members) > 0 {
				e.Head = o.head(d, "=")
			}
			out = append(out, e)
		case *syntax.OpenDecl:
			out = append(out, Entity{Kind: "open", Name: imported(d.Module), At: d.Position, Head: o.head(d, "{"), Members: o.contents(d.Module)})
		case *syntax.ImportDecl:
			out = append(out, Entity{Kind: "import", Name: d.File, At: d.Position, Head: o.head(d, "")})
		}
	}
	return out
}

// module is the declaration of a module. What users of it see is its type, if that is written out;
// of functors, types are not told, as they differ from use to use.
func (o *outline) module(d *syntax.ModDecl) Entity {
	e := Entity{Kind: "module", Name: d.Name.Name, At: d.Name.Position, Doc: d.Doc}
	switch {
	case d.Sig != nil:
		e.Members = o.demanded(d.Sig)
		e.Head = o.head(d, "=")
		if len(e.Members) > 0 {
			e.Head = o.head(d, ":")
		}
	case writtenOut(d.Body):
		e.Members = o.contents(d.Body)
		e.Head = o.head(d, "=")
	default: // module m = n
		e.Head = o.head(d, "")
	}
	if len(d.Params) > 0 {
		untyped(e.Members)
	}
	return e
}

func untyped(es []Entity) {
	for i := range es {
		es[i].Type = ""
		untyped(es[i].Members)
	}
}

// contents are the declarations in a module that is written out.
func (o *outline) contents(m syntax.ModExp) []Entity {
	switch m := m.(type) {
	case *syntax.ModAscript:
		if members := o.demanded(m.Type); members != nil {
			return members
		}
		return o.contents(m.Module)
	case *syntax.ModStruct:
		return o.decls(m.Decls)
	}
	return nil
}

// writtenOut reports whether the declarations in a module are written out.
func writtenOut(m syntax.ModExp) bool {
	if a, ok := m.(*syntax.ModAscript); ok {
		m = a.Module
	}
	_, ok := m.(*syntax.ModStruct)
	return ok
}

// imported is the file that a module is, or "".
func imported(m syntax.ModExp) string {
	if i, ok := m.(*syntax.ModImport); ok {
		return i.File
	}
	return ""
}

// demanded are the specifications of a module type that is written out.
func (o *outline) demanded(t syntax.ModTypeExp) (out []Entity) {
	switch t := t.(type) {
	case *syntax.ModTypeWith:
		return o.demanded(t.Type)
	case *syntax.ModTypeSpecs:
		for _, s := range t.Specs {
			e := Entity{Head: o.head(s, "")}
			switch s := s.(type) {
			case *syntax.ValSpec:
				e.Kind, e.Name, e.At, e.Doc = "val", s.Name.Name, s.Name.Position, s.Doc
			case *syntax.TypeSpec:
				e.Kind, e.Name, e.At = "type", s.Name.Name, s.Name.Position
			case *syntax.ModSpec:
				e.Kind, e.Name, e.At, e.Members = "module", s.Name.Name, s.Name.Position, o.demanded(s.Type)
				if len(e.Members) > 0 {
					e.Head = o.head(s, ":")
				}
			case *syntax.IncludeSpec:
				e.Kind, e.At = "include", s.Position
			}
			out = append(out, e)
		}
	}
	return out
}

// head is the range of a declaration up to a token of its own, such as "=", or all of it if stop is
// "" or does not occur.
func (o *outline) head(n syntax.Node, stop string) Range {
	r := o.rangeOf(n.Span())
	e := o.element[n]
	if e == nil || stop == "" {
		return r
	}
	var text strings.Builder
	for _, p := range e.Parts {
		if p.Node == nil && p.Text == stop {
			break
		}
		p.Write(&text)
	}
	line, col := r.Start.Line, r.Start.Col
	head := strings.TrimSpace(withoutSpace(e, text.String()))
	if i := strings.LastIndexByte(head, '\n'); i >= 0 {
		line, col = line+strings.Count(head, "\n"), len(head)-i
	} else {
		col += len(head)
	}
	r.End.Line, r.End.Col = line, col
	return r
}

// withoutSpace is a text without the layout before the first token of e.
func withoutSpace(e *syntax.Element, text string) string {
	for e.Node != nil && len(e.Parts) > 0 {
		e = e.Parts[0]
	}
	return strings.TrimPrefix(text, e.Space)
}

// File is the name of the file, as positions have it.
func (x *Index) File() string { return x.file.Source.Name }
