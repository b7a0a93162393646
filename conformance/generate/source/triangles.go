package source

import "fmt"

// stmTriangle generates loops around loops whose trip counts depend on the indices around them. They
// carry scalars, each by a choice between values.
func stmTriangle(g *generator, s *scope, b *block) bool {
	t := scalarOf(g.elem())
	init := g.scalar(s, t.elem, 1)
	name := g.fresh("x")
	b.line(fmt.Sprintf("let %s = %s", name, g.triangle(g.inner(s), t, init, 2+g.below(2))))
	g.add(s, name, t, nil)
	return true
}

// triangle generates n loops, one in the other; s is the scope of the outermost one's body.
func (g *generator) triangle(s *scope, t typ, init string, loops int) string {
	bound := pick(g, []string{"3", "2", "4"})
	if outer := g.find(s, func(v *variable) bool { return v.index }); outer != nil {
		bound = fmt.Sprintf(pick(g, []string{"%s", "3 - %s", "%s + 1", "4 - 2 * %s"}), outer.name)
	}
	carried := g.add(s, g.fresh("a"), t, nil)
	i := g.add(s, g.fresh("j"), scalarOf("i64"), nil)
	i.index = true
	next := carried.name
	if loops > 1 {
		next = g.triangle(g.inner(s), t, next, loops-1)
	}
	value := func() string { return g.scalar(s, t.elem, 2) }
	if loops == 1 || g.chance(2) {
		inner := g.fresh("v")
		next = fmt.Sprintf("let %s = %s in if %s then %s else %s", inner, next, g.scalar(s, "bool", 2), g.plus(t.elem, inner, value()), value())
	}
	return fmt.Sprintf("(loop %s = %s for %s < %s do %s)", carried.name, init, i.name, bound, next)
}

// plus adds two scalars, or compares them.
func (g *generator) plus(elem, x, y string) string {
	if elem == "bool" {
		return fmt.Sprintf("(%s != %s)", x, y)
	}
	return fmt.Sprintf("(%s + %s)", x, y)
}
