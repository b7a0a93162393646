package coalesce

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
)

// scalars holds what scalars are computed from.
type scalars map[name.Name][]ir.Atom

// define notes what a statement computes a scalar from.
func (c scalars) define(s *ir.Stm) {
	switch e := s.Exp.(type) {
	case *ir.Use:
		c[s.Pat[0].Name] = []ir.Atom{e.X}
	case *ir.Prim:
		c[s.Pat[0].Name] = e.Args
	case *ir.Convert:
		c[s.Pat[0].Name] = []ir.Atom{e.X}
	}
}

// computedFrom reports whether a is b, or computed from it.
func (c scalars) computedFrom(a, b ir.Atom) bool {
	seen := ir.Names{}
	var from func(a ir.Atom) bool
	from = func(a ir.Atom) bool {
		if a == b {
			return true
		}
		if !a.IsVar() || seen.Has(a.Name) {
			return false
		}
		seen.Add(a.Name)
		for _, x := range c[a.Name] {
			if from(x) {
				return true
			}
		}
		return false
	}
	return from(a)
}
