package generate

import (
	"fmt"
	"strings"
)

// parallel makes variables that hold what functions of package accelerate return.
func (g *generator) parallel() {
	for range 1 + g.IntN(3) {
		t := "[]" + g.flat()
		n := g.name()
		g.line("%s := %s", n, g.array(t))
		g.line("_ = %s", n)
		g.scope = append(g.scope, variable{n, t, false})
	}
	t := pick(g, append([]string{"float32", "float64"}, integers...)...)
	g.declare(t, g.reduction(t))
}

// slices lists the variables that hold slices.
func (g *generator) slices() []variable {
	var out []variable
	for _, v := range g.scope {
		if strings.HasPrefix(v.typ, "[]") {
			out = append(out, v)
		}
	}
	return out
}

// longest is the most elements that a slice has.
const longest = 2000

// source is a slice of at most size elements: a variable or 0, 1, ….
func (g *generator) source() (text, elem string, size int) {
	if vs := g.slices(); len(vs) > 0 && g.room() >= longest && !g.chance(4) {
		v := pick(g, vs...)
		return v.name, v.typ[2:], longest
	}
	n := min(pick(g, 0, 1, 4, 5, 9, 9, 30, longest), g.room())
	return fmt.Sprintf("accelerate.Iota(%d)", n), "int", n
}

// function is a literal of a function of values of the given types.
func (g *generator) function(result string, statements int, params ...string) string {
	var names []string
	outer, depth := len(g.scope), g.depth
	for _, p := range params {
		n := g.name()
		names = append(names, n+" "+p)
		g.scope = append(g.scope, variable{n, p, true})
	}
	restore := g.fixed(outer) // what is declared outside must not be assigned in here
	saved := g.out
	g.out = strings.Builder{}
	g.depth = max(depth, 1)
	g.body(result, statements)
	text := g.out.String()
	g.out = saved
	restore()
	g.depth = depth
	g.scope = g.scope[:outer]
	return fmt.Sprintf("func(%s) %s {\n%s}", strings.Join(names, ", "), result, text)
}

// array is a slice that a function of package accelerate makes.
func (g *generator) array(t string) string {
	elem := t[2:]
	if g.room() < 10 {
		return g.leaf(t)
	}
	xs, e, n := g.source()
	form := g.IntN(10)
	if form < 3 && g.room() < longest {
		form = 9
	}
	if form < 3 {
		n = longest
	}
	defer g.times(n)()
	switch form {
	case 0:
		if vs := g.variables(t); len(vs) > 0 {
			v := pick(g, vs...).name
			return fmt.Sprintf("accelerate.Filter(%s, %s)", g.function("bool", 2, elem), v)
		}
	case 1:
		if vs := g.variables(t); len(vs) > 0 && isInt(elem) {
			v := pick(g, vs...).name
			op, ne := g.operator(elem)
			return fmt.Sprintf("accelerate.Scan(%s, %s, %s)", op, ne, v)
		}
	case 2:
		if vs := g.variables(t); len(vs) > 0 {
			v := pick(g, vs...).name
			return fmt.Sprintf("accelerate.Map2(%s, %s, %s)", g.function(elem, 3, elem, e), v, xs)
		}
	case 3:
		if isInt(elem) {
			op, ne := g.operator(elem)
			return fmt.Sprintf("accelerate.Hist(%s, %s, %s, accelerate.Map(func(x %s) int { return %s }, %s), accelerate.Map(%s, %s))",
				op, ne, g.leaf(t), e, g.natural(), xs, g.function(elem, 1, e), xs)
		}
	}
	return g.mapped(elem, e, xs)
}

// mapped is a Map of xs, or of its elements and others, or several rows of which are put together.
func (g *generator) mapped(elem, e, xs string) string {
	switch g.IntN(8) {
	case 0:
		return fmt.Sprintf("accelerate.Map3(%s, %s, accelerate.Iota(len(%[2]s)), %[2]s)", g.function(elem, 2, e, "int", e), xs)
	case 1:
		x, n := g.name(), 1+g.IntN(3)
		defer g.times(n)()
		g.scope = append(g.scope, variable{x, e, false})
		row := fmt.Sprintf("func(%s %s) []%s { return accelerate.Map(%s, accelerate.Iota(%d)) }", x, e, elem, g.function(elem, 1, "int"), n)
		g.scope = g.scope[:len(g.scope)-1]
		return fmt.Sprintf("accelerate.Flatten(accelerate.Map(%s, %s))", row, xs)
	}
	return fmt.Sprintf("accelerate.Map(%s, %s)", g.function(elem, 3, e), xs)
}

// inner makes a variable of what functions on slices compute within another function's body.
func (g *generator) inner() {
	if g.depth > 1 {
		g.assign()
		return
	}
	g.depth++
	t := pick(g, append([]string{"float32", "float64"}, integers...)...)
	g.declare(t, g.reduction(t))
	g.depth--
}

// operator is an associative and commutative operator on integers or floats, and its neutral
// element.
func (g *generator) operator(t string) (op, ne string) {
	text := pick(g, "x + y", "x + y", "max(x, y)", "x ^ y", "x * y", "x | y", "x & y")
	if isFloat(t) {
		text = "x + y"
	}
	ne = map[string]string{"x * y": "1", "x & y": "^lit[" + t + "](0)"}[text]
	if ne == "" {
		ne = "0"
	}
	if text == "max(x, y)" && !strings.HasPrefix(t, "u") {
		ne = fmt.Sprintf("lit[%s](-128)", t)
		text = "max(x, y, -128)"
	}
	return fmt.Sprintf("func(x, y %s) %s { return %s }", t, t, text), ne
}

// reduction is a number that combines the elements of a slice.
func (g *generator) reduction(t string) string {
	if g.room() < 10 {
		return g.leaf(t)
	}
	xs, e, n := g.source()
	defer g.times(n)()
	op, ne := g.operator(t)
	return fmt.Sprintf("accelerate.Reduce(%s, %s, accelerate.Map(%s, %s))", op, ne, g.function(t, 3, e), xs)
}
