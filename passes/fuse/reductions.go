package fuse

import (
	"maps"
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
)

// Reductions of equal width become one even if they read different arrays, where each takes
// launches of its own (option reductions): outside of parallel operations, and if their operators
// apply scalar operators component by component, which costs nothing in the order of the others.

// joinReductions joins each such reduction with the nearest earlier one of its width.
func (t *body) joinReductions() {
	latest := map[ir.Atom]*group{}
	for i, g := range t.groups {
		if g == nil || g.root().place != i || !t.isSimple(g.root()) {
			continue
		}
		second := g.root()
		if first := latest[second.width]; first != nil && t.mayJoin(first, second) {
			if both := t.horizontal(first, second); both != nil {
				t.moved(first.place, i)
				second = both
			}
		}
		latest[second.width] = second
	}
}

// isSimple reports whether g reduces scalars by operators that joinReductions joins.
func (t *body) isSimple(g *group) bool {
	return g.kind == reduction && g.nest.shape <= flat && !t.failing.has(g.place) && g.byComponent()
}

// byComponent reports whether the operators of g's reductions are commutative, and each component of
// their results is one scalar operator's.
func (g *group) byComponent() bool {
	if g.first != nil {
		return g.first.byComponent() && g.second.byComponent()
	}
	r, ok := g.stm.Exp.(*ir.Reduce)
	if !ok {
		return true
	}
	for _, s := range r.Operator.Body.Stms {
		if _, ok := s.Exp.(*ir.Prim); !ok {
			return false
		}
	}
	return r.Commutative && len(r.Operator.Body.Stms) == len(r.Operator.Body.Result)
}

// mayJoin reports whether second, which uses no result of first, may take first in.
func (t *body) mayJoin(first, second *group) bool {
	return len(first.results)+len(second.results) <= maxJoined && mayMeet(first.told, second.told) &&
		!intersect(first.results, second.inputs) && !intersect(first.results, second.other) && t.allows(first, second)
}

// scalarsLate moves scalar operations down to what uses them first, so that they do not
// separate reductions, as in f32.sum xs / n and f32.sum ys / n.
func scalarsLate(stms []*ir.Stm, canFail func(ir.Exp) bool) []*ir.Stm {
	pending := map[name.Name]*ir.Stm{}
	var out []*ir.Stm
	var emit func(s *ir.Stm)
	emit = func(s *ir.Stm) {
		for _, n := range slices.SortedFunc(maps.Keys(ir.FreeInStm(s)), name.Compare) {
			if needed := pending[n]; needed != nil {
				delete(pending, n)
				emit(needed)
			}
		}
		out = append(out, s)
	}
	for _, s := range stms {
		if isScalar(s) && !canFail(s.Exp) {
			pending[s.Pat[0].Name] = s
			continue
		}
		emit(s)
	}
	for _, s := range stms { // only the body's result uses the others
		if isScalar(s) && pending[s.Pat[0].Name] == s {
			delete(pending, s.Pat[0].Name)
			emit(s)
		}
	}
	return out
}

// isScalar reports whether s computes a scalar from scalars.
func isScalar(s *ir.Stm) bool {
	switch s.Exp.(type) {
	case *ir.Prim, *ir.Convert:
		return len(s.Pat) == 1
	}
	return false
}

// severalReductions reports whether stms have more than one reduction.
func severalReductions(stms []*ir.Stm) bool {
	n := 0
	for _, s := range stms {
		if form := ops.CombinatorOf(s.Exp); form != nil && kindOf(form) == reduction {
			n++
		}
	}
	return n > 1
}
