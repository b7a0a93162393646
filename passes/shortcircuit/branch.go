package shortcircuit

import (
	"slices"

	"github.com/lamina-lang/lamina/analysis/access"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
)

// An array that a branch decides on, and that is copied afterwards, is copied at
// the end of either branch instead, and lies in its place from there on. That
// copy is a point of its own: in each branch for itself the array may be made in
// its place.

// findBranches: the source's block is bound by a branch, which is the creation.
func (a *attempt) findBranches(e *ir.If) *refusal {
	st := a.alloc.stm
	arrays := 0
	for _, p := range st.Pat {
		if p.At != nil && p.At.Block == a.block {
			arrays++
			a.root = p.Name
		}
	}
	if arrays != 1 {
		return refuse(2, "several arrays lie in the memory that the branch decides on")
	}
	bound := ir.Names{}
	for _, p := range st.Pat {
		bound.Add(p.Name)
	}
	for _, d := range a.Array(a.root).Type.Dims {
		if d.IsVar() && bound.Has(d.Name) {
			return refuse(2, "the size of %s is decided by the branch", a.root.Base)
		}
	}
	a.creation = a.alloc
	if a.at != nil && a.creation.at >= a.at.at {
		return refuse(0, "%s is not created before", a.source.Base)
	}
	return nil
}

// sink adds the copies at the ends of the branches.
func (a *attempt) sink(e *ir.If, to name.Name) {
	n := a.creation
	k := a.joined(n.stm)
	block := slices.IndexFunc(n.stm.Pat, func(p ir.Param) bool { return p.Name == a.block })
	var origins, dropped []name.Name
	for _, q := range n.within {
		from := q.body.Result[k].Name
		c := ir.Param{Name: a.unit.IR.Names.Like(a.root), Type: n.stm.Pat[k].Type}
		c.At = &ir.Loc{Block: to, Index: a.place}
		st := &ir.Stm{Pat: []ir.Param{c}, Exp: &ir.Copy{Array: from}, Pos: a.pos}
		q.changed = true
		a.adoptNew(q.append(st))
		q.body.Result[k] = ir.Var(c.Name)
		dropped = append(dropped, q.body.Result[block].Name)
		q.body.Result = slices.Delete(q.body.Result, block, block+1)
		a.fitted[c.Name] = a.fit
		origins = append(origins, c.Name)
	}
	n.stm.Pat = slices.Delete(n.stm.Pat, block, block+1)
	a.Relocate(n.stm.Pat)
	a.Join(a.root, origins)
	a.unpass(e, dropped)
}

// unpass takes those of the blocks, bound in e, out of the blocks passed on that
// e does not pass on any more.
func (a *attempt) unpass(e *ir.If, blocks []name.Name) {
	bound := access.BoundIn(e)
	left := ir.Names{}
	(&ir.Walker{Atom: func(x *ir.Atom) { left.Add(x.Name) }}).Exp(e)
	for _, b := range blocks {
		if bound.Has(b) && !left.Has(b) {
			a.Unpass(b)
		}
	}
}
