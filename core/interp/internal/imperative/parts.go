package imperative

import (
	"slices"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/interp/internal/store"
)

// Parts of pools (imp.Alloc). Each is a block of its own here, so that it holds nothing at first, and the machine sees to it
// that where a backend lets them lie in their pool, no two in use would meet.

// part is a part of a pool that may be in use: bytes from to below to.
type part struct {
	block    *store.Block
	from, to int64
}

// part compiles an allocation in a pool.
func (c *compiler) part(s *imp.Alloc, what string) step {
	bytes, offset, to, pool := c.expr(s.Bytes), c.expr(s.Offset), c.assignable(s.Block), c.use(s.Pool)
	return func(m *machine) {
		within, n, from := m.blockIn(pool, s.Pool), bytes(m).Int(), offset(m).Int()
		m.letGo(to)
		if size := int64(within.Size()); n < 0 || from < 0 || n > size-from {
			m.Invalid("bytes %d to %d for %s are not in %s, which has %d", from, from+n, what, s.Pool, size)
		}
		inUse := m.inUse(within)
		for _, p := range inUse {
			if from < p.to && p.from < from+n {
				m.Invalid("bytes %d to %d of %s, for %s, are in use: %s has bytes %d to %d", from, from+n, s.Pool, what, p.block.Name, p.from, p.to)
			}
		}
		b := m.Part(what, n)
		m.parts[within] = append(inUse, part{b, from, from + n})
		m.hold(to, b)
	}
}

// inUse lists the parts of a pool that variables hold.
func (m *machine) inUse(pool *store.Block) []part {
	return slices.DeleteFunc(m.parts[pool], func(p part) bool { return p.block.Freed })
}

// withoutParts checks that no part is in use of a block that is let go.
func (m *machine) withoutParts(b *store.Block) {
	if len(m.parts) == 0 {
		return
	}
	if inUse := m.inUse(b); len(inUse) > 0 {
		m.Invalid("%s is let go while %s, a part of it, is in use", b.Name, inUse[0].block.Name)
	}
	delete(m.parts, b)
}
