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
func Parse(file, text string) (out *Program, err error) {
	p := &parser{lex: lexer{source.NewScanner(&source.File{Name: file, Text: text})}}
	defer func() {
		if r := recover(); r != nil {
			f, ok := r.(failed)
			if !ok {
				panic(r)
			}
			out, err = nil, f.err
			var e *source.Error
			if errors.As(err, &e) {
				err = e.In(p.lex.File())
			}
		}
	}()
	out = &Program{}
	p.advance()
	if p.accept("levels") {
		for p.isName() {
			out.Levels = append(out.Levels, p.name("a level"))
		}
		p.accept(";")
	}
	for p.tok.kind != 0 {
		if p.is("sig") {
			out.Sigs = append(out.Sigs, p.sig())
		} else {
			out.Funs = append(out.Funs, p.fun())
		}
	}
	return out, nil
}

type parser struct {
	lex   lexer
	tok   token
	depth int
}

// failed carries a syntax error up to Parse.
type failed struct{ err error }

func (p *parser) fail(pos source.Pos, hint, format string, args ...any) {
	e := source.Errorf(pos, format, args...)
	if hint != "" {
		e = e.WithHint("%s", hint)
	}
	panic(failed{e})
}

func (p *parser) unexpected(wanted string) {
	found := strconv.Quote(source.Cut(p.tok.text))
	if p.tok.kind == 0 {
		found = "the end of the program"
	}
	hint := ""
	switch text := p.tok.text; {
	case wanted == `"else"`:
		hint = "an if has two branches: if … then … else …"
	case strings.HasSuffix(wanted, `"in"`):
		hint = "let x = value in body"
	case p.tok.kind == 0:
	case wanted == `"=>"` && p.tok.kind == 'i':
		hint = "a function has one parameter: fn x => fn " + source.Cut(text) + " => …"
	case wanted == aParameter && text == "(":
		hint = "a parameter is a name; the parts of a pair p are fst p and snd p"
	default:
		hint = elsewhere[text]
	}
	p.fail(p.tok.pos, hint, "expected %s, found %s", wanted, found)
}

const aParameter = "a parameter"

// elsewhere says of what other languages write what there is instead.
var elsewhere = map[string]string{
	"[": "an element of an array is index arr i",
	".": "functions are composed by fn x => f (g x)",
	"=": "== compares numbers; programs are run one after the other by do, or by bind p f",
}

func (p *parser) advance() {
	t, err := p.lex.next()
	if err != nil {
		panic(failed{err})
	}
	p.tok = t
}

func (p *parser) is(text string) bool {
	return (p.tok.kind == 'i' || p.tok.kind == 'o') && p.tok.text == text
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
var keywords = map[string]bool{
	"sig": true, "fun": true, "entry": true, "forall": true, "let": true, "in": true, "fn": true,
	"if": true, "then": true, "else": true, "do": true, "true": true, "false": true, "levels": true,
}

func (p *parser) isName() bool {
	return p.tok.kind == 'i' && !keywords[p.tok.text] && p.tok.text[0] != '#'
}

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
		p.fail(p.tok.pos, "", "more than %d levels of nesting", mostNested)
	}
	return func() { p.depth-- }
}

// sig reads sig f : forall <l> 'a. type.
func (p *parser) sig() *Sig {
	p.expect("sig")
	s := &Sig{Name: p.name("the name of a function")}
	p.expect(":")
	if p.accept("forall") {
		for !p.accept(".") {
			switch {
			case p.is("<"):
				s.Levels = append(s.Levels, p.levelNames()...)
			case p.tok.kind == 't':
				v := TypeVar{Name: Name{p.tok.text, p.tok.pos}}
				p.advance()
				if p.accept(":") {
					v.Kind = p.name("a kind").Text
				}
				s.Vars = append(s.Vars, v)
			default:
				p.unexpected(`a type variable, levels in < >, or "."`)
			}
		}
	}
	s.Type = p.typ()
	return s
}

// levelNames reads <l, m>.
func (p *parser) levelNames() (names []Name) {
	p.expect("<")
	for {
		names = append(names, p.name("the name of a level variable"))
		if !p.accept(",") {
			p.expect(">")
			return names
		}
	}
}

// fun reads attributes and a function: fun f<l> x y = e.
func (p *parser) fun() *Fun {
	f := &Fun{}
	for p.is("#[") {
		p.attribute(f)
	}
	switch {
	case p.accept("entry"):
		f.Entry = true
	case !p.accept("fun"):
		if f.Local > 0 || f.Groups > 0 {
			p.fail(p.tok.pos, "the signature of a function stands before its attributes", "an attribute stands before \"entry\", not before %s", source.Cut(p.tok.text))
		}
		p.unexpected(`a declaration: "sig", "fun" or "entry"`)
	}
	f.Name = p.name("the name of the function")
	if p.is("<") {
		f.Levels = p.levelNames()
	}
	for p.isName() {
		f.Params = append(f.Params, p.name(aParameter))
	}
	p.expect("=")
	f.Body = p.term()
	if p.tok.kind != 0 && !p.is("sig") && !p.is("fun") && !p.is("entry") && !p.is("#[") {
		p.unexpected("the end of the function, or an operator")
	}
	return f
}

// attribute reads #[local(n)] or #[groups(n)].
func (p *parser) attribute(f *Fun) {
	p.expect("#[")
	n := p.name("local or groups")
	p.expect("(")
	text, pos := p.tok.text, p.tok.pos
	if p.accept("-") {
		text += p.tok.text
	}
	value, err := strconv.ParseInt(text, 10, 32)
	if p.tok.kind != 'n' || err != nil || value < 1 {
		p.fail(pos, "", "the number in an attribute is from 1 to 2^31 - 1, not %s", source.Cut(text))
	}
	p.advance()
	p.expect(")")
	p.expect("]")
	switch n.Text {
	case "local":
		if value > schedule.MaxThreads {
			p.fail(pos, "", "a group has 1 to %d work-items, not %d: no GPU has larger ones", schedule.MaxThreads, value)
		}
		f.Local = value
	case "groups":
		f.Groups = value
	default:
		p.fail(n.Pos, "", "there is no attribute %s; there are: local, groups", source.Cut(n.Text))
	}
}

// typ reads a type: functions, which associate to the right.
func (p *parser) typ() *Type {
	defer p.enter()()
	left := p.typeAtom()
	if pos := p.tok.pos; p.accept("->") {
		return &Type{Op: "->", Args: []*Type{left, p.typ()}, Pos: pos}
	}
	return left
}

func (p *parser) typeAtom() *Type {
	defer p.enter()()
	pos, text := p.tok.pos, p.tok.text
	switch {
	case p.tok.kind == 't':
		p.advance()
		return &Type{Op: "'", Text: text, Pos: pos}
	case p.accept("("):
		t := p.typ()
		if p.accept(",") {
			t = &Type{Op: ",", Args: []*Type{t, p.typ()}, Pos: pos}
		}
		p.expect(")")
		return t
	case p.accept("["):
		t := &Type{Op: "[", Args: []*Type{p.typ()}, Pos: pos}
		p.expect("]")
		if p.is("<") {
			t.Level = p.levelArgs()[0]
		}
		return t
	case p.is("Program"):
		p.advance()
		if !p.is("<") {
			p.fail(p.tok.pos, "write Program<grid> int, or Program<l> of a level variable l", "a program runs at a level")
		}
		l := p.levelArgs()[0]
		return &Type{Op: "Program", Args: []*Type{p.typeAtom()}, Level: l, Pos: pos}
	}
	n := p.name("a type")
	return &Type{Op: "name", Text: n.Text, Pos: n.Pos}
}

// levelArgs reads <level, …>.
func (p *parser) levelArgs() (out []*Level) {
	p.expect("<")
	for {
		out = append(out, p.level())
		if !p.accept(",") {
			p.expect(">")
			return out
		}
	}
}

// level reads a level: a name, Z, or a number + level.
func (p *parser) level() *Level {
	l := &Level{Pos: p.tok.pos}
	parens := 0
	for {
		switch {
		case p.accept("("):
			parens++
			continue
		case p.tok.kind == 'n':
			n, err := strconv.ParseInt(p.tok.text, 10, 16)
			if err != nil || l.Succ+int(n) > mostNested {
				p.fail(p.tok.pos, "", "a level is a small number of steps above Z, not %s", source.Cut(p.tok.text))
			}
			l.Succ += int(n)
			p.advance()
			p.expect("+")
			continue
		case p.accept("Z"):
		default:
			l.Base = p.name("a level")
		}
		for ; parens > 0; parens-- {
			p.expect(")")
		}
		return l
	}
}

// tryLevelArgs reads level arguments if they are there; a < b may be a comparison.
func (p *parser) tryLevelArgs() (out []*Level) {
	if !p.is("<") {
		return nil
	}
	lex, tok := p.lex, p.tok
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(failed); !ok {
				panic(r)
			}
			p.lex, p.tok, out = lex, tok, nil
		}
	}()
	return p.levelArgs()
}
