package simplify

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
)

// repeatedElement is the maximum cost of an element that a kernel computes again each time it
// needs it, in a loop or in many threads.
const repeatedElement = 3

// elementOfSegMap computes the element of a kernel's only result where another kernel reads it, if
// a few scalar operations on the indices do. All uses of the array must read single elements, so
// that it need not be stored.
func (s *simplifier) elementOfSegMap(array name.Name, m *ir.SegMap, indices []ir.Atom) (ir.Atom, bool) {
	if s.level != ir.Kernel || !s.unit.Target.Grid || len(m.Writes) > 0 || len(m.Space) != len(indices) {
		return ir.Atom{}, false
	}
	if s.shared.Has(array) || s.uses.all[array] != s.uses.picked[array] {
		return ir.Atom{}, false
	}
	limit := lightElement
	if s.repeats(len(indices)) {
		limit = repeatedElement
	}
	for _, t := range m.Body.Stms {
		c, _ := ops.Cost(t.Exp)
		if limit -= c; limit < 0 || !ops.TotalValue(t) || ops.EffectOf(t.Exp) != ops.Scalar {
			return ir.Atom{}, false
		}
	}
	fn := &ir.Lambda{Body: m.Body}
	for _, d := range m.Space {
		fn.Params = append(fn.Params, ir.Param{Name: d.Index, Type: ir.I64})
	}
	fn = ir.NewRenamer(s.names).Lambda(fn)
	for k, p := range fn.Params {
		s.replace(p.Name, indices[k])
	}
	for _, t := range fn.Body.Stms {
		s.stm(t)
	}
	return s.atom(fn.Body.Result[0]), true
}

// repeats reports whether a kernel may read the same element of an array with this many dimensions
// many times at this place: in a loop, or in a space with more dimensions.
func (s *simplifier) repeats(dims int) bool {
	kernel := slices.IndexFunc(s.scopes, func(at *scope) bool { return at.parallel })
	if kernel < 0 {
		return false
	}
	return len(s.scopes[kernel].counts) > dims ||
		slices.ContainsFunc(s.scopes[kernel+1:], func(at *scope) bool { return at.repeated })
}
