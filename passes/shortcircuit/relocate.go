package shortcircuit

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
)

// origin is the expression that an array of the source's block is bound by, and
// the array of the block that it is made of: a view's operand, an update's
// destination, a loop's initial value.
type origin struct {
	of  name.Name
	exp ir.Exp
}

// projected is the place of what the creation binds: the point's place seen
// through the views between (condition 2).
func (a *attempted) projected() (lmad.LMAD, *refusal) {
	origins := map[name.Name]origin{}
	w := &ir.Walker{Stm: func(st *ir.Stm) {
		for k, p := range st.Pat {
			if o, ok := a.originOf(st, k); ok {
				origins[p.Name] = o
			}
		}
	}}
	for _, st := range a.body.Stms[a.creation:a.end] {
		w.InStm(st)
	}
	place := a.place
	for n := a.source; n != a.root; {
		o, ok := origins[n]
		if !ok {
			return place, refuse(2, "it is not known how %s is made", n.Base)
		}
		before := a.arrays[o.of]
		switch e := o.exp.(type) {
		case *ir.Rearrange:
			inverse := make([]int, len(e.Perm))
			for i, p := range e.Perm {
				inverse[p] = i
			}
			place = place.Permute(inverse)
		case *ir.Reshape:
			a.guard(append(before.Type.Dims[:len(before.Type.Dims):len(before.Type.Dims)], e.Shape...))
			place, ok = place.Reshape(ir.Polys(before.Type.Dims))
			if !ok {
				return place, refuse(2, "no index function expresses the reshape to %s in its place", n.Base)
			}
		case *ir.Slice, *ir.FlatSlice:
			return place, refuse(2, "%s is a part of %s", n.Base, o.of.Base)
		}
		n = o.of
	}
	return place, nil
}

// guard adds variables that decide whether the source fits its place, which an
// assertion may have to tell.
func (a *attempted) guard(sizes []ir.Atom) {
	guards := ir.Names{}
	for n := range a.guards {
		guards.Add(n)
	}
	for _, x := range sizes {
		if x.IsVar() {
			guards.Add(x.Name)
		}
	}
	a.guards = guards
}

// originOf is the origin of what st binds k-th.
func (a *attempted) originOf(st *ir.Stm, k int) (origin, bool) {
	from := name.Name{}
	switch e := st.Exp.(type) {
	case *ir.Use:
		from = e.X.Name
	case *ir.Rearrange:
		from = e.Array
	case *ir.Reshape:
		from = e.Array
	case *ir.Slice:
		from = e.Array
	case *ir.FlatSlice:
		from = e.Array
	case *ir.Update:
		from = e.Array
	case *ir.FlatUpdate:
		from = e.Array
	case *ir.Loop:
		from = e.Inits[k].Name
	case *ir.If:
		from = e.Then.Result[k].Name
	case *ir.SegMap:
		if plain := len(st.Pat) - len(e.Writes); k >= plain {
			from = e.Writes[k-plain].Array
		}
	}
	x := a.arrays[from]
	return origin{from, st.Exp}, x != nil && x.At.Block == a.block
}

// relocate derives the index functions of all arrays of the source's block from
// that of the first (condition 2).
func (a *attempted) relocate(place lmad.LMAD) *refusal {
	a.moved[a.root] = place
	return a.relocateAll(a.body.Stms[a.creation+1:])
}

func (a *attempted) relocateAll(stms []*ir.Stm) *refusal {
	for _, st := range stms {
		if r := a.relocateStm(st); r != nil {
			return r
		}
	}
	return nil
}

// ours are those among the binders that lie in the source's block.
func (a *attempted) ours(ps []ir.Param) []int {
	var out []int
	for k, p := range ps {
		if p.At != nil && p.At.Block == a.block {
			out = append(out, k)
		}
	}
	return out
}

func (a *attempted) relocateStm(st *ir.Stm) *refusal {
	switch e := st.Exp.(type) {
	case *ir.Loop:
		return a.relocateLoop(st, e)
	case *ir.If:
		return a.relocateIf(st, e)
	case *ir.SegMap:
		if r := a.relocateAll(e.Body.Stms); r != nil {
			return r
		}
	case *ir.SegRed:
		return a.relocateFold(st, e.Body, e.Operator, e.Neutral)
	case *ir.SegScan:
		return a.relocateFold(st, e.Body, e.Operator, e.Neutral)
	case *ir.SegHist, *ir.Call:
		if a.mentions(st) {
			return refuse(2, "%s takes its arrays, or gives them, as they lie", st.Exp.Op())
		}
		return nil
	}
	for _, k := range a.ours(st.Pat) {
		o, ok := a.originOf(st, k)
		index, known := a.moved[o.of]
		if !ok || !known {
			return refuse(2, "it is not known how %s is made", st.Pat[k].Name.Base)
		}
		index, ok = applied(o.exp, index)
		if !ok {
			return refuse(2, "no index function expresses %s in its place", st.Pat[k].Name.Base)
		}
		a.moved[st.Pat[k].Name] = index
	}
	return nil
}

// relocateFold: what is folded is taken as it lies, so the body may read arrays
// of the source's block and no more.
func (a *attempted) relocateFold(st *ir.Stm, b *ir.Body, op *ir.Lambda, neutral []ir.Atom) *refusal {
	taken := ir.FreeInLambda(op)
	for _, x := range slices.Concat(neutral, b.Result) {
		taken.Add(x.Name)
	}
	for n := range taken {
		if a.arrays[n] != nil && a.arrays[n].At.Block == a.block {
			return refuse(2, "%s takes its arrays as they lie", st.Exp.Op())
		}
	}
	if len(a.ours(st.Pat)) > 0 {
		return refuse(2, "it is not known how the result of %s is made", st.Exp.Op())
	}
	return a.relocateAll(b.Stms)
}

// applied is the index function of the result of a view or an update.
func applied(e ir.Exp, index lmad.LMAD) (lmad.LMAD, bool) {
	switch e := e.(type) {
	case *ir.Rearrange:
		return index.Permute(e.Perm), true
	case *ir.Reshape:
		return index.Reshape(ir.Polys(e.Shape))
	case *ir.Slice:
		return index.Slice(ir.Ranges(e.Dims)), true
	case *ir.FlatSlice:
		return index.FlatSlice(ir.FlatLMAD(e.Offset, e.Dims)), true
	}
	return index, true
}

// mentions reports whether st uses or binds an array of the source's block.
func (a *attempted) mentions(st *ir.Stm) bool {
	for n := range ir.FreeInStm(st) {
		if n == a.block || a.arrays[n] != nil && a.arrays[n].At.Block == a.block {
			return true
		}
	}
	return false
}

// relocateLoop: a carried array lies where its initial value does, before and
// after.
func (a *attempted) relocateLoop(st *ir.Stm, e *ir.Loop) *refusal {
	ours := a.ours(e.Params)
	for _, k := range ours {
		index, known := a.moved[e.Inits[k].Name]
		if !known || !a.stays(e.Inits[k].Name, e.Params[k]) {
			return refuse(2, "where the loop's %s lies is decided as it runs", e.Params[k].Name.Base)
		}
		a.moved[e.Params[k].Name] = index
	}
	if r := a.relocateAll(e.Body.Stms); r != nil {
		return r
	}
	for _, k := range ours {
		if r := a.agrees(e.Body.Result[k], e.Params[k].Name); r != nil {
			return r
		}
	}
	for _, k := range a.ours(st.Pat) {
		index, known := a.moved[e.Params[k].Name]
		if !known || !a.stays(e.Params[k].Name, st.Pat[k]) {
			return refuse(2, "where the loop's %s lies is decided as it runs", st.Pat[k].Name.Base)
		}
		a.moved[st.Pat[k].Name] = index
	}
	return nil
}

// relocateIf: both branches' results lie at one place.
func (a *attempted) relocateIf(st *ir.Stm, e *ir.If) *refusal {
	for _, b := range []*ir.Body{e.Then, e.Else} {
		if r := a.relocateAll(b.Stms); r != nil {
			return r
		}
	}
	for _, k := range a.ours(st.Pat) {
		p := st.Pat[k]
		index, known := a.moved[e.Then.Result[k].Name]
		if !known || !a.stays(e.Then.Result[k].Name, p) {
			return refuse(2, "where %s lies is decided by a branch", p.Name.Base)
		}
		a.moved[p.Name] = index
		if r := a.agrees(e.Else.Result[k], p.Name); r != nil {
			return r
		}
	}
	return nil
}

// stays reports whether p is said to lie just where array n lies now: nothing
// about its place is bound by a pattern.
func (a *attempted) stays(n name.Name, p ir.Param) bool {
	return a.arrays[n].At.Index.Equal(p.At.Index)
}

// agrees refuses unless result r has the same new place as n.
func (a *attempted) agrees(r ir.Atom, n name.Name) *refusal {
	index, known := a.moved[r.Name]
	if !known || !index.Equal(a.moved[n]) {
		return refuse(2, "%s would not lie in the same place each time", n.Base)
	}
	return nil
}
