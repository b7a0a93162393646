package lower_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/lower"
)

// The toy is a second front end: Lisp without types, whose numbers are i64s. What a
// program means is found while it is lowered, as everything in it has a shape then.
//
//	e = 1 | x | (let x e e) | (fn (x y) e) | (e e …) | (if e e e) | (+ e e) …
//	  | (rec a e b e) | (get e a) | (set e a e) | (at e i) | (slice e i j) | (put e i e)
//	  | (map e xs ys …) | (reduce e e xs) | (scan e e xs) | (iota n) | (repeat n e e)
//	  | (check e e "message")

// node is an atom or a list.
type node struct {
	pos  source.Pos
	atom string
	list []*node
}

// parse reads one expression per line, with its column as position.
func parse(text string) *node {
	at := 0
	var read func() *node
	read = func() *node {
		for strings.ContainsRune(" \n", rune(text[at])) {
			at++
		}
		line := 1 + strings.Count(text[:at], "\n")
		n := &node{pos: source.Pos{File: "toy", Line: line, Col: at - strings.LastIndexByte(text[:at], '\n')}}
		if text[at] != '(' {
			end := at + strings.IndexAny(text[at:]+" ", " \n()")
			n.atom, at = text[at:end], end
			return n
		}
		for at++; text[at] != ')'; {
			n.list = append(n.list, read())
			for text[at] == ' ' || text[at] == '\n' {
				at++
			}
		}
		at++
		return n
	}
	return read()
}

// scope are the values of names, innermost first.
type scope struct {
	name  string
	value lower.Value
	outer *scope
}

func (s *scope) with(name string, v lower.Value) *scope { return &scope{name, v, s} }

// toy lowers expressions; codes has the code of each function of the text.
type toy struct{ codes map[*node]*lower.Code }

var operators = map[string]scalar.Op{
	"+": scalar.Add, "-": scalar.Sub, "*": scalar.Mul, "/": scalar.Div, "max": scalar.Max, "<": scalar.Lt, "=": scalar.Eq,
}

func number(n int64) lower.Value { return lower.Constant(scalar.Int(scalar.I64, n)) }

func (t *toy) exp(b *lower.Builder, s *scope, n *node) lower.Value {
	defer b.At(n.pos)()
	if n.list == nil {
		if i, err := strconv.ParseInt(n.atom, 10, 64); err == nil {
			return number(i)
		}
		for ; s != nil; s = s.outer {
			if s.name == n.atom {
				return s.value
			}
		}
		lower.Fail(source.Errorf(n.pos, "unknown name %q", n.atom))
	}
	args := n.list[1:]
	arg := func(i int) lower.Value { return t.exp(b, s, args[i]) }
	if op, ok := operators[n.list[0].atom]; ok {
		return b.Operator(op, scalar.I64, arg(0), arg(1))
	}
	if form, ok := t.forms()[n.list[0].atom]; ok {
		return form(b, s, args, arg)
	}
	f := t.exp(b, s, n.list[0])
	var given []lower.Value
	for i := range args {
		given = append(given, arg(i))
	}
	return b.Apply(f, given...)
}

type form func(b *lower.Builder, s *scope, args []*node, arg func(int) lower.Value) lower.Value

func (t *toy) forms() map[string]form {
	return map[string]form{
		"let": func(b *lower.Builder, s *scope, args []*node, arg func(int) lower.Value) lower.Value {
			return t.exp(b, s.with(args[0].atom, arg(1)), args[2])
		},
		"fn": func(_ *lower.Builder, s *scope, args []*node, _ func(int) lower.Value) lower.Value {
			return t.function(s, args[0], args[1])
		},
		"if": func(b *lower.Builder, _ *scope, _ []*node, arg func(int) lower.Value) lower.Value {
			return b.If(arg(0).Atom(), func() lower.Value { return arg(1) }, func() lower.Value { return arg(2) })
		},
		"rec": func(_ *lower.Builder, _ *scope, args []*node, arg func(int) lower.Value) lower.Value {
			var names []string
			var parts []lower.Value
			for i := 0; i < len(args); i += 2 {
				names, parts = append(names, args[i].atom), append(parts, arg(i+1))
			}
			return lower.NewRecord(names, parts)
		},
		"get": func(_ *lower.Builder, _ *scope, args []*node, arg func(int) lower.Value) lower.Value {
			v, ok := arg(0).Field(args[1].atom)
			if !ok {
				lower.Fail(source.Errorf(args[1].pos, "no field %q", args[1].atom))
			}
			return v
		},
		"set": func(_ *lower.Builder, _ *scope, args []*node, arg func(int) lower.Value) lower.Value {
			return arg(0).WithField([]string{args[1].atom}, arg(2))
		},
		"at": func(b *lower.Builder, _ *scope, _ []*node, arg func(int) lower.Value) lower.Value {
			xs, i := arg(0), arg(1).Atom()
			return b.Index(xs, b.Slice(xs.Shape, []lower.DimIndex{{Index: &i}}))
		},
		"slice": func(b *lower.Builder, _ *scope, _ []*node, arg func(int) lower.Value) lower.Value {
			xs, first, last := arg(0), arg(1).Atom(), arg(2).Atom()
			return b.Index(xs, b.Slice(xs.Shape, []lower.DimIndex{{First: &first, Last: &last}}))
		},
		"put": func(b *lower.Builder, _ *scope, _ []*node, arg func(int) lower.Value) lower.Value {
			xs, i := arg(0), arg(1).Atom()
			s := b.Slice(xs.Shape, []lower.DimIndex{{Index: &i}})
			return b.Update(xs, s, nil, arg(2))
		},
		"map": func(b *lower.Builder, _ *scope, args []*node, arg func(int) lower.Value) lower.Value {
			f, arrays := arg(0), []lower.Value{arg(1)}
			n := arrays[0].Dim()
			for i := 2; i < len(args); i++ {
				more := arg(i)
				arrays = append(arrays, b.CheckShape(more, lower.ArrayOf(n, lower.Peel(more.Shape, 1))))
			}
			return b.Map(n, arrays, func(rows []lower.Value) lower.Value { return b.Apply(f, rows...) })
		},
		"reduce": func(b *lower.Builder, _ *scope, _ []*node, arg func(int) lower.Value) lower.Value {
			return b.Reduce(arg(0), arg(1), arg(2), false)
		},
		"scan": func(b *lower.Builder, _ *scope, _ []*node, arg func(int) lower.Value) lower.Value {
			return b.Scan(arg(0), arg(1), arg(2))
		},
		"iota": func(b *lower.Builder, _ *scope, _ []*node, arg func(int) lower.Value) lower.Value {
			return b.Iota(arg(0).Atom())
		},
		"repeat": func(b *lower.Builder, _ *scope, _ []*node, arg func(int) lower.Value) lower.Value {
			count, init, f := arg(0), arg(1), arg(2)
			l := lower.Loop{Init: init, Count: &count, Index: "i", Body: func(v, i lower.Value) lower.Value { return b.Apply(f, v, i) }}
			for range lower.Leaves(init.Shape) {
				l.Names = append(l.Names, "x")
			}
			for i := range lower.Dims(init.Shape) {
				l.Sizes = append(l.Sizes, i) // arrays may grow and shrink
			}
			return b.Loop(l)
		},
		"check": func(b *lower.Builder, _ *scope, args []*node, arg func(int) lower.Value) lower.Value {
			b.Assert(arg(0).Atom(), args[2].atom)
			return arg(1)
		},
	}
}

// mentions reports whether a name stands in n.
func (n *node) mentions(name string) bool {
	return n.atom == name || slices.ContainsFunc(n.list, func(m *node) bool { return m.mentions(name) })
}

// function is the closure of a function, which captures what it mentions.
func (t *toy) function(s *scope, params, body *node) lower.Value {
	c, ok := t.codes[body]
	if !ok {
		c = &lower.Code{Name: "f", Pos: body.pos, Arity: len(params.list), Place: lower.Shared}
		for _, p := range params.list {
			c.Params = append(c.Params, p.atom)
		}
		c.Run = func(b *lower.Builder, captured []lower.Captured, args []lower.Value) lower.Value {
			var s *scope
			for _, c := range captured {
				s = s.with(c.Of.(string), c.Value)
			}
			for i, p := range params.list {
				s = s.with(p.atom, args[i])
			}
			return t.exp(b, s, body)
		}
		t.codes[body] = c
	}
	var captured []lower.Captured
	seen := map[string]bool{}
	for ; s != nil; s = s.outer {
		if !seen[s.name] && body.mentions(s.name) {
			seen[s.name] = true
			captured = append(captured, lower.Captured{Of: s.name, Name: s.name, Value: s.value})
		}
	}
	return lower.NewClosure(c, captured...)
}

// entry lowers body as the entry point main of the given parameters: "xs" is an array of numbers,
// "ms" one of rows, "n" a number.
func (t *toy) entry(p *lower.Program, params, body string) {
	text := parse(body)
	e := p.NewEntry("main", text.pos)
	var s *scope
	for _, name := range strings.Fields(params) {
		var shape lower.Shape = lower.Scalar{Elem: scalar.I64}
		typ := "i64"
		for range strings.Count(name, "s") {
			n := e.Size("n")
			shape, typ = lower.ArrayOf(n, shape), fmt.Sprintf("[%s]%s", n.Name.Base, typ)
		}
		s = s.with(name, e.Param(name, typ, shape, false))
	}
	e.Return(t.exp(e.Builder, s, text), "result")
}

func compileToy(p *lower.Program, params, body string) {
	p.Reserve("main")
	(&toy{codes: map[*node]*lower.Code{}}).entry(p, params, body)
}

// calls counts the calls in a program.
func calls(p *ir.Program) int {
	n := 0
	w := &ir.Walker{Stm: func(s *ir.Stm) {
		if _, ok := s.Exp.(*ir.Call); ok {
			n++
		}
	}}
	for _, f := range p.Funs {
		w.Fun(f)
	}
	return n
}
