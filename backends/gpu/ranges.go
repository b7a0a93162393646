package gpu

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/interval"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// ranges is where the integers of a kernel lie, from where its parameters and ids do.
type ranges struct {
	interval.Scope
	assigned map[name.Name]bool // variables that change
}

func newRanges(assigned map[name.Name]bool, ids map[imp.IDKind]interval.Interval, elems map[name.Name]interval.Interval) ranges {
	return ranges{interval.Scope{Vars: map[name.Name]interval.Interval{}, IDs: ids, Elems: elems}, assigned}
}

// bounds is the range of a table's entries.
func bounds(t *imp.Table) interval.Interval {
	if t.Elem != scalar.I64 {
		return interval.OfType(t.Elem)
	}
	out := interval.Between(t.Entries[0].Int(), t.Entries[0].Int())
	for _, e := range t.Entries {
		out = interval.Hull(out, interval.Between(e.Int(), e.Int()))
	}
	return out
}

// body adds the variables that a statement list declares.
func (r ranges) body(ss []imp.Stm) {
	imp.Walk(ss, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.Declare:
			if s.Type == scalar.I64 && !r.assigned[s.Name] {
				r.Vars[s.Name] = r.Of(s.Init)
			}
		case *imp.For:
			r.Count(s.Index, s.Bound)
		}
		return true
	})
}
