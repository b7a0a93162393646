package syntax

import (
	"strconv"
	"strings"

	"github.com/lamina-lang/lamina/core/source"
)

// maxDepth bounds the nesting of expressions, so that no input exhausts the stack.
const maxDepth = 2000

// Parse parses a program. The error is a *source.Error that shows the line.
func Parse(f *source.File) (p *Program, err error) {
	defer recovered(f, &err)
	r := &parser{toks: scan(f)}
	return r.program(f), nil
}

// ParseType parses a type. It is for tables of types in the program text of Lamina: an error in
// it panics.
func ParseType(text string) Type {
	r := &parser{toks: scan(&source.File{Name: "type", Text: text})}
	t := r.typ()
	if r.now().kind != tEOF {
		panic("the type " + text + " does not end where it should")
	}
	return t
}

func recovered(f *source.File, err *error) {
	switch r := recover().(type) {
	case nil:
	case *source.Error:
		*err = r.In(f)
	default:
		panic(r)
	}
}

// parser reads tokens by recursive descent. It panics with a *source.Error.
type parser struct {
	toks  []token
	at    int
	depth int
}

func (p *parser) now() token { return p.toks[p.at] }

func (p *parser) next() token {
	t := p.toks[p.at]
	if t.kind != tEOF {
		p.at++
	}
	return t
}

func (p *parser) is(text string) bool {
	t := p.now()
	return t.text == text && (t.kind == tPunct || t.kind == tName)
}

func (p *parser) accept(text string) bool {
	ok := p.is(text)
	if ok {
		p.at++
	}
	return ok
}

func (p *parser) expect(text, after string) token {
	if !p.is(text) {
		panic(source.Errorf(p.now().pos, "expected %q %s, but found %s", text, after, p.now().describe()))
	}
	return p.next()
}

func (p *parser) name(what string) token {
	t := p.next()
	if t.kind != tName || keywords[t.text] {
		panic(source.Errorf(t.pos, "expected %s, but found %s", what, t.describe()))
	}
	return t
}

// bound parses a name that is being bound.
func (p *parser) bound(what string) token {
	t := p.name(what)
	if IsOp(t.text) {
		panic(source.Errorf(t.pos, "%s is an operation, and cannot be the name of a variable", quote(t.text)))
	}
	return t
}

func (p *parser) program(f *source.File) *Program {
	out := &Program{Source: f}
	if !p.is("entry") {
		pos := p.now().pos
		out.Entries = []*Entry{{Pos: pos, Name: "main", Body: p.exp()}}
	}
	seen := map[string]source.Pos{}
	for p.is("entry") {
		e := p.entry()
		if before, ok := seen[e.Name]; ok {
			panic(source.Errorf(e.Pos, "entry point %q is defined twice", e.Name).WithNote(before, "defined here as well"))
		}
		seen[e.Name] = e.Pos
		out.Entries = append(out.Entries, e)
	}
	if t := p.now(); t.kind != tEOF {
		panic(source.Errorf(t.pos, "expected an entry point or the end of the program, but found %s", t.describe()).
			WithHint("arguments of an operation stand in parentheses: addi(1, x)"))
	}
	return out
}

func (p *parser) entry() *Entry {
	e := &Entry{Pos: p.next().pos}
	e.Name = p.name("the name of the entry point").text
	p.expect("(", "before the parameters")
	for !p.is(")") {
		t := p.bound("a parameter")
		p.expect(":", "before the type of a parameter")
		e.Params = append(e.Params, Param{t.pos, t.text, p.typ()})
		if !p.accept(",") {
			break
		}
	}
	p.expect(")", "after the parameters")
	p.expect("=", "before the body")
	e.Body = p.exp()
	return e
}

// exp parses an expression. A chain of lets is read by a loop: programs have long ones.
func (p *parser) exp() Exp {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > maxDepth {
		panic(source.Errorf(p.now().pos, "expressions nest more than %d deep", maxDepth).WithHint("name parts with let"))
	}
	var out Exp
	hole := &out
	for p.is("let") {
		l := &Let{At: At{p.next().pos}}
		l.Name = p.bound("the name that let binds").text
		if p.accept(":") {
			l.Type = p.typ()
		}
		p.expect("=", "after what let binds")
		l.Value = p.exp()
		p.expect("in", "after the value that let binds")
		*hole, hole = l, &l.Body
	}
	if p.is("fn") {
		*hole = p.fn()
	} else {
		*hole = p.application()
	}
	return out
}

func (p *parser) fn() Exp {
	f := &Fn{At: At{p.next().pos}}
	t := p.bound("the parameter")
	f.Param = Param{Pos: t.pos, Name: t.text}
	if p.accept(":") {
		f.Param.Type = p.typ()
	}
	p.expect("=>", "after the parameter")
	f.Body = p.exp()
	return f
}

func (p *parser) application() Exp {
	e := p.atom()
	for p.startsAtom() {
		e = &App{At: At{e.Start()}, Fun: e, Arg: p.atom()}
	}
	return e
}

func (p *parser) startsAtom() bool {
	switch t := p.now(); t.kind {
	case tInt, tDouble:
		return true
	case tName:
		return !keywords[t.text] || t.text == "tt" || t.text == "ff" || t.text == "if"
	case tPunct:
		return t.text == "(" || t.text == "["
	}
	return false
}

func (p *parser) atom() Exp {
	t := p.next()
	at := At{t.pos}
	switch {
	case t.kind == tInt:
		return &Int{at, intOf(t)}
	case t.kind == tDouble:
		return &Double{at, doubleOf(t)}
	case t.kind == tName && (t.text == "tt" || t.text == "ff"):
		return &Bool{at, t.text == "tt"}
	case t.kind == tName && t.text == "if":
		p.expect("(", "after if")
		args := p.list(")")
		if len(args) != 3 {
			panic(source.Errorf(t.pos, "if takes a condition and two branches, but has %d arguments", len(args)))
		}
		return &If{at, args[0], args[1], args[2]}
	case t.kind == tName && !keywords[t.text]:
		if IsOp(t.text) && p.accept("(") {
			return &Op{at, t.text, p.list(")")}
		}
		return &Var{at, t.text}
	case t.kind == tPunct && t.text == "[":
		return &Vector{at, p.list("]")}
	case t.kind == tPunct && t.text == "(":
		es := p.list(")")
		if len(es) == 1 {
			return es[0]
		}
		return &Results{at, es}
	}
	panic(source.Errorf(t.pos, "expected an expression, but found %s", t.describe()))
}

// list parses expressions with commas between them, up to end.
func (p *parser) list(end string) []Exp {
	var out []Exp
	for !p.is(end) {
		out = append(out, p.exp())
		if !p.accept(",") {
			break
		}
	}
	p.expect(end, "after the list")
	return out
}

func intOf(t token) int64 {
	n, err := strconv.ParseInt(strings.Replace(t.text, "~", "-", 1), 10, 64)
	if err != nil {
		panic(source.Errorf(t.pos, "%s is no int: an int has 64 bits", source.Cut(t.text)).WithHint("write a double: %s.0", source.Cut(t.text)))
	}
	return n
}

func doubleOf(t token) float64 {
	x, err := strconv.ParseFloat(strings.ReplaceAll(t.text, "~", "-"), 64)
	if err != nil {
		panic(source.Errorf(t.pos, "%s is larger than a double can be", source.Cut(t.text)))
	}
	return x
}
