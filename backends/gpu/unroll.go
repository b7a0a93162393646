package gpu

import (
	"fmt"
	"strings"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/interval"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Loops over what a thread keeps to itself, or over tables of constants, are written
// round by round where they have few: then the compiler knows every index from the
// start, has elements of private blocks in registers and those of tables as constants,
// and computes once what rounds have in common.

const (
	mostRounds   = 32   // of a loop that is unrolled
	mostUnrolled = 4096 // statements of a kernel that come of that
	mostEntries  = 128  // of a table
)

// table is a block that the host fills with constants, once.
type table struct {
	elem    scalar.Type
	entries []scalar.Value
}

// bounds are those of the entries.
func (t *table) bounds() interval.Interval {
	if t.elem != scalar.I64 {
		return interval.OfType(t.elem)
	}
	out := interval.Between(t.entries[0].Int(), t.entries[0].Int())
	for _, e := range t.entries {
		out = interval.Hull(out, interval.Between(e.Int(), e.Int()))
	}
	return out
}

// tablesOf finds the tables among the blocks of a function.
func tablesOf(f *imp.Fun) map[name.Name]*table {
	out := map[name.Name]*table{}
	used := map[name.Name]int{} // how often the name of a table stands where it may change
	read := map[name.Name]scalar.Type{}
	imp.Walk(f.Body, func(s imp.Stm) bool {
		imp.EachLoad(s, func(l *imp.Load) {
			if before, ok := read[l.Block]; ok && before != l.Elem {
				used[l.Block]++ // as different things
			}
			read[l.Block] = l.Elem
		})
		switch s := s.(type) {
		case *imp.Store:
			used[s.Block]++
		case *imp.Atomic:
			used[s.Block]++
		case *imp.Alloc:
			used[s.Block]++
		case *imp.Copy:
			used[s.Dst.Block]++
		case *imp.AssignBlock:
			if !s.Src.IsZero() {
				used[s.Dst]++
				used[s.Src]++
			}
		case *imp.Call:
			for _, a := range s.Args {
				used[a.Block]++
			}
			for _, r := range s.Results {
				used[r]++
			}
		}
		return true
	})
	visit := func(ss []imp.Stm) {
		for i, s := range ss {
			a, ok := s.(*imp.Alloc)
			if !ok || a.Space != "" {
				continue
			}
			if t := filled(a, ss[i+1:]); t != nil && used[a.Block] == 1+len(t.entries) && read[a.Block] == t.elem {
				out[a.Block] = t
			}
		}
	}
	visit(f.Body)
	imp.Walk(f.Body, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.If:
			visit(s.Then)
			visit(s.Else)
		case *imp.For:
			visit(s.Body)
		case *imp.While:
			visit(s.Body)
		case *imp.Parallel, *imp.Launch:
			return false
		}
		return true
	})
	return out
}

// filled is the table that the statements behind an allocation make of it, nil if they
// do not: the host, or a kernel of one thread, stores constants one after the other.
func filled(a *imp.Alloc, ss []imp.Stm) *table {
	bytes, ok := a.Bytes.(*imp.Const)
	if !ok {
		return nil
	}
	t := &table{}
	if !t.take(a.Block, ss, true) || len(t.entries) == 0 || int64(len(t.entries)*t.elem.Size()) != bytes.Value.Int() {
		return nil
	}
	return t
}

// take adds the constants that the first of some statements store, and reports whether
// they do nothing else with the block.
func (t *table) take(block name.Name, ss []imp.Stm, host bool) bool {
	for _, s := range ss {
		used := false
		imp.EachLoad(s, func(l *imp.Load) { used = used || l.Block == block })
		if used {
			return len(t.entries) > 0 && host
		}
		switch s := s.(type) {
		case *imp.Declare, *imp.DeclareBlock, *imp.Alloc:
		case *imp.Store:
			if s.Block == block && !t.add(s) {
				return false
			}
		case *imp.Parallel:
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

// add adds what a statement stores, if it is the next constant.
func (t *table) add(s *imp.Store) bool {
	at, known := s.Index.(*imp.Const)
	x, constant := s.X.(*imp.Const)
	if !known || !constant || at.Value.Int() != int64(len(t.entries)) || len(t.entries) == mostEntries ||
		t.elem != 0 && s.Elem != t.elem || s.Elem == scalar.F16 {
		return false
	}
	t.elem, t.entries = s.Elem, append(t.entries, x.Value)
	return true
}

// unrolling is what of a kernel is unrolled.
type unrolling struct {
	loops  map[*imp.For]bool
	tables []param // those whose elements are then all constants
	known  map[name.Name]*table
}

// unroll decides which loops of k are unrolled.
func (u *unit) unroll(k *kernel) {
	k.unrolled = unrolling{loops: map[*imp.For]bool{}, known: map[name.Name]*table{}}
	if u.info.CPU {
		return
	}
	private := map[name.Name]bool{}
	imp.Walk(k.body, func(s imp.Stm) bool {
		if a, ok := s.(*imp.Alloc); ok && a.Space == spacePrivate {
			private[a.Block] = true
		}
		return true
	})
	concerned := func(b name.Name) bool { return private[b] || u.tables[b] != nil }
	budget := int64(mostUnrolled)
	known := map[name.Name]bool{} // indices of unrolled loops
	imp.Walk(k.body, func(s imp.Stm) bool {
		f, ok := s.(*imp.For)
		if !ok {
			return true
		}
		if n, ok := f.Bound.(*imp.Const); ok && n.Value.Int() <= mostRounds && touches(f.Body, concerned) {
			if cost := n.Value.Int() * statements(f.Body); cost <= budget {
				budget -= cost
				k.unrolled.loops[f], known[f.Index] = true, true
			}
		}
		return true
	})
	for _, p := range k.params {
		if t := u.tables[p.Name]; t != nil && p.Type == 0 && loadsBy(k.body, p.Name, known) {
			k.unrolled.tables = append(k.unrolled.tables, p)
			k.unrolled.known[p.Name] = t
		}
	}
}

// touches reports whether statements use a block of which that is true, and run no
// loop whose number of rounds is not known.
func touches(ss []imp.Stm, concerned func(name.Name) bool) bool {
	found, plain := false, true
	imp.Walk(ss, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.While:
			plain = false
		case *imp.For:
			_, constant := s.Bound.(*imp.Const)
			plain = plain && constant
		case *imp.Store:
			found = found || concerned(s.Block)
		}
		imp.EachLoad(s, func(l *imp.Load) { found = found || concerned(l.Block) })
		return true
	})
	return found && plain
}

// statements counts what is left of statements when their loops are unrolled.
func statements(ss []imp.Stm) int64 {
	n := int64(0)
	for _, s := range ss {
		n++
		switch s := s.(type) {
		case *imp.If:
			n += statements(s.Then) + statements(s.Else)
		case *imp.For:
			rounds := int64(1)
			if c, ok := s.Bound.(*imp.Const); ok {
				rounds = max(1, min(c.Value.Int(), mostUnrolled))
			}
			n += rounds * statements(s.Body)
		}
		n = min(n, mostUnrolled+1)
	}
	return n
}

// loadsBy reports whether every index at which a block is loaded is made of known
// variables.
func loadsBy(ss []imp.Stm, block name.Name, known map[name.Name]bool) bool {
	ok := true
	imp.Walk(ss, func(s imp.Stm) bool {
		if c, isCopy := s.(*imp.Copy); isCopy && c.Src.Block == block {
			ok = false
		}
		imp.EachLoad(s, func(l *imp.Load) {
			if l.Block != block {
				return
			}
			imp.WalkExpr(l.Index, func(e imp.Expr) {
				switch e := e.(type) {
				case *imp.Var:
					ok = ok && known[e.Name]
				case *imp.Load, *imp.ID:
					ok = false
				}
			})
		})
		return ok
	})
	return ok
}

// declareTables writes the tables of a kernel.
func (w *printer) declareTables(k *kernel) {
	w.tables = k.unrolled.known
	for _, p := range k.unrolled.tables {
		t := k.unrolled.known[p.Name]
		entries := make([]string, len(t.entries))
		for i, x := range t.entries {
			entries[i] = literal(x)
		}
		w.line("const %s %s_table[%d] = {%s};", stored(t.elem), ident(p.Name), len(entries), strings.Join(entries, ", "))
	}
}

// tableEntry is a load from a table.
func (w *printer) tableEntry(l *imp.Load) string {
	return fmt.Sprintf("%s_table[%s]", ident(l.Block), w.index(l.Index))
}
