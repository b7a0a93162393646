package source

import (
	"fmt"
	"strings"
)

// scalarForm generates an expression of a scalar type, or "" if it does not apply.
type scalarForm struct {
	kinds []kind
	make  func(g *generator, s *scope, e element, depth int) string
}

var (
	anyKind = []kind{integer, float, boolean}
	numbers = []kind{integer, float}
)

// scalarForms lists the generators of scalar expressions, besides variables and constants.
var scalarForms []scalarForm

func init() {
	scalarForms = []scalarForm{
		{anyKind, genElement},
		{numbers, binary("+")},
		{numbers, binary("-")},
		{[]kind{integer}, binary("*")},
		{[]kind{integer}, binary("&")},
		{[]kind{integer}, binary("^")},
		{[]kind{integer}, genDivided},
		{[]kind{float}, func(g *generator, s *scope, e element, depth int) string {
			return fmt.Sprintf("(0.5%s * %s)", e.name, g.scalar(s, e.name, depth-1))
		}},
		{numbers, func(g *generator, s *scope, e element, depth int) string {
			return fmt.Sprintf("(%s.%s %s %s)", e.name, pick(g, []string{"max", "min"}), g.scalar(s, e.name, depth-1), g.scalar(s, e.name, depth-1))
		}},
		{[]kind{boolean}, genComparison},
		{[]kind{boolean}, genComparison},
		{[]kind{boolean}, binary("&&")},
		{[]kind{boolean}, binary("||")},
		{[]kind{boolean}, func(g *generator, s *scope, e element, depth int) string {
			return "(!" + g.scalar(s, "bool", depth-1) + ")"
		}},
		{anyKind, func(g *generator, s *scope, e element, depth int) string {
			return fmt.Sprintf("(if %s then %s else %s)", g.scalar(s, "bool", depth-1), g.scalar(s, e.name, depth-1), g.scalar(s, e.name, depth-1))
		}},
		{anyKind, func(g *generator, s *scope, e element, depth int) string {
			return fmt.Sprintf("(match %s case 0 -> %s case 1 -> %s case _ -> %s)", g.scalar(s, "i64", depth-1),
				g.scalar(s, e.name, depth-1), g.scalar(s, e.name, depth-1), g.scalar(s, e.name, depth-1))
		}},
		{[]kind{integer}, func(g *generator, s *scope, e element, depth int) string {
			from := pick(g, []string{"i32", "u8", "bool", "i64", "i16"})
			return fmt.Sprintf("(%s.%s %s)", e.name, from, g.scalar(s, from, depth-1))
		}},
		{[]kind{float}, func(g *generator, s *scope, e element, depth int) string {
			return fmt.Sprintf("(%s.u8 %s)", e.name, g.scalar(s, "u8", depth-1))
		}},
		{anyKind, genReduction},
		{anyKind, genCalled},
		{anyKind, genProjection},
	}
}

// scalar draws an expression of a scalar type.
func (g *generator) scalar(s *scope, elem string, depth int) string {
	e := elementOf(elem)
	if depth > 0 && g.chance(2) {
		for range 3 {
			form := pick(g, scalarForms)
			for _, k := range form.kinds {
				if k != e.kind {
					continue
				}
				if text := form.make(g, s, e, depth); text != "" {
					return text
				}
			}
		}
	}
	if v := g.find(s, func(v *variable) bool { return v.t.isScalar() && v.t.elem == elem }); v != nil && !g.chance(4) {
		return v.name
	}
	return g.constant(e)
}

// constant draws a small constant.
func (g *generator) constant(e element) string {
	switch e.kind {
	case boolean:
		return pick(g, []string{"true", "false"})
	case float:
		return pick(g, []string{"0.0", "1.0", "0.5", "2.5", "3.0"}) + e.name
	}
	return pick(g, []string{"1", "0", "2", "3", "7", "5"}) + e.name
}

func binary(op string) func(*generator, *scope, element, int) string {
	return func(g *generator, s *scope, e element, depth int) string {
		return fmt.Sprintf("(%s %s %s)", g.scalar(s, e.name, depth-1), op, g.scalar(s, e.name, depth-1))
	}
}

func genDivided(g *generator, s *scope, e element, depth int) string {
	return fmt.Sprintf("(%s %s %s%s)", g.scalar(s, e.name, depth-1), pick(g, []string{"/", "%", "//", "%%"}), pick(g, []string{"2", "3", "5"}), e.name)
}

func genComparison(g *generator, s *scope, _ element, depth int) string {
	elem := pick(g, []string{"i64", "i32", "u8", "f64"})
	return fmt.Sprintf("(%s %s %s)", g.scalar(s, elem, depth-1), pick(g, []string{"<", "<=", "==", "!=", ">"}), g.scalar(s, elem, depth-1))
}

// genElement reads an element of an array.
func genElement(g *generator, s *scope, e element, depth int) string {
	v := g.find(s, func(v *variable) bool { return v.t.plain() && v.t.elem == e.name })
	if v == nil {
		return ""
	}
	return g.read(s, v, depth-1)
}

// read reads an element of v, or returns a constant if v is empty.
func (g *generator) read(s *scope, v *variable, depth int) string {
	var at, guards []string
	for _, d := range v.t.dims {
		i, safe := g.index(s, d, depth)
		if !safe {
			guards = append(guards, d.atom()+" > 0")
		}
		at = append(at, i)
	}
	text := fmt.Sprintf("%s[%s]", v.name, strings.Join(at, ", "))
	if len(guards) > 0 {
		return fmt.Sprintf("(if %s then %s else %s)", strings.Join(guards, " && "), text, g.constant(elementOf(v.t.elem)))
	}
	return text
}

// index draws an index into a dimension; safe is set if it is known to be in bounds.
func (g *generator) index(s *scope, d size, depth int) (text string, safe bool) {
	below := g.find(s, func(v *variable) bool { return v.below.text == d.text && v.below.text != "" })
	if below != nil && !g.chance(5) {
		switch g.below(3) {
		case 1:
			return fmt.Sprintf("%s - 1 - %s", d.atom(), below.name), true
		case 2:
			return fmt.Sprintf("(%s + %s) %%%% %s", below.name, g.constant(elementOf("i64")), d.atom()), true
		}
		return below.name, true
	}
	if d.atLeast(1) && g.chance(2) {
		return fmt.Sprint(g.below(int(d.value))), true
	}
	return fmt.Sprintf("%s %%%% %s", g.scalar(s, "i64", min(depth, 1)), d.atom()), d.atLeast(1)
}

// genReduction folds an array.
func genReduction(g *generator, s *scope, e element, depth int) string {
	if s.depth < 1 {
		return ""
	}
	if e.name == "i64" && g.chance(4) {
		if v := g.find(s, func(v *variable) bool { return v.t.isArray() }); v != nil {
			return fmt.Sprintf("(length %s)", v.name)
		}
	}
	v := g.find(s, func(v *variable) bool { return v.t.plain() && v.t.elem == e.name && len(v.t.dims) == 1 })
	if v == nil {
		return ""
	}
	op, neutral := g.operator(e)
	array := v.name
	if g.chance(2) {
		in := g.inner(s)
		x := g.add(in, g.fresh("p"), scalarOf(e.name), nil)
		array = fmt.Sprintf("(map (\\%s -> %s) %s)", x.name, g.scalar(in, e.name, depth-1), v.name)
	}
	return fmt.Sprintf("(%s %s %s %s)", pick(g, []string{"reduce", "reduce_comm", "reduce"}), op, neutral, array)
}

// operator draws an associative and commutative operator with its neutral element.
func (g *generator) operator(e element) (op, neutral string) {
	type row struct{ op, neutral string }
	var rows []row
	switch e.kind {
	case boolean:
		rows = []row{{"(&&)", "true"}, {"(||)", "false"}, {"(!=)", "false"}}
	case float:
		rows = []row{{"(+)", "0" + e.name}}
	case integer:
		rows = []row{{"(+)", "0" + e.name}, {"(*)", "1" + e.name}, {"(^)", "0" + e.name}, {"(|)", "0" + e.name},
			{`(\a b -> a + b)`, "0" + e.name}}
	}
	if e.kind != boolean {
		rows = append(rows, row{e.name + ".max", e.lowest}, row{e.name + ".min", e.highest})
	}
	r := pick(g, rows)
	return r.op, r.neutral
}

// genCalled applies a function on scalars, local or not.
func genCalled(g *generator, s *scope, e element, depth int) string {
	var fit []local
	for _, f := range s.locals {
		if f.result.isScalar() && f.result.elem == e.name {
			fit = append(fit, f)
		}
	}
	if len(fit) == 0 {
		return ""
	}
	f := pick(g, fit)
	args := []string{f.name}
	for _, p := range f.params {
		args = append(args, g.scalar(s, p.elem, depth-1))
	}
	return "(" + strings.Join(args, " ") + ")"
}

// genProjection selects a component of a record or tuple.
func genProjection(g *generator, s *scope, e element, _ int) string {
	var texts []string
	for _, v := range s.vars {
		if v.t.isArray() {
			continue
		}
		for k, f := range v.t.fields {
			if f.t.isScalar() && f.t.elem == e.name {
				texts = append(texts, v.name+"."+f.selector(k))
			}
		}
	}
	if len(texts) == 0 {
		return ""
	}
	return pick(g, texts)
}

// selector returns the name of field k in a projection.
func (f field) selector(k int) string {
	if f.name != "" {
		return f.name
	}
	return fmt.Sprint(k)
}
