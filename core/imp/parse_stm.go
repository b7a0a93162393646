package imp

import (
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/text"
)

// keyword returns the parser for the rest of a statement that begins with the keyword
// word. A variable may have the same name: then <- or a point follows.
func (p *parser) keyword(word string) func(at source.Pos) Stm {
	switch word {
	case "var":
		return p.declare
	case "copy":
		return p.copy
	case "call":
		return p.call
	case "foreign":
		return p.foreign
	case "assert":
		return p.assert
	case "barrier":
		return func(source.Pos) Stm { return new(Barrier) }
	case "atomic":
		return p.atomic
	case "if":
		return p.branch
	case "for":
		return p.count
	case "while":
		return p.while
	case "parallel":
		return p.parallel
	case "launch":
		return p.launch
	}
	return nil
}

func (p *parser) stm() Stm {
	at, t := p.Pos(), p.Tok()
	switch {
	case p.Peek().Is("<-"):
		return p.assign(at)
	case p.atElement():
		s := new(Store)
		s.Block, s.Elem, s.Lanes, s.Index = p.element()
		p.Expect("<-")
		s.X = p.expr()
		return s
	}
	rest := p.keyword(t.Text)
	if rest == nil || t.Kind != text.Word {
		p.Expected("a statement or \"}\"")
		return new(Barrier)
	}
	p.Next()
	return rest(at)
}

// atElement reports whether the current tokens begin an element access, b.f32[.
func (p *parser) atElement() bool {
	return p.Tok().IsIdent() && p.Ahead(1).Is(".") && p.Ahead(3).Is("[")
}

func (p *parser) element() (block name.Name, elem scalar.Type, lanes int, index Expr) {
	block = p.Name()
	p.Expect(".")
	t := p.lanes()
	p.Expect("[")
	index = p.subscripts()
	p.Expect("]")
	return block, t.Elem, t.Lanes, index
}

func (p *parser) assign(at source.Pos) Stm {
	n := p.Name()
	p.Expect("<-")
	switch {
	case p.Is("alloc") && p.Peek().Is("("):
		return p.alloc(n, at)
	case p.Is("hold") && p.Peek().Is("("):
		p.Next()
		p.Next()
		s := &AssignBlock{Dst: n}
		if p.Tok().IsIdent() {
			s.Src = p.Name()
		}
		p.Expect(")")
		return s
	}
	return &Assign{n, p.expr()}
}

func (p *parser) alloc(block name.Name, at source.Pos) Stm {
	s := &Alloc{Block: block}
	p.Next()
	p.Expect("(")
	s.Bytes = p.expr()
	for p.Accept(",") {
		switch {
		case p.Accept("space"):
			p.Expect("=")
			s.Space = p.space()
		case p.Accept("in"):
			p.Expect("=")
			s.Pool = p.Name()
			p.Expect(",")
			p.Expect("at")
			p.Expect("=")
			s.Offset = p.expr()
		case p.Accept("for"):
			p.Expect("=")
			s.What = p.Str()
		default:
			p.Expected(`"space", "in" or "for"`)
		}
	}
	p.Expect(")")
	s.Pos = p.place(at)
	return s
}

func (p *parser) declare(source.Pos) Stm {
	n := p.Name()
	p.Expect(":")
	t := p.typ()
	if t.IsBlock() {
		return &DeclareBlock{n, t.Space}
	}
	p.Expect("=")
	s := &Declare{n, t.Elem, p.expr(), t.Lanes}
	p.types[n] = t
	return s
}

func (p *parser) copy(source.Pos) Stm {
	s := new(Copy)
	p.Expect(".")
	s.Elem = p.ScalarType()
	p.Expect("(")
	s.Shape = p.exprs("[", "]")
	p.Expect(",")
	s.Dst = p.view()
	p.Expect(",")
	s.Src = p.view()
	p.Expect(")")
	return s
}

func (p *parser) view() View {
	v := View{Block: p.Name()}
	p.Expect("from")
	v.Offset = p.expr()
	p.Expect("by")
	v.Strides = p.exprs("[", "]")
	return v
}

func (p *parser) call(at source.Pos) Stm {
	s := &Call{Fun: p.Ident("the name of a function")}
	s.Args, s.Results = p.argsAndResults()
	s.Pos = p.place(at)
	return s
}

func (p *parser) argsAndResults() (args []Arg, results []name.Name) {
	p.List("(", ")", func() {
		if p.Is("mem") && p.Peek().IsIdent() {
			p.Next()
			args = append(args, Arg{Block: p.Name()})
			return
		}
		args = append(args, Arg{X: p.expr()})
	})
	p.Expect("->")
	p.List("(", ")", func() { results = append(results, p.Name()) })
	return args, results
}

func (p *parser) foreign(at source.Pos) Stm {
	s := &Foreign{Name: p.Str()}
	s.Args, s.Results = p.argsAndResults()
	if p.Tok().Kind == text.String {
		s.Text = p.Str()
	}
	s.Pos = p.place(at)
	for p.Is("{") {
		s.Bodies = append(s.Bodies, p.body())
	}
	return s
}

func (p *parser) assert(at source.Pos) Stm {
	s := new(Assert)
	p.Expect("(")
	s.Cond = p.expr()
	p.Expect(",")
	p.List("[", "]", func() {
		if p.Tok().Kind == text.String {
			s.Message = append(s.Message, MessagePart{Text: p.Str()})
			return
		}
		s.Message = append(s.Message, MessagePart{Arg: p.expr()})
	})
	if p.Accept(",") {
		p.Expect("at")
		p.Expect("=")
		p.List("[", "]", func() { s.Trace = append(s.Trace, p.Place()) })
	}
	p.Expect(")")
	if p.locate && len(s.Trace) == 0 {
		s.Trace = []source.Pos{at}
	}
	return s
}

func (p *parser) branch(source.Pos) Stm {
	s := &If{Cond: p.expr()}
	s.Then = p.body()
	if (p.Is("else") || p.Is("general")) && p.Peek().Is("{") {
		s.General = p.Is("general")
		p.Next()
		s.Else = p.body()
	}
	return s
}

func (p *parser) count(at source.Pos) Stm {
	s := &For{Index: p.Name()}
	p.Expect(":")
	s.Type = p.ScalarType()
	p.Expect("<")
	s.Bound = p.expr()
	p.types[s.Index] = Type{Elem: s.Type}
	s.Pos = p.place(at)
	s.Body = p.body()
	return s
}

func (p *parser) while(at source.Pos) Stm {
	s := &While{Cond: p.expr()}
	s.Pos = p.place(at)
	s.Body = p.body()
	return s
}

func (p *parser) parallel(at source.Pos) Stm {
	s := &Parallel{Label: p.Str()}
	p.List("(", ")", func() {
		d := SpaceDim{Index: p.Name()}
		p.Expect("<")
		d.Count = p.expr()
		p.types[d.Index] = Type{Elem: scalar.I64}
		s.Space = append(s.Space, d)
	})
	if s.Narrow = p.Accept("narrow"); s.Narrow {
		for _, d := range s.Space {
			p.types[d.Index] = Type{Elem: scalar.I32}
		}
	}
	s.Apart = p.Accept("apart")
	s.Prescribed = p.Accept("prescribed")
	s.Pos = p.place(at)
	s.Body = p.body()
	return s
}

func (p *parser) launch(at source.Pos) Stm {
	s := &Launch{Label: p.Str()}
	p.Expect("(")
	s.Groups = p.expr()
	p.Expect(",")
	s.GroupSize = p.expr()
	p.Expect(")")
	if p.Accept("shared") {
		p.List("(", ")", func() {
			b := Shared{Name: p.Name()}
			p.Expect(":")
			b.Bytes = p.expr()
			if p.Accept("in") {
				b.Space = p.space()
			}
			s.Shared = append(s.Shared, b)
		})
	}
	s.Apart = p.Accept("apart")
	s.Pos = p.place(at)
	s.Body = p.body()
	return s
}

func (p *parser) atomic(source.Pos) Stm {
	s := new(Atomic)
	p.Expect("(")
	at, lanes := p.Pos(), 0
	s.Block, s.Elem, lanes, s.Index = p.element()
	if lanes > 0 {
		p.FailAt(at, "an atomic operation on a vector")
	}
	p.Expect(",")
	p.atomicKind(s)
	p.Expect(",")
	if s.Kind == AtomicCompareExchange {
		s.Expected = p.expr()
		p.Expect(",")
	}
	s.X = p.expr()
	p.Expect(")")
	if p.Accept("->") {
		s.Old = p.Name()
		p.types[s.Old] = Type{Elem: s.Elem}
	}
	return s
}

func (p *parser) atomicKind(s *Atomic) {
	for kind, word := range atomicNames {
		if p.Accept(word) {
			s.Kind = kind
			return
		}
	}
	var ok bool
	if s.Fn, ok = scalar.OpByName(p.Tok().Text); !ok {
		p.Expected("a scalar operator, exchange or compare")
	}
	p.Next()
}
