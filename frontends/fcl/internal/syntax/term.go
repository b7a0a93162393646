package syntax

import (
	"strings"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
)

// term reads a term: let, if, fn, or operators.
func (p *parser) term() Term {
	defer p.enter()()
	pos := p.tok.pos
	switch {
	case p.accept("let"):
		return p.let(pos)
	case p.accept("if"):
		t := &If{Pos: pos}
		t.Cond = p.term()
		p.expect("then")
		t.Then = p.term()
		p.expect("else")
		t.Else = p.term()
		return t
	case p.accept("fn"):
		x := p.name(aParameter)
		p.expect("=>")
		return &Lam{x, p.term(), pos}
	}
	return p.pipe()
}

// let reads the bindings of a let, one after the other, and its body.
func (p *parser) let(pos source.Pos) Term {
	if p.accept("in") {
		return p.term()
	}
	defer p.enter()()
	b := p.binding(pos)
	p.accept(";")
	b.Body = p.let(p.tok.pos)
	return b
}

// binding reads x<l> y = e, which is x<l> = fn y => e.
func (p *parser) binding(pos source.Pos) *Let {
	b := &Let{Name: p.name(`a name, or "in"`), Pos: pos}
	if p.is("<") {
		b.Levels = p.levelNames()
	}
	var params []Name
	for p.isName() {
		params = append(params, p.name(aParameter))
	}
	p.expect("=")
	b.Value = function(params, p.term())
	return b
}

func function(params []Name, body Term) Term {
	for i := len(params) - 1; i >= 0; i-- {
		body = &Lam{params[i], body, params[i].Pos}
	}
	return body
}

// Function is the function's value: fn x => fn y => e.
func (f *Fun) Function() Term { return function(f.Params, f.Body) }

// pipe reads x |> f |> g, which is g (f x).
func (p *parser) pipe() Term {
	t := p.binary(0)
	for p.is("|>") {
		pos := p.tok.pos
		p.advance()
		t = &App{p.binary(0), t, pos}
	}
	return t
}

// binaries are the binary operators, those that bind loosest first.
var binaries = [][]string{{"||"}, {"&&"}, {"==", "!=", "<", "<=", ">", ">="}, {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"}}

// binary reads operators, which associate to the left.
func (p *parser) binary(level int) Term {
	if level == len(binaries) {
		return p.unary()
	}
	t := p.binary(level + 1)
	for {
		op := p.operator(level)
		if op == nil {
			return t
		}
		right := p.binary(level + 1)
		switch op.Text { // the right operand is evaluated if the left one does not decide
		case "&&":
			t = &If{t, right, &Lit{scalar.FromBool(false), op.Pos}, op.Pos}
		case "||":
			t = &If{t, &Lit{scalar.FromBool(true), op.Pos}, right, op.Pos}
		default:
			t = &App{&App{op, t, op.Pos}, right, op.Pos}
		}
	}
}

// operator skips an operator of a level, if one is there.
func (p *parser) operator(level int) *Var {
	for _, o := range binaries[level] {
		if p.tok.kind == 'o' && p.tok.text == o {
			v := &Var{Name: Name{o, p.tok.pos}}
			p.advance()
			return v
		}
	}
	return nil
}

func (p *parser) unary() Term {
	defer p.enter()()
	pos := p.tok.pos
	if p.accept("-") {
		if p.tok.kind == 'n' {
			return p.literal(true)
		}
		return &App{&Var{Name: Name{"neg", pos}, BuiltIn: true}, p.unary(), pos}
	}
	return p.application()
}

func (p *parser) application() Term {
	t := p.atom()
	for p.beginsAtom() {
		pos := t.At()
		t = &App{t, p.atom(), pos}
	}
	return t
}

// beginsAtom reports whether another argument follows: not a name that a binding begins with.
func (p *parser) beginsAtom() bool {
	switch {
	case p.tok.kind == 'n' || p.is("(") || p.is("true") || p.is("false") || p.is("do") || p.is("fn"):
		return true
	case p.tok.kind == 'i' && p.tok.text[0] == '#':
		return true
	case !p.isName():
		return false
	}
	lex := p.lex
	next, err := lex.next()
	return err != nil || next.kind != 'o' || next.text != "="
}

func (p *parser) atom() Term {
	defer p.enter()()
	pos := p.tok.pos
	switch {
	case p.tok.kind == 'n':
		return p.literal(false)
	case p.is("true") || p.is("false"):
		v := scalar.FromBool(p.is("true"))
		p.advance()
		return &Lit{v, pos}
	case p.is("fn"):
		return p.term()
	case p.accept("do"):
		return p.do(pos)
	case p.accept("("):
		return p.parens(pos)
	case p.tok.kind == 'i' && p.tok.text[0] == '#':
		v := &Var{Name: Name{p.tok.text, pos}}
		p.advance()
		return v
	}
	v := &Var{Name: p.name("an expression")}
	v.Levels = p.tryLevelArgs()
	return v
}

// parens reads (), (e), (a, b), or an operator as a function.
func (p *parser) parens(pos source.Pos) Term {
	if p.accept(")") {
		return &Unit{pos}
	}
	for level := range binaries {
		lex, tok := p.lex, p.tok
		if op := p.operator(level); op != nil {
			if op.Text != "&&" && op.Text != "||" && p.accept(")") {
				return op
			}
			p.lex, p.tok = lex, tok
		}
	}
	t := p.term()
	if p.accept(",") {
		t = &Pair{t, p.term(), pos}
	}
	p.expect(")")
	return t
}

// do reads a block of actions. { x <- p; q } is bind p (fn x => q).
func (p *parser) do(pos source.Pos) Term {
	var levels []*Level
	if p.is("<") {
		levels = p.levelArgs()
	}
	p.expect("{")
	t := p.actions(levels)
	p.expect("}")
	return t
}

func (p *parser) actions(levels []*Level) Term {
	defer p.enter()()
	for p.accept(";") {
	}
	pos := p.tok.pos
	if p.accept("let") {
		b := p.binding(pos)
		if p.accept("in") { // an expression after all
			b.Body = p.term()
			return p.then(Name{"_", pos}, b, levels)
		}
		p.expect(";")
		b.Body = p.actions(levels)
		return b
	}
	x := Name{"_", pos}
	if p.isName() {
		lex := p.lex
		if next, err := lex.next(); err == nil && next.kind == 'o' && next.text == "<-" {
			x = p.name("a name")
			p.advance()
		}
	}
	return p.then(x, p.term(), levels)
}

// then is the action t, and those that follow it with its result x.
func (p *parser) then(x Name, t Term, levels []*Level) Term {
	if p.is(";") {
		for p.accept(";") {
		}
		if !p.is("}") {
			pos := t.At()
			bind := &Var{Name: Name{"bind", pos}, Levels: levels, BuiltIn: true}
			return &App{&App{bind, t, pos}, &Lam{x, p.actions(levels), x.Pos}, pos}
		}
	}
	if x.Text != "_" {
		p.unexpected("an action that gives the result of the block")
	}
	if len(levels) > 0 { // the last action runs at the block's level, too
		id := &Var{Name: Name{"action", t.At()}, Levels: levels, BuiltIn: true}
		return &App{id, t, t.At()}
	}
	return t
}

// literal reads a number: an int, a double if it has a point or an exponent, or one of the type
// that it ends with.
func (p *parser) literal(negative bool) Term {
	text, pos := p.tok.text, p.tok.pos
	t := scalar.I64
	if strings.ContainsAny(text, ".eE") {
		t = scalar.F64
	}
	if negative {
		text = "-" + text
	}
	v, err := scalar.ParseValueAs(t, text)
	if err != nil {
		p.fail(pos, "int is i64; write 1.5 for a double, 1i32 or 1f32 for other types", "%s is no number: %v", source.Cut(p.tok.text), err)
	}
	p.advance()
	return &Lit{v, pos}
}
