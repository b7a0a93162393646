package source

import (
	"fmt"
	"slices"
	"strings"
)

// carried is a loop-carried value.
type carried struct {
	name   string
	t      typ
	unique bool // each iteration may consume it
	init   string
	roots  []root // that the loop's result may alias
}

// carry draws a loop's carried values: scalars, unique arrays, and arrays that are not
// consumed, of which each iteration may pass on another view.
func (g *generator) carry(s *scope) []carried {
	var out []carried
	n := 1 + g.below(3)
	for range n {
		c := carried{name: g.fresh("a")}
		v := g.array(s, 1, 2)
		if v == nil || !s.sees(v.t) || g.chance(5) {
			c.t = scalarOf(g.elem())
			c.init = g.scalar(s, c.t.elem, 1)
			out = append(out, c)
			continue
		}
		c.t = v.t
		c.init, c.roots = v.name, v.roots
		if g.chance(2) {
			c.unique, c.roots = true, nil
			if n == 1 {
				c.init = g.consumed(s, v.t).text
				return append(out, c)
			}
			c.init = g.owned(s.deeper(), v.t).text
		}
		out = append(out, c)
		// Another of the same type, to swap with.
		if w := g.find(s, func(w *variable) bool { return w.t.equal(v.t) }); w != nil && g.chance(2) {
			d := carried{name: g.fresh("a"), t: w.t, unique: c.unique, init: w.name, roots: w.roots}
			if c.unique {
				d.init, d.roots = g.owned(s.deeper(), w.t).text, nil
			}
			out = append(out, d)
		}
	}
	return apart(out)
}

// apart copies arrays that a loop carries twice, if the loop consumes anything: the type
// rules then demand that initial values do not alias each other.
func apart(cs []carried) []carried {
	if !slices.ContainsFunc(cs, func(c carried) bool { return c.unique }) {
		return cs
	}
	var seen []root
	for k, c := range cs {
		if alias(seen, c.roots) {
			cs[k].init, cs[k].roots = "(copy "+c.init+")", []root{}
		}
		seen = union(seen, c.roots)
	}
	return cs
}

// next returns the values for the next iteration. A unique value is an array that this
// iteration owns, different for each; no other component may be a view of it.
func (g *generator) next(s *scope, cs []carried) string {
	parts := make([]string, len(cs))
	var own []root
	for _, v := range s.vars {
		if slices.ContainsFunc(cs, func(c carried) bool { return c.unique && c.name == v.name }) {
			own = union(own, v.roots)
		}
	}
	for k, c := range cs {
		if c.unique {
			parts[k] = g.consumed(s, c.t).text
		}
	}
	s.vars = s.where(func(v *variable) bool { return !alias(v.roots, own) })
	for k, c := range cs {
		switch {
		case c.t.isScalar():
			parts[k] = g.scalar(s, c.t.elem, 2)
		case !c.unique:
			parts[k] = g.arrayOf(s, c.t).text
		}
	}
	return tuple(parts)
}

// enter adds the carried values to the scope of the loop's body, and returns the loop's
// pattern.
func (g *generator) enter(s *scope, cs []carried) (pattern, init string) {
	var names, inits []string
	for _, c := range cs {
		var roots []root
		name := c.name
		switch {
		case !c.unique:
			roots = g.nobody()
			if c.t.isArray() {
				name = fmt.Sprintf("%s: %s", c.name, c.t)
			}
		default: // without a type, the sizes may be inferred to vary
			name = fmt.Sprintf("%s: %s", c.name, c.t.unique())
		}
		g.add(s, c.name, c.t, roots)
		names, inits = append(names, name), append(inits, c.init)
	}
	if len(names) == 1 && strings.Contains(names[0], ":") {
		return "(" + names[0] + ")", inits[0]
	}
	return tuple(names), tuple(inits)
}

// leave binds a loop's results.
func (g *generator) leave(s *scope, b *block, cs []carried, loop string) {
	g.leaveAs(s, b, cs, "%s", loop)
}

// leaveAs is leave for a loop whose value has the pattern with that of what is carried in it.
func (g *generator) leaveAs(s *scope, b *block, cs []carried, pattern, loop string) {
	var names []string
	var shared []root
	for _, c := range cs {
		shared = union(shared, c.roots)
	}
	for _, v := range s.vars { // which the body may pass to the next iteration
		shared = union(shared, v.roots)
	}
	// For Futhark, the consumed part of a loop's value may alias the rest.
	var value []root
	if slices.ContainsFunc(cs, func(c carried) bool { return !c.unique && c.t.holdsArray() }) {
		g.names++
		value = []root{{g.names, s.frame}}
	}
	for _, c := range cs {
		name := g.fresh("x")
		names = append(names, name)
		switch {
		case c.unique:
			g.add(s, name, c.t, value)
		case c.t.holdsArray():
			// It may be one of the carried values, or any other array.
			g.add(s, name, c.t, union(union(shared, value), g.nobody()))
		default:
			g.add(s, name, c.t, nil)
		}
	}
	b.line(fmt.Sprintf("let "+pattern+" = %s", tuple(names), loop))
}

// stmLoop generates a for-loop, with nested statements and loops.
func stmLoop(g *generator, s *scope, b *block) bool {
	if s.depth < 1 {
		return false
	}
	cs := g.carry(s)
	in := g.inner(s)
	pattern, init := g.enter(in, cs)
	i := g.add(in, g.fresh("j"), scalarOf("i64"), nil)
	i.index = true
	bound := pick(g, []string{"2", "3", "1", "4"})
	outer := g.find(s, func(v *variable) bool { return v.index })
	if n := pick(g, s.sizes); n.value != unknown && n.value <= 6 && g.chance(2) {
		bound, i.below = n.bound(), n
	} else if outer != nil && g.chance(2) {
		bound = fmt.Sprintf(pick(g, []string{"%s", "3 - %s", "%s + 1", "4 - 2 * %s"}), outer.name)
	}
	var body block
	g.statements(in, &body, 1+g.below(3))
	g.leave(s, b, cs, fmt.Sprintf("loop %s = %s for %s < %s do\n  %s", pattern, init, i.name, bound, indent(body.in(g.next(in, cs)))))
	return true
}

func stmLoopOverElements(g *generator, s *scope, b *block) bool {
	over := g.array(s, 1, 2)
	if s.depth < 1 || over == nil || !small(over.t) {
		return false
	}
	cs := g.carry(s)
	if !slices.Contains(s.vars, over) {
		return false // the loop's initial values consume it
	}
	in := g.inner(s)
	pattern, init := g.enter(in, cs)
	x := g.add(in, g.fresh("p"), over.t.row(), g.nobody())
	var body block
	g.statements(in, &body, g.below(3))
	g.leave(s, b, cs, fmt.Sprintf("loop %s = %s for %s in %s do\n  %s", pattern, init, x.name, over.name, indent(body.in(g.next(in, cs)))))
	return true
}

// stmWhile generates a while-loop that a counter bounds: by its condition, or by one that the iteration before
// found of its own counter.
func stmWhile(g *generator, s *scope, b *block) bool {
	if s.depth < 1 {
		return false
	}
	cs := g.carry(s)
	in := g.inner(s)
	pattern, init := g.enter(in, cs)
	count := g.fresh("c")
	test := g.inner(in)
	test.vars = test.where(func(v *variable) bool { return !v.t.holdsArray() })
	cond := g.scalar(test, "bool", 2)
	var body block
	if g.below(3) == 0 {
		going, now := g.fresh("g"), g.fresh("n")
		start := fmt.Sprintf("i64.max (-1) (i64.min 1 %s)", g.scalar(s, "i64", 1))
		end := g.fresh("e")
		b.line(fmt.Sprintf("let %s = i64.min 4 %s", end, g.scalar(s, "i64", 1)))
		g.add(in, count, scalarOf("i64"), nil)
		body.line(fmt.Sprintf("let %s = 0 <= %s && %s < %s", now, count, count, end))
		g.statements(in, &body, g.below(3))
		text := fmt.Sprintf("loop (%s, %s, %s) = (%s, true, %s) while %s do\n  %s", count, going, pattern, start, init, going,
			indent(body.in(fmt.Sprintf("(%s + 1, %s, %s)", count, now, g.next(in, cs)))))
		last := g.fresh("k")
		g.leaveAs(s, b, cs, "("+last+", _, %s)", text)
		g.add(s, last, scalarOf("i64"), nil)
		return true
	}
	g.statements(in, &body, g.below(3))
	text := fmt.Sprintf("loop (%s, %s) = (0i64, %s) while %s < %s && %s do\n  %s", count, pattern, init, count, pick(g, []string{"3", "2", "4"}), cond,
		indent(body.in(fmt.Sprintf("(%s + 1, %s)", count, g.next(in, cs)))))
	g.leave(s, b, cs, "("+text+").1")
	return true
}

// stmGrowing generates a loop that carries an array whose size changes in each iteration.
func stmGrowing(g *generator, s *scope, b *block) bool {
	v := g.array(s, 1)
	if s.depth < 1 || v == nil {
		return false
	}
	in := g.inner(s)
	a := g.fresh("a")
	g.names++
	arrays, k := g.fresh("x"), g.fresh("k")
	x := g.add(in, arrays, arrayOf(v.t.elem, g.addSize(in, k, unknown)), g.nobody())
	i := g.add(in, g.fresh("j"), scalarOf("i64"), nil)
	var body block
	body.line(fmt.Sprintf("let [%s] (%s: %s) = %s", k, x.name, x.t, a))
	g.statements(in, &body, g.below(2))
	var result string
	switch g.below(5) {
	case 0:
		result = g.filtered(in, x)
	case 1:
		result = fmt.Sprintf("%s[%s / 2:]", x.name, k)
	case 2:
		result = fmt.Sprintf("(%s ++ %s)", x.name, g.arrayOf(in, x.t).text)
	case 3:
		result = fmt.Sprintf("(%s ++ [%s])", x.name, g.scalar(in, v.t.elem, 2))
	case 4:
		result = fmt.Sprintf("(reverse %s[0:%s / 2])", x.name, k)
	}
	// The type is explicit: if both are inferred, the checker confuses the size of a
	// lambda's parameter with the loop's own.
	init := fmt.Sprintf("(%s: %s)", v.name, v.t)
	if !s.sees(v.t) {
		return false
	}
	text := fmt.Sprintf("loop %s = %s for %s < %s do\n  %s", a, init, i.name, pick(g, []string{"2", "1", "3"}), indent(body.in(result)))
	return g.bindSized(s, b, v.t.elem, 1, expr{text, union(v.roots, g.nobody())})
}
