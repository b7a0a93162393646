package syntax

import (
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/core/source"
)

func isFunctionGlyph(text string) bool {
	return strings.Contains(functions, text) || slices.Contains(bitwise, text)
}

// function parses a function with its operators, the operands of which bind to the left.
func (p *parser) function() Expr {
	t := p.now()
	var f Expr
	if t.is("∘") { // ∘.f
		p.next()
		op := &Prim{function{At{p.next().pos}}, "."}
		f = &Operate2{function{At{t.pos}}, op, nil, p.operand(op, false)}
	} else {
		f = p.functionAtom()
	}
	return p.operators(f)
}

func (p *parser) functionAtom() Expr {
	t := p.now()
	switch {
	case t.kind == tName:
		p.next()
		return p.name(t, Function)
	case t.is("{"):
		return p.dfn()
	case t.is("("):
		return p.paren()
	}
	p.next()
	if t.text == "⊂" {
		p.enclosing[t.pos] = true
	}
	return &Prim{function{At{t.pos}}, t.text}
}

// operators parses the operators after an operand, and axes after functions.
func (p *parser) operators(f Expr) Expr {
	for {
		t := p.now()
		at := function{At{f.Start()}}
		switch {
		case t.is("["):
			subs := p.subscripts()
			if len(subs) != 1 || subs[0] == nil {
				panic(source.Errorf(t.pos, "a function has one axis in brackets"))
			}
			f = &Axis{at, f, subs[0]}
		case t.kind == tGlyph && strings.Contains(monadicOps, t.text):
			p.next()
			f = &Operate1{at, &Prim{function{At{t.pos}}, t.text}, f}
		case t.kind == tGlyph && strings.Contains(dyadicOps, t.text) && !(t.text == "∘" && p.peek(1).is(".") && f.Class() == Array):
			if t.text == "∘" && p.peek(1).is(".") { // f ∘.g: an outer product follows
				return f
			}
			p.next()
			op := &Prim{function{At{t.pos}}, t.text}
			o := &Operate2{at, op, f, p.operand(op, t.text != ".")}
			checkOperands(o, t)
			f = o
		case t.kind == tName && p.class(t) == Monadic:
			p.next()
			f = &Operate1{at, p.name(t, Monadic), f}
		case t.kind == tName && p.class(t) == Dyadic:
			p.next()
			op := p.name(t, Dyadic)
			f = &Operate2{at, op, f, p.operand(op, true)}
		case t.is("{") && f.Class() == Function && p.dfnAheadIsOperator():
			d := p.dfn()
			if d.Class() == Dyadic {
				f = &Operate2{at, d, f, p.operand(d, true)}
			} else {
				f = &Operate1{at, d, f}
			}
		default:
			return f
		}
	}
}

// checkOperands reports an array where a primitive operator takes a function.
func checkOperands(o *Operate2, op token) {
	isArray := func(e Expr) bool { return e.Class() == Array }
	switch {
	case op.is("∘") && isArray(o.Left) && isArray(o.Right):
		panic(source.Errorf(op.pos, "∘ binds a function and an array, but has two arrays beside it"))
	case !op.is("∘") && isArray(o.Left):
		panic(source.Errorf(op.pos, "the operator %s has a function to its left, but here is an array", op.text))
	}
}

// dfnAheadIsOperator reports whether the dfn that begins here is an operator.
func (p *parser) dfnAheadIsOperator() bool {
	at := p.at
	d := p.dfn()
	p.at = at
	return d.Class() != Function
}

// operand parses the right operand of an operator: one function, or one array.
func (p *parser) operand(op Expr, mayBeArray bool) Expr {
	t := p.now()
	switch {
	case p.startsFunction():
		return p.functionAtom()
	case mayBeArray && p.startsArray():
		t := p.next()
		switch {
		case t.kind == tNumber && describe(op) == "⍤" && p.now().kind == tNumber:
			p.at--
			return p.numbers()
		case t.kind == tNumber:
			return t.num
		case t.kind == tName:
			return p.name(t, Array)
		case t.is("⍬"):
			return &Zilde{array{At{t.pos}}}
		}
		p.at--
		return p.paren()
	}
	panic(source.Errorf(t.pos, "the operator %s lacks its right operand, but found %s", describe(op), t.describe()))
}

// numbers parses the ranks that ⍤ takes.
func (p *parser) numbers() Expr {
	out := &Strand{array: array{At{p.now().pos}}}
	for p.now().kind == tNumber {
		out.Elems = append(out.Elems, p.next().num)
	}
	return out
}

// dfn parses a dfn.
func (p *parser) dfn() Expr { return p.once(p.braces) }

func (p *parser) braces() Expr {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > maxDepth {
		panic(source.Errorf(p.now().pos, "dfns nest more than %d deep", maxDepth))
	}
	open := p.next()
	d := &Dfn{At: At{open.pos}, Of: Function}
	if t := p.now(); t.kind == tNote {
		d.Annotation, d.AnnotatedAt = t.text, t.pos
		p.next()
	}
	p.scope = &scope{map[string]Class{}, d, p.scope}
	d.Body = p.statements(tPunct)
	p.scope = p.scope.outer
	d.End = p.closing("}", open).pos
	return d
}
