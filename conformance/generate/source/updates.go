package source

import (
	"fmt"
	"strings"
)

// target draws an array to be overwritten: one that this frame owns, which its new value
// replaces, or a copy.
func (g *generator) target(s *scope, b *block, ranks ...int) *variable {
	v := g.find(s, func(v *variable) bool {
		for _, r := range ranks {
			if v.t.plain() && len(v.t.dims) == r && s.owned(v) {
				return true
			}
		}
		return false
	})
	if v != nil && !g.chance(4) {
		return v
	}
	w := g.array(s, ranks...)
	if w == nil {
		return nil
	}
	text := pick(g, []string{"copy %s", "copy (reverse %s)", "map copy %s", "copy %s"})
	if len(w.t.dims) == 1 && text == "map copy %s" {
		text = "map (\\p -> p) %s"
	}
	return g.bind(s, b, w.t, made(fmt.Sprintf(text, w.name)))
}

// updated binds v with some elements replaced, to the same name or another. The written
// value must not alias v.
func (g *generator) updated(s *scope, b *block, v *variable, at, value string) bool {
	s.kill(v)
	if g.chance(2) {
		b.line(fmt.Sprintf("let %s[%s] = %s", v.name, at, value))
		g.add(s, v.name, v.t, nil)
		return true
	}
	g.bind(s, b, v.t, made(fmt.Sprintf("%s with [%s] = %s", v.name, at, value)))
	return true
}

func stmElementUpdate(g *generator, s *scope, b *block) bool {
	v := g.target(s, b, 1, 2)
	if v == nil {
		return false
	}
	at := ""
	for k, d := range v.t.dims {
		i, safe := g.index(s, d, 1)
		if !safe {
			return false
		}
		if k > 0 {
			at += ", "
		}
		at += i
	}
	return g.updated(s, b, v, at, g.scalar(s, v.t.elem, 2))
}

// mapped returns a map over arrays, given by their text, of the same element type and rank.
func (g *generator) mapped(s *scope, elem string, rank int, arrays ...string) string {
	in := g.inner(s)
	params := ""
	for range arrays {
		x := g.add(in, g.fresh("p"), scalarOf(elem), nil)
		params += x.name + " "
	}
	text := fmt.Sprintf("(\\%s-> %s)", params, g.scalar(in, elem, 2))
	for range rank - 1 {
		text = fmt.Sprintf("(%s %s)", mapper(len(arrays)), text)
	}
	text = mapper(len(arrays)) + " " + text
	for _, a := range arrays {
		text += " " + a
	}
	return text
}

// stmMapOverItself overwrites a whole array by a map over it.
func stmMapOverItself(g *generator, s *scope, b *block) bool {
	v := g.target(s, b, 1, 2)
	if v == nil {
		return false
	}
	rank := len(v.t.dims)
	at := ":"
	if g.chance(2) {
		at = fmt.Sprintf("0:%s", v.t.dims[0].text)
	}
	for range rank - 1 {
		at += ", :"
	}
	e := elementOf(v.t.elem)
	op, neutral := g.operator(e)
	w := g.find(s, func(w *variable) bool { return w.t.equal(v.t) })
	var value string
	switch g.below(5) {
	case 0:
		value = g.mapped(s, v.t.elem, rank, v.name)
	case 1:
		value = g.mapped(s, v.t.elem, rank, v.name, w.name)
	case 2:
		value = g.mapped(s, v.t.elem, rank, "(reverse "+v.name+")")
	case 3:
		if rank > 1 {
			return false
		}
		value = fmt.Sprintf("scan %s %s %s", op, neutral, v.name)
	case 4:
		value = "copy (reverse " + v.name + ")"
	}
	return g.updated(s, b, v, at, value)
}

// stmSectionUpdate overwrites a slice, by a map over the same slice or by another value.
func stmSectionUpdate(g *generator, s *scope, b *block) bool {
	v := g.target(s, b, 1, 2)
	if v == nil {
		return false
	}
	at, count := g.section(s, v.t.dims[0])
	rank := len(v.t.dims)
	section := at
	if rank == 2 {
		second, _ := g.section(s, v.t.dims[1])
		section += ", " + second
		count = unknown
	}
	slice := fmt.Sprintf("%s[%s]", v.name, section)
	var value string
	switch g.below(3) {
	case 0:
		value = g.mapped(s, v.t.elem, rank, slice)
	case 1:
		value = "copy " + slice
		if count == unknown {
			break
		}
		low := g.below(int(v.t.dims[0].value-count) + 1)
		slice = fmt.Sprintf("%d:%d", low, int64(low)+count)
		return g.updated(s, b, v, slice, g.coerced(s, v, count))
	case 2:
		value = g.mapped(s, v.t.elem, rank, slice)
		if rank == 1 && !strings.Contains(at, "-") && strings.Count(at, ":") == 1 {
			value = g.mapped(s, v.t.elem, rank, slice, slice)
		}
	}
	return g.updated(s, b, v, section, value)
}

// coerced returns a slice with count elements of a disjoint part of v, or of another array
// that does not alias v.
func (g *generator) coerced(s *scope, v *variable, count int64) string {
	w := g.find(s, func(w *variable) bool {
		return w.t.plain() && w.t.elem == v.t.elem && len(w.t.dims) == 1 && w.t.dims[0].atLeast(count)
	})
	low := g.below(int(w.t.dims[0].value-count) + 1)
	text := fmt.Sprintf("%s[%d:%d]", w.name, low, int64(low)+count)
	if alias(v.roots, w.roots) {
		return "copy (" + text + ")"
	}
	return text
}

// stmRowUpdate overwrites a row or column.
func stmRowUpdate(g *generator, s *scope, b *block) bool {
	v := g.target(s, b, 2)
	if v == nil {
		return false
	}
	k := g.below(2)
	i, safe := g.index(s, v.t.dims[k], 1)
	if !safe {
		return false
	}
	at := i
	if k == 1 {
		at = ":, " + i
	}
	t := arrayOf(v.t.elem, v.t.dims[1-k])
	switch g.below(3) {
	case 0:
		return g.updated(s, b, v, at, g.mapped(s, v.t.elem, 1, fmt.Sprintf("%s[%s]", v.name, at)))
	case 1:
		w := g.find(s, func(w *variable) bool { return w.t.equal(t) && !alias(w.roots, v.roots) })
		if w != nil {
			return g.updated(s, b, v, at, w.name)
		}
	}
	return g.updated(s, b, v, at, g.owned(s, t).text)
}

// stmBranchUpdate overwrites an array in one branch.
func stmBranchUpdate(g *generator, s *scope, b *block) bool {
	v := g.target(s, b, 1)
	if v == nil {
		return false
	}
	i, safe := g.index(s, v.t.dims[0], 1)
	if !safe {
		return false
	}
	value, cond := g.scalar(s, v.t.elem, 2), g.scalar(s, "bool", 2)
	s.kill(v)
	x, y := fmt.Sprintf("%s with [%s] = %s", v.name, i, value), v.name
	if g.chance(2) {
		x, y = y, x
	}
	g.bind(s, b, v.t, made(fmt.Sprintf("if %s then %s else %s", cond, x, y)))
	return true
}
