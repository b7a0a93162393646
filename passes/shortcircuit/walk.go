package shortcircuit

import (
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
)

// A concatenation of many arrays is as many points, and between the first array's
// creation and the concatenation all others are made. So that each array is not
// looked at for each that comes before it, a point goes on where the one before it,
// of the same statement, left off.

// walk is the way back from a statement that copies, as far as its last point went.
type walk struct {
	from  *node     // the statement
	block name.Name // the destination's
	upTo  *node     // the first statement that was looked at
	uses  lmad.Summary
}

// resumed is the last walk, if the point may go on from there: it is of the same
// statement, nothing in between uses the source, and that is created before where the
// walk ended, or just there.
func (a *attempt) resumed() *walk {
	w := a.walk
	if w == nil || w.from != a.at || w.block != a.point.block || a.over || a.alloc == a.creation || a.creation.at > w.upTo.at {
		return nil
	}
	for _, n := range a.users[a.block] {
		if n.in == a.in && n != a.at && n != a.creation && n.at >= w.upTo.at {
			return nil
		}
	}
	return w
}

// besides reports whether the last walk ended where the source is created, beside
// another, and what it saw is apart from the source's place. That is all that is to be
// known then.
func (a *attempt) besides(w *walk) bool {
	if w.upTo != a.creation {
		return false
	}
	uses := a.laterUses(w)
	if a.apartFrom(nil, lmad.Summarise(a.place), uses) != nil {
		return false
	}
	a.later = uses
	return true
}

// laterUses are the uses of the destination that a walk has seen.
func (a *attempt) laterUses(w *walk) []access {
	var out []access
	for _, l := range w.uses.Parts() {
		out = append(out, access{what: "use of " + w.block.Base, all: lmad.Summarise(l), view: a.view})
	}
	return out
}

// remember keeps the walk for the statement's next point. later are the uses of the
// destination that it has seen, which must hold wherever the next source is made.
// What the source is used for in its place lies in that.
func (a *attempt) remember(later []access) {
	a.walk = nil
	if a.at == nil || a.over || a.alloc == a.creation || len(a.view.assumed) > 0 {
		return
	}
	uses := lmad.Summarise(a.place)
	for _, u := range later {
		if u.local || u.all.IsTop() || u.view != a.view {
			return
		}
		uses = uses.Join(u.all)
	}
	if len(uses.Parts()) <= maxAccesses {
		a.walk = &walk{from: a.at, block: a.point.block, upTo: a.creation, uses: uses}
	}
}
