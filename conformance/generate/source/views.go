package source

import "fmt"

// stmView binds a view of an array.
func stmView(g *generator, s *scope, b *block) bool {
	v := g.array(s)
	if v == nil {
		return false
	}
	g.bound = binding{}
	for range 4 {
		if pick(g, views)(g, s, b, v) {
			g.again(s, b)
			return true
		}
	}
	return false
}

// view binds a view of v, if this kind of view applies.
type view func(g *generator, s *scope, b *block, v *variable) bool

var views = []view{
	// The whole array.
	func(g *generator, s *scope, b *block, v *variable) bool {
		text := pick(g, []string{"reverse %s", "%s[::-1]", "%s", "id %s"})
		g.bind(s, b, v.t, of(fmt.Sprintf(text, v.name), v))
		return true
	},
	func(g *generator, s *scope, b *block, v *variable) bool {
		g.bind(s, b, v.t, of(fmt.Sprintf("rotate %s %s", g.scalar(s, "i64", 1), v.name), v))
		return true
	},
	viewSection, viewSection, viewSection,
	viewMatrixSection, viewMatrixSection,
	viewTransposed, viewTransposed,
	viewRow, viewRow,
	viewColumn, viewColumn,
	viewFlat, viewFlat,
	viewUnflat, viewUnflat,
	viewHalves,
	viewRowsReversed,
	viewTaken,
	viewRepeated,
	viewSized,
}

// section draws the bounds of a slice and, if they are known, its length.
func (g *generator) section(s *scope, n size) (text string, count int64) {
	if n.value != unknown {
		low := g.below(int(n.value) + 1)
		high := low + g.below(int(n.value)+1-low)
		stride := 1 + g.below(3)
		switch {
		case stride == 1:
			return fmt.Sprintf("%d:%d", low, high), int64(high - low)
		case g.chance(3) && high > low:
			// From the last element down to the first.
			return fmt.Sprintf("%d:%d:-%d", high-1, low, stride), int64((high - 1 - low + stride - 1) / stride)
		}
		return fmt.Sprintf("%d:%d:%d", low, high, stride), int64((high - low + stride - 1) / stride)
	}
	a := n.atom()
	return pick(g, []string{"0:" + a + " / 2", a + " / 2:" + a, a + " / 3:" + a + " - " + a + " / 4", "::2", "::-1", "1 %% (" + a + " + 1)::3", ":" + a + " / 2:2"}), unknown
}

func viewSection(g *generator, s *scope, b *block, v *variable) bool {
	text, count := g.section(s, v.t.dims[0])
	if len(v.t.dims) > 1 {
		return false
	}
	return g.bindSized(s, b, v.t.elem, 1, of(fmt.Sprintf("%s[%s]", v.name, text), v), count)
}

func viewMatrixSection(g *generator, s *scope, b *block, v *variable) bool {
	if len(v.t.dims) != 2 {
		return false
	}
	first, n := g.section(s, v.t.dims[0])
	second, m := g.section(s, v.t.dims[1])
	return g.bindSized(s, b, v.t.elem, 2, of(fmt.Sprintf("%s[%s, %s]", v.name, first, second), v), n, m)
}

func viewTransposed(g *generator, s *scope, b *block, v *variable) bool {
	if len(v.t.dims) < 2 {
		return false
	}
	t := v.t
	t.dims = append([]size{t.dims[1], t.dims[0]}, t.dims[2:]...)
	g.bind(s, b, t, of("transpose "+v.name, v))
	return true
}

// inhabited reports whether a dimension is known to be nonempty.
func (s *scope) inhabited(d size) bool { return d.atLeast(1) }

func viewRow(g *generator, s *scope, b *block, v *variable) bool {
	if len(v.t.dims) < 2 {
		return false
	}
	i, safe := g.index(s, v.t.dims[0], 1)
	if !safe {
		return false
	}
	g.bind(s, b, v.t.row(), of(fmt.Sprintf("%s[%s]", v.name, i), v))
	return true
}

func viewColumn(g *generator, s *scope, b *block, v *variable) bool {
	if len(v.t.dims) != 2 {
		return false
	}
	i, safe := g.index(s, v.t.dims[1], 1)
	if !safe {
		return false
	}
	t := arrayOf(v.t.elem, v.t.dims[0])
	if g.chance(3) {
		g.bind(s, b, t, made(fmt.Sprintf("map (\\r -> r[%s]) %s", i, v.name)))
		return true
	}
	g.bind(s, b, t, of(fmt.Sprintf("%s[:, %s]", v.name, i), v))
	return true
}

func viewFlat(g *generator, s *scope, b *block, v *variable) bool {
	if len(v.t.dims) < 2 {
		return false
	}
	t := v.t
	t.dims = append([]size{t.dims[0].times(t.dims[1])}, t.dims[2:]...)
	g.bind(s, b, t, of("flatten "+v.name, v))
	return true
}

func viewUnflat(g *generator, s *scope, b *block, v *variable) bool {
	n := v.t.dims[0]
	if len(n.factors) == 2 {
		t := v.t
		t.dims = append([]size{n.factors[0], n.factors[1]}, t.dims[1:]...)
		name := g.fresh("x")
		b.line(fmt.Sprintf("let %s: %s = unflatten %s", name, t, v.name))
		g.add(s, name, t, v.roots)
		return true
	}
	if len(v.t.dims) != 1 {
		return false
	}
	// As many rows of two as there are pairs.
	value := int64(unknown)
	if n.value != unknown {
		value = n.value / 2
	}
	name := g.fresh("h")
	h := g.addSize(s, name, value)
	b.line(fmt.Sprintf("let %s = %s / 2", name, n.atom()))
	whole := h.times(constant(2))
	g.bind(s, b, arrayOf(v.t.elem, h, constant(2)), of(fmt.Sprintf("unflatten (%s[0:%s] :> [%s]%s)", v.name, whole.text, whole.text, v.t.elem), v))
	return true
}

// viewHalves splits an array.
func viewHalves(g *generator, s *scope, b *block, v *variable) bool {
	n := v.t.dims[0]
	if len(v.t.dims) != 1 {
		return false
	}
	value, rest := int64(unknown), int64(unknown)
	if n.value != unknown {
		value = n.value / 2
		rest = n.value - value
	}
	half, left := g.fresh("h"), g.fresh("h")
	b.line(fmt.Sprintf("let %s = %s / 2", half, n.atom()))
	b.line(fmt.Sprintf("let %s = %s - %s", left, n.atom(), half))
	h, l := g.addSize(s, half, value), g.addSize(s, left, rest)
	x, y := g.fresh("x"), g.fresh("x")
	b.line(fmt.Sprintf("let (%s, %s) = split (%s :> [%s]%s)", x, y, v.name, h.plus(l).text, v.t.elem))
	g.add(s, x, arrayOf(v.t.elem, h), v.roots)
	g.add(s, y, arrayOf(v.t.elem, l), v.roots)
	return true
}

func viewRowsReversed(g *generator, s *scope, b *block, v *variable) bool {
	if len(v.t.dims) != 2 {
		return false
	}
	g.bind(s, b, v.t, made(pick(g, []string{"map reverse ", "map reverse ", "map (\\r -> r[::-1]) ", "map (rotate 1) ", "map copy "})+v.name))
	return true
}

// viewTaken removes the first or the last element.
func viewTaken(g *generator, s *scope, b *block, v *variable) bool {
	n := v.t.dims[0]
	if len(v.t.dims) != 1 || !s.inhabited(n) {
		return false
	}
	if g.chance(2) {
		k := g.below(int(n.value) + 1)
		text, left := "drop", n.value-int64(k)
		if g.chance(2) {
			text, left = "take", int64(k)
		}
		return g.bindSized(s, b, v.t.elem, 1, of(fmt.Sprintf("%s %d %s", text, k, v.name), v), left)
	}
	return g.bindSized(s, b, v.t.elem, 1, of(pick(g, []string{"tail ", "init "})+v.name, v), n.value-1)
}

// viewRepeated replicates an array as rows.
func viewRepeated(g *generator, s *scope, b *block, v *variable) bool {
	n := pick(g, s.sizes)
	if len(v.t.dims) != 1 {
		return false
	}
	text := pick(g, []string{"replicate %s %s", "map (\\_ -> %[2]s) (iota %[1]s)"})
	g.bind(s, b, v.t.under(n), made(fmt.Sprintf(text, n.atom(), v.name)))
	return true
}

// viewSized gives an array another size expression with the same value.
func viewSized(g *generator, s *scope, b *block, v *variable) bool {
	if len(v.t.dims) != 1 || v.t.dims[0].value == unknown {
		return false
	}
	for _, n := range s.sizes {
		if n.value == v.t.dims[0].value && n.text != v.t.dims[0].text {
			t := arrayOf(v.t.elem, n)
			g.bind(s, b, t, of(fmt.Sprintf("%s :> %s", v.name, t), v))
			return true
		}
	}
	return false
}
