package generate

import "fmt"

// effects makes a local function that changes a variable and returns it, and statements that mention the variable and
// call the function, several times each.
func (g *generator) effects() {
	t := pick(g, integers...)
	n := g.declare(t, g.expr(t, 1))
	next := g.name()
	g.line("%s := func(x %s) %s {", next, t, t)
	g.line("%s %s x + %d", n, pick(g, "+=", "-=", "^="), 1+g.IntN(3))
	g.line("return %s", n)
	g.line("}\n_ = %s", next)
	call := func() string { return fmt.Sprintf("%s(%s)", next, pick(g, n, g.safe(t), next+"("+n+")")) }
	operand := func() string {
		return pick(g, n, call(), fmt.Sprintf("min(%s, %s)", n, call()), "("+n+" - "+call()+")")
	}
	op := func() string { return pick(g, "+", "-", "*", "^", "&") }
	for range 1 + g.IntN(3) {
		x, y, z := operand(), operand(), operand()
		switch g.IntN(6) {
		case 0:
			g.declare(t, fmt.Sprintf("%s %s %s %s %s", x, op(), y, op(), z))
		case 1:
			a := g.declare("[4]"+t, fmt.Sprintf("[4]%s{%s, %s, %s}", t, x, y, z))
			g.line("%s[%s&3] %s %s", a, x, pick(g, "=", "+=", "-="), y)
			g.line("%s[%s&3], %s, %[1]s[%s&3] = %s, %s, %[3]s", a, y, n, z, x, y)
		case 2:
			g.line("%s %s %s", n, pick(g, "+=", "-=", "*=", "="), x)
		case 3:
			g.line("if %s < %s %s %s > %s { %s }", x, y, pick(g, "&&", "||"), z, n, call())
		case 4:
			g.declare(t, fmt.Sprintf("[]%s{%s, %s, %s}[%s&1]", t, x, y, z, n))
		case 5:
			a, b := g.declare(t, x), g.declare(t, y)
			g.line("%s, %s, %s = %s, %s, %s", a, b, n, y, n, z)
		}
	}
}

// partOfSlice makes a slice, and names for parts of it, and assigns elements by all names.
func (g *generator) partOfSlice() {
	t := g.flat()
	xs, part, sub, i, x := g.name(), g.name(), g.name(), g.name(), g.name()
	size := 3 + g.IntN(3)
	g.line("%s := make([]%s, %d)", xs, t, size)
	g.line("for %s := range %s { %[2]s[%[1]s] = %[3]s }", i, xs, g.safe(t))
	first, last := g.IntN(2), size-g.IntN(2)
	g.line("%s := %s[%d:%d]", part, xs, first, last)
	g.line("%s[%d] = %s", part, g.IntN(last-first), g.expr(t, 2))
	g.line("if %s { %s[%d] = %s[%d] }", g.safe("bool"), xs, g.IntN(size), part, g.IntN(last-first))
	switch g.IntN(3) {
	case 0:
		g.line("for %s, %s := range %s { %s[%[1]s] = %[3]s[len(%[3]s)-1-%[1]s]; %[4]s[0] = %[2]s }", i, x, part, xs)
	case 1:
		g.line("%s := %sRow[%s](%s[1:])", sub, g.at, t, part)
		g.line("%s[0] = %s[0]", sub, xs)
		g.line("if %s { %s.Put(%s) }", g.safe("bool"), sub, g.expr(t, 1))
	case 2:
		g.line("%sRow[%s](%s).Put(%s)", g.at, t, part, g.expr(t, 1))
	}
	g.declare(t, fmt.Sprintf("%s[%d]", part, g.IntN(last-first)))
	g.declare(t, fmt.Sprintf("%s[%d]", xs, g.IntN(size)))
}
