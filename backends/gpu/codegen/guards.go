package codegen

import (
	"github.com/lamina-lang/lamina/core/guards"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
)

// Where pass split gave the rows of a parallel statement a body for their main part, as
// inside the borders of a stencil, a processor runs that part without conditions: its
// compiler makes vectors of it.

// mainPart is the part of k that runs where all of some conditions on the index of a row hold.
type mainPart struct {
	guards []guards.Guard
	body   []imp.Stm
}

// mainPartOf takes apart what pass split made of a kernel's body; nil if there is nothing
// Of that kind.
func mainPartOf(s *imp.Parallel) *mainPart {
	split := guards.Split(s.Body)
	if split == nil {
		return nil
	}
	changed := imp.Changes(s.Body)
	index := s.Space[len(s.Space)-1].Index
	changed[index] = true
	scope := guards.Scope{Has: func(n name.Name) bool { return !changed[n] }}
	gs, ok := guards.Of(scope, index, changed, split.Cond)
	if !ok {
		return nil
	}
	return &mainPart{gs, split.Then}
}

// guardedRow writes the loop over a row from next to below stop: the body as it is up to
// the main part and after it, and in that part what is left of it there.
func (w *printer) guardedRow(k *Kernel, body func(body []imp.Stm)) {
	fresh := w.unit.Prog.Names.Fresh
	from, to := fresh("from"), fresh("to")
	w.line("const i64 %s = next, %s = stop;", ident(from), ident(to))
	stms, low, high := guards.Range(k.main.guards, imp.IntVar(from), imp.IntVar(to), fresh)
	for _, s := range stms {
		w.stm(s)
	}
	w.block(func() {
		w.line("const i64 limit = next < %[1]s ? %[1]s : next < %[2]s ? next : stop;", ident(low), ident(high))
		w.block(func() { body(k.body) }, "for (; next < limit; next++)")
		w.independent(k)
		w.block(func() { body(k.main.body) }, "for (; next < %s; next++)", ident(high))
	}, "while (next < stop)")
}

// independent tells a processor's compiler that the iterations of the loop that comes
// next do not touch each other's memory, where the compiler could make vectors of them
// and cannot see that. A thread's own heap they share.
func (w *printer) independent(k *Kernel) {
	if !k.Fails && !k.Allocates && lastLoop(k.body) < 0 {
		w.line("INDEPENDENT")
	}
}
