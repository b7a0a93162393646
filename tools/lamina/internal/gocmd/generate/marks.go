package generate

import "strings"

// expression makes a function with a marked expression, or with several.
func (g *generator) expression(i int) {
	g.line("func %s() {", g.global("expression", i))
	g.scope = nil
	size := pick(g, 0, 1, 3, 4, 5, 7, 8, 20, 100, 1500)
	for range 3 + g.IntN(3) {
		if g.chance(5) {
			g.outerTensor()
			continue
		}
		t := pick(g, g.flat(), g.scalar(), "[]"+g.flat(), "[]"+g.scalar(), "[]int")
		n := g.name()
		if elem, ok := strings.CutPrefix(t, "[]"); ok {
			g.line("%s := make(%s, %d)", n, t, max(0, size-g.IntN(2)*g.IntN(3)))
			if e := elem; isInt(e) || isFloat(e) {
				g.line("for i := range %s { %s[i] = %s(i%%%d) - %s(%d) }", n, n, e, 1+g.IntN(100), e, g.IntN(100))
			}
		} else {
			g.line("var %s %s = %s", n, t, g.leaf(t))
		}
		g.line("_ = %s", n)
		g.scope = append(g.scope, variable{n, t, false})
	}
	switch g.IntN(14) {
	case 0, 1:
		g.loop(i)
	case 2, 3:
		g.formed(i)
	case 4, 5, 6:
		g.mixed(i)
	case 7:
		g.kept(i)
	case 8:
		g.sized(i)
	case 9:
		g.named(i)
	default:
		t := g.outcome()
		g.try(i, t, func() {
			g.parallel()
			g.body(t, 5)
		})
	}
	g.line("}")
}

// outcome is a type of results.
func (g *generator) outcome() string { return pick(g, g.flat(), "[]"+g.flat(), "[]"+g.scalar()) }

// try makes a marked expression of type t, and prints what it gives.
func (g *generator) try(i int, t string, body func()) {
	g.line("var r %s", t)
	outer := len(g.scope)
	if g.chance(2) {
		g.line("err := failure(func() { r = accelerate.Run(func() %s {", t)
		body()
		g.line("}) })")
	} else {
		g.line("var err error")
		g.line("if e := failure(func() { r, err = accelerate.Try(func() %s {", t)
		body()
		g.line("}) }); e != nil { err = e }")
	}
	g.scope = g.scope[:outer]
	g.line("show(\"%d\", r, err)", i)
}

// kept makes an expression whose result stays on the device, and another one that uses it.
func (g *generator) kept(i int) {
	t := pick(g, "[]"+g.flat(), "[]"+g.scalar())
	g.line("var d accelerate.Device[%s]", t)
	g.line("if err := failure(func() { d = accelerate.Keep(func() %s {", t)
	outer := len(g.scope)
	g.parallel()
	g.body(t, 3)
	g.scope = g.scope[:outer]
	g.line("}) }); err != nil {\nshow(\"%d\", nil, err)\nreturn\n}", i)
	result := g.outcome()
	g.try(i, result, func() {
		n := g.name()
		g.line("%s := d.Value()", n)
		g.line("_ = %s", n)
		g.scope = append(g.scope, variable{n, t, false})
		g.parallel()
		g.body(result, 3)
	})
	if g.chance(2) {
		g.line("d.Free()")
	}
}
