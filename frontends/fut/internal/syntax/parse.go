package syntax

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/core/source"
)

// maxDepth bounds how deep expressions, patterns and types may nest, so that
// no input exhausts the stack here or in the packages that walk the tree.
const maxDepth = 1000

// maxChain bounds the number of operators in one chain such as a + b + c and
// of lets that follow each other: they nest too, but cost little stack.
const maxChain = 100_000

// maxBranches bounds the number of else ifs, or of cases, that follow each other. They
// nest in the program that is made of them, and how deep that may nest on its way to a
// plugin is bounded (package wire).
const maxBranches = 2000

// Parse parses a source file. The error is a *source.Error, or source.Errors if there are
// several; then the file holds what could be read, and is nil if the text is not UTF-8.
func Parse(f *source.File) (*File, error) { return parse(f, (*parser).file) }

// ParsePrelude parses a file of the prelude, where `val` declares intrinsics.
func ParsePrelude(f *source.File) (*File, error) {
	return parse(f, func(p *parser) *File {
		p.prelude = true
		return p.file()
	})
}

// ParseExp parses a text that is one expression. The error is a *source.Error.
func ParseExp(f *source.File) (Exp, error) {
	return parse(f, func(p *parser) Exp {
		e := p.exp()
		p.expectEOF()
		return e
	})
}

func parse[T any](f *source.File, read func(*parser) T) (result T, err error) {
	f.Text = strings.TrimPrefix(f.Text, "\uFEFF") // the mark that some editors put in front of UTF-8
	p := &parser{src: f}
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *source.Error:
			err = r.In(f)
		case abandoned:
			err = p.errors()
		default:
			var at source.Pos
			if p.i < len(p.toks) {
				at = p.tok().pos
			}
			err = source.Internal(at, r).In(f)
		}
	}()
	p.toks = scan(f)
	result = read(p)
	return result, p.errors()
}

// errors are those recorded, with those of the scanner.
func (p *parser) errors() error {
	errs := p.errs
	for _, t := range p.toks {
		if t.wrong != nil && !slices.Contains(errs, t.wrong) {
			errs = append(errs, t.wrong)
		}
	}
	for _, e := range errs {
		e.In(p.src)
	}
	return source.Join(errs)
}

// parser reads tokens by recursive descent; operators by precedence. An error is a panic with
// a *source.Error, which ends the expression of a let or the declaration (see recover.go).
type parser struct {
	src     *source.File
	toks    []token
	i       int // index of the current token
	depth   int
	structs int // how many structures the declaration being read is in
	prelude bool
	attrs   []*Attr // of the declaration being read
	// section is the operator of a left section, (e op), whose closing
	// parenthesis comes next.
	section *Var
	mayFail bool // in the pattern of a case
	errs    []*source.Error
	// open are the brackets around the current token that are read by list.
	open  []int
	ended bool // the text nests too deep, and nothing more is read
	// misnamed is a keyword that stands where a name must; it begins no declaration.
	misnamed string
}

func (p *parser) tok() *token  { return &p.toks[p.i] }
func (p *parser) at() At       { return At{Position: p.tok().pos} }
func (p *parser) prev() *token { return &p.toks[max(p.i-1, 0)] }

// peek returns the token n places ahead.
func (p *parser) peek(n int) *token { return &p.toks[min(p.i+n, len(p.toks)-1)] }

// written is the text since token number from, with a space where there is white space or a comment.
func (p *parser) written(from int) string {
	var text strings.Builder
	for i := from; i < p.i; i++ {
		if i > from && p.toks[i].pos != p.toks[i-1].end {
			text.WriteByte(' ')
		}
		text.WriteString(p.toks[i].text)
	}
	return text.String()
}

func (p *parser) advance() *token {
	t := p.tok()
	if t.kind != tEOF {
		p.i++
	}
	return t
}

func (p *parser) is(s string) bool { return p.tok().is(s) }

// accept moves past the current token if it is s.
func (p *parser) accept(s string) bool {
	if p.is(s) {
		p.advance()
		return true
	}
	return false
}

// cover gives n the span from the token with that index to the last one read, unless it has one.
func (p *parser) cover(from int, n Node) {
	if a := n.at(); a.Extent == (Span{}) {
		a.Extent = Span{placeOf(p.toks[from].pos), placeOf(p.prev().end)}
	}
}

func placeOf(pos source.Pos) Place { return Place{int32(pos.Line), int32(pos.Col)} }

// covered is an expression with its span.
func (p *parser) covered(from int, e Exp) Exp {
	p.cover(from, e)
	return e
}

// expect moves past s, which must come in what.
func (p *parser) expect(s, what string) *token {
	if !p.is(s) {
		panic(p.unexpected("%s in %s", quote(s), what))
	}
	return p.advance()
}

func (p *parser) expectEOF() {
	if p.tok().kind != tEOF {
		panic(p.unexpected("the end"))
	}
}

// unexpected is the error for the current token where something else must come.
// The end of the file is shown where the text before it ends.
func (p *parser) unexpected(format string, args ...any) *source.Error {
	t := p.tok()
	if t.wrong != nil {
		return t.wrong
	}
	pos := t.pos
	if t.kind == tEOF && p.i > 0 {
		pos = p.prev().end
	}
	e := source.Errorf(pos, "Unexpected %s", t.describe()).Until(t.end)
	expected := fmt.Sprintf(format, args...)
	e.Msg += "; expected " + expected
	p.explain(e, expected)
	return e
}

// nest counts a level of nesting until the function it returns is called. Below the deepest level nothing
// more is read: each further one would be an error of its own.
func (p *parser) nest() (leave func()) {
	p.depth++
	if p.depth > maxDepth {
		p.report(source.Errorf(p.tok().pos, "The program nests more than %d levels deep here", maxDepth).
			WithHint("name a part of it with let"))
		p.ended, p.i = true, len(p.toks)-1
		panic(abandoned{})
	}
	return func() { p.depth-- }
}

// list reads items separated by commas, a last comma allowed, up to close. The bracket has been
// read.
func (p *parser) list(closing, what string, item func()) {
	p.open = append(p.open, p.i-1)
	for !p.is(closing) {
		item()
		if !p.accept(",") {
			break
		}
	}
	p.expect(closing, what)
	p.open = p.open[:len(p.open)-1]
}

// single reports whether n elements between parentheses, which have been read,
// are no tuple but one thing, which no comma follows.
func (p *parser) single(n int, comma bool) bool {
	if n == 1 && comma {
		panic(source.Errorf(p.prev().pos, "Unexpected \")\"; a tuple has two elements or more").WithHint("leave the comma out"))
	}
	return n == 1
}

func (p *parser) file() *File {
	f := &File{Source: p.src, tokens: p.toks}
	docs := p.tok().docs
	if len(docs) > 1 || len(docs) == 1 && p.tok().is("import") { // nothing else documents an import
		f.Doc, p.toks[0].docs = docs[0], docs[1:]
	}
	for p.tok().kind != tEOF {
		if d := p.declOr(); d != nil {
			f.Decls = append(f.Decls, d)
		}
	}
	return f
}

func (p *parser) decl() Decl {
	from := p.i
	d := p.bareDecl()
	p.cover(from, d)
	return d
}

func (p *parser) bareDecl() Decl {
	doc := p.tok().docs
	p.attrs = nil
	for p.is("#[") {
		p.attrs = append(p.attrs, p.attr())
		doc = append(doc, p.tok().docs...)
	}
	text := strings.Join(doc, "\n")
	switch at := p.at(); {
	case p.is("def"), p.is("let"), p.is("entry"):
		return p.valDecl(text)
	case p.is("type"):
		return p.typeDecl(text)
	case p.is("val") && p.prelude:
		return p.valSpec(text)
	case p.accept("import"):
		return &ImportDecl{At: at, File: p.fileName()}
	case p.is("module"):
		return p.moduleDecl(text)
	case p.accept("open"):
		return &OpenDecl{At: at, Module: p.modExp()}
	case p.accept("local"):
		defer p.nest()()
		return &LocalDecl{At: at, Decl: p.decl()}
	}
	e := p.unexpected("a declaration")
	if e.Hint == "" {
		e.Hint = p.notDeclared()
	}
	panic(e)
}

func (p *parser) valDecl(doc string) *ValDecl {
	d := &ValDecl{At: p.at(), Doc: doc, Attrs: p.attrs, Entry: p.is("entry")}
	p.advance()
	switch {
	case p.tok().kind == tIdent && !p.operatorAhead(1):
		d.Name = p.ident("of a definition")
		d.TypeParams = p.typeParams()
		d.Params = p.params()
	case p.is("(") && p.peek(1).kind == tOp && p.peek(2).is(")"):
		p.advance()
		d.Name = p.binaryName()
		p.advance()
		d.TypeParams = p.typeParams()
		d.Params = p.params()
	default: // def x +++ y = …
		if !p.startsPat() && !p.is("[") && !p.is("'") {
			panic(p.unexpected("the name of a definition"))
		}
		d.TypeParams = p.typeParams()
		left := p.atomPat()
		d.Name = p.binaryName()
		d.Params = []Pat{left, p.atomPat()}
	}
	if p.accept(":") {
		d.Ret = p.typeExp()
	} else if p.is("->") {
		panic(p.unexpected("the type of the result, or its definition").WithHint("write : in front of the type of the result, and = in front of the definition"))
	}
	p.expect("=", "the definition of "+quote(d.Name.Name))
	d.Body = p.exp()
	return d
}

// operatorAhead reports whether a binary operator stands n tokens ahead.
func (p *parser) operatorAhead(n int) bool {
	t := p.peek(n)
	return t.kind == tOp || t.is("`")
}

// binaryName reads the operator, or the name in backticks, that an infix
// definition defines.
func (p *parser) binaryName() Ident {
	t := p.tok()
	switch {
	case t.kind == tOp:
		p.advance()
		id := Ident{At{Position: t.pos}, t.text}
		p.cover(p.i-1, &id)
		return id
	case p.accept("`"):
		id := p.ident("between backticks")
		p.expect("`", "an infix definition")
		return id
	}
	panic(p.unexpected("the operator that is being defined"))
}

func (p *parser) valSpec(doc string) *ValSpec {
	d := &ValSpec{At: p.at(), Doc: doc}
	p.advance()
	if p.accept("(") {
		d.Name = p.binaryName()
		p.expect(")", "the name of an operator")
	} else if p.operatorAhead(0) {
		d.Name = p.binaryName()
	} else {
		d.Name = p.ident("after val")
	}
	d.TypeParams = p.typeParams()
	p.expect(":", "a val declaration")
	d.Type = p.typeExp()
	return d
}

func (p *parser) typeDecl(doc string) *TypeDecl {
	d := &TypeDecl{At: p.at(), Doc: doc}
	p.advance()
	d.Lift = p.lift()
	d.Name = p.ident("after type")
	d.Params = p.typeParams()
	p.expect("=", "the definition of type "+quote(d.Name.Name))
	d.Type = p.typeExp()
	return d
}

func (p *parser) ident(where string) Ident {
	t := p.tok()
	if t.kind != tIdent {
		panic(p.unexpected("a name %s", where))
	}
	p.advance()
	id := Ident{At{Position: t.pos}, t.text}
	p.cover(p.i-1, &id)
	return id
}

// typeParams reads `[n] 'a '~b '^c`.
func (p *parser) typeParams() []*TypeParam {
	var params []*TypeParam
	for {
		from, param := p.i, &TypeParam{At: p.at()}
		switch {
		case p.is("[") && p.peek(1).namesSize() && p.peek(2).is("]"):
			p.advance()
			param.Size = true
		case p.accept("'"):
		case p.accept("'~"):
			param.Lift = SizeLifted
		case p.accept("'^"):
			param.Lift = Lifted
		default:
			return params
		}
		id := p.ident("of a parameter")
		param.Position, param.Name = id.Position, id.Name
		if param.Size {
			p.expect("]", "a size parameter")
		}
		p.cover(from, param)
		params = append(params, param)
	}
}

func (p *parser) params() []Pat {
	var params []Pat
	for p.startsPat() {
		params = append(params, p.atomPat())
	}
	return params
}

func (p *parser) attr() *Attr {
	p.expect("#[", "an attribute")
	a := p.attrTerm()
	p.expect("]", "an attribute")
	return a
}

func (p *parser) attrTerm() *Attr {
	defer p.nest()()
	from, t := p.i, p.tok()
	if t.kind != tIdent && t.kind != tInt && t.kind != tKeyword {
		panic(p.unexpected("the name of an attribute"))
	}
	p.advance()
	a := &Attr{At: At{Position: t.pos}, Name: t.text}
	if p.accept("(") {
		p.list(")", "an attribute", func() { a.Args = append(a.Args, p.attrTerm()) })
	}
	p.cover(from, a)
	return a
}
