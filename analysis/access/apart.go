package access

import (
	"slices"

	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/sym"
)

// Verdict says how an access relates to a set of places that are written.
type Verdict int

// The verdicts.
const (
	Apart    Verdict = iota // they are disjoint
	Unproved                // that is not known
	Meets                   // a part of both is the same
	Anywhere                // the access may touch anything
)

// Against compares the access with w, which is not Top, under facts besides those of
// the access's view.
func (x *Access) Against(more sym.Facts, w lmad.Summary) Verdict {
	switch {
	case x.All.IsTop():
		return Anywhere
	case farApart(w, x.All):
		return Apart
	case slices.ContainsFunc(w.Parts(), func(l lmad.LMAD) bool { return slices.ContainsFunc(x.All.Parts(), l.Equal) }):
		return Meets
	case x.View.Disjoint(w, x.All, more):
		return Apart
	}
	return Unproved
}

// farApart reports whether all parts of two summaries are apart by numbers alone, which
// takes no proof.
func farApart(s, t lmad.Summary) bool {
	for _, l := range s.Parts() {
		for _, m := range t.Parts() {
			away, ok := m.Offset.Away(l.Offset)
			low1, high1, ok1 := reach(l)
			low2, high2, ok2 := reach(m)
			if !ok || !ok1 || !ok2 || away > maxReach || away < -maxReach || high1 >= away+low2 && high2+away >= low1 {
				return false
			}
		}
	}
	return true
}

// maxReach bounds the numbers that farApart works with.
const maxReach = 1 << 40

// reach is the least and the greatest of l's places, counted from its offset, if they
// are numbers.
func reach(l lmad.LMAD) (low, high int64, ok bool) {
	for _, d := range l.Dims {
		size, ok1 := d.Size.AsConst()
		stride, ok2 := d.Stride.AsConst()
		if !ok1 || !ok2 || size < 1 || size > 1<<20 || stride > 1<<19 || stride < -1<<19 {
			return 0, 0, false
		}
		low, high = low+min(0, (size-1)*stride), high+max(0, (size-1)*stride)
	}
	return low, high, len(l.Dims) <= 8
}

// Union is the accesses as others to the parts of all that they touch, where one view
// knows of them all and neighbouring parts have become one: those are easier to compare.
// It is nil where nothing is won.
func Union(uses []Access) []Access {
	if len(uses) < 2 {
		return nil
	}
	var all lmad.Summary
	for _, u := range uses {
		if u.All.IsTop() || u.View != uses[0].View {
			return nil
		}
		all = all.Join(u.All)
	}
	if len(all.Parts()) == len(uses) {
		return nil
	}
	var out []Access
	for _, l := range all.Parts() {
		out = append(out, Access{Place: Place{View: uses[0].View}, All: lmad.Summarise(l)})
	}
	return out
}
