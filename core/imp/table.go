package imp

import (
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Table is a block that the host fills with constants once, and that nothing changes
// afterwards: every load from it at a known place is a constant.
type Table struct {
	Elem    scalar.Type
	Entries []scalar.Value
}

// mostEntries bounds the size of a table.
const mostEntries = 128

// Entry is the entry that a load reads, false unless its place is known to lie within
// the table.
func (t *Table) Entry(l *Load) (scalar.Value, bool) {
	at, ok := ConstOf(l.Index)
	if !ok || l.Elem != t.Elem || l.Lanes > 0 || at.Int() < 0 || at.Int() >= int64(len(t.Entries)) {
		return scalar.Value{}, false
	}
	return t.Entries[at.Int()], true
}

// Tables finds the tables among the blocks of a function of the host.
func Tables(f *Fun) map[name.Name]*Table {
	out := map[name.Name]*Table{}
	uses := usesOf(f.Body)
	visit := func(list []Stm) {
		for i, s := range list {
			a, ok := s.(*Alloc)
			if !ok || a.Space != "" {
				continue
			}
			if t := filled(a, list[i+1:]); t != nil && uses.changes[a.Block] == 1+len(t.Entries) && uses.read[a.Block] == t.Elem {
				out[a.Block] = t
			}
		}
	}
	visit(f.Body)
	Walk(f.Body, func(s Stm) bool {
		switch s.(type) {
		case *Parallel, *Launch:
			return false
		}
		for _, body := range Bodies(s) {
			visit(body)
		}
		return true
	})
	return out
}

// blockUses counts the statements that may change a block, or what its name stands for,
// and has the type as which its elements are read.
type blockUses struct {
	changes map[name.Name]int
	read    map[name.Name]scalar.Type
}

func usesOf(list []Stm) blockUses {
	u := blockUses{map[name.Name]int{}, map[name.Name]scalar.Type{}}
	Walk(list, func(s Stm) bool {
		EachLoad(s, func(l *Load) {
			if before, ok := u.read[l.Block]; ok && before != l.Elem {
				u.changes[l.Block]++ // read as two types
			}
			u.read[l.Block] = l.Elem
		})
		switch s := s.(type) {
		case *Copy:
			u.changes[s.Dst.Block]++ // the source is only read
		case *AssignBlock:
			if !s.Src.IsZero() {
				u.changes[s.Dst]++
				u.changes[s.Src]++
			}
		default:
			BlocksOf(s, func(b name.Name) { u.changes[b]++ })
			for _, r := range results(s) {
				u.changes[r]++
			}
		}
		return true
	})
	return u
}

// results are the variables that a call, or a statement of a plugin's own, assigns.
func results(s Stm) []name.Name {
	switch s := s.(type) {
	case *Call:
		return s.Results
	case *Foreign:
		return s.Results
	}
	return nil
}

// filled is the table that the statements after an allocation make of it, nil if they
// make none: the host, or a kernel of one thread, stores constants one after the other.
func filled(a *Alloc, list []Stm) *Table {
	bytes, ok := ConstOf(a.Bytes)
	if !ok {
		return nil
	}
	t := &Table{}
	if !t.take(a.Block, list, true) || len(t.Entries) == 0 || int64(len(t.Entries)*t.Elem.Size()) != bytes.Int() {
		return nil
	}
	return t
}

// take adds the constants that the first statements of a list store, and reports whether
// they do nothing else with the block.
func (t *Table) take(block name.Name, list []Stm, host bool) bool {
	for _, s := range list {
		used := false
		EachLoad(s, func(l *Load) { used = used || l.Block == block })
		if used {
			return len(t.Entries) > 0 && host
		}
		switch s := s.(type) {
		case *Declare, *DeclareBlock, *Alloc:
		case *Store:
			if s.Block == block && !t.add(s) {
				return false
			}
		case *Parallel:
			if !host || !s.OnePoint() {
				return true
			}
			if !t.take(block, s.Body, false) {
				return false
			}
		default:
			return host
		}
	}
	return true
}

// add adds what a statement stores, if that is the next constant.
func (t *Table) add(s *Store) bool {
	at, known := ConstOf(s.Index)
	x, constant := ConstOf(s.X)
	if !known || !constant || s.Lanes > 0 || at.Int() != int64(len(t.Entries)) || len(t.Entries) == mostEntries ||
		t.Elem != 0 && s.Elem != t.Elem || s.Elem == scalar.F16 {
		return false
	}
	t.Elem, t.Entries = s.Elem, append(t.Entries, x)
	return true
}
