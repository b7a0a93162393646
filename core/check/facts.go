package check

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// Facts for the prover: sizes are not negative, indices lie in their ranges, conditions
// hold in their branches and after their assertions, and quotients and remainders have
// their defining properties. The checker assumes that arithmetic does not wrap. If it
// does, overlapping locations may pass as disjoint; the heap interpreter finds them.

// learn records the facts that a statement gives: the definition of a scalar, or the
// condition of an assertion, which holds after it.
func (c *checker) learn(s *ir.Stm) {
	if c.prog.Level != ir.Mem {
		return
	}
	switch e := s.Exp.(type) {
	case *ir.Prim:
		if e.Type == scalar.I64 || e.Type == scalar.Bool {
			c.defs[s.Pat[0].Name] = e
		}
	case *ir.Assert:
		c.suppose(e.Cond, true)
	}
}

// index records the range of an index.
func (c *checker) index(n name.Name, size ir.Atom) {
	if c.prog.Level == ir.Mem {
		c.facts = c.facts.And(sym.Range(sym.Var(n), sym.Const(0), c.known(size))...)
	}
}

// relations maps comparisons to the relations that hold if they are true, and if false.
var relations = map[scalar.Op][2]sym.Relation{
	scalar.Eq: {sym.EQ, sym.NE},
	scalar.Ne: {sym.NE, sym.EQ},
	scalar.Lt: {sym.LT, sym.GE},
	scalar.Le: {sym.LE, sym.GT},
	scalar.Gt: {sym.GT, sym.LE},
	scalar.Ge: {sym.GE, sym.LT},
}

// suppose records what follows from a condition, in the innermost scope.
func (c *checker) suppose(cond ir.Atom, holds bool) {
	e := c.defs[cond.Name]
	if e == nil || c.prog.Level != ir.Mem {
		return
	}
	switch {
	case e.Fn == scalar.Not:
		c.suppose(e.Args[0], !holds)
	case e.Type == scalar.Bool && (e.Fn == scalar.And && holds || e.Fn == scalar.Or && !holds):
		c.suppose(e.Args[0], holds)
		c.suppose(e.Args[1], holds)
	case e.Type == scalar.I64:
		if rs, ok := relations[e.Fn]; ok {
			r := rs[0]
			if !holds {
				r = rs[1]
			}
			c.facts = append(c.facts, sym.Fact{Left: c.known(e.Args[0]), Rel: r, Right: c.known(e.Args[1])})
		}
	}
}

// disjoint proves that two locations do not meet.
func (c *checker) disjoint(a, b lmad.LMAD) bool {
	facts := c.factsAbout(a, b)
	if _, ok := lmad.Disjoint(facts, a, b); ok {
		return true
	}
	chosen := c.chosen(facts)
	if len(chosen) == 0 {
		return false
	}
	_, ok := lmad.Disjoint(facts.And(chosen...), a, b)
	return ok
}

// maxAbout bounds the variables for which one query looks up facts.
const maxAbout = 64

// factsAbout returns the facts relevant to two locations.
func (c *checker) factsAbout(a, b lmad.LMAD) sym.Facts {
	var queue []name.Name
	add := func(n name.Name) { queue = append(queue, n) }
	a.Vars(add)
	b.Vars(add)
	seen := ir.Names{}
	out := c.facts
	for len(queue) > 0 && len(seen) < maxAbout {
		n := queue[0]
		queue = queue[1:]
		if seen.Has(n) {
			continue
		}
		seen.Add(n)
		var more sym.Facts
		if c.sizes.Has(n) {
			more = sym.Facts{sym.Ge(sym.Var(n), sym.Const(0))}
		}
		more = append(more, c.computed(n)...)
		for _, f := range c.facts {
			if f.Left.Mentions(n) || f.Right.Mentions(n) {
				f.Left.Vars(add)
				f.Right.Vars(add)
			}
		}
		for _, f := range more {
			f.Left.Vars(add)
			f.Right.Vars(add)
		}
		out = out.And(more...)
	}
	return out
}

// chosen returns which operand each minimum and maximum in the facts is, where they tell.
func (c *checker) chosen(facts sym.Facts) (out sym.Facts) {
	var prover *sym.Prover
	seen := ir.Names{}
	choose := func(n name.Name) {
		e := c.defs[n]
		if seen.Has(n) || e == nil || e.Type != scalar.I64 || e.Fn != scalar.Min && e.Fn != scalar.Max {
			return
		}
		seen.Add(n)
		if prover == nil {
			prover = sym.NewProver(facts)
		}
		least, most := c.known(e.Args[0]), c.known(e.Args[1])
		if e.Fn == scalar.Max {
			least, most = most, least
		}
		switch {
		case prover.NonNeg(most.Sub(least)) != nil:
			out = append(out, sym.Eq(sym.Var(n), least))
		case prover.NonNeg(least.Sub(most)) != nil:
			out = append(out, sym.Eq(sym.Var(n), most))
		}
	}
	for _, f := range facts {
		f.Left.Vars(choose)
		f.Right.Vars(choose)
	}
	return out
}

// computed returns the facts that n's definition gives, if it is not a polynomial.
func (c *checker) computed(n name.Name) sym.Facts {
	e := c.defs[n]
	if e == nil || e.Type != scalar.I64 || len(e.Args) != 2 {
		return nil
	}
	x, y, r := c.known(e.Args[0]), c.known(e.Args[1]), sym.Var(n)
	switch e.Fn {
	case scalar.Max:
		return sym.Facts{sym.Ge(r, x), sym.Ge(r, y)}
	case scalar.Min:
		return sym.Facts{sym.Le(r, x), sym.Le(r, y)}
	}
	d, constant := e.Args[1].AsSize()
	if !constant || d < 1 {
		return nil
	}
	switch e.Fn {
	case scalar.Div: // rounds towards −∞
		return sym.Facts{sym.Le(r.Mul(y), x), sym.Lt(x, r.Mul(y).Add(y))}
	case scalar.Quot: // rounds towards 0; the dividend is a size
		return sym.Facts{sym.Le(r.Mul(y), x), sym.Lt(x, r.Mul(y).Add(y)), sym.Ge(r, sym.Const(0))}
	case scalar.Mod, scalar.Rem:
		return sym.Range(r, sym.Const(0), y)
	}
	return nil
}
