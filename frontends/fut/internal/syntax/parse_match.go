package syntax

import (
	"github.com/lamina-lang/lamina/core/source"
)

// matchExp reads a match.
func (p *parser) matchExp(at At) Exp {
	e := &Match{At: at, Exp: p.exp()}
	if !p.is("case") {
		panic(p.unexpected("case, and a pattern"))
	}
	for p.accept("case") {
		from, c := p.i-1, &Case{At: p.at()}
		p.mayFail = true
		c.Pat = p.pat()
		p.mayFail = false
		p.expect("->", "a case")
		c.Body = p.exp()
		p.cover(from, c)
		e.Cases = append(e.Cases, c)
		if len(e.Cases) > maxBranches {
			panic(source.Errorf(p.tok().pos, "More than %d cases in a row", maxBranches).WithHint("look the value up in an array"))
		}
	}
	return e
}

// literalPat reads a literal as a pattern, which only a case may have.
func (p *parser) literalPat() Pat {
	if !p.mayFail {
		panic(source.Errorf(p.tok().pos, "Refutable pattern not allowed here: other values than this literal do not match").
			WithHint("bind a name and compare it with if, or use match"))
	}
	at := p.at()
	negative := p.accept("-")
	from := p.i
	lit := p.covered(from, p.bareAtom())
	switch lit := lit.(type) {
	case *IntLit:
		lit.Cut = true
	case *FloatLit:
		lit.Cut = true
	case *CharLit:
		lit.Cut = true
	}
	if negative {
		lit = &Neg{At: at, Exp: lit}
		p.cover(from-1, lit)
	}
	return &LitPat{At: at, Exp: lit}
}

// constructor reads the name of a constructor, which follows its # at once and may be a keyword.
func (p *parser) constructor() string {
	hash := p.expect("#", "a constructor")
	if name := p.tok(); name.kind != tIdent && name.kind != tKeyword || !name.adjacent(hash) {
		panic(source.Errorf(hash.pos, "Unexpected %s; expected the name of a constructor right behind it", quote("#")).Until(hash.end))
	}
	return p.advance().text
}

// constructPat reads a constructor and, if it may have one here, its payload.
func (p *parser) constructPat(payload bool) Pat {
	at, from := p.at(), p.i
	c := &ConstructPat{At: at, Name: p.constructor()}
	for payload && p.startsPart() {
		c.Payload = append(c.Payload, p.atomPat())
	}
	p.cover(from, c)
	return c
}

// startsPart reports whether the current token can begin a pattern in a constructor's payload.
func (p *parser) startsPart() bool {
	switch t := p.tok(); t.kind {
	case tInt, tFloat, tChar:
		return true
	}
	return p.startsPat() || p.is("true") || p.is("false") || p.is("-")
}

// sumType reads constructors between bars.
func (p *parser) sumType(at At) TypeExp {
	t := &SumType{At: at}
	for {
		from, c := p.i, &ConstructorType{At: p.at()}
		c.Name = p.constructor()
		for p.startsTypeAtom() {
			c.Payload = append(c.Payload, p.payloadType())
		}
		p.cover(from, c)
		t.Constructors = append(t.Constructors, c)
		if !p.accept("|") {
			return t
		}
	}
}

func (p *parser) startsTypeAtom() bool {
	return p.tok().kind == tIdent || p.is("(") || p.is("{") || p.is("[")
}

// payloadType reads a type that needs no parentheses in a payload: an atom, or an array.
func (p *parser) payloadType() TypeExp {
	from := p.i
	var t TypeExp
	if p.is("[") {
		t = p.bareType()
	} else {
		t = p.atomType()
	}
	p.cover(from, t)
	return t
}
