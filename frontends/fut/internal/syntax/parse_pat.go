package syntax

// startsPat reports whether the current token can begin an atomic pattern.
func (p *parser) startsPat() bool {
	t := p.tok()
	return t.kind == tIdent || p.is("_") || p.is("(") || p.is("{") || p.is("#[") || p.is("#")
}

// pat reads a pattern, perhaps with a type.
func (p *parser) pat() Pat {
	from := p.i
	if p.is("#") {
		return p.constructPat(true)
	}
	return p.typedPat(from, p.atomPat())
}

// typedPat is a pattern that began at a token, with its type if that follows.
func (p *parser) typedPat(from int, pat Pat) Pat {
	if p.accept(":") {
		pat = &TypedPat{At: At{Position: pat.Pos()}, Pat: pat, Type: p.typeExp()}
		p.cover(from, pat)
	}
	return pat
}

func (p *parser) atomPat() Pat {
	from := p.i
	pat := p.barePat()
	p.cover(from, pat)
	return pat
}

func (p *parser) barePat() Pat {
	defer p.nest()()
	at := p.at()
	switch t := p.tok(); {
	case p.is("#["):
		p.attr()
		return p.atomPat()
	case t.kind == tIdent:
		p.advance()
		return &NamePat{At: at, Name: t.text}
	case p.accept("_"):
		return &WildPat{At: at}
	case p.is("(") && p.peek(1).kind == tOp && p.peek(2).is(")"):
		p.i += 3
		return &NamePat{At: At{Position: p.peek(-2).pos}, Name: p.peek(-2).text}
	case p.accept("("):
		return p.parenPat(at)
	case p.accept("{"):
		r := &RecordPat{At: at}
		p.list("}", "a record pattern", func() { r.Fields = append(r.Fields, p.fieldPat()) })
		return r
	case t.kind == tInt, t.kind == tFloat, t.kind == tChar, p.is("true"), p.is("false"), p.is("-"):
		return p.literalPat()
	case p.is("#"):
		return p.constructPat(false)
	}
	panic(p.unexpected("a pattern"))
}

func (p *parser) parenPat(at At) Pat {
	t := &TuplePat{At: at}
	comma := false
	p.list(")", "a pattern", func() {
		from := p.i
		pat := p.pat()
		if c, ok := pat.(*ConstructPat); ok && len(c.Payload) == 0 && p.mayFail {
			pat = p.typedPat(from, pat)
		}
		t.Elems = append(t.Elems, pat)
		comma = comma || p.is(",")
	})
	if p.single(len(t.Elems), comma) {
		return t.Elems[0]
	}
	return t
}

func (p *parser) fieldPat() *FieldPat {
	from, numbered := p.i, p.tok().kind == tInt
	f := &FieldPat{At: p.at(), Name: p.fieldName()}
	defer func() { p.cover(from, f) }()
	if p.accept("=") {
		f.Pat = p.pat()
		return f
	}
	f.Pat = &NamePat{At: f.At, Name: f.Name}
	if numbered { // no expression can have such a name
		f.Pat = &WildPat{At: f.At}
	}
	if p.accept(":") {
		f.Pat = &TypedPat{At: f.At, Pat: f.Pat, Type: p.typeExp()}
	}
	return f
}

// patExp makes the expression that has the value of what pat binds, for loops
// whose initial value is omitted.
func (p *parser) patExp(pat Pat) Exp {
	at := At{Position: pat.Pos()}
	switch pat := pat.(type) {
	case *NamePat:
		return &Var{At: at, Name: pat.Name}
	case *TypedPat:
		return p.patExp(pat.Pat)
	case *TuplePat:
		t := &Tuple{At: at}
		for _, e := range pat.Elems {
			t.Elems = append(t.Elems, p.patExp(e))
		}
		return t
	case *RecordPat:
		r := &Record{At: at}
		for _, f := range pat.Fields {
			r.Fields = append(r.Fields, &Field{At: f.At, Name: f.Name, Exp: p.patExp(f.Pat)})
		}
		return r
	case *ConstructPat:
		c := &Construct{At: at, Name: pat.Name}
		for _, part := range pat.Payload {
			c.Payload = append(c.Payload, p.patExp(part))
		}
		return c
	}
	panic(p.unexpected("= and an initial value, for the pattern has a wildcard"))
}
