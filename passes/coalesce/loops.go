package coalesce

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
)

// A loop-carried array that kernels in the body read uncoalesced, and that the body
// computes afresh, is carried in the layout that suits the reads: it is copied before the
// loop, and so is the body's result at the end of each iteration. That second copy has the
// result of a kernel as its source, so short-circuiting makes the kernel write in the new
// layout, and nothing is copied inside the loop.

// carried changes the layout of the arrays that a loop carries. It returns the statements
// to insert before and after the loop.
func (l *layouter) carried(s *ir.Stm, e *ir.Loop) (before, after []*ir.Stm) {
	pre, post := ir.NewBuilder(l.names), ir.NewBuilder(l.names)
	pre.Pos, post.Pos = s.Pos, s.Pos
	bound := ir.Names{}
	for _, p := range append(slices.Clone(e.Params), s.Pat...) {
		bound.Add(p.Name)
	}
	for i := range e.Params {
		p := &e.Params[i]
		if !p.Type.IsArray() || p.Unique || !e.Inits[i].IsVar() {
			continue
		}
		dim, wanted := l.preferredDim(e.Body, p.Name)
		if !wanted || dim == p.Type.Rank()-1 || !sameDims(p.Type, s.Pat[i].Type, bound) ||
			!fresh(definitions(e.Body), e.Body.Result[i], p.Type) || !l.unit.Rewrite() {
			continue
		}
		t := turn{layouter: l, dim: dim, typ: p.Type}
		t.perm, t.back = innermost(p.Type.Rank(), dim)
		e.Inits[i] = t.copied(pre, e.Inits[i].Name)
		e.Body.Result[i] = t.result(e.Body, e.Body.Result[i].Name)

		view := *p
		p.Name, p.Type = l.names.Fresh(p.Name.Base), t.turned()
		e.Body.Stms = slices.Insert(e.Body.Stms, 0, t.view(view, p.Name))
		l.laid[view.Name] = dim

		result := s.Pat[i]
		s.Pat[i].Name, s.Pat[i].Type = l.names.Fresh(result.Name.Base), t.turned()
		post.Append(t.view(result, s.Pat[i].Name))
		l.laid[result.Name] = dim
		l.unit.Remark(s.Pos, "%s is carried through the loop with dimension %d innermost, along which neighbouring threads read it", view.Name, dim)
	}
	return pre.Stms(), post.Stms()
}

// definitions maps each name that a body binds to its statement.
func definitions(b *ir.Body) map[name.Name]*ir.Stm {
	out := map[name.Name]*ir.Stm{}
	for _, s := range b.Stms {
		for _, p := range s.Pat {
			out[p.Name] = s
		}
	}
	return out
}

// sameDims reports whether p and q have the same sizes, none of them bound by the loop.
func sameDims(p, q ir.Type, bound ir.Names) bool {
	return slices.Equal(p.Dims, q.Dims) && !slices.ContainsFunc(p.Dims, func(d ir.Atom) bool { return d.IsVar() && bound.Has(d.Name) })
}

// preferredDim returns the dimension in which adjacent threads of a body's kernels read an array
// that they iterate over, if the kernels agree on it. For a nest with several versions only
// the first counts, which runs when there are many threads.
func (l *layouter) preferredDim(b *ir.Body, array name.Name) (dim int, wanted bool) {
	dim = -1
	agree := true
	kernel := func(space []ir.SpaceDim, body *ir.Body) {
		r := readsOf(body, space[len(space)-1].Index)
		p := r.dims[array]
		if p == nil {
			return
		}
		agree = agree && !p.mixed && !p.copied && !r.written.Has(array) && (dim < 0 || dim == p.dim)
		dim = p.dim
		wanted = wanted || p.walks
	}
	enough := ir.Names{}
	var look func(b *ir.Body)
	look = func(b *ir.Body) {
		for _, s := range b.Stms {
			switch e := s.Exp.(type) {
			case *ir.Enough:
				enough.Add(s.Pat[0].Name)
			case *ir.If:
				look(e.Then)
				if !e.Cond.IsVar() || !enough.Has(e.Cond.Name) {
					look(e.Else)
				}
			case *ir.Loop:
				look(e.Body)
			case *ir.SegMap:
				kernel(e.Space, e.Body)
			case *ir.SegHist:
				kernel(e.Space, e.Body)
			}
		}
	}
	look(b)
	return dim, wanted && agree && dim >= 0
}

// fresh reports whether a is an array of type t computed by a kernel of the body, in every
// branch that it may come from.
func fresh(made map[name.Name]*ir.Stm, a ir.Atom, t ir.Type) bool {
	s := made[a.Name]
	if !a.IsVar() || s == nil {
		return false
	}
	i := slices.IndexFunc(s.Pat, func(p ir.Param) bool { return p.Name == a.Name })
	if !slices.Equal(s.Pat[i].Type.Dims, t.Dims) {
		return false
	}
	switch e := s.Exp.(type) {
	case *ir.SegMap:
		return i < len(s.Pat)-len(e.Writes)
	case *ir.If:
		return fresh(definitions(e.Then), e.Then.Result[i], t) && fresh(definitions(e.Else), e.Else.Result[i], t)
	}
	return false
}

// turn changes the layout of arrays of one type so that dimension dim is innermost.
type turn struct {
	*layouter
	dim        int
	typ        ir.Type
	perm, back []int
}

func (t *turn) turned() ir.Type {
	dims := make([]ir.Atom, len(t.perm))
	for i, p := range t.perm {
		dims[i] = t.typ.Dims[p]
	}
	return ir.ArrayOf(t.typ.Elem, dims...)
}

// copied adds to b a copy of array in the new layout.
func (t *turn) copied(b *ir.Builder, array name.Name) ir.Atom {
	v := b.Let("turned", t.turned(), &ir.Rearrange{Perm: t.perm, Array: array})
	return b.Let("coalesced", t.turned(), &ir.Copy{Array: v.Name})
}

// view binds p, of the original type, to an array in the new layout.
func (t *turn) view(p ir.Param, array name.Name) *ir.Stm {
	return &ir.Stm{Pat: []ir.Param{p}, Exp: &ir.Rearrange{Perm: t.back, Array: array}}
}

// result converts a fresh array of a body to the new layout, directly after its definition.
func (t *turn) result(b *ir.Body, array name.Name) ir.Atom {
	at := slices.IndexFunc(b.Stms, func(s *ir.Stm) bool {
		return slices.ContainsFunc(s.Pat, func(p ir.Param) bool { return p.Name == array })
	})
	s := b.Stms[at]
	if e, ok := s.Exp.(*ir.If); ok {
		i := slices.IndexFunc(s.Pat, func(p ir.Param) bool { return p.Name == array })
		e.Then.Result[i] = t.result(e.Then, e.Then.Result[i].Name)
		e.Else.Result[i] = t.result(e.Else, e.Else.Result[i].Name)
		old := s.Pat[i]
		s.Pat[i].Name, s.Pat[i].Type = t.names.Fresh(array.Base), t.turned()
		b.Stms = slices.Insert(b.Stms, at+1, t.view(old, s.Pat[i].Name))
		return ir.Var(s.Pat[i].Name)
	}
	out := ir.NewBuilder(t.names)
	out.Pos = s.Pos
	c := t.copied(out, array)
	b.Stms = slices.Insert(b.Stms, at+1, out.Stms()...)
	return c
}
