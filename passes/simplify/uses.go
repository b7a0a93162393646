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
	put    map[name.Name]int // in a concatenation or an update, or as a result of the function

	mapsViews bool // a map takes the same view of each element
	unwritten unwritten
}

// newUses makes counts of about as many names as given.
func newUses(names int) uses {
	return uses{all: make(map[name.Name]int, names), turned: map[name.Name]int{}, picked: map[name.Name]int{}, put: map[name.Name]int{}}
}

// count adds the uses in a body.
func (u *uses) count(b *ir.Body) {
	w := &ir.Walker{
		Atom: func(a *ir.Atom) { u.all[a.Name]++ },
		Var:  func(n *name.Name) { u.all[*n]++ },
		Stm: func(st *ir.Stm) {
			switch e := st.Exp.(type) {
			case *ir.Slice:
				if e.Dims[0].Step == ir.Size(-1) {
					u.turned[e.Array]++
				}
			case *ir.Index:
				u.picked[e.Array]++
			case *ir.Map:
				u.mapsViews = u.mapsViews || onlyView(e)
			case *ir.Concat:
				for _, x := range e.Arrays {
					u.put[x]++
				}
			case *ir.Update:
				u.put[e.Value.Name]++
			}
		},
	}
	w.InBody(b)
	for _, r := range b.Result {
		u.put[r.Name]++
	}
}
