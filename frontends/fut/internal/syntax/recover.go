package syntax

import (
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
	start, depth := p.i, p.depth
	err, gaveUp := try(func() { d = p.decl() })
	if err == nil && !gaveUp {
		return d
	}
	if err != nil {
		p.report(err)
	}
	p.depth = depth
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
	return t.kind == tKeyword && declKeywords[t.text] || t.pos.Col == 1 && (t.is("let") || t.is("#[") || t.is("val"))
}

// boundExp reads the expression of a let, which begins in column col. If it is wrong, it is a Bad
// up to the in or to the next let of the chain.
func (p *parser) boundExp(col int) (e Exp) {
	start, depth := p.i, p.depth
	err, gaveUp := try(func() { e = p.exp() })
	if err == nil && !gaveUp && (p.is("in") || p.is("let")) {
		return e
	}
	if err == nil && !gaveUp {
		err = p.unexpected("in, or another let").WithHint("a let expression ends with in and the result")
	}
	if err != nil {
		p.report(err)
	}
	p.depth = depth
	if !p.skipToIn(start, col) {
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
