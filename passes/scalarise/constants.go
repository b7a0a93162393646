package scalarise

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
)

// constants reports whether s is a map over few points whose elements are constants, as those of a unit matrix, and
// remembers them.
func (x *scalariser) constants(s *ir.Stm) bool {
	e, ok := s.Exp.(*ir.SegMap)
	if !ok || len(e.Writes) > 0 || len(s.Pat) == 0 {
		return false
	}
	var all []small
	if !x.try(func() (ok bool) { all, ok = x.evaluated(s.Pat, e); return ok }) {
		return false
	}
	for k, p := range s.Pat {
		x.arrays[p.Name] = all[k]
	}
	return true
}

// evaluated returns the results of a map if they are constants.
func (x *scalariser) evaluated(pat []ir.Param, e *ir.SegMap) ([]small, bool) {
	all := make([]small, len(pat))
	for k, p := range pat {
		dims, ok := smallDims(p.Type)
		if !ok {
			return nil, false
		}
		all[k] = small{row: ir.ScalarOf(p.Type.Elem), dims: dims}
	}
	space := all[0].dims[:len(e.Space)]
	for at := range count(space) {
		t := x.translator()
		for k, i := range indices(space, at) {
			t.scalars[e.Space[k].Index] = i
		}
		b := ir.NewBuilder(x.unit.IR.Names)
		t.body(b, e.Body)
		for k, p := range pat {
			element := ir.Param{Name: p.Name, Type: p.Type.Peel(len(space))}
			all[k].at = append(all[k].at, t.flat(b, []ir.Param{element}, e.Body.Result[k:k+1])...)
		}
		if t.refused || len(b.Stms()) > 0 {
			return nil, false
		}
	}
	return all, !slices.ContainsFunc(all, func(v small) bool { return slices.ContainsFunc(v.at, ir.Atom.IsVar) })
}

// literals returns the arrays of constants that take the place of the map s.
func (x *scalariser) literals(s *ir.Stm) []*ir.Stm {
	b := ir.NewBuilder(x.unit.IR.Names)
	b.Pos = s.Pos
	for _, p := range s.Pat {
		x.translator().literal(b, p, x.arrays[p.Name])
	}
	return b.Stms()
}

// sameConstants remembers the results of a branch that are the same constants on both sides, as those of the versions of
// a map are.
func (x *scalariser) sameConstants(pat []ir.Param, e *ir.If) {
	for k, p := range pat {
		a, ok := x.arrays[e.Then.Result[k].Name]
		b, ok2 := x.arrays[e.Else.Result[k].Name]
		if ok && ok2 && slices.Equal(a.at, b.at) && !slices.ContainsFunc(a.at, ir.Atom.IsVar) {
			x.arrays[p.Name] = a
		}
	}
}
