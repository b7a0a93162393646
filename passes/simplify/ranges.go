package simplify

import (
	"github.com/lamina-lang/lamina/analysis/facts"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// below adds the facts 0 ≤ index < bound for an index of type t.
func (s *simplifier) below(index name.Name, t scalar.Type, bound ir.Atom) {
	s.know(&ir.Prim{Fn: scalar.Lt, Type: t, Args: []ir.Atom{ir.Var(index), bound}})
	s.facts.Index(index, t, bound)
}

// know makes the comparison e available as true in the innermost scope.
func (s *simplifier) know(e *ir.Prim) {
	key := primKey(e)
	if _, ok := s.avail[key]; !ok {
		s.avail[key] = truth(true)
		s.here().undo = append(s.here().undo, func() { delete(s.avail, key) })
	}
}

// element adds what is known of an element of array: those of an iota are in
// its range.
func (s *simplifier) element(p ir.Param, array name.Name) {
	e, ok := s.defs[array].(*ir.Iota)
	if ok && e.Elem == scalar.I64 && e.Start == ir.Size(0) && e.Step == ir.Size(1) {
		s.below(p.Name, scalar.I64, e.Count)
	}
}

// within adds that the scalar n lies in r, by what its names have been replaced with.
func (s *simplifier) within(n name.Name, r facts.Range) {
	uppers := make([]sym.Poly, len(r.Uppers))
	for i, u := range r.Uppers {
		uppers[i] = u.Subst(s.replaced)
	}
	r.Uppers = uppers
	if r.Divisor.IsVar() {
		r.Divisor = s.atom(r.Divisor)
	}
	s.facts.Within(n, r)
}

// learn adds what follows from the condition a being true, or false.
func (s *simplifier) learn(a ir.Atom, holds bool) {
	s.facts.Suppose(a, holds, func(cond name.Name, holds bool) bool {
		undo := s.suppose(cond, truth(holds))
		if undo != nil {
			s.here().undo = append(s.here().undo, undo)
		}
		return undo != nil
	})
}

// holds reports whether the condition a is known to be true where the walk
// stands, which may be further inside than where it was computed.
func (s *simplifier) holds(a ir.Atom) bool {
	if !a.IsVar() {
		return a == truth(true)
	}
	e, ok := s.defs[a.Name].(*ir.Prim)
	if !ok {
		return false
	}
	if e.Fn == scalar.And {
		return s.holds(s.atom(e.Args[0])) && s.holds(s.atom(e.Args[1]))
	}
	verdict, ok := s.facts.Decide(e)
	return ok && verdict
}

// decide replaces comparisons of i64s that always, or never, hold.
func decide(s *simplifier, st *ir.Stm, e *ir.Prim) action {
	if holds, ok := s.facts.Decide(e); ok {
		return s.same(st, truth(holds))
	}
	return kept
}

// decideExtreme replaces maxima and minima of i64 by the operand that is always
// the greater, or the lesser.
func decideExtreme(s *simplifier, st *ir.Stm, e *ir.Prim) action {
	if e.Type != scalar.I64 || e.Fn != scalar.Max && e.Fn != scalar.Min {
		return kept
	}
	lesser, greater := e.Args[0], e.Args[1]
	switch {
	case s.facts.AtMost(lesser, greater):
	case s.facts.AtMost(greater, lesser):
		lesser, greater = greater, lesser
	default:
		return kept
	}
	if e.Fn == scalar.Max {
		return s.same(st, greater)
	}
	return s.same(st, lesser)
}
