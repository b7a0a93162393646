package source

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// extents are the sizes of arguments; the large ones fill vectors, work-groups and
// reduction chunks.
var extents = []int64{3, 2, 4, 1, 5, 0, 6, 3, 2, 4, 7, 33, 65}

// program defines functions and main, and returns arguments for main.
func (g *generator) program() []value.Value {
	for range g.below(4) {
		g.define()
	}
	s := &scope{depth: 3}
	g.names++
	s.frame = g.names
	n := g.addSize(s, "n", pick(g, extents))
	m := g.addSize(s, "m", pick(g, extents[:11]))
	s.sizes = append(s.sizes, constant(2), constant(3), constant(1))
	var params []string
	var args []value.Value
	add := func(name string, t typ) {
		roots := g.nobody()
		text := t.String()
		if t.isArray() && g.chance(3) {
			roots, text = nil, t.unique()
		}
		g.add(s, name, t, roots)
		params = append(params, fmt.Sprintf("(%s: %s)", name, text))
		args = append(args, g.argument(t))
	}
	add("xs", arrayOf("i64", n))
	add("us", arrayOf("i64", n))
	add("ys", arrayOf(g.elem(), n))
	add("vs", arrayOf(g.elem(), m))
	add("ms", arrayOf(g.elem(), n, m))
	add("sq", arrayOf(g.elem(), m, m))
	add("a", scalarOf("i64"))
	add("c", scalarOf("bool"))
	add("d", scalarOf(g.elem()))
	var b block
	g.statements(s, &b, 3+g.below(6))
	if g.mistake != nil {
		g.err(s, &b)
	}
	result := g.results(s)
	g.decls = append(g.decls, fmt.Sprintf("def main [n] [m] %s =\n  %s", strings.Join(params, " "), indent(b.in(result))))
	return args
}

// results returns the remaining arrays, latest first, and other values.
func (g *generator) results(s *scope) string {
	var parts []string
	for _, v := range slices.Backward(s.vars) {
		if len(parts) > 9 {
			break
		}
		switch {
		case v.t.plain() || v.t.isScalar() && v.name[0] == 'x' && v.name != "xs":
			parts = append(parts, v.name)
		case !v.t.isArray():
			for k, f := range v.t.fields {
				if f.t.plain() || f.t.isScalar() {
					parts = append(parts, v.name+"."+f.selector(k))
				}
			}
		default:
			parts = append(parts, fmt.Sprintf("(unzip %s).0", v.name), fmt.Sprintf("(unzip %s).1", v.name))
		}
	}
	return tuple(append(parts, g.scalar(s, g.elem(), 3)))
}

// argument draws an argument of type t.
func (g *generator) argument(t typ) value.Value {
	elem, _ := scalar.ParseType(t.elem)
	var shape []int64
	for _, d := range t.dims {
		shape = append(shape, d.value)
	}
	v, err := value.New(elem, shape...)
	if err != nil {
		panic(err) // sizes are small and element types known
	}
	few := v.Len() > 16 // large arrays repeat a few drawn elements
	var some []scalar.Value
	for i := range v.Len() {
		if !few || len(some) < 11 {
			some = append(some, g.number(elem))
		}
		v.Set(i, some[i%int64(len(some))])
	}
	return v
}

// number draws a small number; floats are multiples of ½.
func (g *generator) number(elem scalar.Type) scalar.Value {
	k := int64(g.below(12))
	switch {
	case elem == scalar.Bool:
		return scalar.FromBool(k%2 == 0)
	case elem.IsFloat():
		return scalar.Float(elem, float64(k-4)/2)
	case elem.IsSigned():
		return scalar.Int(elem, k-4)
	}
	return scalar.Int(elem, k)
}
