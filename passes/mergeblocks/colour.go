package mergeblocks

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
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
	body    *ir.Body
	kernel  bool // within a kernel
	scope   scope
	lives   lives
	colours []*colour
}

// choose returns the colour that l can have and that was last used last: its
// memory is the warmest.
func (m *merging) choose(l *life) *colour {
	var best *colour
	for _, c := range m.colours {
		if m.fits(c, l) && (best == nil || c.end() > best.end()) {
			best = c
		}
	}
	return best
}

// end is the last statement that touches a member.
func (c *colour) end() int { return c.members[len(c.members)-1].last }

// free is the statement behind which the members' memory would be let go.
func (c *colour) free() int { return c.members[len(c.members)-1].own }

func (m *merging) fits(c *colour, l *life) bool {
	first := c.members[0]
	switch {
	case c.end() >= l.first || first.elem != l.elem || first.alloc.Space != l.alloc.Space:
		return false
	case m.kernel:
		return m.scope.knows(l.alloc.Bytes, c.at)
	}
	return c.size == l.alloc.Bytes && m.quiet(c.free(), l.first)
}

// quiet reports whether nothing is allocated between statements from and to
// but blocks that are live at to: until then, memory that is kept raises no
// peak.
func (m *merging) quiet(from, to int) bool {
	for i := from + 1; i < to; i++ {
		l := m.lives[i]
		if l == nil && allocates(m.body.Stms[i]) {
			return false
		}
		if l != nil && !l.merged && l.last < to {
			return false
		}
	}
	return true
}

// allocates reports whether s may allocate memory, if only for a time.
func allocates(s *ir.Stm) bool {
	found := false
	w := &ir.Walker{Stm: func(s *ir.Stm) {
		switch s.Exp.(type) {
		case *ir.Alloc, *ir.Call, *ir.SegRed, *ir.SegScan, *ir.SegHist:
			found = true
		}
	}}
	w.InStm(s)
	return found
}

// add makes l a member.
func (c *colour) add(l *life) {
	c.members = append(c.members, l)
	l.merged = true
	for _, known := range append(c.larger, c.size) {
		if known == l.alloc.Bytes {
			return
		}
	}
	c.larger = append(c.larger, l.alloc.Bytes)
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
