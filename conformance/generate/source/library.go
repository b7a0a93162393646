package source

import "fmt"

// routine is a polymorphic function, defined in programs that use it, and a way to build an
// array of type t with it.
type routine struct {
	text  string
	apply func(g *generator, s *scope, t typ) (string, bool)
}

// library holds functions with function parameters, type parameters and records.
var library []routine

func init() {
	library = []routine{
		{"def twice 'a (f: a -> a) (x: a): a = f (f x)",
			func(g *generator, s *scope, t typ) (string, bool) {
				return fmt.Sprintf("twice %s %s", g.endomap(s, t), g.arrayOf(s, t).text), true
			}},
		{"def times 'a (k: i64) (f: a -> a) (x: a): a = loop y = x for _i < k do f y",
			func(g *generator, s *scope, t typ) (string, bool) {
				return fmt.Sprintf("times %s %s %s", pick(g, []string{"1", "2", "3", "0"}), g.endomap(s, t), g.arrayOf(s, t).text), true
			}},
		{"def over [n] 'a 'b (f: a -> b) (xs: [n]a): [n]b = map f xs",
			func(g *generator, s *scope, t typ) (string, bool) {
				in := g.inner(s)
				v := g.find(s, func(v *variable) bool { return v.t.plain() && v.t.dims[0].text == t.dims[0].text })
				if v == nil {
					return "", false
				}
				x := g.add(in, g.fresh("p"), v.t.row(), g.nobody())
				body, _ := g.body(in, t.row(), 0)
				return fmt.Sprintf("over (\\%s -> %s) %s", x.name, body, v.name), true
			}},
		{"def refresh [n] 't (f: t -> t) (xs: *[n]t): *[n]t = xs with [0:n] = map f (copy xs)",
			func(g *generator, s *scope, t typ) (string, bool) {
				if len(t.dims) != 1 {
					return "", false
				}
				in := g.inner(s)
				x := g.add(in, g.fresh("p"), scalarOf(t.elem), nil)
				return fmt.Sprintf("refresh (\\%s -> %s) %s", x.name, g.scalar(in, t.elem, 2), g.owned(s, t).text), true
			}},
		{"def swap 'a 'b (p: (a, b)): (b, a) = (p.1, p.0)",
			func(g *generator, s *scope, t typ) (string, bool) {
				return fmt.Sprintf("(swap (%s, %s)).1", g.arrayOf(s, t).text, g.scalar(s, g.elem(), 1)), true
			}},
		{"def after 'a 'b 'c (f: b -> c) (g: a -> b) (x: a): c = f (g x)",
			func(g *generator, s *scope, t typ) (string, bool) {
				return fmt.Sprintf("after %s %s %s", g.endomap(s, t), g.endomap(s, t), g.arrayOf(s, t).text), true
			}},
		{"type boxed [n] 't = {items: [n]t, count: i64}\ndef boxed [n] 't (xs: [n]t): boxed [n] t = {items = xs, count = n}",
			func(g *generator, s *scope, t typ) (string, bool) {
				return fmt.Sprintf("(boxed %s with count = 0).items", g.arrayOf(s, t).text), true
			}},
	}
}

// endomap returns a function from arrays of type t to arrays of type t.
func (g *generator) endomap(s *scope, t typ) string {
	switch g.below(4) {
	case 1:
		return "reverse"
	case 2:
		return "(rotate 1)"
	}
	if len(t.dims) > 1 {
		return "(map " + g.endomap(s, t.row()) + ")"
	}
	in := g.inner(s)
	x := g.add(in, g.fresh("p"), scalarOf(t.elem), nil)
	return fmt.Sprintf("(map (\\%s -> %s))", x.name, g.scalar(in, t.elem, 2))
}
