package source

import (
	"slices"
	"strings"
)

// variable is a name that code may use.
type variable struct {
	name string
	t    typ
	// roots are what its memory may be: it aliases every variable that shares one.
	roots []root
	below size // it is an index into dimensions of that size, if text is not ""
}

// root stands for memory that one place of the program made.
type root struct {
	id    int
	frame int // that owns it; nobody if 0
}

// scope is what code at one place may use. A frame is a body that runs as a whole: of a
// function, of a lambda, of one iteration of a loop. Only what a frame owns may be
// consumed there.
type scope struct {
	vars   []*variable
	sizes  []size // that are names, constants or made of such
	names  []string
	frame  int
	depth  int     // how deep code may still nest
	locals []local // functions
}

// inner is a scope for code within, in a frame of its own.
func (g *generator) inner(s *scope) *scope {
	in := *s
	in.vars, in.sizes, in.names = slices.Clone(s.vars), slices.Clone(s.sizes), slices.Clone(s.names)
	in.locals = slices.Clone(s.locals)
	g.names++
	in.frame, in.depth = g.names, s.depth-1
	return &in
}

// add makes a variable known. Without roots, an array is one that this frame made.
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

// nobody is memory that no frame may consume.
func (g *generator) nobody() []root {
	g.names++
	return []root{{id: g.names}}
}

// addSize makes a name of a size known, a variable too.
func (g *generator) addSize(s *scope, name string, value int64) size {
	n := size{text: name, value: value}
	s.sizes = append(s.sizes, n)
	g.add(s, name, scalarOf("i64"), nil)
	return n
}

// bind binds a value to a fresh name.
func (g *generator) bind(s *scope, b *block, t typ, v expr) *variable {
	name := g.fresh("x")
	b.line("let " + name + " = " + v.text)
	return g.add(s, name, t, v.roots)
}

// kill takes a consumed variable and its aliases out of scope.
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

// sees reports whether the sizes of t may be written here.
func (s *scope) sees(t typ) bool {
	for _, n := range t.sizeNames() {
		if !slices.Contains(s.names, n) {
			return false
		}
	}
	return true
}

// where lists the variables that fit.
func (s *scope) where(fits func(*variable) bool) []*variable {
	var out []*variable
	for _, v := range s.vars {
		if fits(v) {
			out = append(out, v)
		}
	}
	return out
}

// find draws a variable that fits, late ones more often; nil if there is none.
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

// array draws an array of scalars of any of the ranks.
func (g *generator) array(s *scope, ranks ...int) *variable {
	return g.find(s, func(v *variable) bool {
		return v.t.plain() && (len(ranks) == 0 || slices.Contains(ranks, len(v.t.dims)))
	})
}

// block is a body under construction.
type block struct{ lines []string }

func (b *block) line(text string) { b.lines = append(b.lines, text) }

// in is the block with its result, as one expression without parentheses.
func (b *block) in(result string) string {
	if len(b.lines) == 0 {
		return result
	}
	return strings.Join(b.lines, "\n") + "\nin " + result
}

// expr is an expression that may stand as an argument, and what it aliases; nothing if
// roots is nil.
type expr struct {
	text  string
	roots []root
}

func made(text string) expr { return expr{text: text} }

// of is an expression that aliases variables.
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
