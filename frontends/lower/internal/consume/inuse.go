package consume

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
)

// inUse are names, with how many of them may lie in each piece of memory. What was
// done for a body can be undone after it, so that bodies need no set of their own.
type inUse struct {
	flow  *Flow
	names ir.Names
	roots map[name.Name]int
	done  []change
}

// change is that a name counts once more, or less, and is a member from then on, or
// not, if it changes that.
type change struct {
	name   name.Name
	by     int
	member bool
}

func (g *guard) newInUse() *inUse {
	return &inUse{flow: g.flow, names: ir.Names{}, roots: map[name.Name]int{}}
}

func (u *inUse) change(n name.Name, by int, member bool) {
	u.done = append(u.done, change{n, by, member})
	u.apply(n, by, member)
}

func (u *inUse) apply(n name.Name, by int, member bool) {
	switch {
	case member && by > 0:
		u.names.Add(n)
	case member:
		delete(u.names, n)
	}
	if u.flow.types[n].IsArray() {
		for _, r := range u.flow.roots(n) {
			u.roots[r] += by
		}
	}
}

// undo undoes all but the first changes.
func (u *inUse) undo(first int) {
	for i := len(u.done) - 1; i >= first; i-- {
		c := u.done[i]
		u.apply(c.name, -c.by, c.member)
	}
	u.done = u.done[:first]
}

func (u *inUse) add(n name.Name) {
	if !u.names.Has(n) {
		u.change(n, 1, true)
	}
}

func (u *inUse) addAtom(a ir.Atom) {
	if a.IsVar() {
		u.add(a.Name)
	}
}

// again counts one more use of n.
func (u *inUse) again(n name.Name) { u.change(n, 1, false) }

func (u *inUse) remove(n name.Name) {
	if u.names.Has(n) {
		u.change(n, -1, true)
	}
}

// sharing is the greatest number of uses that may share a piece of memory with n.
func (u *inUse) sharing(n name.Name) int {
	most := 0
	for _, r := range u.flow.roots(n) {
		most = max(most, u.roots[r])
	}
	return most
}

// own is how often n itself counts, at least, in what sharing counts.
func (u *inUse) own(n name.Name) int {
	if u.names.Has(n) && u.flow.types[n].IsArray() {
		return 1
	}
	return 0
}
