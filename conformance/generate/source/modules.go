package source

import (
	"fmt"
	"strings"
)

// structure is the module that a function is defined in.
type structure struct {
	name  string
	kind  int    // one of those below
	param string // of a functor
}

// The kinds of modules.
const (
	bare      = iota // a module as it is
	ascribed         // a module with a module type
	functor          // the result of a functor
	specified        // a module with a module type that has a name, and lifted types
	kinds
)

// functorType is the type of functors' parameters. Their functions may use what it declares.
const functorType = "module type given = {type t val first: t val second: t val number: t -> i64}"

// functorArguments are modules of type given: the type, two values of it, a function on it.
var functorArguments = []string{
	"{type t = i64 def first = 2i64 def second: t = 5 def number (x: t) = x - 1}",
	"{type t = {a: bool, b: i32} def first: t = {a = true, b = 3} def second = first with a = false def number (x: t) = if x.a then i64.i32 x.b else 7}",
	"{type t = #low | #high i64 def first: t = #low def second: t = #high 4 def number (x: t): i64 = match x case #low -> 1 case #high h -> h}",
}

// liftedTypes are definitions of types of values of any size and of functions, and liftedSpecs what
// a module type says of them, where they are abstract.
const (
	liftedTypes = `type~ pack = []i64
def packed (n: i64): pack = map (* n) (iota (1 + (n & 3)))
def unpacked (p: pack): i64 = length p + p[0]
type^ act = i64 -> i64
def acting: act = (+ 2)
def act_on (f: act) (x: i64): i64 = f (f x)
`
	liftedSpecs = "type~ pack val packed: i64 -> pack val unpacked: pack -> i64 type^ act val acting: act val act_on: act -> i64 -> i64"
)

// structure draws the module that a function is defined in; nil for none. It adds to the scope
// what the module's code may use.
func (g *generator) structure(s *scope) *structure {
	if !g.chance(3) {
		return nil
	}
	m := &structure{name: g.fresh("mod"), kind: g.below(kinds)}
	i64 := scalarOf("i64")
	if m.kind == specified {
		g.add(s, "(unpacked (packed 6))", i64, nil)
		g.add(s, "(act_on acting 3)", i64, nil)
	}
	if m.kind != functor {
		return m
	}
	m.param = g.fresh("par")
	for _, value := range []string{"first", "second"} {
		g.add(s, fmt.Sprintf("(%s.number %s.%s)", m.param, m.param, value), i64, nil)
	}
	return m
}

// declare adds a function's definition to the program, within a module if m is not nil, and returns
// the names that it can be called by.
func (g *generator) declare(m *structure, name, signature, definition string) []string {
	if m == nil {
		g.decls = append(g.decls, definition)
		return []string{name}
	}
	body := fmt.Sprintf("{\n  %s\n}", indent(definition))
	switch m.kind {
	case bare:
		g.decls = append(g.decls, fmt.Sprintf("module %s = %s", m.name, body))
	case ascribed:
		g.decls = append(g.decls, fmt.Sprintf("module %s: {val %s %s} = %s", m.name, name, signature, body))
	case specified:
		spec := g.fresh("spec")
		g.decls = append(g.decls, fmt.Sprintf("module type %s = {%s val %s %s}", spec, liftedSpecs, name, signature),
			fmt.Sprintf("module %s: %s = {\n  %s\n}", m.name, spec, indent(liftedTypes+definition)))
		return []string{m.name + "." + name}
	case functor:
		return g.applied(m, name, body)
	}
	if g.chance(3) {
		g.decls = append(g.decls, "open "+m.name)
		return []string{name, m.name + "." + name}
	}
	return []string{m.name + "." + name}
}

// applied declares a functor, and one or two modules made with it.
func (g *generator) applied(m *structure, name, body string) []string {
	if len(g.decls) == 0 || !strings.Contains(strings.Join(g.decls, "\n"), functorType) {
		g.decls = append(g.decls, functorType)
	}
	g.decls = append(g.decls, fmt.Sprintf("module %s (%s: given) = %s", m.name, m.param, body))
	var names []string
	for range 1 + g.below(2) {
		made := g.fresh("mod")
		g.decls = append(g.decls, fmt.Sprintf("module %s = %s %s", made, m.name, pick(g, functorArguments)))
		names = append(names, made+"."+name)
	}
	return names
}
