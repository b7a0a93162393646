package simplify

import (
	"slices"

	"github.com/lamina-lang/lamina/analysis/alias"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/sym"
)

func rearrangeChain(s *simplifier, st *ir.Stm, e *ir.Rearrange) action {
	if slices.IsSorted(e.Perm) {
		return s.same(st, ir.Var(e.Array))
	}
	inner, ok := s.defs[e.Array].(*ir.Rearrange)
	if !ok || s.level == ir.Mem {
		return kept
	}
	perm := make([]int, len(e.Perm))
	for k, from := range e.Perm {
		perm[k] = inner.Perm[from]
	}
	return become(st, &ir.Rearrange{Perm: perm, Array: inner.Array})
}

func reshapeChain(s *simplifier, st *ir.Stm, e *ir.Reshape) action {
	if slices.Equal(e.Shape, s.met[e.Array].Type.Dims) {
		return s.same(st, ir.Var(e.Array))
	}
	if inner, ok := s.defs[e.Array].(*ir.Reshape); ok && s.level != ir.Mem {
		return become(st, &ir.Reshape{Shape: e.Shape, Array: inner.Array})
	}
	return kept
}

// mapOfViews makes a map that takes the same view of each element of an array one view of
// all of it. The result of a map shares elements with nothing; where that could be noticed,
// the result is a copy of the view.
func mapOfViews(s *simplifier, st *ir.Stm, e *ir.Map) action {
	if !onlyView(e) {
		return kept
	}
	all := s.viewOfAll(e.Fn.Body.Stms[0].Exp, e)
	if all == nil {
		return kept
	}
	if s.uses.unwritten.has(st.Pat[0].Name) && s.uses.unwritten.has(e.Arrays[0]) {
		return become(st, all)
	}
	view := ir.Param{Name: s.names.Like(st.Pat[0].Name), Type: st.Pat[0].Type}
	s.stm(&ir.Stm{Pat: []ir.Param{view}, Exp: all, Pos: st.Pos})
	return become(st, &ir.Copy{Array: s.variable(view.Name)}) // the same view may be there already
}

// onlyView reports whether all that a map does is take a view of each element of its only array.
func onlyView(e *ir.Map) bool {
	b := e.Fn.Body
	if len(e.Arrays) != 1 || len(b.Stms) != 1 || len(b.Result) != 1 || len(b.Stms[0].Pat) != 1 || b.Result[0] != ir.Var(b.Stms[0].Pat[0].Name) {
		return false
	}
	of, ok := ops.Default().Of(b.Stms[0].Exp).ViewOf(b.Stms[0].Exp)
	return ok && of == e.Fn.Params[0].Name
}

// viewOfAll is the view of all elements of a map's array, where inner is that of one; nil
// if there is none. A slice of a part of an element may lie outside of it where the map has no
// element to take it from; so slices are whole or in reverse.
func (s *simplifier) viewOfAll(inner ir.Exp, m *ir.Map) ir.Exp {
	switch inner := inner.(type) {
	case *ir.Rearrange:
		perm := []int{0}
		for _, from := range inner.Perm {
			perm = append(perm, from+1)
		}
		return &ir.Rearrange{Perm: perm, Array: m.Arrays[0]}
	case *ir.Reshape:
		return &ir.Reshape{Shape: slices.Concat([]ir.Atom{m.Width}, inner.Shape), Array: m.Arrays[0]}
	case *ir.Slice:
		sizes := m.Fn.Params[0].Type.Dims
		for k, d := range inner.Dims {
			if d != ir.Whole(sizes[k]) && !s.reversed(d, sizes[k]) {
				return nil
			}
		}
		return &ir.Slice{Array: m.Arrays[0], Dims: slices.Concat([]ir.SliceDim{ir.Whole(m.Width)}, inner.Dims)}
	}
	return nil
}

// reverses reports whether e is its array with the outer dimension in reverse.
func (s *simplifier) reverses(e *ir.Slice) bool {
	dims := s.met[e.Array].Type.Dims
	for k, d := range e.Dims[1:] {
		if d != ir.Whole(dims[k+1]) {
			return false
		}
	}
	return s.reversed(e.Dims[0], dims[0])
}

// reversed reports whether d is all of a dimension of the given size, in reverse.
func (s *simplifier) reversed(d ir.SliceDim, size ir.Atom) bool {
	return !d.Fix && d.Step == ir.Size(-1) && d.Size == size && s.facts.Poly(d.Start).Equal(size.Poly().Sub(sym.Const(1)))
}

// unwritten tells which arrays of a function, as it was before the walk, share elements with
// nothing that it overwrites.
type unwritten struct {
	classes *alias.Classes // nil if the function has no map of views
	written ir.Names       // classes
	known   ir.Names       // arrays
}

// newUnwritten looks at f.
func newUnwritten(p *ir.Program, f *ir.Fun) unwritten {
	u := unwritten{classes: alias.ClassesIn(p, f.Body), written: ir.Names{}, known: ir.Names{}}
	w := &ir.Walker{Bind: func(n *name.Name) { u.known.Add(*n) }}
	w.Fun(f)
	for _, st := range f.Body.Stms {
		for n := range u.classes.Consumed(st) {
			u.written.Add(n)
		}
	}
	return u
}

// has reports whether nothing that shares elements with array n is overwritten.
func (u unwritten) has(n name.Name) bool {
	return u.classes != nil && u.known.Has(n) && !u.written.Has(u.classes.Class(n))
}
