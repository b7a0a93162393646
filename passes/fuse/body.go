package fuse

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
)

// near is how many partners a statement is tried with for each array that it
// reads, and how many of those that did not fit are tried again.
const near = 8

// body is a body whose statements are being fused. A statement is known by its
// place; a group runs at the place of its last one.
type body struct {
	*fuser
	stms     []*ir.Stm
	groups   []*group               // each parallel operation by itself; nil for other statements
	maker    map[name.Name]*group   // which of them binds a name
	lastUse  map[name.Name]int      // of their results; len(stms) for the result of the body
	readers  map[name.Name][]*group // maps and reductions that take elements of an array
	elements ir.Subst               // what has replaced parameters

	failing   places
	consumers places           // statements that overwrite arrays
	consumed  map[int]ir.Names // the classes of those
}

// newBody looks at each statement of b once.
func (f *fuser) newBody(b *ir.Body) *body {
	t := &body{
		fuser: f, stms: b.Stms, groups: make([]*group, len(b.Stms)),
		maker: map[name.Name]*group{}, lastUse: map[name.Name]int{}, readers: map[name.Name][]*group{},
		elements: ir.Subst{}, consumed: map[int]ir.Names{},
	}
	for i, s := range b.Stms {
		if ops.IsParallel(s.Exp) {
			g := f.newGroup(s, i)
			t.groups[i] = g
			for a := range g.inputs {
				t.use(a, i)
			}
			for n := range g.other {
				t.use(n, i)
			}
			for n := range g.results {
				t.maker[n] = g
			}
		} else {
			for n := range ir.FreeInStm(s) {
				t.use(n, i)
			}
		}
		if f.canFail(s.Exp) {
			t.failing.add(i)
		}
		if c := f.aliases.Consumed(s); len(c) > 0 {
			t.consumers.add(i)
			t.consumed[i] = c
		}
	}
	for _, r := range b.Result {
		if g := t.maker[r.Name]; r.IsVar() && g != nil {
			g.last, t.lastUse[r.Name] = len(b.Stms), len(b.Stms)
		}
	}
	return t
}

// use notes that statement i uses n.
func (t *body) use(n name.Name, i int) {
	g := t.maker[n]
	if g == nil {
		return
	}
	g.last, t.lastUse[n] = i, i
	if len(g.users) == 0 || g.users[len(g.users)-1] != i {
		g.users = append(g.users, i)
	}
}

// now is the place where statement p runs.
func (t *body) now(p int) int {
	if g := t.groups[p]; g != nil {
		return g.root().place
	}
	return p
}

// fuseInto fuses statements before statement i into that: the nearest first.
func (t *body) fuseInto(i int) {
	second := t.groups[i]
	arrays := ops.CombinatorOf(second.stm.Exp).Arrays
	var partners places
	for _, a := range *arrays {
		if g := t.maker[a]; g != nil {
			partners.add(g.root().place)
		}
		for _, g := range t.lastReaders(a) {
			partners.add(g.place)
		}
	}
	for len(partners) > 0 {
		j := partners.pop()
		first := t.groups[j].root()
		if first.place != j {
			continue // it is part of what runs here already
		}
		if g := t.fused(first, second); g != nil {
			second = g
			t.moved(j, i)
			for _, p := range first.apart {
				if p = t.now(p); p < i {
					partners.add(p)
				}
			}
			continue
		}
		first.apart.keep(i)
		second.apart.keep(j)
	}
	if second.kind <= reduction {
		for _, a := range *arrays {
			t.readers[a] = append(t.readers[a], second)
		}
	}
}

// lastReaders are the groups that read a last.
func (t *body) lastReaders(a name.Name) []*group {
	all := t.readers[a]
	var last []*group
	for len(all) > 0 && len(last) < near {
		g := all[len(all)-1].root()
		all = all[:len(all)-1]
		if !slices.Contains(last, g) {
			last = append(last, g)
		}
	}
	slices.Reverse(last)
	t.readers[a] = append(all, last...)
	return last
}

// moved notes that what ran at place j runs at place i.
func (t *body) moved(j, i int) {
	if t.failing.remove(j) {
		t.failing.add(i)
	}
	if t.consumers.remove(j) {
		t.consumers.add(i)
		if t.consumed[i] == nil {
			t.consumed[i] = ir.Names{}
		}
		t.consumed[i] = union(t.consumed[i], t.consumed[j])
	}
}

// element is what x, used in a function, has become.
func (t *body) element(x ir.Atom) ir.Atom {
	for x.IsVar() {
		next, replaced := t.elements[x.Name]
		if !replaced {
			break
		}
		if further, again := t.elements[next.Name]; next.IsVar() && again {
			t.elements[x.Name] = further // a shorter way for those who ask next
		}
		x = next
	}
	return x
}
