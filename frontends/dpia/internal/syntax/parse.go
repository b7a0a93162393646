package syntax

import (
	"errors"
	"strconv"
	"strings"

	"github.com/lamina-lang/lamina/core/schedule"
	"github.com/lamina-lang/lamina/core/source"
)

// mostNested bounds how deep terms and types nest, so that no walk over a tree needs much stack.
const mostNested = 1000

// Parse reads a program. The error is a *source.Error.
func Parse(file, text string) (*Program, error) {
	p := &parser{lex: lexer{source.NewScanner(&source.File{Name: file, Text: text})}}
	out := &Program{}
	err := p.protect(func() {
		p.advance()
		for p.tok.kind != 0 {
			out.Defs = append(out.Defs, p.def())
		}
	})
	return out, p.inText(err)
}

// ParseType reads a type alone.
func ParseType(file, text string) (*Type, error) {
	p := &parser{lex: lexer{source.NewScanner(&source.File{Name: file, Text: text})}}
	var out *Type
	err := p.protect(func() {
		p.advance()
		out = p.typ()
		if p.tok.kind != 0 {
			p.unexpected("the end of the type")
		}
	})
	return out, p.inText(err)
}

type parser struct {
	lex   lexer
	tok   token
	depth int
}

// failed carries a syntax error up to protect.
type failed struct{ err error }

func (p *parser) protect(parse func()) (err error) {
	defer func() {
		if r := recover(); r != nil {
			f, ok := r.(failed)
			if !ok {
				panic(r)
			}
			err = f.err
		}
	}()
	parse()
	return nil
}

func (p *parser) inText(err error) error {
	var e *source.Error
	if errors.As(err, &e) {
		return e.In(p.lex.File())
	}
	return err
}

func (p *parser) fail(pos source.Pos, format string, args ...any) {
	panic(failed{source.Errorf(pos, format, args...)})
}

func (p *parser) unexpected(wanted string) {
	found := strconv.Quote(p.tok.text)
	if p.tok.kind == 0 {
		found = "the end of the program"
	}
	err := source.Errorf(p.tok.pos, "expected %s, found %s", wanted, found)
	if hint := missing[p.tok.text]; hint != "" && p.tok.kind != 0 {
		err = err.WithHint("%s", hint)
	}
	panic(failed{err})
}

// missing says of words that other languages have what there is instead.
var missing = map[string]string{
	"-": "sizes are sums and products: for an array of one element less, let the longer one have n + 1",
	"<": noConditions, ">": noConditions,
	"in": "let x = value in body",
}

const noConditions = "there are no comparisons and conditionals: min and max choose between numbers; FCL has if"

func (p *parser) advance() {
	t, err := p.lex.next()
	if err != nil {
		panic(failed{err})
	}
	p.tok = t
}

func (p *parser) is(text string) bool {
	return p.tok.kind != 'n' && p.tok.text == text && p.tok.kind != 0
}

// accept skips a word if it is there.
func (p *parser) accept(text string) bool {
	if p.is(text) {
		p.advance()
		return true
	}
	return false
}

func (p *parser) expect(text string) source.Pos {
	pos := p.tok.pos
	if !p.accept(text) {
		p.unexpected(strconv.Quote(text))
	}
	return pos
}

// keywords are the identifiers that name nothing.
var keywords = map[string]bool{"def": true, "entry": true, "let": true, "in": true}

func (p *parser) isName() bool { return p.tok.kind == 'i' && !keywords[p.tok.text] }

func (p *parser) name(what string) Name {
	if !p.isName() {
		p.unexpected(what)
	}
	n := Name{p.tok.text, p.tok.pos}
	p.advance()
	return n
}

// enter counts a level of nesting; what it returns ends it.
func (p *parser) enter() func() {
	if p.depth++; p.depth > mostNested {
		p.fail(p.tok.pos, "more than %d levels of nesting", mostNested)
	}
	return func() { p.depth-- }
}

// def reads an attribute list, and a definition.
func (p *parser) def() *Def {
	d := &Def{}
	for p.is("#[") {
		p.attribute(d)
	}
	d.Pos = p.tok.pos
	switch {
	case p.accept("entry"):
		d.Entry = true
	case !p.accept("def"):
		p.unexpected(`a definition: "def" or "entry"`)
	}
	n := p.name("the name of the definition")
	d.Name, d.Pos = n.Text, n.Pos
	for p.is("(") || p.is("{") {
		d.Binders = append(d.Binders, p.binder())
	}
	if p.accept(":") {
		d.Result = p.typ()
	}
	if p.isName() {
		panic(failed{source.Errorf(p.tok.pos, "the parameter %s has no type", source.Cut(p.tok.text)).WithHint("(%s : exp[f32])", source.Cut(p.tok.text))})
	}
	p.expect("=")
	d.Body = p.term()
	if p.tok.kind != 0 && !p.is("def") && !p.is("entry") && !p.is("#[") {
		p.unexpected("the end of the definition, or an operator")
	}
	return d
}

// attribute reads #[local(n)] or #[groups(n)].
func (p *parser) attribute(d *Def) {
	p.expect("#[")
	n := p.name("local or groups")
	p.expect("(")
	text, pos := p.tok.text, p.tok.pos
	if p.accept("-") {
		text += p.tok.text
	}
	value, err := strconv.ParseInt(text, 10, 32)
	if p.tok.kind != 'n' || err != nil || value < 1 {
		p.fail(pos, "the number in an attribute is from 1 to 2^31 - 1, not %s", source.Cut(text))
	}
	p.advance()
	p.expect(")")
	p.expect("]")
	switch n.Text {
	case "local":
		if value > schedule.MaxThreads {
			p.fail(pos, "a group has 1 to %d work-items, not %d: no GPU has larger ones", schedule.MaxThreads, value)
		}
		d.Local = value
	case "groups":
		d.Groups = value
	default:
		p.fail(n.Pos, "there is no attribute %s; there are: local, groups", source.Cut(n.Text))
	}
}

// binder reads (x y : type) or {n : nat}.
func (p *parser) binder() Binder {
	b := Binder{Hidden: p.is("{")}
	shut := ")"
	if b.Hidden {
		shut = "}"
	}
	p.advance()
	for p.isName() {
		b.Names = append(b.Names, p.name("a name"))
	}
	if len(b.Names) == 0 {
		p.unexpected("the name of a parameter")
	}
	p.expect(":")
	b.Type = p.typ()
	p.expect(shut)
	return b
}

// typ reads a type: functions, which associate to the right, over products and sums.
func (p *parser) typ() *Type {
	defer p.enter()()
	if p.is("{") || p.is("(") && p.atBinder() {
		pos := p.tok.pos
		b := p.binder()
		p.expect("->")
		return &Type{Op: "all", Binder: &b, Args: []*Type{p.typ()}, Pos: pos}
	}
	left := p.sum()
	for _, arrow := range []string{"->", "->p"} {
		if pos := p.tok.pos; p.accept(arrow) {
			return &Type{Op: arrow, Args: []*Type{left, p.typ()}, Pos: pos}
		}
	}
	return left
}

// atBinder reports whether a parenthesis begins a binder, (x : κ), and not a type.
func (p *parser) atBinder() bool {
	lex, tok := p.lex, p.tok
	defer func() { p.lex, p.tok = lex, tok }()
	p.advance()
	if !p.isName() {
		return false
	}
	for p.isName() {
		p.advance()
	}
	return p.is(":")
}

func (p *parser) sum() *Type { return p.chain("+", func() *Type { return p.chain("*", p.dotted) }) }

// chain reads operands of an operator, which associates to the left.
func (p *parser) chain(op string, operand func() *Type) *Type {
	t := operand()
	for p.is(op) {
		pos := p.tok.pos
		p.advance()
		t = &Type{Op: op, Args: []*Type{t, operand()}, Pos: pos}
	}
	return t
}

// dotted reads n.m.δ.
func (p *parser) dotted() *Type {
	defer p.enter()()
	t := p.typeAtom()
	for p.is("<") {
		pos := p.tok.pos
		p.advance()
		t = &Type{Op: "<", Args: []*Type{t, p.sum()}, Pos: pos}
		p.expect(">")
	}
	if pos := p.tok.pos; p.accept(".") {
		return &Type{Op: ".", Args: []*Type{t, p.dotted()}, Pos: pos}
	}
	return t
}

func (p *parser) typeAtom() *Type {
	pos, text := p.tok.pos, p.tok.text
	switch {
	case p.tok.kind == 'n':
		p.advance()
		if before, after, ok := strings.Cut(text, "."); ok { // 2.3 is an array's sizes here
			second := pos
			second.Col += len(before) + 1
			rest := &Type{Op: "number", Text: after, Pos: second}
			if p.accept(".") {
				rest = &Type{Op: ".", Args: []*Type{rest, p.dotted()}, Pos: second}
			}
			return &Type{Op: ".", Args: []*Type{{Op: "number", Text: before, Pos: pos}, rest}, Pos: pos}
		}
		return &Type{Op: "number", Text: text, Pos: pos}
	case p.accept("("):
		t := p.typ()
		p.expect(")")
		return t
	case p.is("exp") || p.is("acc") || p.is("idx"):
		p.advance()
		p.expect("[")
		t := p.typ()
		p.expect("]")
		return &Type{Op: text, Args: []*Type{t}, Pos: pos}
	case p.accept("comm"):
		return &Type{Op: "comm", Pos: pos}
	}
	n := p.name("a type")
	return &Type{Op: "name", Text: n.Text, Pos: n.Pos}
}
