package generate

import (
	"fmt"
	"slices"
	"strings"
)

// body makes the statements of a function that returns a value of type t.
func (g *generator) body(t string, statements int) {
	outer, loop, result := len(g.scope), g.inLoop, g.result
	g.inLoop, g.result = false, t
	for range 1 + g.IntN(statements) {
		g.statement()
	}
	g.returns()
	g.scope, g.inLoop, g.result = g.scope[:outer], loop, result
}

func (g *generator) returns() {
	if t := g.result; strings.HasPrefix(t, "[]") {
		g.line("return %s", g.array(t))
		return
	}
	g.line("return %s", g.expr(g.result, 3))
}

// block makes statements within others.
func (g *generator) block(f func()) {
	outer := len(g.scope)
	g.depth++
	f()
	for range 1 + g.IntN(3) {
		g.statement()
	}
	g.depth--
	g.scope = g.scope[:outer]
}

func (g *generator) nothing() {}

func (g *generator) statement() {
	kind := g.IntN(27)
	if g.depth > 2 {
		kind = g.IntN(4)
	}
	switch kind {
	case 0, 1:
		t := pick(g, g.flat(), g.scalar())
		g.declare(t, g.expr(t, 3))
	case 2, 3, 4:
		g.assign()
	case 5, 6:
		g.line("if %s {", g.expr("bool", 2))
		g.block(g.nothing)
		g.jump(3)
		if g.chance(2) {
			g.line("} else {")
			g.block(g.nothing)
			g.jump(6)
		}
		g.line("}")
	case 7:
		g.choice()
	case 8, 9:
		g.repeat()
	case 10:
		g.mutable()
	case 11:
		g.closure()
	case 12:
		g.fold()
	case 13:
		g.pointer()
	case 14:
		g.labelled()
	case 15:
		g.grow()
	case 16:
		g.reference()
	case 17:
		g.object()
	case 18:
		g.rows()
	case 19:
		g.text()
	case 20:
		g.tensor()
	case 21:
		g.setElement()
	case 22:
		g.pair()
	case 23:
		g.inner()
	case 24:
		g.effects()
	case 25:
		g.partOfSlice()
	case 26:
		if g.chance(4) {
			g.line("if %s { panic(%q) }", g.expr("bool", 2), pick(g, "no", "too much"))
		}
		g.assign()
	}
}

// fold makes a loop that combines integers by one operator, or once in a while by something
// that is nearly one.
func (g *generator) fold() {
	t := pick(g, integers...)
	sum, i := g.declare(t, g.expr(t, 1)), g.name()
	if g.chance(2) {
		g.line("for %s := %d; %s < %d; %s++ {", i, g.IntN(3), i, g.IntN(40), i)
	} else {
		g.line("for %s := range %d {\n_ = %s", i, g.IntN(40), i)
	}
	defer g.times(20)()
	all := g.scope
	if !g.chance(6) {
		g.scope = slices.Clone(all[:len(all)-1]) // without the sum, which was declared last
	}
	g.scope = append(slices.Clip(g.scope), variable{i, "int", false})
	e := g.expr(t, 2)
	if g.chance(3) {
		g.line("if %s { continue }", g.expr("bool", 1))
	}
	g.line(pick(g, "%s += %s", "%s -= %s", "%s *= %s", "%s ^= %s", "%s |= %s", "%s &= %s", "%s &^= %s", "%[1]s = max(%[1]s, %s)", "%[1]s = min(%s, %[1]s)", "%[1]s = %[2]s + %[1]s",
		"%[1]s = %[2]s - %[1]s", "%[1]s += %[2]s; %[1]s *= 3"), sum, e)
	g.scope = all
	g.line("}")
}

// jump leaves a block, once in n times.
func (g *generator) jump(n int) {
	switch {
	case !g.chance(n):
	case g.inLoop && !g.chance(3):
		g.line("%s", pick(g, "break", "continue"))
	case strings.HasPrefix(g.result, "[]"): // returns of arrays stay at the end
	default:
		g.returns()
	}
}

func (g *generator) choice() {
	t := pick(g, integers...)
	tag := ""
	if g.chance(2) {
		tag = "(" + g.expr(t, 2) + ") & 3"
	}
	was := g.inLoop
	g.line("switch %s {", tag)
	for i := range 2 + g.IntN(2) {
		if tag == "" {
			g.line("case %s:", g.expr("bool", 2))
		} else {
			g.line("case %d, lit[%s](%s):", i, t, g.expr(t, 1)) // no constant, which might be another case's
		}
		g.block(g.nothing)
		g.inLoop = was || g.chance(4)
		g.switchJump(was)
		g.inLoop = was
	}
	if g.chance(2) {
		g.line("default:")
		g.block(g.nothing)
	}
	g.line("}")
}

// switchJump leaves a case of a switch, which is in a loop or not.
func (g *generator) switchJump(inLoop bool) {
	outer := len(g.scope)
	defer func() { g.scope = g.scope[:outer] }()
	switch g.IntN(6) {
	case 0:
		g.line("if %s { break }", g.expr("bool", 1))
		g.assign()
	case 1:
		if inLoop {
			g.line("continue")
		}
	case 2:
		if !strings.HasPrefix(g.result, "[]") {
			g.returns()
		}
	}
}

func (g *generator) repeat() {
	was := g.inLoop
	g.inLoop = true
	defer func() { g.inLoop = was }()
	defer g.times(5)()
	i := g.name()
	index := func() { g.scope = append(g.scope, variable{i, "int", false}) }
	switch g.IntN(4) {
	case 0:
		g.line("for %s := %d; %s < %d; %s++ {", i, g.IntN(3), i, g.IntN(6), i)
		g.block(index)
	case 1:
		g.line("for %s := range %d {\n_ = %s", i, g.IntN(6), i)
		g.block(index)
	case 2: // one whose condition changes
		g.line("for %s := 5; %s > 0 && %s; %s-- {", i, i, g.expr("bool", 1), i)
		g.block(index)
	default:
		for _, v := range g.scope {
			if elem := v.typ[strings.Index(v.typ, "]")+1:]; strings.HasPrefix(v.typ, "[") {
				x := g.name()
				over := v.name
				if !strings.HasPrefix(v.typ, "[]") && v.mutable && g.chance(2) {
					over = "&" + over // it sees what is assigned
				}
				g.line("for %s, %s := range %s {", i, x, over)
				g.line("_, _ = %s, %s", i, x)
				g.line("if %s > 4 { break }", i)
				g.block(func() { g.scope = append(g.scope, variable{i, "int", false}, variable{x, elem, true}) })
				g.line("}")
				return
			}
		}
		g.line("for %s := range 2 {\n_ = %s", i, i)
		g.block(index)
	}
	g.jump(5)
	g.line("}")
}

// assign changes a variable or a part of one.
func (g *generator) assign() {
	vs := g.mutables()
	if len(vs) == 0 {
		t := g.scalar()
		g.declare(t, g.expr(t, 2))
		return
	}
	v := pick(g, vs...)
	to, t := v.name, v.typ
	for !g.chance(3) && !isInt(t) && !isFloat(t) && t != "bool" {
		switch {
		case t == "S":
			field := pick(g, [2]string{"A", "int"}, [2]string{"B", "float32"}, [2]string{"C", "[3]int16"}, [2]string{"D", "bool"})
			to, t = to+"."+field[0], field[1]
		case strings.HasPrefix(t, "[4]"):
			to, t = fmt.Sprintf("%s[%s&3]", to, g.leaf("int")), t[3:]
		default:
			to, t = fmt.Sprintf("%s[%s&1]", to, g.leaf("int")), t[strings.Index(t, "]")+1:]
		}
	}
	switch {
	case isInt(t) && g.chance(3):
		g.line("%s %s %s", to, pick(g, "+=", "-=", "*=", "^=", "|=", "&=", "&^="), g.expr(t, 2))
	case isInt(t) && g.chance(4):
		g.line("%s%s", to, pick(g, "++", "--"))
	case isInt(t) && g.chance(4):
		g.line("%s %s %s", to, pick(g, "<<=", ">>="), g.expr(pick(g, "uint8", "uint", "uint32"), 1))
	default:
		g.line("%s = %s", to, g.expr(t, 3))
	}
}

// mutable makes a slice and assigns elements of it.
func (g *generator) mutable() {
	t := g.flat()
	n, i := g.name(), g.name()
	size := 1 + g.IntN(5)
	g.line("%s := make([]%s, %d)", n, t, size)
	g.line("for %s := range %s {", i, n)
	outer := len(g.scope)
	g.scope = append(g.scope, variable{i, "int", false})
	g.line("%s[%s] = %s", n, i, g.expr(t, 2))
	g.line("if %s { %s[%s/2] = %s[%s] }", g.safe("bool"), n, i, n, i)
	g.scope = g.scope[:outer]
	g.line("}")
	if g.chance(2) { // the loop sees what it assigned
		x := g.name()
		g.line("for %s, %s := range %s {", i, x, n)
		g.line("_ = %s", x)
		g.scope = append(g.scope, variable{i, "int", false}, variable{x, t, true})
		g.line("%s[(%s+1)%%%d] = %s", n, i, size, g.expr(t, 2))
		g.scope = g.scope[:outer]
		g.line("}")
	}
	g.declare(t, fmt.Sprintf("%s[%d]", n, g.IntN(size)))
}

// closure makes a local function that changes a variable, and calls it.
func (g *generator) closure() {
	t := g.scalar()
	v := g.declare(t, g.expr(t, 1))
	f, x := g.name(), g.name()
	g.line("%s := func(%s %s) {", f, x, t)
	outer := len(g.scope)
	g.scope = append(g.scope, variable{x, t, true})
	g.line("if %s { %s = %s }", g.expr("bool", 1), v, g.expr(t, 2))
	g.scope = g.scope[:outer]
	g.line("}")
	g.line("%s(%s)", f, g.expr(t, 1))
	if g.chance(2) {
		g.line("for range %d { %s(%s) }", g.IntN(4), f, g.expr(t, 1))
	}
}
