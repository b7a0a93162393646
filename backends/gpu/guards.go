package gpu

import (
	"github.com/lamina-lang/lamina/core/guards"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// Where conditions on the index of a row go one way in nearly all of it, as at the
// borders of a stencil, that part runs without them: on a processor the compiler makes
// vectors of it, on a GPU whole tiles take it.

// mostGuarded bounds the size of a body that is written twice.
const mostGuarded = 300

// mainPart is the part of a row for which k's body gets simpler; false if there is none.
func mainPart(k *kernel) (guards.Main, bool) {
	if len(k.space) == 0 || guards.Exceed(mostGuarded, k.body) {
		return guards.Main{}, false
	}
	has := imp.Names{}
	for _, d := range k.space {
		has[d.Index] = true
	}
	for _, p := range k.params {
		if p.Type != 0 {
			has[p.Name] = true
		}
	}
	defs, changed := map[name.Name]imp.Expr{}, assigned(k.body)
	imp.Walk(k.body, func(s imp.Stm) bool {
		if d, ok := s.(*imp.Declare); ok && !changed[d.Name] {
			defs[d.Name] = d.Init
		}
		return true
	})
	scope := guards.Scope{Has: func(n name.Name) bool { return has[n] }, Defs: defs}
	return guards.Choose(scope, k.space[len(k.space)-1].Index, k.body)
}

// reach is how large the numbers that guards compare may be, so that nothing wraps: any
// index is far below.
const reach = int64(1) << 61

// guardedRow writes the loop over a row from next to below stop: the body as it is up to
// the main part and behind it, and in that part what is left of it there.
func (w *printer) guardedRow(k *kernel, m guards.Main, body func(body []imp.Stm)) {
	w.line("i64 low = next, high = stop;")
	w.line("b8 inside = 1;")
	for _, g := range lastHoles(m.Guards) {
		w.block(func() { w.bound(g) }, "")
	}
	w.line("if (!inside || low >= high) low = high = stop;")
	w.block(func() {
		w.line("const i64 limit = next < low ? low : next < high ? next : stop;")
		w.block(func() { body(k.body) }, "for (; next < limit; next++)")
		w.independent(k)
		w.block(func() { body(m.Body) }, "for (; next < high; next++)")
	}, "while (next < stop)")
}

// independent tells a processor's compiler that the iterations of the loop that comes
// next do not touch each other's memory, where the compiler could make vectors of them
// and cannot see that. A thread's own heap they share.
func (w *printer) independent(k *kernel) {
	if !k.fails && !k.allocates && lastLoop(k.body) < 0 {
		w.line("INDEPENDENT")
	}
}

// lastHoles puts those guards last that take one index out of a range, so that they see
// the range that the others leave.
func lastHoles(gs []guards.Guard) []guards.Guard {
	var others, holes []guards.Guard
	for _, g := range gs {
		if g.Relation == scalar.Ne {
			holes = append(holes, g)
		} else {
			others = append(others, g)
		}
	}
	return append(others, holes...)
}

// fixed narrows the main part down to all or nothing.
func (w *printer) fixed(g guards.Guard) {
	not := "!"
	if g.Holds {
		not = ""
	}
	w.line("inside = inside && %s%s;", not, parens(w.expr(g.Fixed)))
}

// bound narrows the main part down to where a guard holds.
func (w *printer) bound(g guards.Guard) {
	if g.Relation == 0 {
		w.fixed(g)
		return
	}
	for _, side := range []struct {
		name string
		p    sym.Poly
	}{{"left", g.Left}, {"right", g.Right}} {
		w.line("const i64 %s = %s;", side.name, w.expr(imp.Poly(side.p)))
		if c, ok := side.p.AsConst(); !ok || c <= -reach || c >= reach {
			w.line("inside = inside && %s > -0x%xl && %s < 0x%xl;", side.name, reach, side.name, reach)
		}
	}
	w.line("const i64 edge = sub_i64(right, left);")
	switch g.Relation {
	case scalar.Lt:
		w.line("if (edge < high) high = edge;")
	case scalar.Le:
		w.line("if (edge < high) high = edge + 1;")
	case scalar.Ge:
		w.line("if (edge > low) low = edge;")
	case scalar.Gt:
		w.line("if (edge >= low) low = edge + 1;")
	default:
		w.block(func() {
			w.line("if (edge - low > high - edge) high = edge; else low = edge + 1;")
		}, "if (low <= edge && edge < high)")
	}
}

// guardedTiles is mainPart for the narrow form, where all that guards compare must be
// small.
func (n *narrowing) guardedTiles() (guards.Main, bool) {
	k := n.kernel
	m, ok := mainPart(k)
	if !ok || n.lock == nil {
		return m, false
	}
	for _, g := range m.Guards {
		if g.Relation == 0 {
			continue
		}
		c := compared(g, k.space[len(k.space)-1].Index, g.Relation)
		if !n.fits(c.Args[0]) || !n.fits(c.Args[1]) {
			return m, false
		}
	}
	return m, true
}

// insideTile writes into the variable inside whether the guards hold in all of a
// thread's rows, wherever the last index is between low and high.
func (w *printer) insideTile(k *kernel, m guards.Main, low, high string) {
	last := len(k.space) - 1
	index := k.space[last].Index
	compare := func(g guards.Guard, relation scalar.Op, x, change string) {
		w.block(func() {
			w.line("const i32 %s = %s;", w.ident(index), x)
			w.line(change, w.expr(compared(g, index, relation)))
		}, "")
	}
	w.line("b8 inside = 1;")
	for _, g := range m.Guards {
		along := w.lock.of(compared(g, index, scalar.Eq)) & alongRows
		if g.Relation == 0 {
			along = w.lock.of(g.Fixed)
		}
		if last == 0 {
			along = 0
		}
		w.each(along, func() {
			switch g.Relation {
			case 0:
				w.fixed(g)
			case scalar.Gt, scalar.Ge:
				compare(g, g.Relation, low, "inside = inside && %s;")
			case scalar.Lt, scalar.Le:
				compare(g, g.Relation, high, "inside = inside && %s;")
			default:
				w.block(func() {
					w.line("b8 beside;")
					compare(g, scalar.Gt, low, "beside = %s;")
					compare(g, scalar.Lt, high, "beside = beside || %s;")
					w.line("inside = inside && beside;")
				}, "")
			}
		})
	}
}

// compared is a guard as an expression, with another relation.
func compared(g guards.Guard, index name.Name, relation scalar.Op) *imp.Prim {
	left := imp.Add(imp.Poly(g.Left), imp.IntVar(index))
	return &imp.Prim{Fn: relation, Type: scalar.I64, Args: []imp.Expr{left, imp.Poly(g.Right)}}
}
