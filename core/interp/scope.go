package interp

// Lifetimes of blocks in heap semantics: a block dies at the end of the scope (branch,
// iteration, function) that allocated it, unless the scope returns it or an array in it.
// So the live blocks form a stack.

// scopes is the stack of live blocks.
type scopes struct {
	owned []*block
	live  int64 // bytes
}

// own adds a block to the current scope.
func (m *machine) own(b *block) {
	m.owned = append(m.owned, b)
	m.account(b)
}

// account counts a block's memory as live.
func (m *machine) account(b *block) {
	m.live += int64(len(b.data))
	m.report.PeakBytes = max(m.report.PeakBytes, m.live)
}

// enterScope returns the mark that leaveScope takes.
func (m *machine) enterScope() int { return len(m.owned) }

// leaveScope frees the blocks allocated since the mark, except those of results.
func (m *machine) leaveScope(mark int, results []datum) {
	if len(m.owned) == mark {
		return
	}
	kept := m.owned[:mark]
	for _, b := range m.owned[mark:] {
		if holds(results, b) {
			kept = append(kept, b)
			continue
		}
		m.free(b)
	}
	m.owned = kept
}

func holds(results []datum, b *block) bool {
	for _, d := range results {
		if d.block == b || d.array != nil && d.array.block == b {
			return true
		}
	}
	return false
}

// free ends a block's lifetime.
func (m *machine) free(b *block) {
	m.live -= int64(len(b.data))
	b.freed = true
	b.version++
	b.data, b.tags = nil, nil
}
