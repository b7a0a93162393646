// Package elaborate takes APL programs to TAIL: it resolves overloading, coercions, scalar
// extension and identity items, and applies functions and operators.
//
// A function has no type of its own. Each application is elaborated in place, for the types of
// its arguments, as in the paper: so the rank of every array is known, and with it what a
// primitive means. Only what has become large is shared (share.go).
package elaborate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/apl/syntax"
	tail "github.com/lamina-lang/lamina/frontends/tail/syntax"
	"github.com/lamina-lang/lamina/frontends/tail/types"
)

// most bounds the operations that a program becomes.
const most = 200_000

// Call is an entry point with the types of its arguments.
type Call struct {
	Name string
	Args []types.Type
}

// Main is the name of the entry point that a program's own results are of.
const Main = "main"

// function is a function; left is nil where it is applied to one argument.
type function struct {
	name  string
	glyph string // of a primitive
	call  func(left, right *array) *array
	// sharable says that call makes instances.
	sharable bool
}

// operator is a defined operator.
type operator struct {
	dfn   *syntax.Dfn
	scope *scope
}

// scope are the values of names: *array, *function or *operator.
type scope struct {
	names   map[string]any
	outer   *scope
	version int // how often its names were given values
}

// set gives a name a value.
func (s *scope) set(name string, v any) {
	s.version++
	s.names[name] = v
}

func (s *scope) lookup(name string) any {
	for ; s != nil; s = s.outer {
		if v, ok := s.names[name]; ok {
			return v
		}
	}
	return nil
}

// branch is a copy of s, of which assignments in a branch are not seen elsewhere.
func (s *scope) branch() *scope {
	names := make(map[string]any, len(s.names))
	for n, v := range s.names {
		names[n] = v
	}
	return &scope{names: names, outer: s.outer}
}

// elaborator elaborates one entry point.
type elaborator struct {
	pos     source.Pos
	lets    []*tail.Let // of the present block
	names   int
	count   int
	nested  int // how many functions and branches surround what is elaborated
	depth   int // of applications
	outputs []*array
	root    *scope
	// quotients tells, of the variables that are quotients of ints, how to make the quotients
	// rounded down.
	quotients map[string]func() *array
	bound     map[string]types.Type // of variables
	functions []*tail.Let           // the instances that are functions of TAIL
}

// typeText is a type as annotations write it.
func typeText(t types.Type) string {
	return strings.NewReplacer("~", "¯", "rho", "ρ").Replace(t.String())
}

// fail is an error at the present position. Its arguments are printed as APL writes them.
func (e *elaborator) fail(format string, args ...any) *source.Error {
	for i, a := range args {
		switch n := a.(type) {
		case int64:
			args[i] = strings.Replace(fmt.Sprint(n), "-", "¯", 1)
		case types.Type:
			args[i] = typeText(n)
		}
	}
	return source.Errorf(e.pos, format, args...)
}

// at sets the position of errors, and returns a function that sets it back.
func (e *elaborator) at(pos source.Pos) func() {
	old := e.pos
	e.pos = pos
	return func() { e.pos = old }
}

// Entry elaborates one entry point. The error is a *source.Error.
func Entry(p *syntax.Program, c Call) (entry *tail.Entry, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *source.Error:
			err = r.In(p.Source)
		default:
			panic(r)
		}
	}()
	e := &elaborator{root: &scope{names: map[string]any{}}, quotients: map[string]func() *array{}, bound: map[string]types.Type{}}
	if c.Name == Main && !slices.Contains(Functions(p), Main) {
		return e.main(p), nil
	}
	return e.function(p, c), nil
}

// main elaborates the program's own results: what it prints, and the values of its expressions.
func (e *elaborator) main(p *syntax.Program) *tail.Entry {
	for _, s := range p.Body {
		switch x := s.Exp.(type) {
		case *syntax.Assign:
			e.assign(e.root, x)
		case *syntax.Output, *syntax.AssignIndex, *syntax.AssignStrand:
			e.array(e.root, x)
		default:
			if x.Class() == syntax.Array {
				e.outputs = append(e.outputs, e.array(e.root, x))
			}
		}
	}
	return e.finish(Main, source.Pos{File: p.Source.Name, Line: 1, Col: 1}, nil, nil)
}

// function elaborates a function of the program.
func (e *elaborator) function(p *syntax.Program, c Call) *tail.Entry {
	dfn := lastAssigned(p, c.Name)
	e.pos = dfn.Start()
	names := []string{"omega"}
	if len(c.Args) == 2 {
		names = []string{"alpha", "omega"}
	}
	var params []tail.Param
	args := make([]*array, 2)
	for i, t := range c.Args {
		params = append(params, tail.Param{Pos: e.pos, Name: names[i], Type: types.Written(t)})
		e.bound[names[i]] = t
		args[2-len(c.Args)+i] = &array{exp: &tail.Var{At: tail.At{Pos: e.pos}, Name: names[i]}, typ: t}
	}
	e.prepare(p, c.Name)
	f := e.name(e.root, &syntax.Name{At: syntax.At{Pos: dfn.Start()}, Name: c.Name, Of: syntax.Function}).(*function)
	e.pos = dfn.Start()
	result := f.call(args[0], args[1])
	return e.finish(c.Name, dfn.Start(), params, result)
}

// lastAssigned is the value of the last assignment to a name.
func lastAssigned(p *syntax.Program, name string) (value syntax.Expr) {
	for _, s := range p.Body {
		if a, ok := s.Exp.(*syntax.Assign); ok && a.Name == name {
			value = a.Value
		}
	}
	return value
}

// prepare elaborates, in order, the program's assignments to a name and to all names that those
// mention: what a function sees when it is called after the program.
func (e *elaborator) prepare(p *syntax.Program, name string) {
	assigning := map[string][]syntax.Expr{}
	for _, s := range p.Body {
		for _, name := range assigned(s.Exp) {
			assigning[name] = append(assigning[name], s.Exp)
		}
	}
	needed := map[string]bool{}
	var need func(name string)
	need = func(name string) {
		if needed[name] {
			return
		}
		needed[name] = true
		for _, x := range assigning[name] {
			syntax.EachName(x, need)
		}
	}
	need(name)
	for _, s := range p.Body {
		if slices.ContainsFunc(assigned(s.Exp), func(name string) bool { return needed[name] }) {
			e.value(e.root, s.Exp)
		}
	}
}

// assigned are the names that a statement assigns to.
func assigned(x syntax.Expr) []string {
	switch x := x.(type) {
	case *syntax.Assign:
		return []string{x.Name}
	case *syntax.AssignIndex:
		return []string{x.Name}
	case *syntax.AssignStrand:
		return x.Names
	}
	return nil
}

func (e *elaborator) finish(name string, pos source.Pos, params []tail.Param, result *array) *tail.Entry {
	var outs []tail.Exp
	for _, o := range e.outputs {
		outs = append(outs, o.exp)
	}
	if result != nil {
		outs = append(outs, result.exp)
	}
	var body tail.Exp = &tail.Results{At: tail.At{Pos: pos}, Elems: outs}
	if len(outs) == 1 {
		body = outs[0]
	}
	return &tail.Entry{Pos: pos, Name: name, Params: params, Body: wrapped(slices.Concat(e.functions, e.lets), body)}
}

// wrapped is an expression in its lets, without those that nothing needs.
func wrapped(lets []*tail.Let, body tail.Exp) tail.Exp {
	used := map[string]bool{}
	note := func(e tail.Exp) {
		if v, ok := e.(*tail.Var); ok {
			used[v.Name] = true
		}
	}
	tail.Each(body, note)
	for _, l := range slices.Backward(lets) {
		if !used[l.Name] && isTotal(l.Value) {
			continue
		}
		tail.Each(l.Value, note)
		l.Body = body
		body = l
	}
	return body
}

// Functions are the names of a program's functions that can be entry points.
func Functions(p *syntax.Program) []string {
	var out []string
	for _, s := range p.Body {
		if a, ok := s.Exp.(*syntax.Assign); ok && a.Class() == syntax.Function && !slices.Contains(out, a.Name) {
			out = append(out, a.Name)
		}
	}
	return out
}

// IsDyadic reports whether a function is a dfn that uses ⍺ without a default.
func IsDyadic(p *syntax.Program, name string) bool {
	for _, s := range p.Body {
		if a, ok := s.Exp.(*syntax.Assign); ok && a.Name == name {
			d, ok := a.Value.(*syntax.Dfn)
			return ok && d.Dyadic
		}
	}
	return false
}

// HasMain reports whether a program has results of its own.
func HasMain(p *syntax.Program) bool {
	for _, s := range p.Body {
		if assigned(s.Exp) == nil && s.Exp.Class() == syntax.Array {
			return true
		}
	}
	return false
}

// part elaborates what f does in a block of its own.
func (e *elaborator) part(f func() *array) *part {
	p := &part{}
	e.in(p, func() { p.result = f() })
	return p
}
