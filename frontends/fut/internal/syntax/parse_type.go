package syntax

// typeExp reads a type, function arrows included.
func (p *parser) typeExp() TypeExp {
	from := p.i
	t := p.arrowType()
	p.cover(from, t)
	return t
}

func (p *parser) arrowType() TypeExp {
	defer p.nest()()
	at := p.at()
	if p.accept("?") {
		t := &ExistsType{At: at}
		for p.accept("[") {
			t.Sizes = append(t.Sizes, p.ident("of a size"))
			p.expect("]", "an existential type")
		}
		p.expect(".", "an existential type")
		t.Type = p.typeExp()
		return t
	}
	if p.is("(") && p.peek(1).kind == tIdent && p.peek(2).is(":") {
		p.advance()
		param := p.ident("of a parameter")
		p.expect(":", "a parameter's type")
		from := p.typeExp()
		p.expect(")", "a parameter's type")
		p.expect("->", "a function type")
		return &FuncType{At: at, Param: param.Name, From: from, Result: p.typeExp()}
	}
	from := p.termType()
	if p.accept("->") {
		return &FuncType{At: at, From: from, Result: p.typeExp()}
	}
	if p.is("->*") { // one operator to the scanner
		star := p.advance().pos
		star.Col += len("->")
		result := &UniqueType{At: At{Position: star}, Type: p.termType()}
		if p.accept("->") {
			return &FuncType{At: at, From: from, Result: &FuncType{At: result.At, From: result, Result: p.typeExp()}}
		}
		return &FuncType{At: at, From: from, Result: result}
	}
	return from
}

// termType reads a type without an arrow outside parentheses.
func (p *parser) termType() TypeExp {
	from := p.i
	t := p.bareType()
	p.cover(from, t)
	return t
}

func (p *parser) bareType() TypeExp {
	defer p.nest()()
	at := p.at()
	switch {
	case p.accept("*"):
		return &UniqueType{At: at, Type: p.termType()}
	case p.is("["):
		dim := p.dim()
		return &ArrayType{At: at, Dim: dim, Elem: p.termType()}
	case p.tok().kind == tIdent:
		return p.namedType(true)
	case p.is("#"):
		return p.sumType(at)
	}
	return p.atomType()
}

// namedType reads a name and, if args, the arguments of an abbreviation.
func (p *parser) namedType(args bool) TypeExp {
	from := p.i
	t := &NamedType{At: p.at()}
	t.Module, t.Name = splitPath(p.path("of a type"))
	for args {
		switch {
		case p.is("["):
			t.Args = append(t.Args, TypeArg{Size: p.dim()})
		case p.tok().kind == tIdent:
			t.Args = append(t.Args, TypeArg{Type: p.namedType(false)})
		case p.is("("), p.is("{"):
			from := p.i
			arg := p.atomType()
			p.cover(from, arg)
			t.Args = append(t.Args, TypeArg{Type: arg})
		default:
			args = false
		}
	}
	p.cover(from, t)
	return t
}

func (p *parser) dim() *Dim {
	from, d := p.i, &Dim{At: p.at()}
	p.expect("[", "an array type")
	if !p.is("]") {
		d.Exp = p.exp()
	}
	p.expect("]", "an array type")
	p.cover(from, d)
	return d
}

// atomType reads a type in parentheses or braces, or a name without arguments.
func (p *parser) atomType() TypeExp {
	defer p.nest()()
	at := p.at()
	switch {
	case p.tok().kind == tIdent:
		return p.namedType(false)
	case p.accept("("):
		t := &TupleType{At: at}
		comma := false
		p.list(")", "a type", func() {
			t.Elems = append(t.Elems, p.typeExp())
			comma = comma || p.is(",")
		})
		if p.single(len(t.Elems), comma) {
			return t.Elems[0]
		}
		return t
	case p.accept("{"):
		t := &RecordType{At: at}
		p.list("}", "a record type", func() {
			from := p.i
			f := &FieldType{At: p.at(), Name: p.fieldName()}
			p.expect(":", "a field's type")
			f.Type = p.typeExp()
			p.cover(from, f)
			t.Fields = append(t.Fields, f)
		})
		return t
	}
	panic(p.unexpected("a type"))
}

func (p *parser) fieldName() string {
	t := p.tok()
	if !t.namesField() {
		panic(p.unexpected("the name of a field"))
	}
	p.advance()
	return t.text
}
