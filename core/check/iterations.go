package check

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/sym"
)

// The iterations of a kernel run in any order, so none may touch a cell that another one
// writes: Strict rejects what the prover does not show to be apart. It looks at blocks from
// outside the kernel, by name, at the places where results go and at what the body reads and
// writes; a body's calls, and scatters, are for the heap interpreter.

// iterationsApart checks that no iteration of kernel s writes what another one touches.
func (c *checker) iterationsApart(s *ir.Stm) error {
	k := ops.KernelOf(s.Exp)
	if k == nil || !c.strict {
		return nil
	}
	t := &touches{checker: c, inside: boundIn(s.Exp), indices: ir.Names{}, before: len(c.facts)}
	for _, d := range *k.Space {
		t.indices.Add(d.Index)
	}
	t.blocks = c.blocksOf(s)
	t.places(s, k)
	t.body(*k.Body)
	c.facts = c.facts[:t.before]
	within := len(t.found)
	t.results()
	if !t.writes {
		return nil
	}
	other := c.another(t.inside)
	defer c.forget(t.inside)
	before := len(c.facts)
	defer func() { c.facts = c.facts[:before] }()
	for _, d := range *k.Space {
		c.index(d.Index, d.Size)
		c.index(primed(d.Index), d.Size)
	}
	_, isMap := s.Exp.(*ir.SegMap)
	for i, w := range t.found {
		for j, x := range t.found {
			if !w.writes || x.block != w.block || x.writes && (j < i || i >= within) || x.own != 0 && x.own == w.own {
				continue
			}
			if w.own == 0 && w.inRow(t) || !t.decidable(&w) || !t.decidable(&x) {
				continue
			}
			if !c.touchesApart(&w, &x, *k.Space, other, isMap || i < within) {
				return c.fail(ruleApart, "an iteration writes %s while another one uses %s, and they may meet: they are at %s and %s",
					w.array, x.array, w.at, x.at)
			}
		}
	}
	return nil
}

// decidable reports whether the cells of a touch depend on indices and on what is known
// outside of the kernel alone. Of a stride that an iteration computes nothing is known but what
// assertions said of it, which facts do not keep: such cells are for the heap interpreter.
func (t *touches) decidable(x *touch) bool {
	for _, l := range slices.Concat(x.inner, x.outer) {
		for n := range t.inside {
			if l.Mentions(n) && !t.indices.Has(n) {
				return false
			}
		}
	}
	return true
}

// inRow reports whether a touch lies in the block of one of the iteration's results, but is not
// that result: a part of the row, whose bounds within it no fact gives.
func (x *touch) inRow(t *touches) bool {
	return slices.ContainsFunc(t.own, func(o ownPlace) bool { return o.at.Block == x.block })
}

// touchesApart proves that what an iteration writes is apart from what another one touches,
// or, unless they are to be different, any one.
func (c *checker) touchesApart(w, x *touch, space []ir.SpaceDim, other func(name.Name) (sym.Poly, bool), different bool) bool {
	facts := slices.Clone(w.facts)
	for _, f := range x.facts {
		facts = append(facts, sym.Fact{Left: f.Left.Subst(other), Rel: f.Rel, Right: f.Right.Subst(other)})
	}
	apart := func(equal map[name.Name]sym.Poly, more ...sym.Fact) bool {
		before := len(c.facts)
		defer func() { c.facts = c.facts[:before] }()
		c.facts = append(append(c.facts, facts...), more...)
		prove := func(mine, theirs lmad.LMAD) bool {
			theirs = theirs.Subst(other).Subst(func(n name.Name) (sym.Poly, bool) { p, ok := equal[n]; return p, ok })
			return c.disjoint(mine, theirs)
		}
		for k := range max(len(w.inner), len(x.inner)) {
			if prove(w.inner[min(k, len(w.inner)-1)], x.inner[min(k, len(x.inner)-1)]) {
				return true
			}
		}
		for k := range max(len(w.outer), len(x.outer)) - 1 {
			if prove(w.outer[min(k, len(w.outer)-1)], x.outer[min(k, len(x.outer)-1)]) {
				return true
			}
		}
		return false
	}
	if !different {
		return apart(nil)
	}
	equal := map[name.Name]sym.Poly{} // the indices of outer dimensions, in the other iteration
	for _, d := range space {
		mine, theirs := sym.Var(d.Index), sym.Var(primed(d.Index))
		if !apart(equal, sym.Fact{Left: mine, Rel: sym.LT, Right: theirs}) || !apart(equal, sym.Fact{Left: mine, Rel: sym.GT, Right: theirs}) {
			return false
		}
		equal[primed(d.Index)] = mine
	}
	return true
}

// primed is the name, in another iteration, of a variable that is bound in a kernel.
func primed(n name.Name) name.Name {
	return name.Name{Base: n.Base + " of another iteration", ID: n.ID}
}

// another tells the checker of the variables of another iteration, and returns the
// substitution that leads there.
func (c *checker) another(inside ir.Names) func(name.Name) (sym.Poly, bool) {
	rename := func(n name.Name) (sym.Poly, bool) { return sym.Var(primed(n)), inside.Has(n) }
	for n := range inside {
		if c.sizes.Has(n) {
			c.sizes.Add(primed(n))
		}
		e := c.defs[n]
		if e == nil {
			continue
		}
		there := *e
		there.Args = append([]ir.Atom{}, e.Args...)
		for i, a := range there.Args {
			if inside.Has(a.Name) {
				there.Args[i].Name = primed(a.Name)
			}
		}
		c.defs[primed(n)] = &there
	}
	for n := range inside {
		if v := c.vars[n]; v != nil && v.known {
			c.vars[primed(n)] = &variable{value: v.value.Subst(rename), known: true}
		}
	}
	return rename
}

func (c *checker) forget(inside ir.Names) {
	for n := range inside {
		delete(c.sizes, primed(n))
		delete(c.defs, primed(n))
		delete(c.vars, primed(n))
	}
}

// blocksOf returns the blocks of the arrays that a statement uses and makes.
func (c *checker) blocksOf(s *ir.Stm) ir.Names {
	out := ir.Names{}
	for n := range ir.FreeInExp(s.Exp) {
		if p := c.located(n); p != nil {
			out.Add(p.At.Block)
		}
	}
	for _, p := range s.Pat {
		if p.At != nil {
			out.Add(p.At.Block)
		}
	}
	return out
}

// boundIn returns the names bound within an expression.
func boundIn(e ir.Exp) ir.Names {
	out := ir.Names{}
	w := &ir.Walker{Bind: func(n *name.Name) { out.Add(*n) }}
	w.Exp(e)
	return out
}
