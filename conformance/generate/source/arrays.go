package source

import (
	"fmt"
	"strings"
)

// arrayForm generates an array of scalars of a given type; ok is false if it does not
// apply.
type arrayForm func(g *generator, s *scope, t typ) (e expr, ok bool)

// arrayForms lists the generators of arrays.
var arrayForms []arrayForm

func init() {
	arrayForms = []arrayForm{
		genReplicated,
		genTabulated, genTabulated,
		genMapped, genMapped, genMapped,
		genScanned,
		genReversed,
		genRotated,
		genEither,
		genTransposed,
		genScattered,
		genHistogram,
		genPiped,
		genUnzipped,
		genRepeated,
		genApplied,
		genLibrary,
		genRowsScanned,
	}
}

// arrayOf draws an expression of type t, an array of scalars.
func (g *generator) arrayOf(s *scope, t typ) expr {
	if s.depth > 0 && g.chance(2) {
		for range 4 {
			if e, ok := pick(g, arrayForms)(g, s, t); ok {
				return e
			}
		}
	}
	if v := g.find(s, func(v *variable) bool { return v.t.equal(t) }); v != nil {
		return of(v.name, v)
	}
	return g.simple(s, t)
}

// simple returns a fresh array of type t.
func (g *generator) simple(s *scope, t typ) expr {
	e := elementOf(t.elem)
	switch {
	case len(t.dims) == 1 && t.elem == "i64":
		return made(fmt.Sprintf("(iota %s)", t.dims[0].atom()))
	case len(t.dims) == 1 && e.kind != boolean:
		return made(fmt.Sprintf("(map (\\i -> %s.i64 (i %%%% 5)) (iota %s))", t.elem, t.dims[0].atom()))
	case len(t.dims) == 1:
		return made(fmt.Sprintf("(map (\\i -> i %%%% 2 == 0) (iota %s))", t.dims[0].atom()))
	}
	return made(fmt.Sprintf("(replicate %s %s)", t.dims[0].atom(), g.simple(s, t.row()).text))
}

// owned returns an expression of type t that aliases nothing.
func (g *generator) owned(s *scope, t typ) expr {
	if e := g.arrayOf(s, t); e.roots == nil {
		return e
	} else {
		return made("(copy " + e.text + ")")
	}
}

// value draws an expression of a scalar or array type.
func (g *generator) value(s *scope, t typ, depth int) expr {
	if t.isScalar() {
		return made(g.scalar(s, t.elem, depth))
	}
	return g.arrayOf(s, t)
}

func genReplicated(g *generator, s *scope, t typ) (expr, bool) {
	return made(fmt.Sprintf("(replicate %s %s)", t.dims[0].atom(), g.value(s.deeper(), t.row(), 2).text)), true
}

// deeper returns the scope with the nesting depth reduced.
func (s *scope) deeper() *scope {
	in := *s
	in.depth--
	return &in
}

func genTabulated(g *generator, s *scope, t typ) (expr, bool) {
	in := g.inner(s)
	i := g.add(in, g.fresh("j"), scalarOf("i64"), nil)
	i.below = t.dims[0]
	body, _ := g.body(in, t.row(), g.below(3))
	if g.chance(2) {
		return made(fmt.Sprintf("(map (\\%s -> %s) (iota %s))", i.name, body, t.dims[0].atom())), true
	}
	return made(fmt.Sprintf("(tabulate %s (\\%s -> %s))", t.dims[0].atom(), i.name, body)), true
}

// inputs draws up to three arrays of outer size n, with parameters for their rows.
func (g *generator) inputs(s, in *scope, n size) (params, arrays []string) {
	fits := func(v *variable) bool { return v.t.isArray() && v.t.dims[0].text == n.text }
	for range 1 + g.below(3) {
		v := g.find(s, fits)
		if v == nil {
			break
		}
		arrays = append(arrays, v.name)
		if v.t.elem == "" { // an array of tuples
			pattern := []string{}
			for _, f := range v.t.fields {
				x := g.add(in, g.fresh("p"), f.t, nil)
				pattern = append(pattern, x.name)
			}
			params = append(params, "("+strings.Join(pattern, ", ")+")")
			continue
		}
		x := g.add(in, g.fresh("p"), v.t.row(), g.nobody())
		params = append(params, x.name)
	}
	return params, arrays
}

// mapper returns the map function for n arrays.
func mapper(n int) string {
	if n == 1 {
		return "map"
	}
	return fmt.Sprintf("map%d", n)
}

func genMapped(g *generator, s *scope, t typ) (expr, bool) {
	in := g.inner(s)
	params, arrays := g.inputs(s, in, t.dims[0])
	if len(arrays) == 0 {
		return expr{}, false
	}
	if g.chance(4) {
		i := g.add(in, g.fresh("j"), scalarOf("i64"), nil)
		i.below = t.dims[0]
		params, arrays = append(params, i.name), append(arrays, "(indices "+arrays[0]+")")
	}
	body, _ := g.body(in, t.row(), g.below(3))
	return made(fmt.Sprintf("(%s (\\%s -> %s) %s)", mapper(len(arrays)), strings.Join(params, " "), body, strings.Join(arrays, " "))), true
}

func genScanned(g *generator, s *scope, t typ) (expr, bool) {
	if len(t.dims) != 1 {
		return expr{}, false
	}
	op, neutral := g.operator(elementOf(t.elem))
	form := pick(g, []string{
		"(scan %s %s %s)",
		"(reverse (scan %s %s (reverse %s)))", // a scan from the right
		"(rotate 1 (scan %s %s (rotate (-1) %s)))",
	})
	return made(fmt.Sprintf(form, op, neutral, g.arrayOf(s.deeper(), t).text)), true
}

// genRowsScanned scans the rows of a two-dimensional array.
func genRowsScanned(g *generator, s *scope, t typ) (expr, bool) {
	if len(t.dims) != 2 {
		return expr{}, false
	}
	op, neutral := g.operator(elementOf(t.elem))
	return made(fmt.Sprintf("(scan (map2 %s) (replicate %s %s) %s)", op, t.dims[1].atom(), neutral, g.arrayOf(s.deeper(), t).text)), true
}

func genReversed(g *generator, s *scope, t typ) (expr, bool) {
	e := g.arrayOf(s.deeper(), t)
	if g.chance(3) && len(t.dims) > 1 {
		return made(fmt.Sprintf("(map reverse %s)", e.text)), true
	}
	return expr{"(reverse " + e.text + ")", e.roots}, true
}

func genRotated(g *generator, s *scope, t typ) (expr, bool) {
	e := g.arrayOf(s.deeper(), t)
	return expr{fmt.Sprintf("(rotate %s %s)", pick(g, []string{"1", "2", "(-1)"}), e.text), e.roots}, true
}

func genEither(g *generator, s *scope, t typ) (expr, bool) {
	x, y := g.arrayOf(s.deeper(), t), g.arrayOf(s.deeper(), t)
	return expr{fmt.Sprintf("(if %s then %s else %s)", g.scalar(s, "bool", 1), x.text, y.text), union(x.roots, y.roots)}, true
}

func genTransposed(g *generator, s *scope, t typ) (expr, bool) {
	if len(t.dims) != 2 {
		return expr{}, false
	}
	u := arrayOf(t.elem, t.dims[1], t.dims[0])
	e := g.arrayOf(s.deeper(), u)
	return expr{"(transpose " + e.text + ")", e.roots}, true
}

// genScattered writes values that depend only on their indices, some of which may be out of
// bounds.
func genScattered(g *generator, s *scope, t typ) (expr, bool) {
	places := g.find(s, func(v *variable) bool { return v.t.plain() && v.t.elem == "i64" && len(v.t.dims) == 1 })
	if len(t.dims) != 1 || places == nil {
		return expr{}, false
	}
	in := g.inner(s)
	in.vars = nil // the value depends on nothing else
	i := g.add(in, g.fresh("j"), scalarOf("i64"), nil)
	at := fmt.Sprintf("(map (%%%% %s) %s)", pick(g, []string{"3", "5", "2"}), places.name)
	return made(fmt.Sprintf("(scatter %s %s (map (\\%s -> %s) %s))", g.owned(s.deeper(), t).text, at, i.name, g.scalar(in, t.elem, 2), at)), true
}

func genHistogram(g *generator, s *scope, t typ) (expr, bool) {
	places := g.find(s, func(v *variable) bool { return v.t.plain() && v.t.elem == "i64" && len(v.t.dims) == 1 })
	if len(t.dims) != 1 || places == nil {
		return expr{}, false
	}
	op, neutral := g.operator(elementOf(t.elem))
	at := places.name
	if g.chance(2) {
		at = fmt.Sprintf("(map (%%%% %s) %s)", pick(g, []string{"3", "5", "2"}), places.name)
	}
	values := g.arrayOf(s.deeper(), arrayOf(t.elem, places.t.dims[0])).text
	if g.chance(2) {
		return made(fmt.Sprintf("(hist %s %s %s %s %s)", op, neutral, t.dims[0].atom(), at, values)), true
	}
	return made(fmt.Sprintf("(reduce_by_index %s %s %s %s %s)", g.owned(s.deeper(), t).text, op, neutral, at, values)), true
}

// genPiped applies several functions to an array in sequence.
func genPiped(g *generator, s *scope, t typ) (expr, bool) {
	if len(t.dims) != 1 {
		return expr{}, false
	}
	text := g.arrayOf(s.deeper(), t).text
	e := elementOf(t.elem)
	for range 1 + g.below(3) {
		step := "reverse"
		switch g.below(4) {
		case 1:
			in := g.inner(s)
			x := g.add(in, g.fresh("p"), scalarOf(t.elem), nil)
			step = fmt.Sprintf("map (\\%s -> %s)", x.name, g.scalar(in, t.elem, 2))
		case 2:
			if e.kind != boolean {
				step = fmt.Sprintf("map (+ %s)", g.constant(e))
			}
		case 3:
			if e.kind == integer {
				step = fmt.Sprintf("map ((%s -) >-> (* %s))", g.constant(e), g.constant(e))
			}
		}
		text += " |> " + step
	}
	return made("(copy (" + text + "))"), true
}

// genUnzipped maps to pairs and keeps one component.
func genUnzipped(g *generator, s *scope, t typ) (expr, bool) {
	if len(t.dims) != 1 {
		return expr{}, false
	}
	in := g.inner(s)
	params, arrays := g.inputs(s, in, t.dims[0])
	if len(arrays) == 0 {
		return expr{}, false
	}
	part := g.below(2)
	parts := []string{g.scalar(in, g.elem(), 1), g.scalar(in, g.elem(), 1)}
	parts[part] = g.scalar(in, t.elem, 2)
	return made(fmt.Sprintf("(%s (\\%s -> (%s)) %s |> unzip |> (.%d))", mapper(len(arrays)), strings.Join(params, " "), strings.Join(parts, ", "), strings.Join(arrays, " "), part)), true
}

// genRepeated builds an array in a loop.
func genRepeated(g *generator, s *scope, t typ) (expr, bool) {
	if s.depth < 1 {
		return expr{}, false
	}
	init := g.owned(s.deeper(), t)
	in := g.inner(s)
	i := g.add(in, g.fresh("j"), scalarOf("i64"), nil)
	name := g.fresh("a")
	unique := g.chance(2)
	var roots []root
	if !unique {
		roots = g.nobody()
	}
	g.add(in, name, t, roots)
	bound := pick(g, []string{"2", "1", "3"})
	if t.dims[0].value < 8 && t.dims[0].value != unknown {
		bound, i.below = t.dims[0].bound(), t.dims[0]
	}
	pattern := fmt.Sprintf("(%s: %s)", name, t) // otherwise its sizes may be inferred to vary
	if unique {
		pattern = fmt.Sprintf("(%s: %s)", name, t.unique())
	}
	var b block
	g.statements(in, &b, g.below(2))
	var result string
	if unique {
		result = g.consumed(in, t).text
	} else {
		result = g.arrayOf(in, t).text
	}
	return made(fmt.Sprintf("(copy (loop %s = %s for %s < %s do %s))", pattern, init.text, i.name, bound, indent(b.in(result)))), true
}

// consumed returns an expression of type t for a unique position: an array that this frame
// owns, which is consumed, or a new one.
func (g *generator) consumed(s *scope, t typ) expr {
	v := g.find(s, func(v *variable) bool { return v.t.equal(t) && s.owned(v) })
	if v == nil || g.chance(4) {
		return g.owned(s, t)
	}
	s.kill(v)
	return made(v.name)
}

// body generates a body of n statements with a result of type t, parenthesised if
// necessary. Its roots are those from outside.
func (g *generator) body(s *scope, t typ, n int) (string, []root) {
	var b block
	g.statements(s, &b, n)
	e := g.value(s, t, 2)
	text := b.in(e.text)
	if len(b.lines) > 0 {
		text = "\n  " + indent(text)
	}
	return text, e.roots
}
