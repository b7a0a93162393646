package mergeblocks

import (
	"cmp"
	"slices"

	"github.com/lamina-lang/lamina/analysis/lastuse"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/scalar"
)

// colour is a set of blocks whose lives are apart, in their order. The first
// one's allocation serves all.
type colour struct {
	members []*life
	size    ir.Atom   // of the members, if it is one
	larger  []ir.Atom // other sizes
	at      int       // the place of the allocation
}

// end is the last statement that touches a member.
func (c *colour) end() int { return c.members[len(c.members)-1].Last }

// free is the statement after which the members' memory would be let go.
func (c *colour) free() int { return c.members[len(c.members)-1].Own }

// scope tells how many statements of a body come before a name of its is bound.
type scope map[name.Name]int

func scopeOf(b *ir.Body) scope {
	s := scope{}
	for i, st := range b.Stms {
		for _, p := range st.Pat {
			s[p.Name] = i + 1
		}
	}
	return s
}

// knows reports whether a can be used just before statement i.
func (s scope) knows(a ir.Atom, i int) bool { return s[a.Name] <= i }

// merging is the state within one body.
type merging struct {
	body *ir.Body
	// expanded says that the body is a kernel's whose allocations exist for
	// every thread in the end, perhaps interleaved: then there is no peak to
	// keep, but element sizes are.
	expanded bool
	scope    scope
	lives    []*life   // by the place of the allocation
	letGo    []int     // see lastuse.Body.LetGo
	colours  []*colour // by where they are let go
	takes    []effect  // of statements on memory, where known
}

// effect says whether a statement allocates memory, if only for a time.
type effect uint8

const (
	unknown effect = iota
	allocating
	quietly
)

// choose returns the colour that l can have and that was let go last: its memory
// is the warmest. Where there is none, it says why.
func (m *merging) choose(l *life) (c *colour, why string) {
	why = "all blocks that the body allocates before are in use"
	g := gap{from: l.First, at: l.At, use: l.First, freed: lastuse.Never}
	for i := len(m.colours) - 1; i >= 0; i-- {
		c := m.colours[i]
		if c.end() >= l.First {
			continue
		}
		if !m.expanded {
			// What the gap of this colour holds, the gaps of all before hold.
			after := c.free()
			if m.consumed(c) {
				after--
			}
			if !m.quiet(&g, after) {
				return nil, c.keeping()
			}
		}
		if why = m.unfit(c, l); why == "" {
			return c, ""
		}
	}
	return nil, why
}

// consumed reports whether the statement that uses c last is a loop that begins with it.
// Such a loop may let the block go, or use it as a buffer of its own, as soon as it has
// the next one, but not if the block is needed after it.
func (m *merging) consumed(c *colour) bool {
	loop, ok := m.body.Stms[c.free()].Exp.(*ir.Loop)
	last := c.members[len(c.members)-1].Name
	return ok && slices.ContainsFunc(loop.Inits, func(a ir.Atom) bool { return a.Name == last })
}

// unfit says why l cannot have colour c, which is free; "" if it can.
func (m *merging) unfit(c *colour, l *life) string {
	first := c.members[0]
	sized := c.size == l.Alloc.Bytes && len(c.larger) == 0
	switch {
	case first.Alloc.Space != l.Alloc.Space:
		return first.Name.Base + ", which is free, is in another memory space"
	case m.expanded && (first.elem != l.elem || l.elem == mixed):
		return first.Name.Base + ", which is free, has elements of another size"
	case !sized && !m.scope.knows(l.Alloc.Bytes, c.at):
		return "its size is not known where " + first.Name.Base + ", which is free, is allocated"
	case !sized && !m.expanded && l.Returned && !c.fitsIn(l.Alloc.Bytes):
		return first.Name.Base + ", which is free, may be larger, and would outlive the body"
	case !sized && !m.expanded && !m.alone(c, l):
		return c.keeping()
	}
	return ""
}

// fitsIn reports whether size is known to be no less than that of any member.
func (c *colour) fitsIn(size ir.Atom) bool {
	most, ok := size.AsSize()
	return ok && !slices.ContainsFunc(append([]ir.Atom{c.size}, c.larger...), func(of ir.Atom) bool {
		n, known := of.AsSize()
		return !known || n > most
	})
}

// keeping is why a block that is free is not kept for later.
func (c *colour) keeping() string {
	return c.members[0].Name.Base + ", which is free, would be kept while other memory is in use"
}

// gap is what is known of the statements before the first use of a block that is to share memory.
type gap struct {
	from    int // the first statement that was looked at
	at, use int // of the block's allocation, and its first use
	freed   int // where the first of what is let go between from and at was bound
}

// quiet extends a gap to behind statement after, and reports whether memory that is kept in it
// raises no peak: nothing is allocated there but blocks that are live at the use, and from an
// allocation on nothing is let go that was there before.
func (m *merging) quiet(g *gap, after int) bool {
	for ; g.from > after+1; g.from-- {
		i := g.from - 1
		if i < g.at {
			g.freed = min(g.freed, m.letGo[i])
		}
		l := m.lives[i]
		switch {
		case l == nil && m.allocates(i):
			return false
		case l != nil && !l.merged && (l.Last < g.use || g.freed < i):
			return false
		}
	}
	return true
}

// alone reports whether all else that is in use while c or l is, is so all the
// time: then a block of the larger size raises no peak.
func (m *merging) alone(c *colour, l *life) bool {
	for i := c.at; i < min(l.Last+1, len(m.body.Stms)); i++ {
		other := m.lives[i]
		if other == nil && m.allocates(i) {
			return false
		}
		if other != nil && other != l && !slices.Contains(c.members, other) {
			return false
		}
	}
	for i := range c.at {
		if other := m.lives[i]; other != nil && other.Last >= c.at && other.Own < l.Last {
			return false
		}
	}
	return true
}

// allocates reports whether statement i may allocate memory, if only for a time.
func (m *merging) allocates(i int) bool {
	if m.takes[i] == unknown {
		m.takes[i] = quietly
		if ops.Allocates(m.body.Stms[i]) != ops.AllocatesNothing {
			m.takes[i] = allocating
		}
	}
	return m.takes[i] == allocating
}

// colour gives l a colour, a new one if need be, and returns the one it shares, if
// that may be, or why there is none.
func (m *merging) colour(l *life, may func() bool) (shared *colour, why string) {
	c, why := m.choose(l)
	if c != nil && !may() {
		c = nil
	}
	if shared = c; c == nil {
		c = &colour{size: l.Alloc.Bytes, at: l.At}
	} else {
		m.colours = slices.DeleteFunc(m.colours, func(other *colour) bool { return other == c })
		l.merged = true
		c.note(l.Alloc.Bytes)
	}
	c.members = append(c.members, l)
	l.colour = c
	at, _ := slices.BinarySearchFunc(m.colours, c.free(), func(c *colour, free int) int { return cmp.Compare(c.free(), free) })
	m.colours = slices.Insert(m.colours, at, c)
	return shared, why
}

// note adds a member's size.
func (c *colour) note(size ir.Atom) {
	if c.size != size && !slices.Contains(c.larger, size) {
		c.larger = append(c.larger, size)
	}
}

// bytes is the size of the shared block, computed by b.
func (c *colour) bytes(b *ir.Builder) ir.Atom {
	size := c.size
	for _, other := range c.larger {
		x, xConst := size.AsSize()
		y, yConst := other.AsSize()
		if xConst && yConst {
			size = ir.Size(max(x, y))
			continue
		}
		size = b.Prim("bytes", scalar.Max, scalar.I64, size, other)
	}
	return size
}
