package generate

import (
	"fmt"
	"strings"
)

// variables lists those of a type.
func (g *generator) variables(t string) []variable {
	var out []variable
	for _, v := range g.scope {
		if v.typ == t {
			out = append(out, v)
		}
	}
	return out
}

// leaf is a value without operations.
func (g *generator) leaf(t string) string {
	if vs := g.variables(t); len(vs) > 0 && !g.chance(4) {
		return pick(g, vs...).name
	}
	switch {
	case isInt(t):
		n := pick(g, 0, 1, 2, 3, 7, 31, 63, 64, 100, 127)
		if strings.HasPrefix(t, "int") && g.chance(3) {
			n = -n
		}
		return fmt.Sprintf("lit[%s](%d)", t, n)
	case isFloat(t):
		return fmt.Sprintf("lit[%s](%s)", t, pick(g, "0", "1", "0.1", "-2.5", "1e10", "3"))
	case t == "bool":
		return pick(g, "lit(true)", "lit(false)")
	case t == "S":
		return fmt.Sprintf("S{%s, %s, %s, %s}", g.leaf("int"), g.leaf("float32"), g.leaf("[3]int16"), g.leaf("bool"))
	case strings.HasPrefix(t, "[]"):
		return fmt.Sprintf("%s{%s, %s}", t, g.leaf(t[2:]), g.leaf(t[2:]))
	}
	elem := t[strings.Index(t, "]")+1:]
	return fmt.Sprintf("%s{%s, %s}", t, g.leaf(elem), g.leaf(elem))
}

// safe is a value that can be computed without an error.
func (g *generator) safe(t string) string {
	was := g.helpers
	g.helpers = nil
	defer func() { g.helpers = was }()
	switch {
	case isInt(t):
		return fmt.Sprintf("(%s %s %s)", g.leaf(t), pick(g, "+", "-", "*", "&", "|", "^", "&^"), g.leaf(t))
	case isFloat(t):
		return fmt.Sprintf("(%s %s %s)", g.leaf(t), pick(g, "+", "-", "*", "/"), g.leaf(t))
	case t == "bool":
		u := pick(g, integers...)
		return fmt.Sprintf("(%s %s %s)", g.leaf(u), pick(g, "<", "<=", "==", "!=", ">", ">="), g.leaf(u))
	}
	return g.leaf(t)
}

// expr is a value of type t.
func (g *generator) expr(t string, depth int) string {
	if depth <= 0 {
		return g.leaf(t)
	}
	if g.chance(5) {
		for _, h := range g.helpers {
			if h.result == t && g.chance(2) {
				if call := g.call(h, depth); call != "" {
					return call
				}
			}
		}
	}
	if g.chance(4) {
		if e := g.part(t, depth); e != "" {
			return e
		}
	}
	if g.chance(12) {
		return g.generic(t, depth)
	}
	switch {
	case isInt(t):
		return g.integer(t, depth)
	case isFloat(t):
		return g.float(t, depth)
	case t == "bool":
		return g.condition(depth)
	case t == "S":
		return fmt.Sprintf("S{A: %s, C: %s, B: %s}", g.expr("int", depth-1), g.expr("[3]int16", depth-1), g.expr("float32", depth-1))
	}
	return g.leaf(t)
}

// part is an element or a field of a variable, or "".
func (g *generator) part(t string, depth int) string {
	var found []string
	for _, v := range g.scope {
		rank, elem := tensorParts(v.typ)
		switch {
		case rank > 0 && elem == t:
			found = append(found, g.element(v, rank, depth))
		case strings.HasPrefix(v.typ, "[]") && v.typ[2:] == t:
			index := fmt.Sprintf("%s %% max(len(%s), 1)", g.natural(), v.name)
			if g.chance(40) {
				index = g.expr("int", depth-1)
			}
			found = append(found, fmt.Sprintf("%s[%s]", v.name, index))
		case v.typ == "[4]"+t:
			found = append(found, fmt.Sprintf("%s[%s&3]", v.name, g.expr(pick(g, "int", "uint8", "uint64"), depth-1)))
		case v.typ == "[2]S" && t == "S":
			found = append(found, fmt.Sprintf("%s[%s&1]", v.name, g.expr("int", depth-1)))
		case v.typ == "S" && t == "int":
			found = append(found, v.name+".A", v.name+".Sum("+g.leaf("int")+")")
		case v.typ == "S" && t == "float32":
			found = append(found, v.name+".B")
		case v.typ == "S" && t == "int16":
			found = append(found, fmt.Sprintf("%s.C[%s&1]", v.name, g.expr("int", depth-1)))
		case v.typ == "S" && t == "bool":
			found = append(found, v.name+".D")
		}
	}
	if len(found) == 0 {
		return ""
	}
	return pick(g, found...)
}

// natural is an int of 0 or more.
func (g *generator) natural() string { return fmt.Sprintf("(%s & 1023)", g.leaf("int")) }

func (g *generator) integer(t string, depth int) string {
	x, y := g.expr(t, depth-1), g.expr(t, depth-1)
	switch g.IntN(12) {
	case 0:
		if !g.chance(25) {
			y = "(" + y + " | 1)"
		}
		return fmt.Sprintf("(%s %s %s)", x, pick(g, "/", "%"), y)
	case 1, 2:
		u := pick(g, integers...)
		by := g.expr(u, depth-1)
		if strings.HasPrefix(u, "int") && !g.chance(25) {
			by = "(" + by + " & 127)"
		}
		return fmt.Sprintf("(%s %s %s)", x, pick(g, "<<", ">>"), by)
	case 3, 4:
		return fmt.Sprintf("%s(%s)", t, g.expr(pick(g, integers...), depth-1))
	case 5:
		return pick(g, "-", "^", "+") + "(" + x + ")"
	case 6:
		return fmt.Sprintf("%s(%s, %s)", pick(g, "min", "max"), x, y)
	case 7:
		if t == "int" {
			for _, v := range g.scope {
				if strings.HasPrefix(v.typ, "[") && g.chance(2) {
					return fmt.Sprintf("len(%s)", v.name)
				}
			}
		}
	}
	return fmt.Sprintf("(%s %s %s)", x, pick(g, "+", "-", "*", "&", "|", "^", "&^"), y)
}

func (g *generator) float(t string, depth int) string {
	x, y := g.expr(t, depth-1), g.expr(t, depth-1)
	switch g.IntN(9) {
	case 0:
		return fmt.Sprintf("%s(%s)", t, g.expr(pick(g, integers...), depth-1))
	case 1:
		return fmt.Sprintf("%s(%s)", t, g.expr(pick(g, "float32", "float64"), depth-1))
	case 2:
		return fmt.Sprintf("%s(%s, %s)", pick(g, "min", "max"), x, y)
	case 3:
		return "-(" + x + ")"
	case 4:
		f := pick(g, "Sqrt", "Floor", "Ceil", "Trunc", "Abs", "Round", "RoundToEven")
		return fmt.Sprintf("%s(math.%s(float64(%s)))", t, f, x)
	}
	return fmt.Sprintf("(%s %s %s)", x, pick(g, "+", "-", "*", "/"), y)
}

func (g *generator) condition(depth int) string {
	switch g.IntN(5) {
	case 0:
		return fmt.Sprintf("(%s %s %s)", g.expr("bool", depth-1), pick(g, "&&", "||", "==", "!="), g.expr("bool", depth-1))
	case 1:
		return "!(" + g.expr("bool", depth-1) + ")"
	case 2:
		t := pick(g, "S", "[4]int", "[3]int16")
		return fmt.Sprintf("(%s %s %s)", g.leafVariable(t), pick(g, "==", "!="), g.leafVariable(t))
	}
	t := pick(g, append([]string{"float32", "float64"}, integers...)...)
	return fmt.Sprintf("(%s %s %s)", g.expr(t, depth-1), pick(g, "<", "<=", "==", "!=", ">", ">="), g.expr(t, depth-1))
}

// leafVariable is a leaf in parentheses: a literal would end the condition of an if.
func (g *generator) leafVariable(t string) string { return "(" + g.leaf(t) + ")" }
