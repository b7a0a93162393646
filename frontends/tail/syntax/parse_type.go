package syntax

import "github.com/lamina-lang/lamina/core/source"

// bases are the base types that have names.
var bases = map[string]bool{"int": true, "double": true, "bool": true}

// ReadType parses a type that a program states.
func ReadType(text string) (t Type, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *source.Error:
			err = r
		default:
			panic(r)
		}
	}()
	p := &parser{toks: scan(&source.File{Name: "type", Text: text})}
	t = p.typ()
	if p.now().kind != tEOF {
		return nil, source.Errorf(p.now().pos, "unexpected %s after a type", p.now().describe())
	}
	return t, nil
}

func (p *parser) typ() Type {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > maxDepth {
		panic(source.Errorf(p.now().pos, "types nest more than %d deep", maxDepth))
	}
	from := p.simpleType()
	if p.accept("->") {
		return &FuncType{At{from.Start()}, from, p.typ()}
	}
	return from
}

func (p *parser) simpleType() Type {
	t := p.now()
	at := At{t.pos}
	switch {
	case p.accept("["):
		b := p.base()
		p.expect("]", "after the base type")
		return &ArrayType{at, b, p.shape()}
	case p.accept("<"):
		b := p.base()
		p.expect(">", "after the base type")
		return &VectorType{at, b, p.shape()}
	case p.accept("("):
		inner := p.typ()
		p.expect(")", "after the type")
		return inner
	case p.is("S") || p.is("SV"):
		p.next()
		p.expect("(", "after "+t.text)
		b := p.base()
		p.expect(",", "after the base type")
		s := p.shape()
		p.expect(")", "after the value")
		if t.text == "S" {
			return &SingleType{at, b, s}
		}
		return &SingleVecType{at, b, s}
	case t.kind == tTyVar || bases[t.text]:
		return &ArrayType{At: at, Base: p.base()}
	}
	panic(source.Errorf(t.pos, "expected a type, but found %s", t.describe()).
		WithHint("types are int, double, bool, [int]2 (rank 2), <int>3 (vector of 3), S(int,3), SV(int,3), and functions: int -> int"))
}

func (p *parser) base() string {
	t := p.next()
	if t.kind == tTyVar && len(t.text) > 1 || bases[t.text] {
		return t.text
	}
	panic(source.Errorf(t.pos, "expected a base type, but found %s", t.describe()).WithHint("base types are int, double, bool, and variables: 'a"))
}

// shape parses a sum of integers and shape variables, perhaps in parentheses.
func (p *parser) shape() Shape {
	var s Shape
	if p.accept("(") {
		s = p.shape()
		p.expect(")", "after the rank or length")
		return s
	}
	for {
		t := p.next()
		switch {
		case t.kind == tInt:
			s.Const += intOf(t)
		case t.kind == tName && !keywords[t.text]:
			s.Vars = append(s.Vars, t.text)
		default:
			panic(source.Errorf(t.pos, "expected a rank or a length, but found %s", t.describe()))
		}
		if !p.accept("+") {
			return s
		}
	}
}
