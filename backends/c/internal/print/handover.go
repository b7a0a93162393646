package print

import (
	"fmt"
	"slices"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
)

// handover gives block variables what they hold after a run of declarations and assignments, at
// once; those of a list that ends with the run let go of theirs, unless the function's end does that.
func (f *fn) handover(run, rest []imp.Stm, outermost bool) {
	clear(f.fetched)
	var counted []imp.Stm
	for i, s := range run {
		switch s := s.(type) {
		case *imp.DeclareBlock:
			f.declareBlock(s, slices.Concat(run[i+1:], rest))
			if f.stack[s.Name] {
				continue
			}
		case *imp.AssignBlock:
			if f.stack[s.Dst] {
				continue
			}
		}
		counted = append(counted, s)
	}
	var ends []name.Name
	if last := len(f.scopes) - 1; len(rest) == 0 && !outermost {
		ends, f.scopes[last] = f.scopes[last], nil
	}
	h := imp.NewHandover(counted, func(name.Name) bool { return false }, ends)
	for _, n := range h.Retain {
		f.line("lamina_retain(%s);", f.ident(n))
	}
	for _, n := range h.Release {
		f.release(n)
	}
	if len(h.Dst) > 1 {
		f.block(func() { f.exchange(h) }, "")
	} else {
		f.exchange(h)
	}
}

// exchange writes the assignments of a handover: first of blocks to names of their own, if another variable
// of them is assigned too.
func (f *fn) exchange(h *imp.Handover) {
	from := make([]string, len(h.Dst))
	for i, src := range h.Src {
		switch {
		case src.IsZero():
			from[i] = "NULL"
		case slices.Contains(h.Dst[:i], src):
			from[i] = fmt.Sprintf("from%d", i)
			f.line("const block %s = %s;", from[i], f.ident(src))
		default:
			from[i] = f.ident(src)
		}
	}
	for i, n := range h.Dst {
		f.line("%s = %s;", f.ident(n), from[i])
	}
}
