package shortcircuit

import (
	"github.com/lamina-lang/lamina/analysis/access"
	"github.com/lamina-lang/lamina/core/ir"
)

// accesses asks for uses of the destination's memory, and for writes of the source,
// which is to lie there.
func (a *attempt) accesses() *access.Query {
	return &access.Query{Memory: a.Memory, Facts: a.Base, Places: a.places}
}

// accessesOf are those of st.
func (a *attempt) accessesOf(st *ir.Stm) []access.Access {
	known, ok := a.found[st]
	if !ok {
		known = a.accesses().Stm(st)
		a.found[st] = known
	}
	return known
}

// places are those of an array in the destination's memory.
func (a *attempt) places(p *ir.Param, writes bool) (out []access.Place) {
	if index, ours := a.moved[p.Name]; ours {
		if !writes {
			return nil
		}
		return []access.Place{{Index: index, View: a.view, Moved: true}}
	}
	a.lies(p, ir.Names{}, func(q *ir.Param) {
		at := access.Place{Index: q.At.Index, View: a.view}
		if q.Type.Elem.Size() != a.Array(a.source).Type.Elem.Size() {
			at.Unknown = true
		} else if q.At.Block != a.point.block {
			at.View = a.apartly
		}
		out = append(out, at)
	})
	return out
}

// lies finds where array p may lie in the destination's memory. Where control decides,
// it is one of the arrays that p may be.
func (a *attempt) lies(p *ir.Param, seen ir.Names, found func(*ir.Param)) {
	to := a.point.block
	if seen.Has(p.Name) || !a.mayShare(p.At.Block, to) {
		return
	}
	seen.Add(p.Name)
	origins := a.Origins(p.Name)
	if p.At.Block == to || len(origins) == 0 {
		found(p)
		return
	}
	for _, n := range origins {
		if q := a.Array(n); q != nil {
			a.lies(q, seen, found)
		}
	}
}

// split separates writes of the source from uses of the destination.
func split(all []access.Access) (writes, uses []access.Access) {
	for _, x := range all {
		if x.Moved {
			writes = append(writes, x)
		} else {
			uses = append(uses, x)
		}
	}
	return writes, uses
}
