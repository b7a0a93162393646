package shortcircuit

import (
	"cmp"
	"slices"

	"github.com/lamina-lang/lamina/analysis/access"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/sym"
)

// origin is the expression that an array of the source's block is bound by, and
// the array of the block that it is made of: a view's operand, an update's
// destination, a loop's initial value.
type origin struct {
	of  name.Name
	exp ir.Exp
}

// project finds the place of what the creation binds: the point's place seen
// through the views between (condition 2).
func (a *attempt) project() *refusal {
	place := a.whole
	for n := a.source; n != a.root; {
		o, ok := a.originOf(n)
		if !ok {
			return refuse(2, "it is not known how %s is made", n.Base)
		}
		before := a.Array(o.of)
		switch e := o.exp.(type) {
		case *ir.Rearrange:
			inverse := make([]int, len(e.Perm))
			for i, p := range e.Perm {
				inverse[p] = i
			}
			place = place.Permute(inverse)
		case *ir.Reshape:
			a.fit = a.fit.and(equal(before.Type.Dims, e.Shape).unchecked())
			a.guard(append(before.Type.Dims[:len(before.Type.Dims):len(before.Type.Dims)], e.Shape...))
			place, ok = place.Reshape(ir.Polys(before.Type.Dims))
			if !ok {
				return refuse(2, "no index function expresses the reshape to %s in its place", n.Base)
			}
		case *ir.Slice:
			if place, ok = a.unreversed(place, e.Dims, before.Type.Dims); !ok {
				return refuse(2, "%s is a part of %s", n.Base, o.of.Base)
			}
		default:
			if ops.EffectOf(e) == ops.View && !isUse(e) {
				return refuse(2, "%s is a part of %s", n.Base, o.of.Base)
			}
		}
		n = o.of
	}
	a.place = place
	return nil
}

// unreversed is the place of an array of which a slice that leaves nothing out,
// but may turn dimensions round, has the given place.
func (a *attempt) unreversed(place lmad.LMAD, dims []ir.SliceDim, shape []ir.Atom) (lmad.LMAD, bool) {
	ranges := make([]lmad.Range, len(dims))
	for i, d := range dims {
		if d.Fix || d.Size != shape[i] {
			return place, false
		}
		step, _ := d.Step.AsSize()
		last := shape[i].Poly().Sub(sym.Const(1))
		ranges[i] = lmad.Range{Size: shape[i].Poly(), Step: sym.Const(1)}
		switch start := a.Unfold(d.Start.Poly()); {
		case step == 1 && start.IsZero():
		case step == -1 && start.Equal(a.Unfold(last)):
			ranges[i].Start, ranges[i].Step = last, sym.Const(-1)
		default:
			return place, false
		}
	}
	return place.Slice(ranges), true
}

// guard adds variables that decide whether the source fits its place, which an
// assertion may have to tell.
func (a *attempt) guard(sizes []ir.Atom) {
	guards := ir.Names{}
	for n := range a.guards {
		guards.Add(n)
	}
	for _, x := range sizes {
		if x.IsVar() {
			guards.Add(x.Name)
		}
	}
	a.guards = guards
}

// originOf is the origin of array n, if it lies in the source's block.
func (a *attempt) originOf(n name.Name) (origin, bool) {
	at := a.definers[n]
	if at == nil {
		return origin{}, false
	}
	st := at.stm
	k := slices.IndexFunc(st.Pat, func(p ir.Param) bool { return p.Name == n })
	source, _ := ops.Of(st.Exp).Source(st, k, nil)
	from := source.Name
	x := a.Array(from)
	return origin{from, st.Exp}, x != nil && x.At.Block == a.block
}

// relocate derives the index functions of all arrays of the source's block from
// that of the first (condition 2).
func (a *attempt) relocate() *refusal {
	a.moved[a.root] = a.place
	last := a.last()
	until := last
	if w := a.resumed(); w != nil {
		until = w.at
	}
	if a.distance(until) > maxDistance {
		return refuse(2, "%s is created too far away", a.source.Base)
	}
	for _, n := range a.usersUntil(last) {
		if r := a.relocateStm(n.stm); r != nil {
			return r
		}
	}
	if !access.Unfolded(a.Base, a.moved[a.source]).Equal(access.Unfolded(a.Base, a.whole)) {
		return refuse(2, "its index function would be %v", a.moved[a.source])
	}
	a.moved[a.source] = a.whole
	return nil
}

// usersUntil are the statements after the creation that use the source's block, in
// order.
func (a *attempt) usersUntil(last *node) []*node {
	var out []*node
	for _, n := range a.users[a.block] {
		if n.in == a.in && n.at > a.creation.at && n.at <= last.at {
			out = append(out, n)
		}
	}
	slices.SortFunc(out, func(m, n *node) int { return cmp.Compare(m.at, n.at) })
	return slices.Compact(out)
}

// distance counts the statements between the creation and the point.
func (a *attempt) distance(last *node) int {
	count := 0
	for n := a.creation; n != nil && n != last && count <= maxDistance; n = n.next {
		count++
	}
	return count
}

func (a *attempt) relocateAll(stms []*ir.Stm) *refusal {
	for _, st := range stms {
		if r := a.relocateStm(st); r != nil {
			return r
		}
	}
	return nil
}

// ours are those among the binders that lie in the source's block.
func (a *attempt) ours(ps []ir.Param) []int {
	var out []int
	for k, p := range ps {
		if p.At != nil && p.At.Block == a.block {
			out = append(out, k)
		}
	}
	return out
}

func (a *attempt) relocateStm(st *ir.Stm) *refusal {
	switch e := st.Exp.(type) {
	case *ir.Loop:
		return a.relocateLoop(st, e)
	case *ir.If:
		return a.relocateIf(st, e)
	case *ir.Call:
		if a.mentions(st) {
			return refuse(2, "%s takes its arrays, or gives them, as they lie", st.Exp.Op())
		}
		return nil
	}
	if k := ops.KernelOf(st.Exp); k != nil {
		if r := a.relocateKernel(st, k); r != nil {
			return r
		}
	}
	for _, k := range a.ours(st.Pat) {
		o, ok := a.originOf(st.Pat[k].Name)
		index, known := a.moved[o.of]
		if !ok || !known {
			return refuse(2, "it is not known how %s is made", st.Pat[k].Name.Base)
		}
		index, ok = ops.ViewIndex(o.exp, index)
		if !ok {
			return refuse(2, "no index function expresses %s in its place", st.Pat[k].Name.Base)
		}
		a.moved[st.Pat[k].Name] = index
	}
	return nil
}

// relocateKernel: what is folded is taken as it lies, so the body may read arrays of the
// source's block and no more. A histogram of scalars updates its bins where they lie,
// which must be row by row.
func (a *attempt) relocateKernel(st *ir.Stm, k *ops.Form) *refusal {
	if len(k.Folds) == 0 {
		return a.relocateAll((*k.Body).Stms)
	}
	taken := ir.Names{}
	for _, op := range k.Operators() {
		if len(k.Writes) > 0 && (len(a.ours(op.Params)) > 0 || !scalars(op)) {
			return refuse(2, "%s folds its arrays where they lie", st.Exp.Op())
		}
		for n := range ir.FreeInLambda(op) {
			taken.Add(n)
		}
	}
	for _, w := range k.Writes {
		if index, ours := a.moved[*w.Array]; ours && !index.IsContiguous() {
			return refuse(2, "%s needs %s row by row", st.Exp.Op(), w.Array.Base)
		}
	}
	for _, x := range slices.Concat(k.Neutral(), (*k.Body).Result) {
		taken.Add(x.Name)
	}
	for n := range taken {
		if a.Array(n) != nil && a.Array(n).At.Block == a.block {
			return refuse(2, "%s takes its arrays as they lie", st.Exp.Op())
		}
	}
	if len(k.Writes) == 0 && len(a.ours(st.Pat)) > 0 {
		return refuse(2, "it is not known how the result of %s is made", st.Exp.Op())
	}
	return a.relocateAll((*k.Body).Stms)
}

// mentions reports whether st uses or binds an array of the source's block.
func (a *attempt) mentions(st *ir.Stm) bool {
	for n := range ir.FreeInStm(st) {
		if n == a.block || a.Array(n) != nil && a.Array(n).At.Block == a.block {
			return true
		}
	}
	return false
}

// relocateLoop: a carried array lies where its initial value does, before and
// after.
func (a *attempt) relocateLoop(st *ir.Stm, e *ir.Loop) *refusal {
	ours := a.ours(e.Params)
	for _, k := range ours {
		index, known := a.moved[e.Inits[k].Name]
		if !known || !a.stays(e.Inits[k].Name, e.Params[k]) {
			return refuse(2, "where the loop's %s lies is decided as it runs", e.Params[k].Name.Base)
		}
		a.moved[e.Params[k].Name] = index
	}
	if r := a.relocateAll(e.Body.Stms); r != nil {
		return r
	}
	for _, k := range ours {
		if r := a.agrees(e.Body.Result[k], e.Params[k].Name); r != nil {
			return r
		}
	}
	for _, k := range a.ours(st.Pat) {
		index, known := a.moved[e.Params[k].Name]
		if !known || !a.stays(e.Params[k].Name, st.Pat[k]) {
			return refuse(2, "where the loop's %s lies is decided as it runs", st.Pat[k].Name.Base)
		}
		a.moved[st.Pat[k].Name] = index
	}
	return nil
}

// relocateIf: both branches' results lie at one place.
func (a *attempt) relocateIf(st *ir.Stm, e *ir.If) *refusal {
	for _, b := range []*ir.Body{e.Then, e.Else} {
		if r := a.relocateAll(b.Stms); r != nil {
			return r
		}
	}
	for _, k := range a.ours(st.Pat) {
		p := st.Pat[k]
		index, known := a.moved[e.Then.Result[k].Name]
		if !known || !a.stays(e.Then.Result[k].Name, p) {
			return refuse(2, "where %s lies is decided by a branch", p.Name.Base)
		}
		a.moved[p.Name] = index
		if r := a.agrees(e.Else.Result[k], p.Name); r != nil {
			return r
		}
	}
	return nil
}

// stays reports whether p is said to lie just where array n lies now: nothing
// about its place is bound by a pattern.
func (a *attempt) stays(n name.Name, p ir.Param) bool {
	return a.Array(n).At.Index.Equal(p.At.Index)
}

// agrees refuses unless result r has the same new place as n.
func (a *attempt) agrees(r ir.Atom, n name.Name) *refusal {
	index, known := a.moved[r.Name]
	if !known || !index.Equal(a.moved[n]) {
		return refuse(2, "%s would not lie in the same place each time", n.Base)
	}
	return nil
}

func isUse(e ir.Exp) bool {
	_, ok := e.(*ir.Use)
	return ok
}

// same reports whether two index functions are one, modulo 2^64.
func (s *shortcircuiter) same(l, m lmad.LMAD) bool { return access.Same(s.Base, l, m) }
