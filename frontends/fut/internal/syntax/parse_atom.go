package syntax

import (
	"strings"

	"github.com/lamina-lang/lamina/core/source"
)

// atom reads an operand of application with its projections and indexings. An
// index follows without a space: a[i] indexes, f [i] applies.
func (p *parser) atom() Exp {
	from := p.i
	e := p.covered(from, p.bareAtom())
	for {
		at := p.at()
		switch {
		case p.is("[") && p.tok().adjacent(p.prev()) && p.prev().kind != tString: // ("text")[i] needs its parentheses
			p.advance()
			e = p.covered(from, &Index{At: at, Exp: e, Slice: p.slice()})
		case p.is(".") && p.peek(1).namesField():
			p.advance()
			e = p.covered(from, &Project{At: p.at(), Exp: e, Field: p.fieldName()})
		default:
			return e
		}
	}
}

func (p *parser) bareAtom() Exp {
	defer p.nest()()
	at := p.at()
	switch t := p.tok(); {
	case t.kind == tIdent:
		return p.name()
	case t.kind == tInt:
		p.advance()
		v, wide, ok := intValue(t.text)
		if !ok {
			panic(source.Errorf(t.pos, "Malformed number %q", t.text))
		}
		return &IntLit{At: at, Value: v, Wide: wide, Suffix: t.suffix, Text: t.text}
	case t.kind == tFloat:
		p.advance()
		text, ok := floatText(t.text)
		if !ok {
			panic(source.Errorf(t.pos, "Malformed number %q", t.text))
		}
		return &FloatLit{At: at, Text: text, Suffix: t.suffix}
	case t.kind == tChar:
		p.advance()
		return &CharLit{At: at, Value: []rune(t.text)[0]}
	case t.kind == tString:
		p.advance()
		return &StringLit{At: at, Value: t.text}
	case p.is("true"), p.is("false"):
		p.advance()
		return &BoolLit{At: at, Value: t.text == "true"}
	case p.accept("["):
		e := &Array{At: at}
		p.list("]", "an array", func() { e.Elems = append(e.Elems, p.exp()) })
		return e
	case p.accept("{"):
		e := &Record{At: at}
		p.list("}", "a record", func() { e.Fields = append(e.Fields, p.field()) })
		return e
	case p.accept("("):
		return p.paren(at)
	case p.is("#"):
		return &Construct{At: at, Name: p.constructor()}
	case p.accept("???"):
		return &Hole{At: at}
	}
	e := p.unexpected("an expression")
	if e.Hint == "" {
		e.Hint = noExpression[p.tok().text]
	}
	panic(e)
}

// noExpression says what was meant by tokens that begin no expression.
var noExpression = map[string]string{
	"for":   "a loop begins with loop and its value: loop x = … for i < n do …",
	"while": "a loop begins with loop and its value: loop x = … while … do …",
	"'":     "a character is one letter between single quotes; strings have double quotes",
	"with":  "parts are replaced behind the array or the record: xs with [i] = x",
	"case":  "cases follow match and the value that they look at: match x case 0 -> … case _ -> …",
}

// name reads a variable, or `module.(e)`.
func (p *parser) name() Exp {
	if n := p.qualifies(); p.peek(n).is("(") && n > 0 {
		at, module := p.at(), p.path("of a module")
		p.advance()
		p.advance()
		e := &Open{At: at, Module: module, Exp: p.exp()}
		p.expect(")", "an expression in a module's scope")
		return e
	}
	id := p.ident("")
	return &Var{At: id.At, Name: id.Name}
}

// qualifies is how many tokens from here on are names, each followed by a dot, without space
// between them and what follows.
func (p *parser) qualifies() int {
	n := 0
	for p.peek(n).kind == tIdent && p.peek(n+1).is(".") && p.peek(n+1).adjacent(p.peek(n)) && p.peek(n+2).adjacent(p.peek(n+1)) {
		n += 2
	}
	return n
}

// splitPath takes the last name off a path.
func splitPath(path string) (module, name string) {
	if i := strings.LastIndexByte(path, '.'); i >= 0 {
		return path[:i], path[i+1:]
	}
	return "", path
}

func (p *parser) field() *Field {
	from, numbered := p.i, p.tok().kind == tInt
	f := &Field{At: p.at(), Name: p.fieldName()}
	if numbered && !p.is("=") {
		panic(p.unexpected("= behind a field's number"))
	}
	if p.accept("=") {
		f.Exp = p.exp()
	} else {
		f.Exp = &Var{At: f.At, Name: f.Name}
	}
	p.cover(from, f)
	return f
}

// paren reads what follows an opening parenthesis: the unit, an operator, a
// section, a tuple or an expression.
func (p *parser) paren(at At) Exp {
	switch {
	case p.is("."):
		s := &PathSection{At: at, Path: p.sectionPath()}
		p.expect(")", "a section")
		return s
	case p.sectionAhead():
		op, _, _ := p.binaryOp()
		if p.accept(")") {
			return op
		}
		s := &RightSection{At: at, Op: op, Right: p.exp()}
		p.expect(")", "a section")
		return s
	}
	t := &Tuple{At: at}
	comma := false
	p.list(")", "parentheses", func() {
		t.Elems = append(t.Elems, p.exp())
		comma = comma || p.is(",")
	})
	if op := p.section; op != nil {
		p.section = nil
		if len(t.Elems) != 1 {
			panic(source.Errorf(op.Position, "The right operand of %s is missing", quote(op.Name)))
		}
		return &LeftSection{At: at, Left: t.Elems[0], Op: op}
	}
	if p.single(len(t.Elems), comma) {
		return t.Elems[0]
	}
	return t
}

// sectionAhead reports whether an operator comes that is not a minus sign
// before an operand.
func (p *parser) sectionAhead() bool {
	t := p.tok()
	if t.is("-") {
		return p.peek(1).is(")")
	}
	return t.kind == tOp || t.is("`") || p.qualifiedOp()
}

// slice reads the dimensions of an index up to the closing bracket.
func (p *parser) slice() []*DimIndex {
	var dims []*DimIndex
	p.list("]", "an index", func() {
		from, d := p.i, &DimIndex{At: p.at()}
		part := func() Exp {
			if p.is(":") || p.is(",") || p.is("]") {
				return nil
			}
			return p.plainExp()
		}
		d.Index = part()
		if p.accept(":") {
			d.Slice = true
			d.First, d.Index = d.Index, nil
			d.Last = part()
			if p.accept(":") {
				d.Step = part()
			}
		}
		if d.Index == nil && !d.Slice {
			panic(p.unexpected("an index"))
		}
		p.cover(from, d)
		dims = append(dims, d)
	})
	if len(dims) == 0 {
		panic(source.Errorf(p.prev().pos, "An index is missing between the brackets"))
	}
	return dims
}
