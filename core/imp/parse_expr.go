package imp

import (
	"slices"

	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

func (p *parser) expr() Expr { return p.infix(1) }

func (p *parser) exprs(open, close string) (es []Expr) {
	p.List(open, close, func() { es = append(es, p.expr()) })
	return es
}

// infix reads operations of at least the given precedence.
func (p *parser) infix(least int) Expr {
	x := p.operand()
	for {
		fn, op, ok := p.atInfix()
		if !ok || op.precedence < least {
			return x
		}
		p.Enter() // the left operand is nested in the following operations
		defer p.Leave()
		p.Next()
		x = &Prim{Fn: fn, Type: scalar.I64, Args: []Expr{x, p.infix(op.precedence + 1)}}
	}
}

func (p *parser) atInfix() (scalar.Op, infix, bool) {
	for fn, op := range infixes {
		if p.Is(op.symbol) && !p.Peek().Is("{") { // + before { belongs to an index function
			return fn, op, true
		}
	}
	return 0, infix{}, false
}

// operand reads a constant, a variable, an element, an application, or an expression in
// parentheses.
func (p *parser) operand() Expr {
	p.Enter()
	defer p.Leave()
	switch {
	case p.AtConst():
		return &Const{p.Const(scalar.I64)}
	case p.Is("("):
		return p.parenthesised()
	case p.Is("["):
		return p.at()
	case p.atElement():
		e := new(Load)
		e.Block, e.Elem, e.Lanes, e.Index = p.element()
		return e
	case p.Tok().IsIdent() && p.Peek().Is("."):
		return p.application()
	case p.Tok().IsIdent() && p.Peek().Is("("):
		return p.function()
	case p.Tok().IsIdent():
		return p.variable()
	}
	p.Expected("an expression")
	return new(Const)
}

func (p *parser) parenthesised() Expr {
	p.Expect("(")
	if p.Tok().IsIdent() && p.Peek().Is(":") {
		v := &Var{Name: p.Name()}
		p.Expect(":")
		t := p.lanes()
		v.Type, v.Lanes = t.Elem, t.Lanes
		p.Expect(")")
		return v
	}
	e := p.expr()
	p.Expect(")")
	return e
}

// at reads [i, j in o + {(n : m), (m : 1)}].
func (p *parser) at() Expr {
	p.Expect("[")
	x := p.subscripts()
	if _, ok := x.(*At); !ok {
		p.Expected(`"in" and an index function`)
	}
	p.Expect("]")
	return x
}

// subscripts reads the brackets of an access: an index in elements, or subscripts with
// their index function.
func (p *parser) subscripts() Expr {
	from := p.Pos()
	first := p.expr()
	if !p.Is(",") && !p.Is("in") {
		return first
	}
	e := &At{Dims: []AtDim{{Index: first}}}
	for p.Accept(",") {
		e.Dims = append(e.Dims, AtDim{Index: p.expr()})
	}
	p.Expect("in")
	e.Offset = p.expr()
	p.Expect("+")
	n := 0
	p.List("{", "}", func() {
		p.Expect("(")
		size := p.expr()
		p.Expect(":")
		stride := p.expr()
		p.Expect(")")
		if n < len(e.Dims) {
			e.Dims[n].Size, e.Dims[n].Stride = size, stride
		}
		n++
	})
	if n != len(e.Dims) && !p.Failed() {
		p.FailAt(from, "%d subscripts for an index function of %d dimensions", len(e.Dims), n)
	}
	return e
}

// application reads convert.T.U(x), op.T(x, …) or exact.op.T(x, …).
func (p *parser) application() Expr {
	at := p.Pos()
	op := p.Word("a scalar operator")
	p.Expect(".")
	exact := op == "exact"
	if exact {
		at = p.Pos()
		op = p.Word("a scalar operator")
		p.Expect(".")
	}
	t := p.ScalarType()
	if op == "convert" && !exact {
		e := &Convert{From: t}
		p.Expect(".")
		e.To = p.ScalarType()
		p.Expect("(")
		e.X = p.expr()
		p.Expect(")")
		return e
	}
	fn, ok := scalar.OpByName(op)
	if !ok {
		p.FailAt(at, "unknown scalar operator %q", op)
	}
	return &Prim{Fn: fn, Type: t, Args: p.exprs("(", ")"), Exact: exact}
}

// ofProgram reads what an expression asks about the running program: group_id(), bytes(b)
// or apart([b], [c]).
func (p *parser) ofProgram() Expr {
	switch p.Tok().Text {
	case "bytes":
		p.Next()
		p.Expect("(")
		e := &Bytes{p.Name()}
		p.Expect(")")
		return e
	case "apart":
		p.Next()
		p.Expect("(")
		e := &Apart{Written: p.names()}
		p.Expect(",")
		e.Read = p.names()
		p.Expect(")")
		return e
	}
	return p.identity()
}

func (p *parser) names() (ns []name.Name) {
	p.List("[", "]", func() { ns = append(ns, p.Name()) })
	return ns
}

// function reads a vector made of scalars, a lane, or what ofProgram does.
func (p *parser) function() Expr {
	switch {
	case p.Accept(splatWord):
		e := new(Splat)
		e.Lanes = p.operandsAndCount(&e.X)
		return e
	case p.Accept(rampWord):
		e := new(Ramp)
		e.Lanes = p.operandsAndCount(&e.Base, &e.Step)
		return e
	case p.Accept(buildWord):
		return &Build{p.exprs("(", ")")}
	case p.Accept(laneWord):
		e := new(Lane)
		e.K = p.operandsAndCount(&e.X)
		return e
	}
	return p.ofProgram()
}

// operandsAndCount reads operands and a number of lanes, or that of a lane.
func (p *parser) operandsAndCount(operands ...*Expr) int {
	p.Expect("(")
	for _, e := range operands {
		*e = p.expr()
		p.Expect(",")
	}
	at := p.Pos()
	n := p.Const(scalar.I64)
	if n.Type != scalar.I64 || n.Int() < 0 || n.Int() > 1<<16 {
		p.FailAt(at, "%s is no number of lanes", n)
		return 0
	}
	p.Expect(")")
	return int(n.Int())
}

func (p *parser) identity() Expr {
	kind := slices.Index(idNames[:], p.Tok().Text)
	if kind < 0 {
		p.Fail("unknown function %q of a thread", p.Tok().Text)
		p.Hint("there are group_id, local_id, num_groups, group_size, num_threads, repeats and threshold, and bytes and apart of blocks")
		return new(Const)
	}
	p.Next()
	p.Expect("(")
	id := &ID{Kind: IDKind(kind)}
	if id.Kind == Threshold {
		p.threshold(id)
	}
	p.Expect(")")
	return id
}

// threshold reads the name and the default of a threshold.
func (p *parser) threshold(id *ID) {
	id.Threshold = p.Ident("the name of a threshold")
	p.Expect(",")
	at := p.Pos()
	n := p.Const(scalar.I64)
	if n.Type != scalar.I64 || n.Int() < 0 {
		p.FailAt(at, "%s is no threshold: an i64 that is not negative", n)
		return
	}
	id.Default = n.Int()
}

func (p *parser) variable() Expr {
	at := p.Pos()
	n := p.Name()
	t := p.types[n]
	if !t.Elem.IsValid() {
		p.FailAt(at, "the scalar %s is not declared before", n)
		p.Hint("declare it, or write its type: (%s: i64)", n)
	}
	return &Var{n, t.Elem, t.Lanes}
}
