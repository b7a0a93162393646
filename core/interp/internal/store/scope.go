package store

import "slices"

// Lifetimes of blocks in heap semantics: a block dies at the end of the scope (branch,
// iteration, function) that allocated it, unless the scope returns it or an array in it.
// So the live blocks form a stack.

// scopes is the stack of live blocks.
type scopes struct {
	owned []*Block
	live  int64 // bytes
}

// Own adds a block to the current scope.
func (m *Machine) Own(b *Block) {
	m.owned = append(m.owned, b)
	m.Account(b)
}

// Account counts a block's memory as live.
func (m *Machine) Account(b *Block) {
	m.live += int64(len(b.data))
	m.Report.PeakBytes = max(m.Report.PeakBytes, m.live)
}

// EnterScope returns the mark that leaveScope takes.
func (m *Machine) EnterScope() int { return len(m.owned) }

// LeaveScope frees the blocks allocated since the mark, except those of results.
func (m *Machine) LeaveScope(mark int, results []Datum) {
	if len(m.owned) == mark {
		return
	}
	kept := m.owned[:mark]
	for _, b := range m.owned[mark:] {
		if holds(results, b) {
			kept = append(kept, b)
			continue
		}
		m.Free(b)
	}
	m.owned = kept
}

// Sweep frees the blocks allocated since the mark that no tuple holds.
func (m *Machine) Sweep(mark int, tuples ...[]Datum) {
	if len(m.owned) > mark {
		m.LeaveScope(mark, slices.Concat(tuples...))
	}
}

func holds(results []Datum, b *Block) bool {
	for _, d := range results {
		if d.Block == b || d.Array != nil && d.Array.Block == b {
			return true
		}
	}
	return false
}

// Free ends a block's lifetime.
func (m *Machine) Free(b *Block) {
	if !b.part {
		m.live -= int64(len(b.data))
	}
	b.Freed = true
	b.version++
	b.data, b.tags = nil, nil
}
