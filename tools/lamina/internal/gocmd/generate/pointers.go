package generate

import "fmt"

// mutables lists the variables that may be assigned.
func (g *generator) mutables() []variable {
	var out []variable
	for _, v := range g.scope {
		if v.mutable && isFlat(v.typ) {
			out = append(out, v)
		}
	}
	return out
}

// pointer changes a variable through a pointer: by a function, by a method, or by one that
// gets a second pointer, to another variable or to the same.
func (g *generator) pointer() {
	vs := g.mutables()
	if len(vs) == 0 {
		g.assign()
		return
	}
	v, w := pick(g, vs...), pick(g, vs...)
	switch {
	case v.typ == "S" && g.chance(2):
		g.asks(v.name)
	case v.typ == "S" && g.chance(2):
		g.line("%s.Shift(%s)", v.name, g.expr("int", 1))
	case v.typ == "[2]S" && g.chance(2):
		g.line("%s[%s&1].Shift(%s)", v.name, g.leaf("int"), g.expr("int", 1))
	case v.typ == w.typ && g.chance(2):
		g.line("swap(&%s, &%s)", v.name, w.name)
	default:
		g.line("put(&%s, %s)", v.name, g.expr(v.typ, 1))
	}
}

// asks makes a condition that changes a struct.
func (g *generator) asks(s string) {
	if g.chance(2) {
		g.line("if %s && %s.Next(%s) || %s.Next(%s) {", g.expr("bool", 1), s, g.expr("int", 1), s, g.leaf("int"))
	} else {
		i := g.name()
		g.line("for %s := 0; %s.Next(%s) && %s < 5; %s++ {", i, s, i, i, i)
	}
	g.assign()
	g.line("}")
}

// labelled makes a loop in another that jumps out of both, or to the other's next iteration.
func (g *generator) labelled() {
	label, i, j := "l"+g.name(), g.name(), g.name()
	was := g.inLoop
	g.inLoop = true
	outer := len(g.scope)
	g.line("%s:", label)
	g.line("for %s := range %d {\n_ = %s", i, g.IntN(4), i)
	g.scope = append(g.scope, variable{i, "int", false})
	g.assign()
	if g.chance(2) {
		g.line("for %s := range %d {\n_ = %s", j, 1+g.IntN(3), j)
	} else {
		g.line("for %s := 3; %s > 0; %s-- {", j, j, j)
	}
	g.block(func() { g.scope = append(g.scope, variable{j, "int", false}) })
	g.line("if %s { %s %s }", g.expr("bool", 1), pick(g, "break", "continue"), label)
	g.assign()
	g.line("}")
	g.assign()
	g.line("}")
	g.scope, g.inLoop = g.scope[:outer], was
}

// grow appends to a slice, and takes from it.
func (g *generator) grow() {
	t := pick(g, g.flat(), g.scalar())
	xs, i := g.name(), g.name()
	g.line(pick(g, "var %s "+g.at+"Vec[%s]", "%s := make("+g.at+"Vec[%s], 3)", "var %s []%s", "%[1]s := []%[2]s{}", "%s := make([]%s, 0, 8)"), xs, t)
	g.line("for %s := range %d {\n_ = %s", i, g.IntN(6), i)
	outer := len(g.scope)
	g.scope = append(g.scope, variable{i, "int", false})
	g.line("if %s { continue }", g.expr("bool", 1))
	g.line("%s = append(%s, %s)", xs, xs, g.expr(t, 1))
	g.scope = g.scope[:outer]
	if g.chance(3) {
		g.line("if len(%s) > 2 { %s = %s[1:] }", xs, xs, xs)
	}
	g.line("}")
	n := g.declare("int", "len("+xs+")")
	if g.chance(3) {
		g.declare("int", fmt.Sprintf("%sPutAt(%s, %s, %s)", g.at, xs, g.expr("int", 1), g.expr(t, 1)))
	}
	if g.chance(2) {
		g.turn(xs, t)
	}
	if g.chance(2) {
		g.line("if %s > 1 { copy(%s[1:], %s); clear(%s[:1]) }", n, xs, xs, xs)
	}
	last := g.name()
	g.line("var %s %s\nfor _, x := range %s { %s = x }", last, t, xs, last)
	g.line("_ = %s", last)
	g.scope = append(g.scope, variable{last, t, true})
}
