package shortcircuit

import (
	"slices"

	"github.com/lamina-lang/lamina/analysis/access"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/sym"
)

// maxAccesses bounds the uses of the destination between creation and point.
const maxAccesses = 200

// undisturbed refuses when the source, in its place, would be written before a
// use of the destination's memory that may touch what is written (condition 4).
// It goes through the statements from the point back to the creation.
func (a *attempt) undisturbed() *refusal {
	var later []access.Access
	from := a.last()
	if a.kernel != nil {
		later = a.atEnd()
	} else if w := a.resumed(); w != nil && a.besides(w) {
		return nil
	} else if w != nil && w.at != a.creation {
		from, later = w.at.prev, a.laterUses(w)
	}
	for n := from; n != nil && n.at >= a.creation.at; n = n.prev {
		if !a.uses(n, a.block) && !a.uses(n, a.point.block) {
			continue
		}
		var r *refusal
		if n == a.creation && a.alloc == a.creation {
			r = a.atJoin(n.stm, later)
		} else if r = a.writesBefore(n.stm, &later); r == nil && len(later) > maxAccesses {
			r = refuse(4, "there are too many uses of the destination in between")
		}
		if r != nil {
			return r
		}
	}
	a.later = later
	return nil
}

// atEnd are the accesses at the end of the iteration, when the source is in its
// place: other results are written, of arrays that may lie in the destination.
func (a *attempt) atEnd() []access.Access {
	_, uses := split(a.accesses().End(a.kernel, a.result))
	return uses
}

// atJoin: st, which creates the source, is a branch whose results are to be
// copied to the place at the end of its bodies.
func (a *attempt) atJoin(st *ir.Stm, later []access.Access) *refusal {
	place := lmad.Summarise(a.place)
	for _, x := range later {
		if r := a.apart(nil, place, x); r != nil {
			return r
		}
	}
	e := st.Exp.(*ir.If)
	var copied []name.Name
	for _, b := range []*ir.Body{e.Then, e.Else} {
		from := a.Array(b.Result[a.joined(st)].Name)
		if from.At.Block != a.point.block || !from.At.Index.Equal(a.place) {
			copied = append(copied, from.Name)
		}
	}
	for _, x := range a.accesses().Reads(st, copied...) {
		if r := a.apart(nil, place, x); r != nil {
			return r
		}
	}
	return nil
}

// joined is which of the results of a branch is the source's root.
func (a *attempt) joined(st *ir.Stm) int {
	for k, p := range st.Pat {
		if p.Name == a.root {
			return k
		}
	}
	return -1
}

// writesBefore refuses when st writes the source where it, or what comes later,
// uses the destination; it adds to later what st uses.
func (a *attempt) writesBefore(st *ir.Stm, later *[]access.Access) *refusal {
	writes, uses := split(a.accessesOf(st))
	for _, w := range writes {
		if r := a.apartFrom(nil, w.All, *later); r != nil {
			return r
		}
	}
	*later = append(*later, uses...)
	for _, w := range writes {
		if r := a.apartFrom(nil, w.All, uses); r != nil {
			return a.inOrder(st, writes, uses, r)
		}
	}
	return nil
}

// inOrder looks into st, which both writes the source and uses the destination
// at places not known to be apart: what is read before it is overwritten does no
// harm. Else it refuses as r does.
func (a *attempt) inOrder(st *ir.Stm, writes, uses []access.Access, r *refusal) *refusal {
	switch e := st.Exp.(type) {
	case *ir.Copy, *ir.Update, *ir.FlatUpdate:
		for _, w := range writes {
			for _, u := range uses {
				if !a.isAt(u, w.One) {
					return r
				}
			}
		}
		return nil
	case *ir.If:
		for _, b := range []*ir.Body{e.Then, e.Else} {
			var later []access.Access
			if r := a.bodyInOrder(b, &later); r != nil {
				return r
			}
		}
		return nil
	case *ir.Loop:
		if _, counted := a.Count(e.Index); !counted {
			return r
		}
		var later []access.Access
		if r := a.bodyInOrder(e.Body, &later); r != nil {
			return r
		}
		return a.iterations(st, e.Body, []ir.SpaceDim{{Index: e.Index, Size: e.Bound}}, nil, false)
	case *ir.SegMap:
		found, later, r := a.endInOrder(st, e)
		if r != nil {
			return r
		}
		if r := a.bodyInOrder(e.Body, &later); r != nil {
			return r
		}
		return a.iterations(st, e.Body, e.Space, found, true)
	}
	return r
}

// endInOrder looks at what an iteration of a kernel does at its end: it writes its
// results, in no order. So what it writes of the source must be apart from all that it
// reads and writes there, but for a result that lies in its place already. It returns
// all that it does there, and which of it uses the destination.
func (a *attempt) endInOrder(st *ir.Stm, e *ir.SegMap) (found, uses []access.Access, _ *refusal) {
	found = a.accesses().End(st, -1)
	writes, uses := split(found)
	for _, w := range writes {
		for _, u := range uses {
			if w.Result != 0 && u.Result == w.Result && a.isAt(u, w.One) {
				continue
			}
			if r := a.apart(nil, w.All, u); r != nil {
				return nil, nil, r
			}
		}
	}
	return found, uses, nil
}

// bodyInOrder does for a body what undisturbed does for the statements between
// creation and point.
func (a *attempt) bodyInOrder(b *ir.Body, later *[]access.Access) *refusal {
	for i := len(b.Stms) - 1; i >= 0; i-- {
		if r := a.writesBefore(b.Stms[i], later); r != nil {
			return r
		}
		if len(*later) > maxAccesses {
			return refuse(4, "there are too many uses of the destination in between")
		}
	}
	return nil
}

// iterations refuses when an iteration of st writes the source where another
// uses the destination: any other one of a kernel, a later one of a loop. found
// are the accesses at the end of an iteration.
func (a *attempt) iterations(st *ir.Stm, b *ir.Body, space []ir.SpaceDim, found []access.Access, parallel bool) *refusal {
	all := append([]access.Access{}, found...)
	for _, s := range b.Stms {
		all = append(all, a.accessesOf(s)...)
	}
	writes, uses := split(a.accesses().PerIteration(st, space, all))
	other := map[name.Name]sym.Poly{}
	for _, d := range space {
		other[d.Index] = sym.Var(name.Name{Base: d.Index.Base + " of another iteration", ID: d.Index.ID})
	}
	rename := func(n name.Name) (sym.Poly, bool) { p, ok := other[n]; return p, ok }
	own := a.ownPlace(st, space)
	var elsewhere []access.Access
	for _, u := range uses {
		if own != nil && (a.isAt(u, *own) || !u.Unknown && a.same(u.Index, *own)) {
			continue // within the place of its own iteration's result
		}
		u.All = u.All.Subst(rename)
		elsewhere = append(elsewhere, u)
	}
	for _, w := range writes {
		for _, different := range a.different(space, other, parallel) {
			if r := a.apartFrom(different, w.All, elsewhere); r != nil {
				return r
			}
		}
	}
	return nil
}

// ownPlace is where an iteration of a kernel writes its result, if the result is
// all that it writes of the source.
func (a *attempt) ownPlace(st *ir.Stm, space []ir.SpaceDim) *lmad.LMAD {
	if _, maps := st.Exp.(*ir.SegMap); !maps {
		return nil
	}
	for _, p := range st.Pat {
		if index, ours := a.moved[p.Name]; ours && p.Name == a.root {
			own := index.Fix(ir.Indices(space)...)
			return &own
		}
	}
	return nil
}

// different are facts by which two points of an index space differ, in cases: in
// the first index in which they do; of a loop, the other one is later.
func (a *attempt) different(space []ir.SpaceDim, other map[name.Name]sym.Poly, parallel bool) []sym.Facts {
	var within sym.Facts
	for _, d := range space {
		within = within.And(sym.Range(other[d.Index], sym.Const(0), d.Size.Poly())...)
		within = within.And(sym.Range(sym.Var(d.Index), sym.Const(0), d.Size.Poly())...)
	}
	if !parallel {
		i := space[0].Index
		return []sym.Facts{within.And(sym.Lt(sym.Var(i), other[i]))}
	}
	var cases []sym.Facts
	for _, d := range space {
		cases = append(cases, within.And(sym.Ne(sym.Var(d.Index), other[d.Index])))
		within = within.And(sym.Eq(other[d.Index], sym.Var(d.Index)))
	}
	return cases
}

// isAt reports whether an access touches just the cells of l in each iteration.
func (a *attempt) isAt(x access.Access, l lmad.LMAD) bool { return !x.Unknown && a.same(x.One, l) }

// apartFrom proves that what is written, w, is disjoint from all of the uses. Their
// union often takes fewer proofs.
func (a *attempt) apartFrom(more sym.Facts, w lmad.Summary, uses []access.Access) *refusal {
	touches := func(u access.Access) bool { return a.apart(more, w, u) != nil }
	if union := access.Union(uses); union != nil && !slices.ContainsFunc(union, touches) {
		return nil
	}
	for _, u := range uses {
		if r := a.apart(more, w, u); r != nil {
			return r
		}
	}
	return nil
}

// apart proves that what is written, w, and u are disjoint.
func (a *attempt) apart(more sym.Facts, w lmad.Summary, u access.Access) *refusal {
	if w.IsTop() {
		return refuse(4, "%s may be written anywhere, also where the %s touches %v", a.source.Base, u.What, u.All)
	}
	switch u.Against(more, w) {
	case access.Anywhere:
		return refuse(4, "the %s may be anywhere, also in %v", u.What, w)
	case access.Meets:
		return refuse(4, "the %s touches %v", u.What, w)
	case access.Unproved:
		return refuse(4, "the %s touches %v, not known to be apart from %v", u.What, u.All, w)
	}
	return nil
}
