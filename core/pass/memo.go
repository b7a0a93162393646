package pass

// Memo is where package analysis caches its results about the unit's program. Nothing
// else reads or writes it. A program that replaces the unit's starts with an empty one.
type Memo struct {
	program any // *ir.Program or *imp.Program
	entries map[any]any
}

// Memo returns the cache for the unit's current program.
func (u *Unit) Memo() *Memo {
	var program any = u.IR
	if u.Imp != nil {
		program = u.Imp
	}
	if u.memo == nil || u.memo.program != program {
		u.memo = &Memo{program: program, entries: map[any]any{}}
	}
	return u.memo
}

// Get returns the entry under key, or nil.
func (m *Memo) Get(key any) any { return m.entries[key] }

// Put replaces the entry under key.
func (m *Memo) Put(key, entry any) { m.entries[key] = entry }

// Delete removes the entry under key.
func (m *Memo) Delete(key any) { delete(m.entries, key) }
