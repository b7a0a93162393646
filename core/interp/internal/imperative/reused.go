package imperative

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/interp/internal/store"
)

// reused holds what allocations of a parallel statement made that a thread reuses (imp.Reused): each gives again what it gave
// before, if no variable holds that any more. The blocks are in use until the statement ends. What is in them is not kept:
// to an iteration each is a new block.
type reused map[*imp.Alloc]*store.Block

// reuse returns a block of the given number of bytes, which is one more only if the last is in use.
func (m *machine) reuse(s *imp.Alloc, what string, bytes int64) *store.Block {
	old := m.reused[s]
	if old == nil || old.Refs > 1 {
		m.Report.Allocs++
	}
	if old != nil {
		m.drop(old)
	}
	b := m.Allocate(what, bytes)
	m.Account(b)
	b.Refs++
	m.reused[s] = b
	return b
}

// releaseReused lets go of what a parallel statement reused, at its end; outer is what one around it reuses.
func (m *machine) releaseReused(outer reused) {
	for _, b := range m.reused {
		m.drop(b)
	}
	m.reused = outer
}

// drop lets go of a block for one of its holders.
func (m *machine) drop(b *store.Block) {
	if b.Refs--; b.Refs == 0 {
		m.withoutParts(b)
		m.Free(b)
	}
}
