package shortcircuit

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/scalar"
)

// An assertion that protects an update must hold before the source is built in
// its place. It cannot simply move up past a statement that may fail: of two
// errors, the first is the one to report. So where the assertion would fail, what
// comes before it is run as it was, and then the assertion, which ends the
// program; where it holds, it need not be looked at again:
//
//	if holds then {} else { source in memory of its own; …; assertion }
//	source in its place; …

// maxReplay bounds the statements, also within, that are written twice for one
// short-circuit, and maxReplays those for a function.
const (
	maxReplay  = 300
	maxReplays = 3000
)

// replayable refuses where the statements up to the last assertion cannot be
// written twice.
func (a *attempt) replayable(last *node) *refusal {
	why := func(what string) *refusal {
		return refuse(6, "the assertion at %v may protect the update, %s before it may fail or not end, and %s",
			last.stm.Pos, a.ends.stm.Exp.Op(), what)
	}
	if a.alloc == a.creation {
		return why("a branch decides where the source lies")
	}
	early := map[*node]bool{}
	for _, n := range a.early {
		early[n] = true
	}
	made := ir.Names{}
	a.replay = nil
	size := 0
	for n := a.creation; n != nil && n.at <= last.at; n = n.next {
		_, asserts := n.stm.Exp.(*ir.Assert)
		if early[n] && !asserts {
			continue
		}
		a.replay = append(a.replay, n)
		consumes := name.Name{}
		w := &ir.Walker{
			Bind: func(b *name.Name) { made.Add(*b) },
			Stm: func(st *ir.Stm) {
				size++
				for _, c := range ops.Default().Of(st.Exp).Consumes(st.Exp, a.unit.IR.Fun) {
					if !made.Has(c) {
						consumes = c
					}
				}
			},
		}
		for _, p := range n.stm.Pat {
			made.Add(p.Name)
		}
		w.InStm(n.stm)
		if !consumes.IsZero() {
			return why(consumes.Base + " is consumed before it")
		}
	}
	if a.written += size; size > maxReplay || a.written > maxReplays {
		return why("there is too much to be written twice")
	}
	return nil
}

// replayed is a copy of what is to be replayed, with fresh names, as the program
// is before the short-circuit.
func (a *attempt) replayed() []*ir.Stm {
	if a.ends == nil {
		return nil
	}
	fresh := ir.NewRenamer(a.unit.IR.Names)
	out := []*ir.Stm{fresh.Stm(a.alloc.stm)}
	for _, n := range a.replay {
		for _, q := range n.within {
			q.restore()
		}
		out = append(out, fresh.Stm(n.stm))
	}
	return out
}

// introduceReplay puts the replay before the creation.
func (a *attempt) introduceReplay(replay []*ir.Stm) {
	if replay == nil {
		return
	}
	b := ir.NewBuilder(a.unit.IR.Names)
	b.Pos = a.pos
	var holds ir.Atom
	var asserts []*node
	for _, n := range a.early {
		e, ok := n.stm.Exp.(*ir.Assert)
		switch {
		case !ok:
			continue
		case asserts == nil:
			holds = e.Cond
		default:
			holds = b.Prim("holds", scalar.And, scalar.Bool, holds, e.Cond)
		}
		asserts = append(asserts, n)
	}
	b.Bind(nil, &ir.If{Cond: holds, Then: &ir.Body{}, Else: &ir.Body{Stms: replay}})
	for _, st := range b.Stms() {
		instead := a.introduce(st, a.creation)
		for _, n := range asserts {
			n.at = instead.at // what it says is known from here on
		}
	}
}
