package syntax

import (
	"strings"

	"github.com/lamina-lang/lamina/core/source"
)

// term reads commands one after the other: a; b.
func (p *parser) term() Term {
	defer p.enter()()
	t := p.assignment()
	for p.is(";") {
		pos := p.tok.pos
		p.advance()
		t = &Apply{&Ident{";", pos, true}, []Term{t, p.assignment()}, pos}
	}
	return t
}

func (p *parser) assignment() Term {
	t := p.pipe()
	if pos := p.tok.pos; p.accept(":=") {
		return &Apply{&Ident{":=", pos, true}, []Term{t, p.pipe()}, pos}
	}
	return t
}

// pipe reads x |> f |> g, which is g (f x).
func (p *parser) pipe() Term {
	t := p.binary(0)
	for p.is("|>") {
		pos := p.tok.pos
		p.advance()
		t = &Apply{p.binary(0), []Term{t}, pos}
	}
	return t
}

// levels are the binary operators, those that bind loosest first.
var levels = [][]string{{"+", "-"}, {"*", "/"}}

func (p *parser) binary(level int) Term {
	if level == len(levels) {
		return p.unary()
	}
	t := p.binary(level + 1)
	for {
		op := ""
		for _, o := range levels[level] {
			if p.is(o) {
				op = o
			}
		}
		if op == "" {
			return t
		}
		pos := p.tok.pos
		p.advance()
		t = &Apply{&Ident{op, pos, true}, []Term{t, p.binary(level + 1)}, pos}
	}
}

func (p *parser) unary() Term {
	pos := p.tok.pos
	if !p.is("-") {
		return p.application()
	}
	defer p.enter()()
	p.advance()
	if p.tok.kind == 'n' && !strings.HasPrefix(p.tok.text, "-") {
		p.tok.text = "-" + p.tok.text
		return p.application()
	}
	return &Apply{&Ident{"neg", pos, true}, []Term{p.unary()}, pos}
}

func (p *parser) application() Term {
	pos := p.tok.pos
	f := p.postfix()
	var args []Term
	for p.startsAtom() {
		args = append(args, p.postfix())
	}
	if args == nil {
		return f
	}
	return &Apply{f, args, pos}
}

func (p *parser) startsAtom() bool {
	return p.isName() || p.tok.kind == 'n' || p.is("(") || p.is("[") || p.is("\\") || p.is("λ") || p.is("let")
}

// postfix reads x.1.2.
func (p *parser) postfix() Term {
	t := p.atom()
	for p.is(".") {
		pos := p.tok.pos
		p.advance()
		if p.tok.kind != 'n' {
			p.unexpected("1 or 2 after the point")
		}
		for part := range strings.SplitSeq(p.tok.text, ".") { // 1.2 is one word
			if part != "1" && part != "2" {
				p.unexpected("1 or 2 after the point")
			}
			t = &Proj{int(part[0] - '0'), t, pos}
		}
		p.advance()
	}
	return t
}

// sections are the operators that may stand in parentheses alone.
var sections = []string{"+", "-", "*", "/"}

func (p *parser) atom() Term {
	defer p.enter()()
	pos, text := p.tok.pos, p.tok.text
	switch {
	case p.is("\\") || p.is("λ"):
		return p.lambda()
	case p.accept("let"):
		n := p.name("a name")
		p.expect("=")
		value := p.pipe()
		p.expect("in")
		return &Let{n, value, p.term(), pos}
	case p.tok.kind == 'n':
		p.advance()
		return &Number{text, pos}
	case p.accept("["):
		t := p.typ()
		p.expect("]")
		return &TypeArg{t, pos}
	case p.accept("("):
		return p.parenthesis()
	}
	if p.is("if") {
		panic(failed{source.Errorf(pos, "there is no if").WithHint("%s", noConditions)})
	}
	n := p.name("an expression")
	return &Ident{Name: n.Text, Pos: n.Pos}
}

// parenthesis reads what follows an open parenthesis: (+), (a, b) or (a).
func (p *parser) parenthesis() Term {
	pos := p.tok.pos
	for _, o := range sections {
		if !p.is(o) {
			continue
		}
		save, tok := p.lex, p.tok
		p.advance()
		if p.accept(")") {
			return &Ident{o, pos, true}
		}
		p.lex, p.tok = save, tok
	}
	t := p.term()
	if p.accept(",") {
		t = &Tuple{t, p.term(), pos}
	}
	p.expect(")")
	return t
}

// lambda reads \x y. body, or \(x : type) y. body.
func (p *parser) lambda() Term {
	l := &Lambda{Pos: p.tok.pos}
	p.advance()
	for !p.is(".") {
		if p.accept("(") {
			n := p.name("a parameter")
			p.expect(":")
			l.Params = append(l.Params, LambdaParam{n, p.typ()})
			p.expect(")")
			continue
		}
		l.Params = append(l.Params, LambdaParam{Name: p.name("a parameter, or the point before the function's body")})
	}
	if len(l.Params) == 0 {
		p.unexpected("a parameter")
	}
	p.advance()
	l.Body = p.term()
	return l
}
