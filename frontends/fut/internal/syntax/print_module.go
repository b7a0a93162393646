package syntax

import "strconv"

func (p *printer) moduleDecl(d Decl) {
	switch d := d.(type) {
	case *LocalDecl:
		p.put("local ")
		p.decl(d.Decl)
	case *OpenDecl:
		p.put("open ")
		p.modExp(d.Module)
	case *ImportDecl:
		p.put("import ", strconv.Quote(d.File))
	case *ModTypeDecl:
		p.put("module type ", d.Name.Name, " = ")
		p.modType(d.Type)
	case *ModDecl:
		p.put("module ", d.Name.Name, " ")
		for _, m := range d.Params {
			p.modParam(m)
			p.put(" ")
		}
		if d.Sig != nil {
			p.put(": ")
			p.modType(d.Sig)
			p.put(" ")
		}
		p.put("= ")
		p.modExp(d.Body)
	}
}

func (p *printer) modParam(m *ModParam) {
	p.put("(", m.Name.Name, ": ")
	p.modType(m.Type)
	p.put(")")
}

func (p *printer) modExp(e ModExp) {
	switch e := e.(type) {
	case *ModPath:
		p.put(e.Path)
	case *ModImport:
		p.put("import ", strconv.Quote(e.File))
	case *ModStruct:
		p.put("{ ")
		for _, d := range e.Decls {
			p.decl(d)
			p.put(" ")
		}
		p.put("}")
	case *ModApply:
		p.modAtom(e.Fun)
		p.put(" ")
		p.modAtom(e.Arg)
	case *ModAscript:
		p.modAtom(e.Module)
		p.put(" : ")
		p.modType(e.Type)
	case *ModLambda:
		p.put("\\")
		p.modParam(e.Param)
		if e.Sig != nil {
			p.put(" : ")
			p.modType(e.Sig)
		}
		p.put(" -> ")
		p.modExp(e.Body)
	}
}

// modAtom writes a module as an operand.
func (p *printer) modAtom(e ModExp) {
	switch e.(type) {
	case *ModPath, *ModStruct:
		p.modExp(e)
	default:
		p.put("(")
		p.modExp(e)
		p.put(")")
	}
}

func (p *printer) modType(t ModTypeExp) {
	switch t := t.(type) {
	case *ModTypePath:
		p.put(t.Path)
	case *ModTypeSpecs:
		p.put("{ ")
		for _, s := range t.Specs {
			p.spec(s)
			p.put(" ")
		}
		p.put("}")
	case *ModTypeWith:
		p.put("(")
		p.modType(t.Type)
		p.put(") with ", t.Name.Name)
		p.typeParams(t.Params)
		p.put(" = (")
		p.typ(t.Means)
		p.put(")")
	case *ModTypeArrow:
		p.put("(")
		if t.Param.Name != "" {
			p.put(t.Param.Name, ": ")
		}
		p.modType(t.From)
		p.put(") -> ")
		p.modType(t.To)
	}
}

func (p *printer) spec(s Spec) {
	switch s := s.(type) {
	case *ValSpec:
		p.decl(s)
	case *TypeSpec:
		p.put("type", [...]string{"", "~", "^"}[s.Lift], " ", s.Name.Name)
		p.typeParams(s.Params)
		if s.Type != nil {
			p.put(" = ")
			p.typ(s.Type)
		}
	case *ModSpec:
		p.put("module ", s.Name.Name, " : ")
		p.modType(s.Type)
	case *IncludeSpec:
		p.put("include ")
		p.modType(s.Type)
	}
}
