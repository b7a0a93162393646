package emit

import (
	"slices"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
)

// handover gives block variables what they hold after a run of declarations and assignments.
// Those of here belong to the list that is being translated, and some of them end with the run.
func (f *fn) handover(run []imp.Stm, here map[name.Name]bool, ends []name.Name) {
	for _, s := range run {
		if d, ok := s.(*imp.DeclareBlock); ok {
			f.inDefaultSpace(d.Space)
			f.declare(d.Name, 0)
		}
	}
	h := imp.NewHandover(run, func(n name.Name) bool { return here[n] && f.empty[n] }, ends)
	for _, n := range h.Retain {
		f.Get(f.at(n))
		f.Call(f.u.Retain())
	}
	for _, n := range h.Release {
		f.release(n)
	}
	for i := range h.Dst {
		if src := h.Src[i]; src.IsZero() {
			f.I32(0)
		} else {
			f.Get(f.at(src))
		}
	}
	for i, n := range slices.Backward(h.Dst) {
		f.Set(f.at(n))
		f.empty[n] = here[n] && h.Src[i].IsZero()
	}
	for _, n := range ends {
		f.empty[n] = true
	}
}
