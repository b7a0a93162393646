package source

import (
	"fmt"
	"slices"
	"strings"
)

// constructor is one of a sum type.
type constructor struct {
	name    string
	payload []typ
}

// constructorNames are in no order, since tags are given by alphabet.
var constructorNames = []string{"some", "left", "a", "zed", "case", "b2"}

// isSum reports whether t is a sum type.
func (t typ) isSum() bool { return len(t.sum) > 0 && !t.isArray() }

// sumText returns a sum type in the language's syntax.
func sumText(cs []constructor) string {
	var parts []string
	for _, c := range cs {
		part := "#" + c.name
		for _, p := range c.payload {
			part += " (" + p.String() + ")"
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, " | ")
}

// sumType draws a sum type, one constructor of which has no payload if none is set.
func (g *generator) sumType(s *scope, depth int, none bool) typ {
	var t typ
	from := g.below(len(constructorNames))
	for k := range 1 + g.below(4) {
		c := constructor{name: constructorNames[(from+k)%len(constructorNames)]}
		for range g.below(4) {
			switch {
			case depth > 0 && g.chance(5):
				c.payload = append(c.payload, g.sumType(s, depth-1, false))
			case g.chance(3):
				c.payload = append(c.payload, g.anyType(s))
			case g.chance(4):
				c.payload = append(c.payload, tupleOf(scalarOf(g.elem()), scalarOf(g.elem())))
			default:
				c.payload = append(c.payload, scalarOf(g.elem()))
			}
		}
		t.sum = append(t.sum, c)
	}
	if none {
		t.sum = append(t.sum, constructor{name: "none"})
	}
	return t
}

// construct draws a value of a sum type, which has no type of its own yet.
func (g *generator) construct(s *scope, t typ) expr {
	c := pick(g, t.sum)
	e := expr{text: "#" + c.name}
	for _, p := range c.payload {
		var v expr
		switch {
		case p.isSum():
			v = g.construct(s, p)
		case len(p.fields) > 0:
			v = made("(" + g.scalar(s, p.fields[0].t.elem, 1) + ", " + g.scalar(s, p.fields[1].t.elem, 1) + ")")
		default:
			v = g.value(s.deeper(), p, 2)
		}
		e.text += " " + v.text
		e.roots = union(e.roots, v.roots)
	}
	if len(c.payload) > 0 {
		e.text = "(" + e.text + ")"
	}
	return e
}

// either draws a value of a sum type, or one of two.
func (g *generator) either(s *scope, t typ) expr {
	x := g.construct(s, t)
	if g.chance(3) {
		return x
	}
	y := g.construct(s, t)
	return expr{fmt.Sprintf("(if %s then %s else %s)", g.scalar(s, "bool", 2), x.text, y.text), union(x.roots, y.roots)}
}

func stmSum(g *generator, s *scope, b *block) bool {
	t := g.sumType(s, 1, false)
	e := g.either(s, t)
	name := g.fresh("s")
	b.line(fmt.Sprintf("let %s: %s = %s", name, t, e.text))
	if len(e.roots) == 0 {
		e.roots = nil
	}
	g.add(s, name, t, e.roots)
	return true
}

// sumVariable draws a variable of a sum type.
func (g *generator) sumVariable(s *scope, fits func(*variable) bool) *variable {
	return g.find(s, func(v *variable) bool { return v.t.isSum() && fits(v) })
}

func anything(*variable) bool { return true }

// pattern draws a pattern for a value of type t, whose names it adds to the scope; refutes is set
// where there is a literal in it, or a constructor that is not the only one.
func (g *generator) pattern(s *scope, t typ, roots []root) (text string, refutes bool) {
	switch {
	case !s.sees(t) || g.chance(5):
		return "_", false
	case t.isSum() && g.chance(2):
		c := pick(g, t.sum)
		text, refutes := g.payload(s, c, roots)
		return "(" + text + ")", refutes || len(t.sum) > 1
	case len(t.fields) > 0 && g.chance(2):
		x, r := g.pattern(s, t.fields[0].t, roots)
		y, q := g.pattern(s, t.fields[1].t, roots)
		return "(" + x + ", " + y + ")", r || q
	case t.isScalar() && g.chance(4):
		e := elementOf(t.elem)
		return g.constant(e), true
	}
	return g.add(s, g.fresh("q"), t, roots).name, false
}

// payload draws a pattern with a constructor.
func (g *generator) payload(s *scope, c constructor, roots []root) (text string, refutes bool) {
	text = "#" + c.name
	for _, p := range c.payload {
		part, r := g.pattern(s, p, roots)
		text, refutes = text+" "+part, refutes || r
	}
	return text, refutes
}

// match draws the cases of a match on a value of type t. The constructors come in some order; the
// last case may be for all that is left.
func (g *generator) match(s *scope, t typ, value string, roots []root, body func(in *scope) string) string {
	text := "match " + value
	add := func(in *scope, pattern string) {
		text += fmt.Sprintf("\n  case %s -> (%s)", pattern, indent(body(in)))
	}
	from, refutable := g.below(len(t.sum)), false
	for k := range t.sum {
		c := t.sum[(from+k)%len(t.sum)]
		if k > 0 && k == len(t.sum)-1 && g.chance(3) {
			refutable = true
			break
		}
		in := g.inner(s)
		pattern, refutes := g.payload(in, c, roots)
		refutable = refutable || refutes
		add(in, pattern)
	}
	if refutable {
		add(g.inner(s), "_")
	}
	return text
}

func stmMatch(g *generator, s *scope, b *block) bool {
	v := g.sumVariable(s, anything)
	if v == nil || s.depth < 1 {
		return false
	}
	t := g.anyType(s)
	if g.chance(2) {
		t = scalarOf(g.elem())
	}
	var roots []root
	text := g.match(s, v.t, v.name, v.roots, func(in *scope) string {
		text, of := g.body(in, t, g.below(2))
		for _, r := range of {
			if r.frame != in.frame {
				roots = union(roots, []root{r})
			}
		}
		return text
	})
	g.bind(s, b, t, expr{text, roots})
	return true
}

// stmMatchUpdate changes an array of the payload in place.
func stmMatchUpdate(g *generator, s *scope, b *block) bool {
	fits := func(p typ) bool { return p.plain() && len(p.dims) == 1 && s.sees(p) }
	v := g.sumVariable(s, func(v *variable) bool {
		return s.owned(v) && slices.ContainsFunc(v.t.sum, func(c constructor) bool { return slices.ContainsFunc(c.payload, fits) })
	})
	if v == nil {
		array := arrayOf(g.elem(), pick(g, s.sizes))
		of := typ{sum: []constructor{{"zed", []typ{scalarOf(g.elem()), array}}, {"some", []typ{array}}, {"none", nil}}}
		name := g.fresh("s")
		b.line(fmt.Sprintf("let %s: %s = #some %s", name, of, g.owned(s.deeper(), array).text))
		v = g.add(s, name, of, nil)
	}
	text := "match " + v.name
	var t typ
	for _, c := range v.t.sum {
		if at := slices.IndexFunc(c.payload, fits); at >= 0 && t.elem == "" {
			t = c.payload[at]
			i, safe := g.index(s, t.dims[0], 1)
			if !safe {
				return false
			}
			pattern := strings.Repeat(" _", at) + " q" + strings.Repeat(" _", len(c.payload)-at-1)
			text += fmt.Sprintf("\n  case #%s%s -> q with [%s] = %s", c.name, pattern, i, g.scalar(s, t.elem, 1))
		}
	}
	s.kill(v)
	g.bind(s, b, t, made(fmt.Sprintf("%s\n  case _ -> %s", text, g.owned(s.deeper(), t).text)))
	return true
}

// stmSumArray makes an array of sums, and takes it apart.
func stmSumArray(g *generator, s *scope, b *block) bool {
	v := g.array(s, 1)
	if v == nil || s.depth < 1 {
		return false
	}
	t := g.sumType(s, 1, true)
	in := g.inner(s)
	p := g.add(in, g.fresh("p"), v.t.row(), nil)
	sums := g.fresh("s")
	b.line(fmt.Sprintf("let %s = map (\\%s: (%s) -> %s) %s", sums, p.name, t, g.either(in, t).text, v.name))
	op := fmt.Sprintf("(\\(x: %s) (y: %s) -> match y case #none -> x case _ -> y) #none", t, t)
	switch g.below(5) {
	case 1:
		b.line(fmt.Sprintf("let %s = scan %s %s", sums, op, sums))
	case 2:
		b.line(fmt.Sprintf("let %s = reverse %s", sums, sums))
	case 3:
		b.line(fmt.Sprintf("let %s = scatter (copy %s) (iota %s) (rotate 1 %s)", sums, sums, v.t.dims[0].atom(), sums))
	case 4:
		name := g.fresh("s")
		b.line(fmt.Sprintf("let %s: %s = reduce %s %s", name, t, op, sums))
		g.add(s, name, t, g.nobody())
	}
	out := scalarOf(g.elem())
	w := g.fresh("p")
	text := g.match(g.inner(s), t, w, g.nobody(), func(in *scope) string { return g.scalar(in, out.elem, 2) })
	g.bind(s, b, out.under(v.t.dims[0]), made(fmt.Sprintf("map (\\%s -> %s) %s", w, text, sums)))
	return true
}

// stmSumLoop is a loop whose value is a sum.
func stmSumLoop(g *generator, s *scope, b *block) bool {
	if s.depth < 1 {
		return false
	}
	t := g.sumType(s, 0, false)
	name, state := g.fresh("s"), g.fresh("p")
	init := g.either(s, t)
	roots := g.nobody()
	in := g.inner(s)
	shared := init.roots // what the loop's value may alias
	text := g.match(in, t, state, roots, func(in *scope) string {
		e := g.construct(in, t)
		shared = union(shared, e.roots)
		return e.text
	})
	head := fmt.Sprintf("for _i < %d do", g.below(4))
	b.line(fmt.Sprintf("let %s = loop (%s: %s) = %s %s\n  %s", name, state, t, init.text, head, indent(text)))
	g.add(s, name, t, union(roots, shared))
	return true
}
