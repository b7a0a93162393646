package syntax

import (
	"strings"
	"unicode/utf8"

	"github.com/lamina-lang/lamina/core/source"
)

// maxDepth bounds the nesting of expressions, so that no input exhausts the stack.
const maxDepth = 1000

// Parse parses a program. The error is a *source.Error that shows the line.
func Parse(f *source.File) (p *Program, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *source.Error:
			err = r.In(f)
		default:
			panic(r)
		}
	}()
	r := &parser{toks: scan(f), scope: &scope{names: map[string]Class{}}, ahead: map[int]parsed{}, later: map[string]Class{}, defining: map[string]int{}, enclosing: map[source.Pos]bool{}}
	p = &Program{f, r.statements(tEOF)}
	for _, t := range r.toks {
		if r.enclosing[t.pos] {
			panic(refusal('⊂', t.pos))
		}
	}
	return p, nil
}

// scope are the classes of names. Those of a dfn are seen in the dfns in it.
type scope struct {
	names map[string]Class
	dfn   *Dfn // nil for the program
	outer *scope
}

func (s *scope) class(name string) Class {
	for ; s != nil; s = s.outer {
		if c, ok := s.names[name]; ok {
			return c
		}
	}
	return None
}

// parser reads tokens by recursive descent. It panics with a *source.Error.
type parser struct {
	toks  []token
	at    int
	depth int
	scope *scope
	// ahead are the parentheses and dfns that have been parsed to find their class, by where
	// they begin.
	ahead map[int]parsed
	// later are the classes of names that the program assigns after their first use in a dfn.
	later map[string]Class
	// defining are the names whose values surround the present token.
	defining map[string]int
	// enclosing is where an ⊂ stands that is no part of a Select so far.
	enclosing map[source.Pos]bool
}

// parsed is an expression, and the token after it.
type parsed struct {
	exp Expr
	end int
}

// once parses at the present token, unless it was parsed before.
func (p *parser) once(parse func() Expr) Expr {
	at := p.at
	if done, ok := p.ahead[at]; ok {
		p.at = done.end
		return done.exp
	}
	e := parse()
	p.ahead[at] = parsed{e, p.at}
	return e
}

func (p *parser) now() token { return p.toks[p.at] }

func (p *parser) peek(n int) token { return p.toks[min(p.at+n, len(p.toks)-1)] }

func (p *parser) next() token {
	t := p.toks[p.at]
	if t.kind != tEOF {
		p.at++
	}
	return t
}

func (t token) is(text string) bool {
	return t.text == text && (t.kind == tPunct || t.kind == tGlyph)
}

func (p *parser) accept(text string) bool {
	ok := p.now().is(text)
	if ok {
		p.at++
	}
	return ok
}

// closing consumes what closes a bracket.
func (p *parser) closing(text string, open token) token {
	t := p.now()
	if !t.is(text) {
		panic(source.Errorf(t.pos, "expected %s, but found %s", text, t.describe()).WithNote(open.pos, "%s was opened here", open.text))
	}
	return p.next()
}

// statements parses statements up to the end of the file, or to a brace.
func (p *parser) statements(end kind) []Stmt {
	var out []Stmt
	for {
		t := p.now()
		switch {
		case t.kind == tBreak, t.kind == tNote:
			p.next()
			continue
		case t.kind == tEOF, end == tPunct && t.is("}"):
			return out
		}
		out = append(out, p.statement())
		switch t := p.now(); {
		case t.kind == tBreak, t.kind == tEOF, t.kind == tNote, end == tPunct && t.is("}"):
		case t.is(":"):
			panic(source.Errorf(t.pos, "a guard can only be in a dfn").WithHint("put the statements in braces"))
		case t.kind == tName && p.class(t) == None:
			p.unexpected()
		case t.kind == tGlyph && strings.Contains(monadicOps+dyadicOps, t.text):
			panic(source.Errorf(t.pos, "the operator %s has a function to its left, but here is an array", t.text))
		default:
			panic(source.Errorf(t.pos, "unexpected %s", t.describe()))
		}
	}
}

func (p *parser) statement() Stmt {
	if t := p.now(); t.is(":") {
		panic(source.Errorf(t.pos, "control structures (:If, :For, …) are not supported").WithHint("use guards in dfns, and ⍣ for loops"))
	}
	e := p.expr()
	if p.scope.dfn != nil && p.accept(":") {
		p.needArray(e, "the condition of a guard")
		then := p.expr()
		p.needArray(then, "the result of a dfn")
		return Stmt{e, then}
	}
	if p.scope.dfn != nil {
		if _, isAssign := e.(*Assign); !isAssign {
			p.needArray(e, "the result of a dfn")
		}
	}
	return Stmt{nil, e}
}

func (p *parser) needArray(e Expr, what string) {
	if e.Class() != Array {
		panic(source.Errorf(e.Start(), "%s is an array, but this is %s", what, classNames[e.Class()]))
	}
}

var classNames = map[Class]string{Array: "an array", Function: "a function", Monadic: "an operator", Dyadic: "an operator"}

// expr parses an expression: an array, a function with its arguments, or a function.
func (p *parser) expr() Expr {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > maxDepth {
		panic(source.Errorf(p.now().pos, "expressions nest more than %d deep", maxDepth).WithHint("name parts of it"))
	}
	if e := p.assignment(); e != nil {
		return e
	}
	var left Expr
	if p.startsArray() {
		left = p.strand()
		if t := p.now(); t.kind == tGlyph && (t.text == "∘" && !p.peek(1).is(".") || t.text == "⍥" || t.text == "⍤") {
			left = p.operators(left) // 2∘+
		}
	}
	if left != nil && left.Class() == Array {
		if !p.startsFunction() {
			if t := p.now(); t.kind == tName && (p.class(t) == Monadic || p.class(t) == Dyadic) {
				return p.withRight(p.operators(left), nil)
			}
			return left
		}
		return p.withRight(p.function(), left)
	}
	if left == nil {
		if !p.startsFunction() {
			p.unexpected()
		}
		left = p.function()
	}
	return p.withRight(left, nil)
}

// unexpected reports the token that begins no expression.
func (p *parser) unexpected() {
	t := p.now()
	e := source.Errorf(t.pos, "expected an expression, but found %s", t.describe())
	switch {
	case t.kind == tName && p.class(t) == None && p.scope.dfn != nil && !p.closes():
		e = source.Errorf(p.scope.dfn.Start(), "this brace is not closed")
	case t.kind == tName && p.class(t) == None && p.defining[t.text] > 0:
		e = source.Errorf(t.pos, "recursion is not supported: %q is used in its own definition", t.text).WithHint("repeat a function with ⍣")
	case t.kind == tName && p.class(t) == None:
		e = source.Errorf(t.pos, "unknown name %q: names are lexically scoped, and assigned before they are used", t.text)
		if hint := p.nameHint(t.text); hint != "" {
			e = e.WithHint("%s", hint)
		}
	case t.kind == tPunct && len(t.text) > len("⎕"):
		e = source.Errorf(t.pos, "the system name %s is not supported", t.text)
	case t.is("⎕"):
		e = source.Errorf(t.pos, "input (⎕) is not supported").WithHint("make it an argument of a dfn")
	case t.kind == tName && (p.class(t) == Monadic || p.class(t) == Dyadic):
		e = source.Errorf(t.pos, "the operator %s lacks its operand", t.text)
	case t.kind == tGlyph:
		e = source.Errorf(t.pos, "the operator %s lacks its operand", t.text)
	}
	panic(e)
}

// nameHint says what an unknown name at this token may stand for; "" if nothing comes to mind.
func (p *parser) nameHint(name string) string {
	if next := p.peek(1); next.is("=") || next.is(":") && p.peek(2).is("=") {
		return "← assigns, = compares"
	}
	if hint := words[name]; hint != "" {
		return hint
	}
	first, _ := utf8.DecodeRuneInString(name)
	return lookalikes[first]
}

// withRight parses what follows a function: its right argument, or nothing, when it is a value.
func (p *parser) withRight(f, left Expr) Expr {
	at := array{At{f.Start()}}
	if left != nil {
		at = array{At{left.Start()}}
	}
	if !p.startsArray() && !p.startsFunction() && !p.startsAssignment() && !p.now().is("⎕") {
		if t := p.now(); t.kind == tName && p.class(t) == None {
			p.unexpected()
		}
		if left != nil {
			if p.inParens() {
				return &Train{function{At{left.Start()}}, []Expr{left, f}}
			}
			panic(source.Errorf(p.now().pos, "the function %s lacks its right argument", describe(f)))
		}
		return f
	}
	right := p.expr()
	if right.Class() == Function {
		return p.train(f, left, right)
	}
	switch {
	case left != nil:
		if s := p.selection(f, left, right); s != nil {
			return s
		}
		return &Apply2{at, f, left, right}
	case isPrim(f, "⊂"):
		return &Enclosed{at, right, f.Start()}
	}
	return &Apply1{at, f, right}
}

func (p *parser) inParens() bool { return p.now().is(")") }

// train is a sequence of functions.
func (p *parser) train(f, left, right Expr) Expr {
	parts := []Expr{f}
	if left != nil {
		parts = []Expr{left, f}
	}
	if t, ok := right.(*Train); ok {
		parts = append(parts, t.Parts...)
	} else {
		parts = append(parts, right)
	}
	return &Train{function{At{parts[0].Start()}}, parts}
}

func describe(f Expr) string {
	switch f := f.(type) {
	case *Prim:
		return f.Glyph
	case *Name:
		return f.Name
	case *Dfn:
		return "{…}"
	}
	return "that ends here"
}

func (p *parser) class(t token) Class {
	switch t.text {
	case "⍺", "⍵":
		return Array
	case "⍺⍺", "⍵⍵":
		return Function
	}
	switch c := p.scope.class(t.text); {
	case c != None:
		return c
	case p.assignedLater(t.text):
		return Array
	}
	return p.classInProgram(t.text)
}

func (p *parser) startsArray() bool {
	t := p.now()
	switch t.kind {
	case tNumber:
		return true
	case tName:
		return p.class(t) == Array
	case tGlyph:
		return t.text == "⍬"
	case tPunct:
		if t.text == "(" {
			return p.classInParens() == Array
		}
		return t.text == "⎕IO"
	}
	return false
}

// classInParens finds the class of what is in parentheses by parsing it.
func (p *parser) classInParens() Class {
	at := p.at
	e := p.paren()
	p.at = at
	return e.Class()
}

func (p *parser) startsFunction() bool {
	t := p.now()
	switch t.kind {
	case tName:
		return p.class(t) == Function
	case tGlyph:
		return isFunctionGlyph(t.text) || t.text == "∘" && p.peek(1).is(".")
	case tPunct:
		return t.text == "{" || t.text == "(" && p.classInParens() == Function
	}
	return false
}
