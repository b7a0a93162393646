package syntax

import (
	"github.com/lamina-lang/lamina/core/source"
)

// exp reads an expression, ascriptions included.
func (p *parser) exp() Exp {
	defer p.nest()()
	from := p.i
	e := p.plainExp()
	for {
		at := p.at()
		switch {
		case p.accept(":"):
			e = p.covered(from, &Ascript{At: at, Exp: e, Type: p.typeExp()})
		case p.accept(":>"):
			e = p.covered(from, &Coerce{At: at, Exp: e, Type: p.typeExp()})
		default:
			return e
		}
	}
}

// plainExp reads an expression without ascriptions outside parentheses.
func (p *parser) plainExp() Exp {
	from := p.i
	e := p.rangeExp()
	for p.is("with") {
		at := p.at()
		p.advance()
		path := p.updatePath()
		e = p.covered(from, &Update{At: at, Exp: e, Path: path, Value: p.opExp()})
	}
	return e
}

var rangeKinds = map[string]RangeKind{"...": Inclusive, "..<": UpTo, "..>": DownTo}

func (p *parser) rangeExp() Exp {
	from := p.i
	first := p.opExp()
	t := p.tok()
	if t.kind != tPunct || len(t.text) < 2 || t.text[0] != '.' {
		return first
	}
	r := &Range{At: At{Position: first.Pos()}, First: first}
	if p.accept("..") {
		r.Second = p.opExp()
	}
	kind, ok := rangeKinds[p.tok().text]
	if !ok {
		panic(p.unexpected("the end of the range: use '...' for ranges, not '..'").WithHint("a range is a...last, a..<bound or a..>bound, or with a second number a..b...last"))
	}
	p.advance()
	r.Kind, r.Last = kind, p.opExp()
	return p.covered(from, r)
}

// opExp reads operands and binary operators. The operators that wait for their
// right operand are kept on a stack, in order of rising precedence.
func (p *parser) opExp() Exp {
	type waiting struct {
		op    *Var
		left  Exp
		level int
		from  int // the token that left begins with
	}
	var stack []waiting
	start := p.i
	from := p.i // the token that right begins with
	right := p.operand()
	end := p.prev().end
	reduce := func(level int, rightAssoc bool) {
		for n := len(stack); n > 0; n-- {
			top := stack[n-1]
			if top.level < level || top.level == level && rightAssoc {
				return
			}
			extent := Span{placeOf(p.toks[top.from].pos), placeOf(end)}
			right = &BinOp{At: At{top.op.Position, extent}, Op: top.op, Left: top.left, Right: right}
			from = top.from
			stack = stack[:n-1]
		}
	}
	for n := 0; ; n++ {
		op, level, rightAssoc := p.binaryOp()
		if op == nil {
			reduce(0, false)
			return right
		}
		if n > maxChain {
			panic(source.Errorf(op.Position, "More than %d operators in a row", maxChain).WithHint("use an array and reduce"))
		}
		reduce(level, rightAssoc)
		if p.is(")") {
			if len(stack) > 0 || !p.toks[start-1].is("(") {
				panic(p.unexpected("the right operand of %q", op.Name).
					WithHint("a section's operand that does not bind as strongly stands in parentheses: ((a + b) *)"))
			}
			p.section = op
			return right
		}
		stack = append(stack, waiting{op, right, level, from})
		from = p.i
		right = p.operand()
		end = p.prev().end
	}
}

// binaryOp reads a binary operator if one comes; otherwise op is nil.
func (p *parser) binaryOp() (op *Var, level int, rightAssoc bool) {
	from := p.i
	op, level, rightAssoc = p.bareOp()
	if op != nil {
		p.cover(from, op)
	}
	return op, level, rightAssoc
}

func (p *parser) bareOp() (op *Var, level int, rightAssoc bool) {
	t := p.tok()
	switch {
	case t.kind == tOp:
		p.advance()
		level, rightAssoc = operatorLevel(t.text)
		return &Var{At: At{Position: t.pos}, Name: t.text}, level, rightAssoc
	case p.qualifiedOp():
		module := p.path("of a module")
		p.advance()
		op := p.advance().text
		level, rightAssoc = operatorLevel(op)
		return &Var{At: At{Position: t.pos}, Module: module, Name: op}, level, rightAssoc
	case p.accept("`"):
		op := &Var{At: p.at()}
		op.Module, op.Name = splitPath(p.path("between backticks"))
		p.expect("`", "an infix function")
		return op, backtickLevel, false
	}
	return nil, 0, false
}

// qualifiedOp reports whether `module.op` comes, as in i32.+.
func (p *parser) qualifiedOp() bool {
	n := p.qualifies()
	return n > 0 && p.peek(n).kind == tOp
}

// Intrinsics is the module of functions that Futhark's own prelude is written with.
// Programs use it for LMAD slices: intrinsics.flat_index_2d.
const Intrinsics = "intrinsics"

// operand reads what stands between binary operators.
func (p *parser) operand() Exp {
	from := p.i
	return p.covered(from, p.bareOperand())
}

func (p *parser) bareOperand() Exp {
	at := p.at()
	switch t := p.tok(); {
	case p.is("-"), p.is("!"):
		defer p.nest()()
		p.advance()
		e := p.operand()
		if t.text == "-" {
			return &Neg{At: at, Exp: e}
		}
		return &Not{At: at, Exp: e}
	case p.is("#["):
		return &Attributed{At: at, Attr: p.attr(), Exp: p.exp()}
	case p.is("let"):
		return p.letExp()
	case p.accept("if"):
		return p.ifExp(at)
	case p.is("loop"):
		return p.loopExp()
	case p.accept("\\"):
		e := &Lambda{At: at, Params: p.params()}
		if len(e.Params) == 0 {
			panic(p.unexpected("a parameter of a lambda"))
		}
		if p.accept(":") {
			e.Ret = p.termType()
		}
		p.expect("->", "a lambda")
		e.Body = p.exp()
		return e
	case p.accept("assert"):
		from := p.i
		cond := p.atom()
		return &Assert{At: at, Cond: cond, Source: p.written(from), Exp: p.atom()}
	case p.accept("match"):
		return p.matchExp(at)
	}
	return p.applyExp()
}

// ifExp reads a conditional after its if. There may be many else ifs in a row.
func (p *parser) ifExp(at At) Exp {
	first := &If{At: at}
	all, froms := []Exp{first}, []int{p.i - 1}
	defer func() {
		for i, e := range all {
			p.cover(froms[i], e)
		}
	}()
	for e, n := first, 1; ; n++ {
		if n > maxBranches {
			panic(source.Errorf(at.Position, "More than %d conditions in a row", maxBranches).WithHint("look the value up in an array"))
		}
		e.Cond = p.exp()
		p.expect("then", "a conditional")
		e.Then = p.exp()
		p.expect("else", "a conditional")
		at = p.at()
		if !p.accept("if") {
			e.Else = p.exp()
			return first
		}
		next := &If{At: at}
		all, froms = append(all, next), append(froms, p.i-1)
		e.Else, e = next, next
	}
}

func (p *parser) applyExp() Exp {
	from := p.i
	constructs := p.is("#")
	fun := p.atom()
	if !p.startsAtom() && !p.is("\\") {
		return fun
	}
	if c, ok := fun.(*Construct); ok && constructs {
		c.Extent = Span{} // goes on
		for p.startsAtom() {
			c.Payload = append(c.Payload, p.atom())
		}
		return p.covered(from, c)
	}
	e := &Apply{At: At{Position: fun.Pos()}, Fun: fun}
	for p.startsAtom() {
		e.Args = append(e.Args, p.atom())
	}
	if p.is("\\") {
		e.Args = append(e.Args, p.operand()) // a lambda, which is the last
	}
	return p.covered(from, e)
}

func (p *parser) startsAtom() bool {
	switch t := p.tok(); t.kind {
	case tIdent:
		return !p.qualifiedOp()
	case tInt, tFloat, tChar, tString:
		return true
	default:
		return p.is("(") || p.is("[") || p.is("{") || p.is("true") || p.is("false") || p.is("#") || p.is("???")
	}
}

// letExp reads lets that follow each other, with or without `in` between, and
// the body after the last.
func (p *parser) letExp() Exp {
	defer p.nest()()
	var lets []Exp
	var froms []int
	for p.is("let") {
		froms = append(froms, p.i)
		lets = append(lets, p.letBinding())
		if len(lets) > maxChain {
			panic(source.Errorf(p.tok().pos, "More than %d lets in a row", maxChain))
		}
		if !p.accept("in") && !p.is("let") {
			panic(p.noIn())
		}
	}
	body := p.exp()
	for i := len(lets) - 1; i >= 0; i-- {
		switch e := lets[i].(type) {
		case *Let:
			e.Body = body
		case *LetFun:
			e.Body = body
		}
		body = p.covered(froms[i], lets[i])
	}
	return body
}

// letBinding reads a *Let or *LetFun up to its body.
func (p *parser) letBinding() Exp {
	at := p.at()
	col := p.expect("let", "a let expression").pos.Col
	next := p.peek(1)
	switch {
	case p.tok().kind == tIdent && (next.is("[") && next.adjacent(p.tok()) || next.is(".")):
		name := p.advance()
		pat := &NamePat{At: At{Position: name.pos}, Name: name.text}
		p.cover(p.i-1, pat)
		u := &Update{At: At{Position: name.pos}, Exp: &Var{At: At{Position: name.pos}, Name: name.text}, Path: p.steps(nil)}
		p.expect("=", "an update")
		u.Value = p.boundExp(col)
		return &Let{At: at, Pat: pat, Exp: u}
	case p.tok().kind == tIdent && !next.is("=") && !next.is(":") && !next.is(","):
		e := &LetFun{At: at, Name: p.ident("of a function")}
		e.TypeParams = p.typeParams()
		e.Params = p.params()
		if len(e.Params) == 0 {
			panic(p.unexpected("= in a let"))
		}
		if p.accept(":") {
			e.Ret = p.typeExp()
		}
		p.expect("=", "the definition of "+quote(e.Name.Name))
		e.Exp = p.boundExp(col)
		return e
	}
	e := &Let{At: at, Sizes: p.sizes(), Pat: p.pat()}
	p.expect("=", "a let")
	e.Exp = p.boundExp(col)
	return e
}

// sizes reads the size binders `[n][m]` before a pattern.
func (p *parser) sizes() []Ident {
	var sizes []Ident
	for p.accept("[") {
		sizes = append(sizes, p.ident("of a size"))
		p.expect("]", "a size binder")
	}
	return sizes
}

func (p *parser) loopExp() Exp {
	e := &Loop{At: p.at()}
	p.expect("loop", "a loop")
	if p.is("[") {
		panic(p.unexpected("a pattern in a loop").WithHint("leave the size binder out: a size of the value that changes is written []"))
	}
	e.Pat = p.pat()
	if p.accept("=") {
		e.Init = p.exp()
	} else {
		e.Init = p.patExp(e.Pat)
	}
	at := p.at()
	switch {
	case p.accept("while"):
		e.Form = &While{At: at, Cond: p.exp()}
	case p.is("for") && p.peek(1).kind == tIdent && p.peek(2).is("<"):
		p.advance()
		id := p.ident("")
		p.advance()
		e.Form = &ForLess{At: at, Var: &NamePat{At: id.At, Name: id.Name}, Bound: p.exp()}
	case p.accept("for"):
		f := &ForIn{At: at, Pat: p.pat()}
		p.expect("in", "a loop")
		f.Exp = p.exp()
		e.Form = f
	default:
		panic(p.unexpected("for or while in a loop"))
	}
	p.expect("do", "a loop")
	e.Body = p.exp()
	return e
}
