package fuse

import (
	"cmp"
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

// early moves folds that then follow each other up to behind what they use, level by level: first those
// that use no other of these, then those that use these, or scalars made of their results. None moves
// above a statement that may fail, which may be what makes it valid. Scalars come to stand where they
// are used, as in f32.sum xs / n and f32.sum ys / n: the host waits for a result where it computes with it.
func (t *body) early() []*ir.Stm {
	stays := map[int]bool{}
	keys := t.keys(stays)
	for alone := -1; alone != len(stays); keys = t.keys(stays) {
		alone = len(stays)
		t.withoutNeighbours(keys, stays)
	}
	order := make([]int, len(t.stms))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return keys[i].compare(keys[j]) })
	out := make([]*ir.Stm, len(order))
	for i, from := range order {
		out[i] = t.stms[from]
	}
	return scalarsLate(out, t.canFail)
}

// keys returns where each statement is to stand; the folds at the places of stays do not move.
func (t *body) keys(stays map[int]bool) []key {
	at := map[name.Name]key{} // of what a statement binds
	keys := make([]key, len(t.stms))
	floor := key{place: -1}
	for i, s := range t.stms {
		k := floor
		for n := range ir.FreeInStm(s) {
			if needed, here := at[n]; here && k.compare(needed) < 0 {
				k = needed
			}
		}
		switch {
		case t.isFold(i) && !stays[i]:
			k.level += 2 - k.level%2
		case isScalar(s) && !t.canFail(s.Exp):
			k.level += 1 - k.level%2
		default:
			k = key{place: i}
		}
		if t.failing.has(i) {
			floor = k
		}
		keys[i] = k
		for _, p := range s.Pat {
			at[p.Name] = k
		}
	}
	return keys
}

// isFold reports whether the statement at a place is a fold that may be joined.
func (t *body) isFold(i int) bool { return t.groups[i] != nil && t.folds(t.groups[i]) }

// withoutNeighbours adds the folds to stays that would stand where no other of their width does.
func (t *body) withoutNeighbours(keys []key, stays map[int]bool) {
	type spot struct {
		key
		width ir.Atom
		kind  kind
	}
	at := func(i int) spot { return spot{keys[i], t.groups[i].width, t.groups[i].kind} }
	count := map[spot]int{}
	for i := range keys {
		if t.isFold(i) && !stays[i] {
			count[at(i)]++
		}
	}
	for i := range keys {
		if t.isFold(i) && !stays[i] && count[at(i)] == 1 {
			stays[i] = true
		}
	}
}

// key is where a statement is to stand: at a level after the statement at a place.
type key struct{ place, level int }

func (k key) compare(l key) int {
	return cmp.Or(cmp.Compare(k.place, l.place), cmp.Compare(k.level, l.level))
}

// scalarsLate moves scalar operations down to what uses them first.
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
		if isScalar(s) && !canFail(s.Exp) && s.Pat[0].Type.IsScalar() {
			pending[s.Pat[0].Name] = s
			continue
		}
		emit(s)
	}
	for _, s := range stms { // only the body's result uses the others
		if len(s.Pat) > 0 && pending[s.Pat[0].Name] == s {
			delete(pending, s.Pat[0].Name)
			emit(s)
		}
	}
	return out
}

// isScalar reports whether s computes a scalar from scalars, or is a view.
func isScalar(s *ir.Stm) bool {
	switch s.Exp.(type) {
	case *ir.Prim, *ir.Convert, *ir.Reshape, *ir.Rearrange:
		return true
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
