package source

import (
	"fmt"
	"slices"
	"strings"
)

// local is a function bound by let, from scalars to a scalar.
type local struct {
	name   string
	params []typ
	result typ
	roots  []root // of the arrays it reads
}

// function is a function defined by the program, with sizes as parameters.
type function struct {
	name    string
	sizes   []string
	params  []param
	results []typ
	unique  bool // results may be consumed
	filters bool // the only result has an existential size
}

type param struct {
	t      typ
	unique bool
}

// define adds a function to the program.
func (g *generator) define() {
	f := function{name: g.fresh("fn"), unique: g.chance(2)}
	s := &scope{depth: 2}
	g.names++
	s.frame = g.names
	for range 1 + g.below(2) {
		name := g.fresh("n")
		f.sizes = append(f.sizes, name)
		g.addSize(s, name, unknown)
	}
	in := g.structure(s)
	n := s.sizes[0]
	var params, paramTypes []string
	add := func(t typ, unique bool) {
		var roots []root
		text := t.String()
		if unique {
			text = t.unique()
		} else {
			roots = g.nobody()
		}
		v := g.add(s, g.fresh("a"), t, roots)
		params = append(params, fmt.Sprintf("(%s: %s)", v.name, text))
		paramTypes = append(paramTypes, text)
		f.params = append(f.params, param{t, unique})
	}
	for _, size := range s.sizes[1:] {
		add(arrayOf(g.elem(), n, size), g.chance(3))
	}
	for range 1 + g.below(2) {
		add(arrayOf(g.elem(), n), g.chance(2))
	}
	if g.chance(2) {
		add(scalarOf(g.elem()), false)
	}
	outside := *s
	outside.vars = slices.Clone(s.vars) // consumption removes variables from s
	var b block
	g.statements(s, &b, 1+g.below(3))
	var results, types []string
	switch g.below(4) {
	case 3:
		v := g.find(s, func(v *variable) bool { return v.t.plain() && len(v.t.dims) == 1 && v.t.dims[0].text == n.text })
		if v == nil {
			v = g.bind(s, &b, arrayOf("i64", n), g.simple(s, arrayOf("i64", n)))
		}
		f.filters, f.unique = true, true
		f.results = []typ{arrayOf(v.t.elem, size{text: "k", value: unknown})}
		types = append(types, "?[k].*[k]"+v.t.elem)
		results = append(results, g.filtered(s, v))
	default:
		f.results = append(f.results, g.resultType(&outside))
		if g.chance(3) {
			f.results = append(f.results, g.resultType(&outside))
		}
		for _, t := range f.results {
			if f.unique {
				types = append(types, t.unique())
				results = append(results, g.consumed(s, t).text)
			} else {
				types = append(types, t.String())
				results = append(results, g.arrayOf(s, t).text)
			}
		}
	}
	var sizes string
	for _, n := range f.sizes {
		sizes += "[" + n + "]"
	}
	signature := fmt.Sprintf("%s: %s -> %s", sizes, strings.Join(paramTypes, " -> "), tuple(types))
	text := fmt.Sprintf("def %s %s %s: %s =\n  %s", f.name, sizes, strings.Join(params, " "), tuple(types), indent(b.in(tuple(results))))
	for _, name := range g.declare(in, f.name, signature, text) {
		f.name = name
		g.funs = append(g.funs, f)
	}
}

// resultType draws a type with the sizes of a parameter.
func (g *generator) resultType(s *scope) typ {
	t := pick(g, s.where(plainArray)).t
	if g.chance(2) {
		t.elem = g.elem()
	}
	return t
}

func tuple(parts []string) string {
	if len(parts) == 1 {
		return parts[0]
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

// filtered filters a one-dimensional array.
func (g *generator) filtered(s *scope, v *variable) string {
	in := g.inner(s)
	x := g.add(in, g.fresh("p"), scalarOf(v.t.elem), nil)
	return fmt.Sprintf("(filter (\\%s -> %s) %s)", x.name, g.scalar(in, "bool", 3), v.name)
}

// renamed substitutes sizes for names of sizes.
func (t typ) renamed(by map[string]size) typ {
	t.dims = slices.Clone(t.dims)
	for k, d := range t.dims {
		if n, ok := by[d.text]; ok {
			t.dims[k] = n
		}
	}
	return t
}

// match finds the sizes that make t equal to u.
func (t typ) match(u typ, by map[string]size) bool {
	if t.elem != u.elem || t.elem == "" || len(t.dims) != len(u.dims) {
		return false
	}
	for k, d := range t.dims {
		if n, ok := by[d.text]; ok && n.text != u.dims[k].text {
			return false
		}
		by[d.text] = u.dims[k]
	}
	return true
}

// complete chooses the sizes that are still unknown.
func (f function) complete(g *generator, s *scope, by map[string]size) {
	for _, n := range f.sizes {
		if _, ok := by[n]; !ok {
			by[n] = pick(g, s.sizes)
		}
	}
}

// genApplied applies a function of the program within an expression: consumed arguments are
// fresh.
func genApplied(g *generator, s *scope, t typ) (expr, bool) {
	if s.depth < 1 {
		return expr{}, false
	}
	for range 3 {
		if len(g.funs) == 0 {
			break
		}
		f := pick(g, g.funs)
		by := map[string]size{}
		if f.filters || len(f.results) != 1 || !f.results[0].match(t, by) {
			continue
		}
		f.complete(g, s, by)
		e := expr{text: f.name}
		for _, p := range f.params {
			want := p.t.renamed(by)
			a := g.value(s.deeper(), want, 1)
			if p.unique && want.isArray() {
				a = g.owned(s.deeper(), want)
			} else if !f.unique {
				e.roots = union(e.roots, a.roots)
			}
			e.text += " " + a.text
		}
		e.text = "(" + e.text + ")"
		if f.unique || len(e.roots) == 0 {
			e.roots = nil
			if !f.unique {
				e.text = "(copy " + e.text + ")"
			}
		}
		return e, true
	}
	return expr{}, false
}

// genLibrary applies one of the library's functions (library.go).
func genLibrary(g *generator, s *scope, t typ) (expr, bool) {
	l := pick(g, library)
	text, ok := l.apply(g, s.deeper(), t)
	if !ok {
		return expr{}, false
	}
	if !slices.Contains(g.decls, l.text) {
		g.decls = append(g.decls, l.text)
	}
	return made("(copy (" + text + "))"), true
}

// stmCall calls a function of the program with variables, some of which it consumes.
func stmCall(g *generator, s *scope, b *block) bool {
	if len(g.funs) == 0 {
		return false
	}
	f := pick(g, g.funs)
	by := map[string]size{}
	if v := g.find(s, func(v *variable) bool { return f.params[0].t.match(v.t, map[string]size{}) }); v != nil {
		f.params[0].t.match(v.t, by)
	}
	f.complete(g, s, by)
	text, roots := f.name, []root(nil)
	var gone []*variable
	for _, p := range f.params {
		want := p.t.renamed(by)
		if !want.isArray() {
			text += " " + g.scalar(s, want.elem, 1)
			continue
		}
		free := func(v *variable) bool {
			return !slices.ContainsFunc(gone, func(w *variable) bool { return alias(v.roots, w.roots) })
		}
		v := g.find(s, func(v *variable) bool {
			return v.t.equal(want) && free(v) && (!p.unique || s.owned(v)) && !alias(v.roots, roots)
		})
		switch {
		case v == nil:
			text += " " + g.simple(s, want).text
		case p.unique:
			gone = append(gone, v)
			text += " " + v.name
		default:
			text += " " + v.name
			roots = union(roots, v.roots)
			// A consumed argument must not alias another argument.
			gone = append(gone, &variable{roots: v.roots, name: ""})
		}
	}
	for _, v := range gone {
		if v.name != "" {
			s.kill(v)
		}
	}
	if f.unique {
		roots = nil
	}
	if f.filters {
		return g.bindSized(s, b, f.results[0].elem, 1, expr{text, roots})
	}
	var names []string
	for _, r := range f.results {
		name := g.fresh("x")
		names = append(names, name)
		t := r.renamed(by)
		if !f.unique && roots == nil {
			g.add(s, name, t, g.nobody())
			continue
		}
		g.add(s, name, t, roots)
	}
	b.line(fmt.Sprintf("let %s = %s", tuple(names), text))
	return true
}

// bindSized binds an array whose sizes are known only at run time, and names the sizes.
func (g *generator) bindSized(s *scope, b *block, elem string, rank int, e expr, values ...int64) bool {
	t := typ{elem: elem}
	var names string
	for k := range rank {
		name := g.fresh("k")
		value := int64(unknown)
		if k < len(values) {
			value = values[k]
		}
		t.dims = append(t.dims, g.addSize(s, name, value))
		names += "[" + name + "]"
	}
	v := g.add(s, g.fresh("x"), t, e.roots)
	b.line(fmt.Sprintf("let %s (%s: %s) = %s", names, v.name, t, e.text))
	return true
}
