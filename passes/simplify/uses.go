package simplify

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
)

// uses counts how a function uses names.
type uses struct {
	all    map[name.Name]int
	turned map[name.Name]int // views of arrays in reverse
	picked map[name.Name]int // reads of a single element

	mapsViews bool // a map takes the same view of each element
	unwritten unwritten
}

// newUses makes counts of about as many names as given.
func newUses(names int) uses {
	return uses{all: make(map[name.Name]int, names), turned: map[name.Name]int{}, picked: map[name.Name]int{}}
}

// count adds the uses in a body.
func (u *uses) count(b *ir.Body) {
	w := &ir.Walker{
		Atom: func(a *ir.Atom) { u.all[a.Name]++ },
		Var:  func(n *name.Name) { u.all[*n]++ },
		Stm: func(st *ir.Stm) {
			if e, ok := st.Exp.(*ir.Slice); ok && e.Dims[0].Step == ir.Size(-1) {
				u.turned[e.Array]++
			}
			if e, ok := st.Exp.(*ir.Index); ok {
				u.picked[e.Array]++
			}
			if e, ok := st.Exp.(*ir.Map); ok && onlyView(e) {
				u.mapsViews = true
			}
		},
	}
	w.InBody(b)
}
