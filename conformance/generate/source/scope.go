package source

import (
	"slices"
	"strings"
)

// variable is a name in scope.
type variable struct {
	name string
	t    typ
	// roots are the memory it may refer to: it aliases every variable that shares one.
	roots []root
	below size // if text is not "", it is a valid index into dimensions of that size
	index bool // it is a loop's index: not negative, and small
}

// root stands for memory created at one place of the program.
type root struct {
	id    int
	frame int // the owning frame; 0 if it has none
}

// scope holds what code at one place may use. A frame is a body that is executed as a unit:
// of a function, of a lambda, of one loop iteration. Code may consume only what its frame
// owns.
type scope struct {
	vars   []*variable
	sizes  []size // names, constants, and expressions over them
	names  []string
	frame  int
	depth  int     // remaining nesting depth
	locals []local // functions
}

// inner returns a scope for nested code in a new frame.
func (g *generator) inner(s *scope) *scope {
	in := *s
	in.vars, in.sizes, in.names = slices.Clone(s.vars), slices.Clone(s.sizes), slices.Clone(s.names)
	in.locals = slices.Clone(s.locals)
	g.names++
	in.frame, in.depth = g.names, s.depth-1
	return &in
}

// add adds a variable to the scope. An array without roots is one that this frame created.
func (g *generator) add(s *scope, name string, t typ, roots []root) *variable {
	switch {
	case !t.holdsArray():
		roots = nil
	case roots == nil:
		g.names++
		roots = []root{{g.names, s.frame}}
	}
	v := &variable{name: name, t: t, roots: roots}
	s.vars = append(s.vars, v)
	s.names = append(s.names, name)
	return v
}

// nobody returns memory that no frame may consume.
func (g *generator) nobody() []root {
	g.names++
	return []root{{id: g.names}}
}

// addSize adds the name of a size, which is also a variable.
func (g *generator) addSize(s *scope, name string, value int64) size {
	n := size{text: name, value: value}
	s.sizes = append(s.sizes, n)
	g.add(s, name, scalarOf("i64"), nil)
	return n
}

// binding is a value that bind has bound.
type binding struct {
	scope *scope
	t     typ
	v     expr
}

// bind binds a value to a fresh name.
func (g *generator) bind(s *scope, b *block, t typ, v expr) *variable {
	g.bound = binding{s, t, v}
	name := g.fresh("x")
	b.line("let " + name + " = " + v.text)
	return g.add(s, name, t, v.roots)
}

// again now and then binds what an expression that consumes nothing has just been bound to a
// second time, for what the compiler does with common subexpressions.
func (g *generator) again(s *scope, b *block) {
	if g.bound.scope == s && g.chance(8) {
		g.bind(s, b, g.bound.t, g.bound.v)
	}
}

// kill removes a consumed variable and its aliases from the scope.
func (s *scope) kill(v *variable) {
	s.vars = slices.DeleteFunc(s.vars, func(w *variable) bool { return alias(v.roots, w.roots) })
	s.locals = slices.DeleteFunc(s.locals, func(f local) bool { return alias(v.roots, f.roots) })
}

func alias(a, b []root) bool {
	return slices.ContainsFunc(a, func(r root) bool { return slices.Contains(b, r) })
}

// owned reports whether this frame may consume v.
func (s *scope) owned(v *variable) bool {
	return len(v.roots) > 0 && !slices.ContainsFunc(v.roots, func(r root) bool { return r.frame != s.frame })
}

// sees reports whether the sizes of t are in scope here.
func (s *scope) sees(t typ) bool {
	for _, n := range t.sizeNames() {
		if !slices.Contains(s.names, n) {
			return false
		}
	}
	return true
}

// where returns the variables that fit.
func (s *scope) where(fits func(*variable) bool) []*variable {
	var out []*variable
	for _, v := range s.vars {
		if fits(v) {
			out = append(out, v)
		}
	}
	return out
}

// find draws a variable that fits, preferring later ones; nil if there is none.
func (g *generator) find(s *scope, fits func(*variable) bool) *variable {
	vs := s.where(fits)
	if len(vs) == 0 {
		return nil
	}
	k := g.below(len(vs))
	if g.chance(2) {
		k = max(k, g.below(len(vs)))
	}
	return vs[k]
}

func plainArray(v *variable) bool { return v.t.plain() }

// array draws an array of scalars of one of the ranks.
func (g *generator) array(s *scope, ranks ...int) *variable {
	return g.find(s, func(v *variable) bool {
		return v.t.plain() && (len(ranks) == 0 || slices.Contains(ranks, len(v.t.dims)))
	})
}

// block is a body under construction.
type block struct{ lines []string }

func (b *block) line(text string) { b.lines = append(b.lines, text) }

// in returns the block followed by its result, as one expression without parentheses.
func (b *block) in(result string) string {
	if len(b.lines) == 0 {
		return result
	}
	return strings.Join(b.lines, "\n") + "\nin " + result
}

// expr is an expression that can be an argument, and what it aliases; nothing if roots is
// nil.
type expr struct {
	text  string
	roots []root
}

func made(text string) expr { return expr{text: text} }

// of returns an expression that aliases the variables.
func of(text string, vs ...*variable) expr {
	e := expr{text: text}
	for _, v := range vs {
		e.roots = union(e.roots, v.roots)
	}
	return e
}

func union(a, b []root) []root {
	out := slices.Clone(a)
	for _, r := range b {
		if !slices.Contains(out, r) {
			out = append(out, r)
		}
	}
	return out
}
