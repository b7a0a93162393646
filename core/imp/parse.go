package imp

import (
	"strconv"
	"strings"

	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/text"
)

// Parse reads the text of a program: it is the inverse of Print. Errors, which are
// *source.Errors, call the text file. The program's supply of names starts after the
// largest name in the text. Parse checks the form of the program only; package check does
// the rest.
func Parse(file, imp string) (*Program, error) { return parse(file, imp, false) }

// ParseSource is Parse for handwritten text: functions and statements without a position
// get that of their place in the text.
func ParseSource(file, imp string) (*Program, error) { return parse(file, imp, true) }

func parse(file, imp string, locate bool) (*Program, error) {
	p := parser{text.NewScanner(file, imp), locate, map[name.Name]Type{}}
	prog := &Program{Names: p.Names}
	p.Header("imp")
	for p.Tok().Kind != text.EOF {
		prog.Funs = append(prog.Funs, p.fun())
	}
	if err := p.Err(); err != nil {
		return nil, err
	}
	return prog, nil
}

// parser reads programs and statements; parse_expr.go has the expressions. After an error
// its results are incomplete.
type parser struct {
	*text.Scanner
	locate bool // give things without a position their place in the text
	// types holds the variables declared so far.
	types map[name.Name]Type
}

func (p *parser) fun() *Fun {
	at := p.Pos()
	f := &Fun{InKernel: p.Accept("inkernel")}
	p.Expect("fun")
	f.Name = p.Ident("the function's name")
	f.Params = p.params()
	p.Expect("->")
	f.Results = p.params()
	f.Pos = p.place(at)
	if p.Accept("entry") {
		f.Entry = &Entry{Params: p.externals()}
		p.Expect("->")
		f.Entry.Results = p.externals()
	}
	f.Body = p.body()
	return f
}

// place reads the optional position of something that begins at at.
func (p *parser) place(at source.Pos) source.Pos {
	pos := p.OptPlace()
	if p.locate && !pos.IsValid() {
		return at
	}
	return pos
}

func (p *parser) params() (ps []Param) {
	p.List("(", ")", func() {
		q := Param{Name: p.Name()}
		p.Expect(":")
		q.Type = p.typ()
		p.types[q.Name] = q.Type
		ps = append(ps, q)
	})
	return ps
}

func (p *parser) typ() Type {
	if !p.Accept("mem") {
		return p.lanes()
	}
	if p.Accept(".") {
		return Type{Space: p.space()}
	}
	return Type{}
}

// lanes reads the type of a scalar, f32, or of a vector, f32x4.
func (p *parser) lanes() Type {
	elem, count, isVector := strings.Cut(p.Tok().Text, "x")
	n, err := strconv.ParseUint(count, 10, 16)
	t, ok := scalar.ParseType(elem)
	if !isVector || err != nil || n == 0 || !ok || p.Tok().Kind != text.Word {
		return Type{Elem: p.ScalarType()}
	}
	p.Next()
	return Type{Elem: t, Lanes: int(n)}
}

func (p *parser) space() Space { return Space(p.Ident("a memory space")) }

func (p *parser) externals() (es []External) {
	p.List("(", ")", func() {
		var e External
		if p.Tok().IsIdent() {
			e.Name = p.Ident("a name")
			p.Expect(":")
		}
		e.Unique = p.Accept("*")
		e.Type = p.Str()
		p.Expect("=")
		for p.Accept("[") {
			e.Shape = append(e.Shape, p.expr())
			p.Expect("]")
		}
		e.Elem = p.ScalarType()
		p.Expect("in")
		e.Var = p.Name()
		es = append(es, e)
	})
	return es
}

func (p *parser) body() (ss []Stm) {
	p.Enter()
	defer p.Leave()
	p.Expect("{")
	for !p.Accept("}") && !p.Failed() {
		ss = append(ss, p.stm())
	}
	return ss
}
