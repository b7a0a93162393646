package ir

import (
	"strconv"

	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/sym"
	"github.com/lamina-lang/lamina/core/text"
)

// Parse reads .lir text: it is the inverse of Print. Errors, which are *source.Errors,
// call the text file. The program's supply starts after the largest name in the text.
// Parse checks the form of the program only; package check does the rest.
func Parse(file, lir string) (*Program, error) {
	return parse(file, lir, false)
}

// ParseSource is Parse for handwritten text: statements, functions and assertions without
// a position get that of their place in the text.
func ParseSource(file, lir string) (*Program, error) {
	return parse(file, lir, true)
}

func parse(file, lir string, locate bool) (*Program, error) {
	p := parser{text.NewScanner(file, lir), locate}
	prog := p.program()
	if err := p.Err(); err != nil {
		return nil, err
	}
	return prog, nil
}

// parser reads programs, bodies and statements; expParser, in parse_exp.go, reads
// expressions. After an error its results are incomplete.
type parser struct {
	*text.Scanner
	locate bool // give things without a position their place in the text
}

func (p *parser) program() *Program {
	prog := &Program{Names: p.Names}
	prog.Level, _ = ParseLevel(p.Header(Soac.String(), Kernel.String(), Mem.String()))
	for p.Tok().Kind != text.EOF {
		prog.Funs = append(prog.Funs, p.fun())
	}
	return prog
}

func (p *parser) fun() *Fun {
	f, at := new(Fun), p.Pos()
	described := false
	if p.Accept("entry") {
		f.Entry = new(Entry)
		if described = !p.Is("fun"); described {
			p.entry(f.Entry)
		}
	}
	p.Expect("fun")
	f.Name = p.Ident("the function's name")
	f.Params = p.params()
	p.Expect("->")
	f.Results = p.params()
	f.Pos = p.place(at)
	f.Body = p.body()
	if f.Entry != nil && !described {
		f.Entry = describe(f)
	}
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

func (p *parser) entry(e *Entry) {
	if p.Accept("implicit") {
		e.Implicit = p.Int()
	}
	e.Params = p.externals()
	p.Expect("->")
	e.Results = p.externals()
}

func (p *parser) externals() (es []External) {
	p.List("(", ")", func() {
		var e External
		if p.Tok().Kind != text.String {
			e.Name = p.Ident("a name or a type in quotes")
			p.Expect(":")
		}
		e.Type = p.Str()
		es = append(es, e)
	})
	return es
}

// describe makes the entry description of a function that is only marked "entry": leading
// i64 parameters that are sizes in later parameters are implicit, and the others go by
// their own names and types.
func describe(f *Fun) *Entry {
	sizes := Names{}
	for _, q := range f.Params {
		for _, d := range q.Type.Dims {
			sizes.Add(d.Name)
		}
	}
	e := new(Entry)
	for _, q := range f.Params {
		if !sizes.Has(q.Name) {
			break
		}
		e.Implicit++
	}
	for _, q := range f.Params[e.Implicit:] {
		if !q.Type.IsBlock() {
			e.Params = append(e.Params, External{Name: q.Name.String(), Type: q.Type.String()})
		}
	}
	for _, r := range f.Results {
		if !r.Type.IsBlock() {
			e.Results = append(e.Results, External{Type: r.Type.String()})
		}
	}
	return e
}

func (p *parser) body() *Body {
	p.Enter()
	defer p.Leave()
	b := new(Body)
	p.Expect("{")
	for !p.Is("in") && !p.Failed() {
		b.Stms = append(b.Stms, p.stm())
	}
	p.Expect("in")
	b.Result = p.atoms("(", ")")
	p.Expect("}")
	return b
}

func (p *parser) stm() *Stm {
	s, at := new(Stm), p.Pos()
	if p.Accept("let") {
		s.Pat = p.params()
		p.Expect("=")
	}
	s.Exp = p.exp()
	s.Attrs = p.attrs()
	s.Pos = p.place(at)
	if a, ok := s.Exp.(*Assert); ok && p.locate && len(a.Trace) == 0 {
		a.Trace = []source.Pos{s.Pos}
	}
	return s
}

// attrs reads the optional attributes after an operation.
func (p *parser) attrs() (as []Attr) {
	for more := p.Accept("with"); more; more = p.Accept(",") {
		a := Attr{Name: p.Str()}
		p.Expect("=")
		a.Value = p.Str()
		as = append(as, a)
	}
	return as
}

func (p *parser) lambda() *Lambda {
	l := new(Lambda)
	p.Expect("\\")
	l.Params = p.params()
	p.Expect("->")
	p.List("(", ")", func() { l.Results = append(l.Results, p.typ()) })
	l.Body = p.body()
	return l
}

func (p *parser) params() (ps []Param) {
	p.List("(", ")", func() { ps = append(ps, p.param()) })
	return ps
}

func (p *parser) param() Param {
	q := Param{Name: p.Name()}
	p.Expect(":")
	q.Unique = p.Accept("*")
	q.Type = p.typ()
	if p.Accept("@") {
		q.At = p.loc()
	}
	return q
}

func (p *parser) typ() Type {
	var t Type
	for p.Accept("[") {
		t.Dims = append(t.Dims, p.size())
		p.Expect("]")
	}
	if len(t.Dims) > 0 || !p.Accept("mem") {
		t.Elem = p.ScalarType()
		return t
	}
	if p.Accept(".") {
		t.Space = Space(p.Ident("a memory space"))
	}
	return t
}

func (p *parser) size() Atom {
	if p.AtConst() {
		return Const(p.Const(scalar.I64))
	}
	return Var(p.Name())
}

func (p *parser) atom() Atom {
	switch {
	case p.AtConst():
		return Const(p.Const(scalar.Invalid))
	case p.Tok().IsIdent():
		return Var(p.Name())
	}
	p.Expected("a name or a constant")
	return Atom{}
}

func (p *parser) atoms(open, close string) (as []Atom) {
	p.List(open, close, func() { as = append(as, p.atom()) })
	return as
}

func (p *parser) names() (ns []name.Name) {
	p.List("[", "]", func() { ns = append(ns, p.Name()) })
	return ns
}

// loc reads a location, after its @.
func (p *parser) loc() *Loc {
	l := &Loc{Block: p.Name()}
	p.Expect("->")
	l.Index.Offset = p.poly()
	p.Expect("+")
	p.List("{", "}", func() {
		p.Expect("(")
		d := lmad.Dim{Size: p.poly()}
		p.Expect(":")
		d.Stride = p.poly()
		p.Expect(")")
		l.Index.Dims = append(l.Index.Dims, d)
	})
	return l
}

// poly reads a sum of products. A + before { belongs to the LMAD around it.
func (p *parser) poly() sym.Poly {
	var sum sym.Poly
	if p.Accept("-") {
		sum = p.product().Neg()
	} else {
		sum = p.product()
	}
	for {
		switch {
		case p.Is("+") && !p.Peek().Is("{"):
			p.Next()
			sum = sum.Add(p.product())
		case p.Accept("-"):
			sum = sum.Sub(p.product())
		default:
			return sum
		}
		if n := len(sum.Terms()); n > sym.MaxTerms {
			p.Fail("a polynomial of more than %d terms", sym.MaxTerms)
		}
	}
}

func (p *parser) product() sym.Poly {
	product := p.factor()
	for p.Accept("*") {
		product = product.Mul(p.factor())
		if product.Degree() > sym.MaxDegree {
			p.Fail("a product of more than %d factors", sym.MaxDegree)
		}
	}
	return product
}

func (p *parser) factor() sym.Poly {
	if p.Tok().Kind != text.Number {
		return sym.Var(p.Name())
	}
	n, err := strconv.ParseUint(p.Tok().Text, 10, 64)
	if err != nil {
		p.Expected("an integer without a type")
	}
	p.Next()
	return sym.Const(int64(n))
}
