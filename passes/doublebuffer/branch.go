package doublebuffer

import (
	"slices"

	"github.com/lamina-lang/lamina/analysis/lastuse"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
)

// Where the next array is made in the branches of an if, each of which allocates as
// much for it, it is allocated before the if instead: then the loop can alternate.

// allocateBefore moves the allocations that block, which an if of body b returns, comes
// from to before the if, and reports whether it did.
func (d *buffering) allocateBefore(b *ir.Body, block name.Name) bool {
	at, k := returning(b, block)
	if at < 0 {
		return false
	}
	s := b.Stms[at]
	e := s.Exp.(*ir.If)
	var allocs []*ir.Stm
	for _, branch := range []*ir.Body{e.Then, e.Else} {
		own := branch.Result[k].Name
		if allocated(branch, own) < 0 && !d.allocateBefore(branch, own) {
			return false
		}
		own = branch.Result[k].Name
		place := allocated(branch, own)
		alloc := branch.Stms[place]
		if !d.firstOf(branch, place) || times(branch.Result, own) > 1 || bindsAtom(branch, alloc.Exp.(*ir.Alloc).Bytes) {
			return false
		}
		allocs = append(allocs, alloc)
	}
	then, els := allocs[0].Exp.(*ir.Alloc), allocs[1].Exp.(*ir.Alloc)
	if then.Bytes != els.Bytes || then.Space != els.Space || !d.unit.Rewrite() {
		return false
	}
	q := allocs[0].Pat[0].Name
	for i, branch := range []*ir.Body{e.Then, e.Else} {
		branch.Stms = slices.DeleteFunc(branch.Stms, func(s *ir.Stm) bool { return s == allocs[i] })
		branch.Result = slices.Delete(branch.Result, k, k+1)
	}
	ir.Subst{allocs[1].Pat[0].Name: ir.Var(q)}.Body(e.Else)
	s.Pat = slices.Delete(s.Pat, k, k+1)
	b.Stms = slices.Insert(b.Stms, at, allocs[0])
	ir.Subst{block: ir.Var(q)}.Body(b)
	return true
}

// returning is the place in b of the if that binds a block, and as which of its
// results; -1 if there is none.
func returning(b *ir.Body, block name.Name) (at, result int) {
	for i, s := range b.Stms {
		if _, ok := s.Exp.(*ir.If); !ok {
			continue
		}
		if k := slices.IndexFunc(s.Pat, func(p ir.Param) bool { return p.Name == block }); k >= 0 {
			return i, k
		}
	}
	return -1, 0
}

// firstOf reports whether nothing is allocated, or let go, in b before a place: then
// what is allocated there may as well be allocated before b.
func (d *buffering) firstOf(b *ir.Body, place int) bool {
	letGo := lastuse.Of(b).LetGo()
	for i, s := range b.Stms[:place] {
		if d.reserves(s) || letGo[i] != lastuse.Never {
			return false
		}
	}
	return true
}

func times(as []ir.Atom, n name.Name) int {
	count := 0
	for _, a := range as {
		if a == ir.Var(n) {
			count++
		}
	}
	return count
}

// bindsAtom reports whether a body binds a.
func bindsAtom(b *ir.Body, a ir.Atom) bool {
	bound := false
	w := &ir.Walker{Bind: func(n *name.Name) { bound = bound || a == ir.Var(*n) }}
	w.InBody(b)
	return bound
}
