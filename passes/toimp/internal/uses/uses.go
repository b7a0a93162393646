// Package uses finds the last uses of blocks, where they are released.
package uses

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
)

// Uses holds the last uses of blocks, each in the body that binds the block. A walk over a
// body also handles the bodies nested in it, so that nested code is walked only once.
type Uses struct {
	// Last lists, for each statement, the blocks whose last use it is: no later statement
	// of its body, and no result, uses the block or an array in it.
	Last    map[*ir.Stm][]name.Name
	walked  map[*ir.Body]bool
	blockOf map[name.Name]name.Name // for blocks bound by a body, and for the arrays in them
	home    map[name.Name]*bodyUses // by block
}

// bodyUses is a body being walked.
type bodyUses struct {
	stm  *ir.Stm // the current statement
	last map[name.Name]*ir.Stm
}

// New returns an analysis that has walked nothing.
func New() *Uses {
	return &Uses{map[*ir.Stm][]name.Name{}, map[*ir.Body]bool{}, map[name.Name]name.Name{}, map[name.Name]*bodyUses{}}
}

// In walks b unless it has been walked.
func (u *Uses) In(b *ir.Body) {
	if u.walked[b] {
		return
	}
	u.walked[b] = true
	here := &bodyUses{last: map[name.Name]*ir.Stm{}}
	parts := &ir.Walker{
		Body: func(b *ir.Body) bool { u.In(b); return false },
		Atom: func(a *ir.Atom) { u.use(a.Name) },
		Var:  func(n *name.Name) { u.use(*n) },
	}
	for _, s := range b.Stms {
		here.stm = s
		parts.InStm(s)
		for _, p := range s.Pat {
			u.bind(p, here)
		}
	}
	here.stm = nil
	for _, r := range b.Result {
		u.use(r.Name)
	}
	for block, s := range here.last {
		if s != nil {
			u.Last[s] = append(u.Last[s], block)
		}
	}
	for _, s := range b.Stms {
		slices.SortFunc(u.Last[s], name.Compare)
	}
}

// bind records the block in which p lies.
func (u *Uses) bind(p ir.Param, here *bodyUses) {
	if p.Type.IsBlock() {
		u.blockOf[p.Name], u.home[p.Name] = p.Name, here
	} else if p.At != nil {
		if block, ok := u.blockOf[p.At.Block]; ok {
			u.blockOf[p.Name] = block
		}
	}
	u.use(p.Name)
}

// use records a use of n by the current statement. A use by a body's result counts as a use
// without a statement: the block outlives the body.
func (u *Uses) use(n name.Name) {
	if block, ok := u.blockOf[n]; ok {
		home := u.home[block]
		home.last[block] = home.stm
	}
}
