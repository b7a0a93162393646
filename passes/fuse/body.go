package fuse

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
)

// maxPartners bounds the number of partners tried per array that a statement reads, and the number
// of rejected partners that are retried.
const maxPartners = 8

// body is a body being fused. A statement is identified by its place; a group runs at the
// place of its last statement.
type body struct {
	*fuser
	stms     []*ir.Stm
	groups   []*group               // by place, the group of each parallel operation; nil for other statements
	maker    map[name.Name]*group   // the group that binds a name
	lastUse  map[name.Name]int      // last use of groups' results; len(stms) if the body returns them
	uses     []use                  // of groups' results
	readers  map[name.Name][]*group // maps, reductions and histograms over an array
	elements ir.Subst               // replacements of parameters
	across   bool                   // what reads the same is joined, too

	failing   places
	consumers places           // places of statements that consume arrays
	consumed  map[int]ir.Names // the alias classes they consume
}

// newBody analyses each statement of b once.
func (f *fuser) newBody(b *ir.Body) *body {
	t := &body{
		fuser: f, stms: b.Stms, groups: make([]*group, len(b.Stms)),
		maker: map[name.Name]*group{}, lastUse: map[name.Name]int{}, readers: map[name.Name][]*group{},
		elements: ir.Subst{}, consumed: map[int]ir.Names{},
	}
	aliases := f.aliases.Within(b)
	for i, s := range b.Stms {
		if ops.IsParallel(s.Exp) {
			g := newGroup(s, i, aliases)
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
		if c := aliases.Consumed(s); len(c) > 0 {
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

// use is a statement, by its place, that uses a name.
type use struct {
	of name.Name
	at int
}

// use records that statement i uses n.
func (t *body) use(n name.Name, i int) {
	g := t.maker[n]
	if g == nil {
		return
	}
	g.last, t.lastUse[n] = i, i
	t.uses = append(t.uses, use{n, i})
	if len(g.users) == 0 || g.users[len(g.users)-1] != i {
		g.users = append(g.users, i)
	}
}

// now returns the place where statement p now runs.
func (t *body) now(p int) int {
	if g := t.groups[p]; g != nil {
		return g.root().place
	}
	return p
}

// usesMoved finds the last uses anew where fusion begins again at the first statement: groups that use
// a result may have moved beyond those.
func (t *body) usesMoved() {
	for _, u := range t.uses {
		at := t.now(u.at)
		g := t.maker[u.of].root()
		g.last, t.lastUse[u.of] = max(g.last, at), max(t.lastUse[u.of], at)
	}
}

// fuseAll fuses all that feed each other, and with across all that read the same. That comes second: a map
// that became part of a reduction beside it would have to store what its own consumer reads.
func (t *body) fuseAll() {
	clear(t.readers)
	for i, g := range t.groups {
		if g != nil && g.root().place == i {
			t.fuseInto(i)
		}
	}
}

// fuseInto fuses earlier statements into statement i, nearest first.
func (t *body) fuseInto(i int) {
	second := t.groups[i].root()
	arrays := second.arrays()
	var partners places
	for _, a := range arrays {
		if g := t.maker[a]; g != nil && g.root() != second {
			partners.add(g.root().place)
		}
		for _, g := range t.lastReaders(a) {
			partners.add(g.place)
		}
	}
	for len(partners) > 0 { // a group runs at each of these places: one that moves has left them
		j := partners.pop()
		first := t.groups[j].root()
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
	if second.kind <= reduction || t.isHist(second) {
		for _, a := range arrays {
			t.readers[a] = append(t.readers[a], second)
		}
	}
}

// lastReaders returns the last few groups that read a.
func (t *body) lastReaders(a name.Name) []*group {
	all := t.readers[a]
	var last []*group
	for len(all) > 0 && len(last) < maxPartners {
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

// moved records that the group at place j now runs at place i.
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

// element returns what x, used in a function, has been replaced by.
func (t *body) element(x ir.Atom) ir.Atom {
	for x.IsVar() {
		next, replaced := t.elements[x.Name]
		if !replaced {
			break
		}
		if further, again := t.elements[next.Name]; next.IsVar() && again {
			t.elements[x.Name] = further // path compression
		}
		x = next
	}
	return x
}
