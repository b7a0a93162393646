package syntax

import (
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/core/source"
)

func (p *parser) startsAssignment() bool {
	t := p.now()
	if t.is("⎕") || t.is("⎕IO") {
		return p.peek(1).is("←")
	}
	if t.kind != tName {
		return false
	}
	n := p.afterSubscripts(1)
	next := p.peek(n)
	if next.kind == tGlyph && isFunctionGlyph(next.text) {
		next = p.peek(n + 1)
	}
	return next.is("←")
}

// afterSubscripts is n, or, where token n ahead opens a bracket, where that ends.
func (p *parser) afterSubscripts(n int) int {
	if !p.peek(n).is("[") {
		return n
	}
	for depth := 0; ; n++ {
		switch t := p.peek(n); {
		case t.is("["):
			depth++
		case t.is("]"):
			if depth--; depth == 0 {
				return n + 1
			}
		case t.kind == tEOF, t.kind == tBreak:
			return n
		}
	}
}

// mostTargets is how many names a strand assignment gives values at most: it is looked for at each name.
const mostTargets = 256

// targets are the names that a strand assignment begins with, a b← or (a b)←, and how many tokens come before
// its arrow; there are none if it is no such assignment.
func (p *parser) targets() (names []token, n int) {
	inParens := p.now().is("(")
	if inParens {
		n++
	}
	for t := p.peek(n); t.kind == tName && !strings.ContainsAny(t.text, "⍺⍵"); t = p.peek(n) {
		if len(names) == mostTargets {
			return nil, 0
		}
		names = append(names, t)
		n++
	}
	if inParens {
		if !p.peek(n).is(")") {
			return nil, 0
		}
		n++
	}
	if len(names) < 2 && !inParens || len(names) == 0 || !p.peek(n).is("←") {
		return nil, 0
	}
	for _, t := range names {
		if c := p.class(t); c != None && c != Array {
			return nil, 0
		}
	}
	return names, n
}

// strandAssignment parses a b←e, or returns nil.
func (p *parser) strandAssignment() Expr {
	targets, n := p.targets()
	if targets == nil {
		return nil
	}
	e := &AssignStrand{array: array{At{targets[0].pos}}}
	p.at += n + 1
	for _, t := range targets {
		p.defining[t.text]++
	}
	e.Value = p.expr()
	p.needArray(e.Value, "the value of several names")
	for _, t := range targets {
		p.defining[t.text]--
		p.scope.names[t.text] = Array
		e.Names = append(e.Names, t.text)
	}
	return e
}

// assignment parses an assignment, or returns nil.
func (p *parser) assignment() Expr {
	if e := p.strandAssignment(); e != nil {
		return e
	}
	if !p.startsAssignment() {
		return nil
	}
	t := p.next()
	var subs []Expr
	if p.now().is("[") {
		subs = p.subscripts()
	}
	var fun Expr
	if !p.now().is("←") {
		fun = &Prim{function{At{p.now().pos}}, p.next().text}
	}
	p.next()
	p.defining[t.text]++
	value := p.expr()
	p.defining[t.text]--
	at := At{t.pos}
	switch {
	case t.text == "⎕IO":
		if n, ok := value.(*Number); !ok || !n.IsInt || n.Int != 1 {
			panic(source.Errorf(value.Start(), "the index origin ⎕IO is 1"))
		}
	case t.text == "⎕":
		p.needArray(value, "what is printed")
		return &Output{array{at}, value}
	case t.text == "⍵" || t.text == "⍺⍺" || t.text == "⍵⍵":
		panic(source.Errorf(t.pos, "%s cannot be assigned to", t.text))
	case subs != nil:
		if p.class(t) != Array {
			panic(source.Errorf(t.pos, "%q is no array whose elements could be assigned to", t.text))
		}
		p.needArray(value, "the value of an element")
		return &AssignIndex{array{at}, t.text, subs, fun, value}
	}
	if fun != nil && p.class(t) != Array {
		panic(source.Errorf(t.pos, "%q has no value that could be changed", t.text))
	}
	if old, ok := p.scope.names[t.text]; ok && old != value.Class() {
		panic(source.Errorf(t.pos, "%q is %s, and cannot become %s", t.text, classNames[old], classNames[value.Class()]).
			WithHint("use another name"))
	}
	if t.text != "⍺" {
		p.scope.names[t.text] = value.Class()
	}
	return &Assign{at, t.text, fun, value}
}

// strand parses arrays beside each other.
func (p *parser) strand() Expr {
	first := p.arrayAtom()
	elems := []Expr{first}
	for p.startsArray() && !p.startsAssignment() {
		elems = append(elems, p.arrayAtom())
	}
	if len(elems) == 1 {
		return first
	}
	return &Strand{array{At{first.Start()}}, elems}
}

// arrayAtom parses one array, with its subscripts.
func (p *parser) arrayAtom() Expr {
	t := p.next()
	at := array{At{t.pos}}
	var e Expr
	switch {
	case t.kind == tNumber:
		e = t.num
	case t.text == "⎕IO":
		e = &Number{array: at, IsInt: true, Int: 1}
	case t.is("⍬"):
		e = &Zilde{at}
	case t.kind == tName:
		e = p.name(t, Array)
	default:
		p.at--
		e = p.paren()
	}
	for p.now().is("[") {
		e = &Index{at, e, p.subscripts()}
	}
	return e
}

// name is a use of a name.
func (p *parser) name(t token, c Class) Expr {
	if strings.HasPrefix(t.text, "⍺") || strings.HasPrefix(t.text, "⍵") {
		if p.scope.dfn == nil {
			panic(source.Errorf(t.pos, "%s stands outside of a dfn", t.text))
		}
		if t.text == "⍺" && p.scope.names["⍺"] == None {
			p.scope.dfn.Dyadic = true
		}
		if t.text == "⍺⍺" && p.scope.dfn.Of == Function {
			p.scope.dfn.Of = Monadic
		}
		if t.text == "⍵⍵" {
			p.scope.dfn.Of = Dyadic
		}
	}
	return &Name{At{t.pos}, t.text, c}
}

// paren parses an expression in parentheses.
func (p *parser) paren() Expr { return p.once(p.inParentheses) }

func (p *parser) inParentheses() Expr {
	open := p.next()
	if p.now().is(")") {
		panic(source.Errorf(open.pos, "the parentheses are empty").WithHint("the empty vector is ⍬"))
	}
	e := p.expr()
	p.closing(")", open)
	if t, ok := e.(*Train); ok {
		p.checkTrain(t)
		e = &Paren{function{At{open.pos}}, t}
	}
	return e
}

func (p *parser) checkTrain(t *Train) {
	if n := len(t.Parts); n > 1 && t.Parts[0].Class() == Array && n%2 == 0 {
		panic(source.Errorf(t.Start(), "a train of %d parts begins with a function", n))
	}
}

// Paren is a train in parentheses.
type Paren struct {
	function
	Train *Train
}

// subscripts parses [i;j].
func (p *parser) subscripts() []Expr {
	open := p.next()
	var out []Expr
	for {
		if t := p.now(); t.is(";") || t.is("]") {
			out = append(out, nil)
		} else {
			e := p.expr()
			p.needArray(e, "a subscript")
			out = append(out, e)
		}
		if !p.accept(";") {
			p.closing("]", open)
			return slices.Clip(out)
		}
	}
}
