package syntax

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Print writes f as a program that parses to the same tree, one declaration a
// line, with parentheses around every operand that is not atomic.
func Print(f *File) string {
	p := &printer{}
	for _, d := range f.Decls {
		p.decl(d)
		p.put("\n")
	}
	return p.String()
}

// ExpString prints e in one line.
func ExpString(e Exp) string {
	p := &printer{}
	p.exp(e)
	return p.String()
}

// PatString prints pat in one line.
func PatString(pat Pat) string {
	p := &printer{}
	p.pat(pat)
	return p.String()
}

// TypeString prints t in one line.
func TypeString(t TypeExp) string {
	p := &printer{}
	p.typ(t)
	return p.String()
}

type printer struct{ strings.Builder }

func (p *printer) put(parts ...string) {
	for _, s := range parts {
		p.WriteString(s)
	}
}

// each calls item for 0 … n-1 and puts sep between.
func (p *printer) each(n int, sep string, item func(i int)) {
	for i := range n {
		if i > 0 {
			p.put(sep)
		}
		item(i)
	}
}

// IsOperator reports whether name is written between its operands.
func IsOperator(name string) bool { return name != "" && isOpChar(name[0]) }

func (p *printer) binder(name string) {
	if IsOperator(name) {
		name = "(" + name + ")"
	}
	p.put(name)
}

func (p *printer) decl(d Decl) {
	switch d := d.(type) {
	case *ValDecl:
		for _, a := range d.Attrs {
			p.attr(a)
		}
		keyword := "def "
		if d.Entry {
			keyword = "entry "
		}
		p.put(keyword)
		p.binder(d.Name.Name)
		p.function(d.TypeParams, d.Params, d.Ret, d.Body)
	case *ValSpec:
		p.put("val ")
		p.binder(d.Name.Name)
		p.typeParams(d.TypeParams)
		p.put(" : ")
		p.typ(d.Type)
	case *TypeDecl:
		p.put("type", [...]string{"", "~", "^"}[d.Lift], " ", d.Name.Name)
		p.typeParams(d.Params)
		p.put(" = ")
		p.typ(d.Type)
	default:
		p.moduleDecl(d)
	}
}

// function prints what follows the name in a definition.
func (p *printer) function(tparams []*TypeParam, params []Pat, ret TypeExp, body Exp) {
	p.typeParams(tparams)
	for _, pat := range params {
		p.put(" ")
		p.atomPat(pat)
	}
	if ret != nil {
		p.put(": ")
		p.typ(ret)
	}
	p.put(" = ")
	p.exp(body)
}

func (p *printer) typeParams(params []*TypeParam) {
	for _, t := range params {
		if t.Size {
			p.put(" [", t.Name, "]")
		} else {
			p.put(" ", [...]string{"'", "'~", "'^"}[t.Lift], t.Name)
		}
	}
}

func (p *printer) attr(a *Attr) {
	p.put("#[")
	p.attrTerm(a)
	p.put("] ")
}

func (p *printer) attrTerm(a *Attr) {
	p.put(a.Name)
	if len(a.Args) > 0 {
		p.put("(")
		p.each(len(a.Args), ", ", func(i int) { p.attrTerm(a.Args[i]) })
		p.put(")")
	}
}

func (p *printer) pat(pat Pat) {
	if t, ok := pat.(*TypedPat); ok {
		p.atomPat(t.Pat)
		p.put(": ")
		p.typ(t.Type)
		return
	}
	if c, ok := pat.(*ConstructPat); ok {
		p.put("#", c.Name)
		for _, part := range c.Payload {
			p.put(" ")
			p.atomPat(part)
		}
		return
	}
	p.atomPat(pat)
}

func (p *printer) atomPat(pat Pat) {
	switch pat := pat.(type) {
	case *NamePat:
		p.binder(pat.Name)
	case *WildPat:
		p.put("_")
	case *LitPat:
		p.exp(pat.Exp)
	case *TuplePat:
		p.put("(")
		p.each(len(pat.Elems), ", ", func(i int) { p.pat(pat.Elems[i]) })
		p.closeTuple(len(pat.Elems))
	case *RecordPat:
		p.put("{")
		p.each(len(pat.Fields), ", ", func(i int) {
			p.put(pat.Fields[i].Name, " = ")
			p.pat(pat.Fields[i].Pat)
		})
		p.put("}")
	case *TypedPat:
		p.put("(")
		p.pat(pat)
		p.put(")")
	case *ConstructPat:
		if len(pat.Payload) == 0 {
			p.pat(pat)
			return
		}
		p.put("(")
		p.pat(pat)
		p.put(")")
	}
}

// closeTuple ends a tuple of n elements; one of a single element has a comma.
func (p *printer) closeTuple(n int) {
	if n == 1 {
		p.put(",")
	}
	p.put(")")
}

func (p *printer) typ(t TypeExp) {
	switch t := t.(type) {
	case *FuncType:
		if t.Param != "" {
			p.put("(", t.Param, ": ")
			p.typ(t.From)
			p.put(")")
		} else {
			p.termType(t.From)
		}
		p.put(" -> ")
		p.typ(t.Result)
	case *ExistsType:
		p.put("?")
		for _, s := range t.Sizes {
			p.put("[", s.Name, "]")
		}
		p.put(".")
		p.typ(t.Type)
	case *SumType:
		p.each(len(t.Constructors), " | ", func(i int) {
			c := t.Constructors[i]
			p.put("#", c.Name)
			for _, part := range c.Payload {
				p.put(" ")
				p.atomType(part)
			}
		})
	default:
		p.termType(t)
	}
}

func (p *printer) termType(t TypeExp) {
	switch t := t.(type) {
	case *NamedType:
		if t.Module != "" {
			p.put(t.Module, ".")
		}
		p.put(t.Name)
		for _, a := range t.Args {
			p.put(" ")
			if a.Size != nil {
				p.dim(a.Size)
			} else {
				p.atomType(a.Type)
			}
		}
	case *ArrayType:
		p.dim(t.Dim)
		p.termType(t.Elem)
	case *UniqueType:
		p.put("*")
		p.termType(t.Type)
	case *TupleType:
		p.put("(")
		p.each(len(t.Elems), ", ", func(i int) { p.typ(t.Elems[i]) })
		p.closeTuple(len(t.Elems))
	case *RecordType:
		p.put("{")
		p.each(len(t.Fields), ", ", func(i int) {
			p.put(t.Fields[i].Name, ": ")
			p.typ(t.Fields[i].Type)
		})
		p.put("}")
	default:
		p.put("(")
		p.typ(t)
		p.put(")")
	}
}

func (p *printer) atomType(t TypeExp) {
	switch t := t.(type) {
	case *TupleType, *RecordType:
		p.termType(t)
	case *NamedType:
		if len(t.Args) == 0 {
			p.termType(t)
			return
		}
		p.put("(")
		p.termType(t)
		p.put(")")
	default:
		p.put("(")
		p.typ(t)
		p.put(")")
	}
}

func (p *printer) dim(d *Dim) {
	p.put("[")
	if d.Exp != nil {
		p.exp(d.Exp)
	}
	p.put("]")
}

// stringText writes a string literal with the language's escapes. A numeric
// escape goes on as long as digits follow, so a digit after one is escaped too.
func stringText(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	numeric := false
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			numeric = false
			b.WriteString(`\` + string(r))
		case strconv.IsPrint(r) && !(numeric && r < utf8.RuneSelf && isHexDigit(byte(r))):
			numeric = false
			b.WriteRune(r)
		default:
			numeric = true
			fmt.Fprintf(&b, `\x%x`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
