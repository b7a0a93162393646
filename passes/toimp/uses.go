package toimp

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
)

// uses are the last uses of blocks, each in the body that binds it. A walk over a
// body finds those of all bodies within too, so that what stands deep inside is
// not looked at again for each body around it.
type uses struct {
	// last lists, behind which statement nothing uses a block any more, no
	// later statement of its body and no result, itself or through an array.
	last    map[*ir.Stm][]name.Name
	walked  map[*ir.Body]bool
	blockOf map[name.Name]name.Name // of blocks that a body binds, and of arrays in them
	home    map[name.Name]*bodyUses // of blocks
}

// bodyUses is a body that is being walked.
type bodyUses struct {
	stm  *ir.Stm // the statement that is being looked at
	last map[name.Name]*ir.Stm
}

func newUses() *uses {
	return &uses{map[*ir.Stm][]name.Name{}, map[*ir.Body]bool{}, map[name.Name]name.Name{}, map[name.Name]*bodyUses{}}
}

// in makes sure that b has been walked.
func (u *uses) in(b *ir.Body) {
	if u.walked[b] {
		return
	}
	u.walked[b] = true
	here := &bodyUses{last: map[name.Name]*ir.Stm{}}
	parts := &ir.Walker{
		Body: func(b *ir.Body) bool { u.in(b); return false },
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
			u.last[s] = append(u.last[s], block)
		}
	}
	for _, s := range b.Stms {
		slices.SortFunc(u.last[s], name.Compare)
	}
}

// bind notes what lies in which block.
func (u *uses) bind(p ir.Param, here *bodyUses) {
	if p.Type.IsBlock() {
		u.blockOf[p.Name], u.home[p.Name] = p.Name, here
	} else if p.At != nil {
		if block, ok := u.blockOf[p.At.Block]; ok {
			u.blockOf[p.Name] = block
		}
	}
	u.use(p.Name)
}

// use notes that the statement which is being looked at uses n. A result's last
// use is none.
func (u *uses) use(n name.Name) {
	if block, ok := u.blockOf[n]; ok {
		home := u.home[block]
		home.last[block] = home.stm
	}
}
