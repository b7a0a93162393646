package syntax

import "strings"

// moduleDecl reads `module m …` and `module type s = …`.
func (p *parser) moduleDecl(doc string) Decl {
	at := p.at()
	p.advance()
	if p.accept("type") {
		d := &ModTypeDecl{At: at, Doc: doc, Name: p.ident("of a module type")}
		p.expect("=", "the definition of module type "+quote(d.Name.Name))
		d.Type = p.modType()
		return d
	}
	d := &ModDecl{At: at, Doc: doc, Name: p.ident("of a module")}
	for p.is("(") {
		d.Params = append(d.Params, p.modParam())
	}
	if p.accept(":") {
		d.Sig = p.modType()
	}
	p.expect("=", "the definition of module "+quote(d.Name.Name))
	d.Body = p.modExp()
	return d
}

// modParam reads `(p: s)`.
func (p *parser) modParam() *ModParam {
	from, m := p.i, &ModParam{At: p.at()}
	p.expect("(", "the parameter of a module")
	m.Name = p.ident("of a module's parameter")
	p.expect(":", "the parameter of a module")
	m.Type = p.modType()
	p.expect(")", "the parameter of a module")
	p.cover(from, m)
	return m
}

// modExp reads an expression for a module.
func (p *parser) modExp() ModExp {
	defer p.nest()()
	from := p.i
	var e ModExp
	if at := p.at(); p.accept(`\`) {
		l := &ModLambda{At: at, Param: p.modParam()}
		if p.accept(":") {
			l.Sig = p.modTypeWith()
		}
		p.expect("->", "a module with a parameter")
		l.Body = p.modExp()
		e = l
	} else {
		e = p.modApply()
	}
	p.cover(from, e)
	for p.is(":") {
		a := &ModAscript{At: p.at(), Module: e}
		p.advance()
		a.Type = p.modType()
		p.cover(from, a)
		e = a
	}
	return e
}

func (p *parser) modApply() ModExp {
	from := p.i
	e := p.modAtom()
	for p.is("(") || p.is("{") || p.tok().kind == tIdent {
		a := &ModApply{At: At{Position: e.Pos()}, Fun: e, Arg: p.modAtom()}
		p.cover(from, a)
		e = a
	}
	return e
}

func (p *parser) modAtom() ModExp {
	defer p.nest()()
	from, at := p.i, p.at()
	switch {
	case p.tok().kind == tIdent:
		e := &ModPath{At: at, Path: p.path("of a module")}
		p.cover(from, e)
		return e
	case p.accept("import"):
		e := &ModImport{At: at, File: p.fileName()}
		p.cover(from, e)
		return e
	case p.accept("("):
		e := p.modExp()
		p.expect(")", "a module")
		return e
	case p.accept("{"):
		e := &ModStruct{At: at}
		for !p.is("}") {
			if p.tok().kind == tEOF {
				panic(p.unexpected("} after the declarations of a module").WithNote(at.Position, "%s is opened here", quote("{")))
			}
			p.structs++
			if d := p.declOr(); d != nil {
				e.Decls = append(e.Decls, d)
			}
			p.structs--
		}
		p.advance()
		p.cover(from, e)
		return e
	}
	panic(p.unexpected("a module").WithHint("write its name, or { declarations }"))
}

// path reads names with dots between them.
func (p *parser) path(where string) string {
	name := p.ident(where).Name
	for p.is(".") && p.tok().adjacent(p.prev()) && p.peek(1).kind == tIdent {
		p.advance()
		name += "." + p.ident(where).Name
	}
	return name
}

// pathName reads a path as one name.
func (p *parser) pathName(where string) Ident {
	from := p.i
	id := Ident{At: p.at(), Name: p.path(where)}
	p.cover(from, &id)
	return id
}

// fileName reads the file of an import.
func (p *parser) fileName() string {
	t := p.tok()
	if t.kind != tString {
		panic(p.unexpected(`the file to import, as in import "lib/sort"`))
	}
	p.advance()
	return t.text
}

// modType reads a module type.
func (p *parser) modType() ModTypeExp {
	defer p.nest()()
	from := p.i
	at := p.at()
	if p.is("(") && p.peek(1).kind == tIdent && p.peek(2).is(":") {
		p.advance()
		t := &ModTypeArrow{At: at, Param: p.ident("of a parameter")}
		p.expect(":", "a module type")
		t.From = p.modType()
		p.expect(")", "a module type")
		p.expect("->", "the type of a functor")
		t.To = p.modType()
		p.cover(from, t)
		return t
	}
	t := p.modTypeWith()
	if p.accept("->") {
		a := &ModTypeArrow{At: at, From: t, To: p.modType()}
		p.cover(from, a)
		return a
	}
	return t
}

// modTypeWith reads a module type that is no functor's, with its refinements. What an anonymous functor
// gives has such a type: the arrow after it begins the functor's body.
func (p *parser) modTypeWith() ModTypeExp {
	from := p.i
	t := p.modTypeAtom()
	for p.is("with") {
		w := &ModTypeWith{At: p.at(), Type: t}
		p.advance()
		w.Name = p.pathName("of a type")
		w.Params = p.typeParams()
		p.expect("=", "the refinement of a module type")
		w.Means = p.termType()
		p.cover(from, w)
		t = w
	}
	return t
}

func (p *parser) modTypeAtom() ModTypeExp {
	from, at := p.i, p.at()
	switch {
	case p.tok().kind == tIdent:
		t := &ModTypePath{At: at, Path: p.path("of a module type")}
		p.cover(from, t)
		return t
	case p.accept("("):
		t := p.modType()
		p.expect(")", "a module type")
		return t
	case p.accept("{"):
		t := &ModTypeSpecs{At: at}
		for !p.is("}") {
			from := p.i
			s := p.spec()
			p.cover(from, s)
			t.Specs = append(t.Specs, s)
		}
		p.advance()
		p.cover(from, t)
		return t
	}
	panic(p.unexpected("a module type").WithHint("write its name, or { specifications }"))
}

// spec reads what a module type demands.
func (p *parser) spec() Spec {
	doc := strings.Join(p.tok().docs, "\n")
	for p.is("#[") {
		p.attr()
	}
	at := p.at()
	switch {
	case p.is("val"):
		return p.valSpec(doc)
	case p.is("type"):
		return p.typeSpec()
	case p.accept("module"):
		s := &ModSpec{At: at, Name: p.ident("of a module")}
		p.expect(":", "the specification of a module")
		s.Type = p.modType()
		return s
	case p.accept("include"):
		return &IncludeSpec{At: at, Type: p.modType()}
	}
	panic(p.unexpected("a specification").WithHint("specifications begin with val, type, module or include"))
}

func (p *parser) typeSpec() Spec {
	s := &TypeSpec{At: p.at()}
	p.advance()
	s.Lift = p.lift()
	s.Name = p.ident("after type")
	s.Params = p.typeParams()
	if p.accept("=") {
		s.Type = p.typeExp()
	}
	return s
}

// lift reads what follows the word type.
func (p *parser) lift() Lift {
	switch {
	case p.is("^"):
		p.advance()
		return Lifted
	case p.tok().text == "~":
		p.advance()
		return SizeLifted
	}
	return Unlifted
}
