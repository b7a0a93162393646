package shortcircuit

import (
	"slices"

	"github.com/lamina-lang/lamina/analysis/access"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
)

// A concatenation of many arrays is as many points, and between the first array's
// creation and the concatenation all others are made. So that each array is not
// looked at for each that comes before it, a point goes on where one before it, of the
// same statement, left off. Where those of the same statement go needs no look: they
// are different parts of its result, which its index function keeps apart where that
// is row by row.

// walk is the way back from a statement that copies, as far as its points went.
type walk struct {
	from  *node     // the statement
	block name.Name // the destination's
	stops []*stop   // where sources are created, the last one in the program first
}

// stop is a statement that was looked at, together with all from there to the point.
type stop struct {
	at   *node
	uses lmad.Summary // of the destination, but for its parts that were made there
}

// maxStops bounds the stops of a walk. Kernels that make many of the arrays each are
// few.
const maxStops = 16

// resumed is the stop that the point may go on from, the nearest at its source's
// creation or after that. Nothing after the stop may use the source.
func (a *attempt) resumed() *stop {
	w := a.walk
	if w == nil || w.from != a.at || w.block != a.point.block || a.over || a.alloc == a.creation {
		return nil
	}
	var nearest *stop
	for _, s := range w.stops {
		if s.at.at >= a.creation.at {
			nearest = s
		}
	}
	if nearest == nil {
		return nil
	}
	for _, n := range a.users[a.block] {
		if n.in == a.in && n != a.at && n != a.creation && n.at >= nearest.at.at {
			return nil
		}
	}
	return nearest
}

// besides reports whether the stop is where the source is created, beside another, and
// what was seen there is apart from the source's place. That is all that is to be
// known then.
func (a *attempt) besides(s *stop) bool {
	if s.at != a.creation {
		return false
	}
	uses := a.laterUses(s)
	if a.apartFrom(nil, lmad.Summarise(a.place), uses) != nil {
		return false
	}
	a.later = uses
	return true
}

// laterUses are the uses of the destination seen up to a stop.
func (a *attempt) laterUses(s *stop) []access.Access {
	var out []access.Access
	for _, l := range s.uses.Parts() {
		out = append(out, access.Access{What: "use of " + a.point.block.Base, All: lmad.Summarise(l), Place: access.Place{View: a.view}})
	}
	return out
}

// remember keeps a stop for the statement's next points. later are the uses of the
// destination that were seen, which must hold wherever the next source is made.
func (a *attempt) remember(later []access.Access) {
	w := a.walk
	a.walk = nil
	if a.at == nil || a.over || a.alloc == a.creation || a.ends != nil || len(a.view.Assumed()) > 0 {
		return
	}
	var uses lmad.Summary
	for _, u := range later {
		if u.Local || u.All.IsTop() || u.View != a.view {
			return
		}
		uses = uses.Join(u.All)
	}
	apart := a.at.stm.Pat[0].At.Index.IsContiguous() // so no two of its elements are one
	if !apart {
		uses = uses.Join(lmad.Summarise(a.place))
	}
	if len(uses.Parts()) > maxAccesses {
		return
	}
	if w == nil || w.from != a.at || w.block != a.point.block || !apart {
		w = &walk{from: a.at, block: a.point.block}
	}
	w.stop(a.creation, uses)
	a.walk = w
}

// stop adds a stop at n, or replaces the one there.
func (w *walk) stop(n *node, uses lmad.Summary) {
	i := slices.IndexFunc(w.stops, func(s *stop) bool { return s.at.at <= n.at })
	switch {
	case i < 0:
		w.stops = append(w.stops, &stop{n, uses})
	case w.stops[i].at == n:
		w.stops[i].uses = uses
	default:
		w.stops = slices.Insert(w.stops, i, &stop{n, uses})
	}
	if len(w.stops) > maxStops {
		w.stops = w.stops[1:]
	}
}
