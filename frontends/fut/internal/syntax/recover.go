package syntax

import (
	"strings"

	"github.com/lamina-lang/lamina/core/source"
)

// After an error the parser goes on with the next let of a chain, or else with the next
// declaration. What it has skipped is in no node but File, or in a Bad.

// abandoned is the panic of what was given up because of errors that are recorded.
type abandoned struct{}

// try reads something and returns the error that ended it. Errors of other kinds, such as
// panics of the runtime, go on.
func try(read func()) (err *source.Error, gaveUp bool) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *source.Error:
			err = r
		case abandoned:
			gaveUp = true
		default:
			panic(r)
		}
	}()
	read()
	return nil, false
}

// report records an error.
func (p *parser) report(err *source.Error) {
	p.errs = append(p.errs, err)
	p.section, p.mayFail = nil, false
}

// declOr reads a declaration. If it is wrong, it is skipped and nil.
func (p *parser) declOr() (d Decl) {
	start, depth, open := p.i, p.depth, len(p.open)
	p.misnamed = ""
	err, gaveUp := try(func() { d = p.decl() })
	if err == nil && !gaveUp {
		return d
	}
	if err != nil {
		p.report(err)
	}
	p.depth, p.open = depth, p.open[:open]
	if p.ended && depth > 0 {
		panic(abandoned{})
	}
	if p.ended {
		return nil
	}
	stopped, braces := p.i, 0
	for p.i = start; p.tok().kind != tEOF; p.i++ {
		if p.i > start && p.i >= stopped && (p.beginsDecl() || p.structs > 0 && braces == 0 && p.is("}")) {
			break
		}
		switch {
		case p.is("{"):
			braces++
		case p.is("}"):
			braces = max(braces-1, 0)
		}
	}
	p.i = min(p.i, len(p.toks)-1)
	return nil
}

var declKeywords = map[string]bool{
	"def": true, "entry": true, "type": true, "module": true, "import": true, "open": true, "local": true, "include": true,
}

// beginsDecl reports whether a declaration begins here: by a keyword of its own, or by one of
// expressions at the beginning of a line.
func (p *parser) beginsDecl() bool {
	t := p.tok()
	if t.text == p.misnamed && t.pos.Col > 1 {
		return false
	}
	if last := p.prev(); last.pos.Line == t.pos.Line && (last.is("(") || last.kind == tOp) { // as in (module: i32)
		return false
	}
	return t.kind == tKeyword && declKeywords[t.text] || t.pos.Col == 1 && (t.is("let") || t.is("#[") || t.is("val"))
}

// boundExp reads the expression of a let, which begins in column col. If it is wrong, it is a Bad
// up to the in or to the next let of the chain.
func (p *parser) boundExp(col int) (e Exp) {
	start, depth, open := p.i, p.depth, len(p.open)
	err, gaveUp := try(func() { e = p.exp() })
	if err == nil && !gaveUp && (p.is("in") || p.is("let")) {
		return e
	}
	if err == nil && !gaveUp {
		err = p.noIn()
	}
	if err != nil {
		p.report(err)
	}
	p.depth, p.open = depth, p.open[:open]
	if p.ended || !p.skipToIn(start, col) {
		panic(abandoned{})
	}
	bad := &Bad{At: At{Position: p.toks[start].pos}}
	if p.i > start {
		p.cover(start, bad)
	}
	return bad
}

// skipToIn goes from the token where the parser has stopped to the in, or the next let, that
// belongs to a let in column col whose expression begins at token start. It is false if there
// is none before the next declaration.
func (p *parser) skipToIn(start, col int) bool {
	stopped := p.i
	open, lets := 0, false
	for p.i = start; p.tok().kind != tEOF && (p.i == start || !p.beginsDecl()); p.i++ {
		t := p.tok()
		first := p.i == 0 || p.prev().pos.Line < t.pos.Line
		own := first && t.pos.Col <= col // for want of a closing bracket
		switch {
		case t.is("("), t.is("["), t.is("{"), t.is("#["):
			open++
		case t.is(")"), t.is("]"), t.is("}"):
			open--
		case t.is("in") && (open <= 0 || own):
			if p.i >= stopped && (!lets || own) {
				return true
			}
			lets = false
		case t.is("let") && (open <= 0 || own):
			if p.i >= stopped && p.i > start && first {
				return true
			}
			lets = true
		}
	}
	return false
}

// explain adds to the error that the current token is not what was expected: a remedy for what
// beginners mean by it, and where an unclosed bracket was opened.
func (p *parser) explain(e *source.Error, expected string) {
	t := p.tok()
	switch {
	case strings.HasPrefix(t.text, "//") && t.kind == tOp:
		e.Hint = "comments begin with --"
	case strings.HasSuffix(t.text, "--") && t.kind == tOp:
		e.Hint = "a comment behind an operator begins with a space: " + strings.TrimSuffix(t.text, "--") + " --"
	case p.i > 0 && p.prev().is("loop") && noExpression[t.text] != "":
		e.Hint = noExpression[t.text]
	case t.kind == tKeyword && namesSomething(expected):
		e.Hint = quote(t.text) + " is a keyword; choose another name"
		p.misnamed = t.text
	case t.is("->") && p.expectsClosing(expected):
		e.Hint = `functions without a name begin with a backslash: (\x -> …)`
	case t.is("=") && expected == quote("then")+" in a conditional", t.is("=") && p.expectsClosing(expected) && !strings.HasSuffix(expected, "a pattern"):
		e.Hint = "values are compared with =="
	case p.i > 0 && p.prev().text == "return":
		e.Hint = "the value of a function is that of its body: leave return out, and braces around it"
	case t.kind == tPunct && t.text == ";":
		e.Hint = "declarations and expressions end without a semicolon"
	case expected == quote("else")+" in a conditional" && t.is("then"):
		e.Hint = "a second condition begins with else if"
	case expected == quote("else")+" in a conditional":
		e.Hint = "a conditional has a value in both cases: if … then … else …"
	}
	if e.Hint == "" {
		e.Hint = p.foreign(expected)
	}
	if p.expectsClosing(expected) && (p.endsMore(t) || t.is("=")) {
		open := p.toks[p.open[len(p.open)-1]]
		e.WithNote(open.pos, "%s is opened here", quote(open.text))
	}
}

// namesSize reports whether a token between brackets was meant for the name of a size: a keyword is,
// so that the error says that it is one.
func (t *token) namesSize() bool { return t.kind == tIdent || t.kind == tKeyword }

// namesSomething reports whether a name was expected.
func namesSomething(expected string) bool {
	for _, what := range []string{"a name ", "a pattern", "the name ", "a parameter"} {
		if strings.HasPrefix(expected, what) {
			return true
		}
	}
	return false
}

// expectsClosing reports whether the bracket opened last was to be closed.
func (p *parser) expectsClosing(expected string) bool {
	if len(p.open) == 0 {
		return false
	}
	closing := map[string]string{"(": ")", "[": "]", "{": "}", "#[": "]"}[p.toks[p.open[len(p.open)-1]].text]
	return strings.HasPrefix(expected, quote(closing)+" in ")
}

// endsMore reports whether t ends what is around a bracket: then it is the bracket that was
// forgotten.
func (p *parser) endsMore(t *token) bool {
	return t.kind == tEOF || t.kind == tKeyword || t.is(")") || t.is("]") || t.is("}")
}

// notDeclared is the remedy for a text where a declaration was expected.
func (p *parser) notDeclared() string {
	t := p.tok()
	switch {
	case t.wrong != nil && strings.HasSuffix(t.wrong.Msg, "'$'"):
		return "a function is applied to all that follows by <|"
	case p.is(")"), p.is("]"), p.is("}"):
		return "no bracket is open that " + t.text + " closes"
	case p.is(".."):
		return "ranges are written a..<c, a...c, and with a second number a..b..<c, a..b...c"
	case p.is("=") && p.i > 1 && p.peek(-2).text == "where":
		return "names are bound before they are used: let " + p.prev().text + " = … in …"
	case p.is("=") && p.prev().kind == tIdent && p.i > 0:
		return "in an expression, names are bound by let, as in let " + p.prev().text + " = … in …; values are compared with =="
	case p.is("=") && p.i > 0 && p.prev().is("]"):
		return "an element is replaced in a copy: xs with [0] = …"
	case p.is("if"):
		return "a choice is written if … then … else …"
	case p.is("|"):
		return "the constructors of a sum type begin with #, as in #red | #green"
	case p.is("{") && p.peek(1).text == "-":
		return "comments begin with --"
	case t.text == "func", t.text == "fn", t.text == "function":
		return "functions are defined by def, as in def f (x: i32) : i32 = …"
	case t.text == "fun":
		return "functions are defined by def, as in def f (x: i32) : i32 = …"
	case (t.text == "const" || t.text == "val") && p.peek(1).kind == tIdent:
		return "constants are defined by def, too: def " + p.peek(1).text + " = …"
	case t.kind == tIdent && p.peek(1).is("="):
		return "declarations begin with def, entry or type: def " + t.text + " = …"
	case t.kind == tIdent && (p.peek(1).text == "::" || p.peek(1).is(":")):
		return "a definition says its types itself: def " + t.text + " (x: i32) : i32 = …"
	case t.kind == tIdent && declKeywords[strings.ToLower(t.text)]:
		return "write " + strings.ToLower(t.text)
	case t.text == "data", t.text == "enum":
		return "sum types are declared like this: type shape = #circle f32 | #square f32"
	case t.text == "struct":
		return "records are declared like this: type point = {x: f32, y: f32}"
	}
	return "declarations begin with def, entry or type"
}

// habit is a token that other languages have where this one has something else.
type habit struct {
	text     string // of the token, "" for any
	expected string // how what was expected instead begins, "" for anything
	remedy   string
}

// habits are looked at in order.
var habits = []habit{
	{"/*", "", "comments begin with --"},
	{"#", "a declaration", "comments begin with --"},
	{"=>", `"->" in a lambda`, arrow}, {".", `"->" in a lambda`, arrow}, {"", `"->" in a lambda`, arrow},
	{"!", "", "a negated argument stands in parentheses: f (!x)"},
	{"~", "a declaration", "values that differ are compared with !="},
	{"?", "", "a choice is written if … then … else …"},
	{"~", "an expression", "the complement of bits is !x"},
	{".", "the name of a field", "a part of a record is replaced by its name alone: r with x = …"},
	{"_", "an expression", "_ is for what is not used, and no name: bind a name"},
	{".", "an expression", "numbers begin with a digit, as 0.5"},
	{"+=", "", assigned}, {"-=", "", assigned}, {"*=", "", assigned}, {"/=", `"="`, assigned},
	{"<=", `"in" in a loop`, "the index stays below a bound: for i < n"},
	{":", `"}" in a record`, "the fields of a record have =, those of its type have a colon: {x = …}"},
	{"->", "case, and a pattern", cases}, {"|", "case, and a pattern", cases},
	{"|", "the name of a field", cases}, {"=>", `"->" in a case`, "a case has -> between its pattern and its value"},
	{"", `"->" in a case`, "a case is written case x -> …, and constructors begin with #: case #circle r -> …"},
	{"=>", "= behind a field's number", cases}, {"", "= behind a field's number", "branches have no braces: if … then … else …"},
	{",", `"]" in a size binder`, "arrays have no patterns: let x = xs[0]"},
	{":", "a type", "arrays are joined by ++, as in [x] ++ xs"},
	{"for", `"]" in an array`, `elements are computed by map: map (\x -> …) xs`},
	{":", `"]" in an index`, "a slice has at most a beginning, an end and a step, as in xs[i:j:s]"},
	{"|", `"=" in the definition`, "a function has one body: def f x = if … then … else …"},
	{")", "a type", "the type of an array has its brackets in front: []i32"},
	{"", `"=" in the definition`, "the body follows =, the type of the result a colon: def f (x: i32) : i32 = …"},
	{"", `"then" in a conditional`, "a conditional is written if … then … else …"},
	{"", `")" in a pattern`, "a parameter with its type is written (x: i32), a tuple (x, y)"},
}

const (
	assigned = "names keep their values; bind a new one, as in let y = x + 1"
	arrow    = `functions without a name are written \x -> …`
	cases    = "write match x case 0 -> … case _ -> …"
)

// foreign is the remedy for what another language has at the current token, or "".
func (p *parser) foreign(expected string) string {
	t := p.tok()
	if p.i > 1 && t.kind == tOp && expected == "an expression" && p.peek(-2).text == "assert" {
		return "the condition stands in parentheses: assert (…) x"
	}
	if len(p.open) > 0 && p.expectsClosing(expected) && p.toks[p.open[len(p.open)-1]+1].text == "lambda" {
		return `functions without a name begin with a backslash: (\x -> …)`
	}
	if p.i > 1 && t.is(":") && strings.HasPrefix(expected, "a type") && p.prev().is(":") && p.peek(-2).kind == tIdent && p.peek(-2).text[0] < 'a' {
		return "the members of a module follow a dot: " + p.peek(-2).text + "." + p.peek(1).text
	}
	if t.kind == tEOF && p.i > 0 && p.prev().is("++") {
		return "++ joins arrays; a number is incremented by x + 1"
	}
	for _, h := range habits {
		if (h.text == "" || h.text == t.text) && strings.HasPrefix(expected, h.expected) {
			return h.remedy
		}
	}
	return ""
}

// noIn is the error for a let without its in.
func (p *parser) noIn() *source.Error {
	e := p.unexpected("in, or another let")
	switch {
	case p.is("="), p.is(","):
		e.Hint = "each name has a let of its own"
	case e.Hint == "":
		e.Hint = "a let expression ends with in and the result"
	}
	return e
}
