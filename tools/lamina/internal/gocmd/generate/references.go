package generate

import "fmt"

// reference makes a variable that stands for another one, or for a part of it, through which the statements
// that follow read and assign.
func (g *generator) reference() {
	vs := g.mutables()
	if len(vs) == 0 {
		g.assign()
		return
	}
	v := pick(g, vs...)
	to, t := v.name, v.typ
	switch {
	case t == "S" && g.chance(2):
		to, t = to+".A", "int"
	case t == "[2]S" && g.chance(2):
		to, t = fmt.Sprintf("%s[%s&1]", to, g.leaf("int")), "S"
	}
	p := g.name()
	g.line("%s := &%s", p, to)
	g.line("_ = *%s", p)
	g.scope = append(g.scope, variable{"(*" + p + ")", t, true})
}

// object makes a pointer to a new object.
func (g *generator) object() {
	p := g.name()
	g.line("%s := %s", p, pick(g, "&"+g.leafOf("S"), g.at+"NewS("+g.expr("int", 1)+")", "new(S)"))
	g.line("%s.Shift(%s)", p, g.expr("int", 1))
	g.scope = append(g.scope, variable{"(*" + p + ")", "S", true})
}

// leafOf is a literal.
func (g *generator) leafOf(t string) string {
	all := g.scope
	g.scope = nil
	defer func() { g.scope = all }()
	return g.leaf(t)
}

// rows makes a slice of slices and assigns elements of it under several names.
func (g *generator) rows() {
	t := g.scalar()
	xss, i, row, j := g.name(), g.name(), g.name(), g.name()
	n, m := 1+g.IntN(3), 1+g.IntN(4)
	g.line("%s := make([][]%s, %d)", xss, t, n)
	g.line("for %s := range %s { %s[%s] = make([]%s, %d) }", i, xss, xss, i, t, m)
	g.line("for %s := range %s {", i, xss)
	g.line("%s := %s[%s]", row, xss, pick(g, i, fmt.Sprintf("(%s+1)%%%d", i, n)))
	g.line("for %s := range %s {", j, row)
	outer := len(g.scope)
	g.scope = append(g.scope, variable{i, "int", false}, variable{j, "int", false})
	g.line("%s[%s] = %s", row, j, g.expr(t, 1))
	g.line("if %s { %s[%s][%s] = %s[%s/2] }", g.safe("bool"), xss, i, j, row, j)
	g.line("}")
	g.scope = g.scope[:outer+1]
	g.line("if %s { continue }", g.safe("bool"))
	g.line("copy(%s[%s], %s)", xss, i, row)
	g.line("for %s, x := range %s[%s] { %s[(%s+1)%%%d] = x }", j, xss, i, row, j, m)
	g.scope = g.scope[:outer]
	g.line("}")
	g.declare(t, fmt.Sprintf("%s[%d][%d]", xss, g.IntN(n), g.IntN(m)))
}

// text makes strings and numbers out of them.
func (g *generator) text() {
	s, u := g.name(), g.name()
	g.line("%s := lit(%q)", s, pick(g, "", "a", "lamina", "größe"))
	g.line("%s := %s + %q", u, s, pick(g, "", "a", "!"))
	g.line("if %s { %s += %s }", g.safe("bool"), u, s)
	b := g.declare("bool", fmt.Sprintf("%s %s %s", s, pick(g, "==", "!="), u))
	g.declare("uint8", fmt.Sprintf("(%s + \"x\")[%s %% (len(%s)+1)]", u, g.natural(), u))
	g.line("if %s && len(%s) > 1 { %s = %s[1:] }", b, u, u, u)
	g.declare("int", "len("+u+")")
}
