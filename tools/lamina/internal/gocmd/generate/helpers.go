package generate

import (
	"fmt"
	"strings"
)

// A signature is that of a function that expressions call, or of a method of S.
type signature struct {
	name   string
	method bool
	params []string
	result string
	work   int // how often what runs most often in a call does
}

// helper makes a function that expressions call: in package aid, also a method.
func (g *generator) helper(i int) {
	inAid := g.at == ""
	s := signature{name: g.global("helper", i), result: g.flat(), method: inAid && g.chance(2)}
	if inAid {
		s.name = g.global("aid.Helper", i)
	}
	g.most = 1
	var params []string
	g.scope = nil
	for range 1 + g.IntN(3) {
		t := pick(g, g.flat(), "[]"+g.scalar(), tensorOf(1+g.IntN(3), g.scalar()))
		n := g.name()
		s.params = append(s.params, t)
		params = append(params, n+" "+goType(t))
		g.scope = append(g.scope, variable{n, t, isFlat(t)})
	}
	read := len(g.scope)
	receiver := ""
	if s.method {
		n := g.name()
		receiver = "(" + n + pick(g, " S", " *S") + ") "
		g.scope = append(g.scope, variable{n, "S", false})
		if strings.Contains(receiver, "*") {
			g.scope[len(g.scope)-1].name = "(*" + n + ")"
		}
	}
	g.line("func %s%s(%s) %s {", receiver, strings.TrimPrefix(s.name, "aid."), strings.Join(params, ", "), s.result)
	for _, v := range g.scope[:read] {
		g.first(v)
	}
	g.body(s.result, 4)
	g.line("}")
	s.work = g.most
	g.helpers = append(g.helpers, s)
}

// isFlat reports whether a type has neither slices nor tensors.
func isFlat(t string) bool {
	rank, _ := tensorParts(t)
	return rank == 0 && !strings.HasPrefix(t, "[]")
}

// call is a call of a helper, or "" if there is no tensor for it or no receiver.
func (g *generator) call(h signature, depth int) string {
	if h.work > 50*g.room() {
		return ""
	}
	defer g.times(h.work)()
	var args []string
	for _, p := range h.params {
		if rank, _ := tensorParts(p); rank > 0 {
			vs := g.variables(p)
			if len(vs) == 0 {
				return ""
			}
			args = append(args, pick(g, vs...).name)
			continue
		}
		args = append(args, g.expr(p, depth-2))
	}
	list := "(" + strings.Join(args, ", ") + ")"
	name := strings.TrimPrefix(h.name, "aid.")
	if !h.method {
		if name != h.name {
			name = g.at + name
		}
		return name + list
	}
	vs := g.variables("S")
	if len(vs) == 0 {
		return ""
	}
	return strings.Trim(pick(g, vs...).name, "(*)") + "." + name + list // through a pointer, too
}

// generic is a call of a generic function or method.
func (g *generator) generic(t string, depth int) string {
	switch g.IntN(5) {
	case 0:
		return fmt.Sprintf("%sChoose(%s, %s, %s)", g.at, g.expr("bool", depth-1), g.expr(t, depth-1), g.expr(t, depth-1))
	case 1:
		defer g.times(3)()
		return fmt.Sprintf("%sTimes(%s, %s, %s)", g.at, g.function(t, 1, t), g.natural(), g.expr(t, depth-1))
	case 2:
		if vs := g.slices(); len(vs) > 0 && g.room() > 5 {
			v := pick(g, vs...)
			defer g.times(5)()
			return fmt.Sprintf("%sFold(%s, %s, %s)", g.at, g.function(t, 1, t, v.typ[2:]), g.expr(t, depth-1), v.name)
		}
	case 3:
		if vs := g.variables(tensorOf(2, t)); len(vs) > 0 {
			return fmt.Sprintf("%sCorner(%s, %s, %s, %s)", g.at, pick(g, vs...).name, g.natural(), g.natural(), g.expr(t, depth-1))
		}
	}
	u := g.flat()
	return fmt.Sprintf("(%sPair[%s, %s]{%s, %s}).Flipped().First", g.at, u, t, g.expr(u, depth-2), g.expr(t, depth-1))
}

// pair makes a variable of a generic type and calls a method that changes it.
func (g *generator) pair() {
	t, u, p := g.flat(), g.flat(), g.name()
	g.line("%s := %sPair[%s, %s]{%s, %s}", p, g.at, t, u, g.expr(t, 1), g.expr(u, 1))
	g.line("if %s { %s.Put(%s) }", g.expr("bool", 1), p, g.expr(t, 1))
	g.scope = append(g.scope, variable{p + ".First", t, true}, variable{p + ".Second", u, true})
}
