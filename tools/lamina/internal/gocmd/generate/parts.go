package generate

import "fmt"

// turn has a function assign elements of a slice, or of a part of it.
func (g *generator) turn(xs, t string) {
	part := xs
	switch g.IntN(3) {
	case 0:
		part = fmt.Sprintf("%s[%s%%(len(%s)+1):]", xs, g.natural(), xs)
	case 1:
		part = fmt.Sprintf("%s[:%s%%(len(%s)+1)]", xs, g.natural(), xs)
	}
	if g.chance(2) {
		g.declare("int", fmt.Sprintf("%sPutAt(%s, %s, %s)", g.at, part, g.expr("int", 1), g.expr(t, 1)))
		return
	}
	x := g.name()
	g.line("%s := %sTurnPart(%s, %s, %s, %s)", x, g.at, part, g.expr("int", 1), g.expr("int", 1), g.expr(t, 1))
	g.line("_ = %s", x)
	g.scope = append(g.scope, variable{x, t, true})
}

// named makes marked loops, or loops within an expression, over rows that have names before them.
func (g *generator) named(i int) {
	t := g.flat()
	n, m := 2+g.IntN(3), pick(g, 0, 1, 4, 50)
	within := g.chance(2)
	if within {
		g.line("xs, err := accelerate.Try(func() []%s {", t)
	} else {
		g.line("var err error")
	}
	g.line("w := make([][]%s, %d)", t, n)
	g.line("for i := range w { w[i] = make([]%s, %d) }", t, m)
	g.line("k := lit(%d)", g.IntN(n))
	g.line("r := w[k]")
	g.line("k = (k + 1) %% %d", n)
	for range 1 + g.IntN(2) {
		g.row(t, m, pick(g, "r[i]", "r[len(r)-1-i]"))
		g.row(t, m, "w[k][i]")
	}
	if within {
		g.line("return accelerate.Flatten(w)")
		g.line("})")
	} else {
		g.line("xs := accelerate.Flatten(w)")
	}
	g.line("show(\"%d\", xs, err)", i)
}

// row makes a Loop of m iterations that assigns elements of a row.
func (g *generator) row(t string, m int, at string) {
	g.line("accelerate.Loop(%d, func(i int) {", m)
	outer, depth := len(g.scope), g.depth
	g.scope = append(g.scope, variable{"i", "int", false})
	g.depth = 3
	v := g.declare(t, g.safe(t))
	g.line("if %s { %s = %s }", g.safe("bool"), at, v)
	g.line("if %s { %[2]s, %[3]s = %[3]s, %[2]s }", g.safe("bool"), at, v)
	g.scope, g.depth = g.scope[:outer], depth
	g.line("})")
}
