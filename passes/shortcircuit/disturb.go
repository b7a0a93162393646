package shortcircuit

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
)

// undisturbed refuses when the destination's memory is used, while the source
// is in it, where the source may lie (condition 4). place is what the creation
// fills.
func (a *attempted) undisturbed(place lmad.LMAD) *refusal {
	if a.kernel != nil {
		return a.undisturbedIteration(place)
	}
	for i := a.creation; i < a.end; i++ {
		st := a.body.Stms[i]
		for _, x := range a.accesses(ir.Names{}, nil, st).in(st) {
			if i == a.creation && a.ownRead(st, x, place) {
				continue
			}
			if r := a.apart(x); r != nil {
				return r
			}
		}
	}
	return nil
}

// ownRead reports whether x, an access of the creation st, reads just what the
// same iteration overwrites when it ends, or what a copy leaves in place.
func (a *attempted) ownRead(st *ir.Stm, x access, place lmad.LMAD) bool {
	if !x.inTime {
		return false
	}
	switch e := st.Exp.(type) {
	case *ir.Copy:
		return x.local.Equal(a.unfolded(place))
	case *ir.SegMap:
		return a.isOwn(x, place.Fix(indices(e.Space)...))
	}
	return false
}

// isOwn reports whether x is within own, the place of one iteration's result.
func (a *attempted) isOwn(x access, own lmad.LMAD) bool {
	own = a.unfolded(own)
	return x.local.Equal(own) || x.array.Equal(own)
}

// undisturbedIteration is about the result of a kernel's iteration, while other
// iterations run. What an iteration reads of its own place before it creates
// the source is in time, whatever the others do: they have places of their own.
func (a *attempted) undisturbedIteration(place lmad.LMAD) *refusal {
	e := a.kernel.Exp.(*ir.SegMap)
	c := a.accesses(boundIn(a.kernel), e.Space, a.kernel)
	for i, st := range a.body.Stms {
		for _, x := range c.in(st) {
			before := i < a.creation && x.inTime && a.isOwn(x, a.place)
			_, copies := st.Exp.(*ir.Copy)
			if before || i == a.creation && copies && a.ownRead(st, x, place) {
				continue
			}
			if r := a.apart(x); r != nil {
				return r
			}
		}
	}
	c.found = nil
	for _, r := range a.body.Result {
		c.whole(r.Name, false)
	}
	c.around = nil
	for _, p := range a.kernel.Pat {
		if p.At == nil || !p.At.Index.Equal(a.whole) || p.At.Block != a.point.block {
			c.whole(p.Name, false)
		}
	}
	for _, d := range e.Writes {
		c.whole(d.Array, false)
	}
	for _, x := range c.found {
		if r := a.apart(x); r != nil {
			return r
		}
	}
	return nil
}

// accesses prepares to collect accesses to the destination's memory. Names
// bound inside st, and not by its pattern, are no one's business outside.
func (a *attempted) accesses(inside ir.Names, around []ir.SpaceDim, st *ir.Stm) *accesses {
	if len(inside) == 0 {
		inside = boundIn(st)
	}
	return &accesses{
		shortcircuiter: a.shortcircuiter, view: a.view,
		class: a.class(a.point.block), inside: inside, around: around,
	}
}

// boundIn are the names bound within st's expression.
func boundIn(st *ir.Stm) ir.Names {
	out := ir.Names{}
	w := &ir.Walker{Bind: func(n *name.Name) { out.Add(*n) }}
	w.Exp(st.Exp)
	return out
}

// apart proves that x does not touch the place.
func (a *attempted) apart(x access) *refusal {
	vars := ir.Names{}
	for _, l := range append([]lmad.LMAD{a.whole}, x.all.Parts()...) {
		l.Vars(vars.Add)
	}
	proof, clash := lmad.Summarise(a.whole).Disjoint(a.view.facts(vars), x.all)
	switch {
	case proof != nil:
		return nil
	case clash == nil:
		return refuse(4, "the %s may be anywhere, also in %v", x.what, a.whole)
	}
	return refuse(4, "the %s touches %v, not known to be apart from %v", x.what, clash[1], clash[0])
}
