package ir

import (
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/text"
)

// exp reads an expression: the operation's name yields an empty one, whose Visit
// determines the parts to read.
func (p *parser) exp() Exp {
	at := p.Pos()
	op := p.Word("a statement: let, an operation, or in")
	e, ok := New(op)
	if fn, isScalar := scalar.OpByName(op); isScalar {
		e = &Prim{Fn: fn}
	} else if !ok || op == (*Prim)(nil).Op() {
		p.FailAt(at, "unknown operation %q", op)
		return new(Use)
	}
	v := &expParser{parser: p}
	e.Visit(v)
	v.close()
	return e
}

// expParser is the Visitor that reads the parts of one expression.
type expParser struct {
	*parser
	opens bool // whether the parenthesis is open
	comma bool // whether a comma was read after the last part
	parts int  // read within the parenthesis
	bare  bool // whether unlabelled atoms have no brackets
}

// advance moves to where the next part may begin, reading the opening parenthesis or the
// comma before it.
func (v *expParser) advance() {
	switch {
	case !v.opens:
		v.opens = v.Accept("(")
	case v.parts > 0 && !v.comma:
		v.comma = v.Accept(",")
	}
}

// part begins a required part.
func (v *expParser) part(label string) {
	v.advance()
	switch {
	case !v.opens:
		v.Expected(`"("`)
	case v.parts > 0 && !v.comma:
		v.Expected(`","`)
	}
	v.begin(label)
}

// optional begins an optional part, and reports whether it is there.
func (v *expParser) optional(label string) bool {
	v.advance()
	if !v.ready() || !v.Is(label) || !v.Peek().Is("=") {
		return false
	}
	v.begin(label)
	return true
}

// ready reports whether a part may begin here.
func (v *expParser) ready() bool { return v.opens && (v.parts == 0 || v.comma) }

func (v *expParser) begin(label string) {
	v.parts++
	v.comma = false
	if label != "" {
		v.Expect(label)
		v.Expect("=")
	}
}

func (v *expParser) close() {
	if v.opens {
		v.opens = false
		v.Accept(",")
		v.Expect(")")
	}
}

// Fn has been read as part of the operation's name.
func (v *expParser) Fn(*scalar.Op) { v.bare = true }

func (v *expParser) Elem(t *scalar.Type) {
	v.Expect(".")
	*t = v.ScalarType()
}

func (v *expParser) FunName(f *string) {
	*f = v.Ident("the name of a function")
	v.bare = true
}

func (v *expParser) Atom(label string, a *Atom) {
	v.part(label)
	*a = v.atom()
}

func (v *expParser) Atoms(label string, as *[]Atom) {
	if v.bare && label == "" {
		v.opens = true
		*as = v.atoms("(", ")")
		v.opens = false
		return
	}
	v.part(label)
	*as = v.atoms("[", "]")
}

func (v *expParser) Var(label string, n *name.Name) {
	v.part(label)
	*n = v.Name()
}

func (v *expParser) Vars(label string, ns *[]name.Name) {
	v.part(label)
	*ns = v.names()
}

func (v *expParser) Int(label string, i *int) {
	v.part(label)
	*i = v.parser.Int()
}

func (v *expParser) Ints(label string, is *[]int) {
	v.part(label)
	v.List("[", "]", func() { *is = append(*is, v.parser.Int()) })
}

func (v *expParser) Flag(label string, b *bool) {
	v.advance()
	if *b = v.ready() && v.Is(label) && !v.Peek().Is("="); *b {
		v.begin("")
		v.Next()
	}
}

func (v *expParser) Type(label string, t *Type) {
	v.part(label)
	*t = v.typ()
}

func (v *expParser) Message(m *[]MessagePart) {
	v.part("")
	v.List("[", "]", func() {
		if v.Tok().Kind == text.String {
			*m = append(*m, MessagePart{Text: v.Str()})
			return
		}
		a := v.atom()
		*m = append(*m, MessagePart{Arg: &a})
	})
}

func (v *expParser) Trace(t *[]source.Pos) {
	if v.optional("at") {
		v.List("[", "]", func() { *t = append(*t, v.Place()) })
	}
}

func (v *expParser) Slice(label string, ds *[]SliceDim) {
	v.part(label)
	v.List("[", "]", func() {
		start := v.atom()
		if !v.Accept(":+") {
			*ds = append(*ds, FixAt(start))
			return
		}
		d := RangeOf(start, v.atom(), Size(1))
		if v.Accept("by") {
			d.Step = v.atom()
		}
		*ds = append(*ds, d)
	})
}

func (v *expParser) FlatDims(label string, ds *[]FlatDim) {
	v.part(label)
	v.List("{", "}", func() {
		var d FlatDim
		v.Expect("(")
		d.Size = v.atom()
		v.Expect(":")
		d.Stride = v.atom()
		v.Expect(")")
		*ds = append(*ds, d)
	})
}

func (v *expParser) Dests(label string, ds *[]Dest) {
	if v.optional(label) {
		v.List("[", "]", func() { *ds = append(*ds, Dest{v.Name(), v.rank()}) })
	}
}

func (v *expParser) rank() int {
	v.Expect("rank")
	return v.parser.Int()
}

func (v *expParser) HistOps(label string, hs *[]HistOp) {
	v.part(label)
	v.List("[", "]", func() {
		h := HistOp{Dests: v.names(), Rank: v.rank()}
		v.Expect("op")
		v.Expect("=")
		h.Operator = v.lambda()
		v.Expect("neutral")
		v.Expect("=")
		h.Neutral = v.atoms("[", "]")
		*hs = append(*hs, h)
	})
}

func (v *expParser) MemSpace(label string, s *Space) {
	if v.optional(label) {
		*s = Space(v.Ident("a memory space"))
	}
}

func (v *expParser) Parallel(label string, p *Parallel) {
	if !v.optional(label) {
		return
	}
	var ok bool
	if *p, ok = ParseParallel(v.Tok().Text); !ok {
		v.Expected("a level of parallelism: threads, groups or ingroup")
	}
	v.Next()
}

func (v *expParser) LoopHeader(l *Loop) {
	for {
		v.advance()
		switch {
		case !v.ready() || !v.Tok().IsIdent():
			return
		case v.Peek().Is("<") && l.Index.IsZero():
			l.Index, l.Bound = v.below()
		case v.Is("while") && v.Peek().IsIdent() && l.While.IsZero():
			v.begin("")
			v.Next()
			l.While = v.Name()
		default:
			v.begin("")
			l.Params = append(l.Params, v.param())
			v.Expect("=")
			l.Inits = append(l.Inits, v.atom())
		}
	}
}

func (v *expParser) below() (name.Name, Atom) {
	v.begin("")
	n := v.Name()
	v.Expect("<")
	return n, v.atom()
}

func (v *expParser) IndexSpace(s *[]SpaceDim) {
	for v.advance(); v.ready() && v.Tok().IsIdent() && v.Peek().Is("<"); v.advance() {
		n, size := v.below()
		*s = append(*s, SpaceDim{n, size})
	}
}

// A lambda without a label begins with a backslash; one with a label is optional.
func (v *expParser) Lambda(label string, l **Lambda) {
	v.advance()
	if label == "" && v.ready() && v.Is("\\") {
		v.begin("")
		*l = v.lambda()
	} else if label != "" && v.optional(label) {
		*l = v.lambda()
	}
}

func (v *expParser) Body(label string, b **Body) {
	v.close()
	if label != "" {
		v.Expect(label)
	}
	*b = v.body()
}
