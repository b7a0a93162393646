package coalesce

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
)

// reads is how a thread reads the arrays that exist before its kernel.
type reads struct {
	byNeighbour ir.Names // what depends on the index that tells neighbours apart
	bySteps     ir.Names // what depends on the index of a counted loop
	bound       ir.Names // what the thread makes itself
	written     ir.Names // what it consumes
	dims        map[name.Name]*pattern
	order       []name.Name // of the arrays, as they are read
}

// pattern is what all reads of an array have in common.
type pattern struct {
	dim   int  // the one dimension that neighbours differ in
	mixed bool // reads differ in that, or differ in several dimensions
	walks bool // some read walks along the innermost dimension
}

// readsOf looks at the reads of a kernel's body.
func readsOf(body *ir.Body, neighbour name.Name) *reads {
	r := &reads{
		byNeighbour: ir.Names{neighbour: {}}, bySteps: ir.Names{}, bound: ir.Names{}, written: ir.Names{},
		dims: map[name.Name]*pattern{},
	}
	w := &ir.Walker{Stm: r.stm}
	w.InBody(body)
	return r
}

func (r *reads) stm(s *ir.Stm) {
	for _, p := range s.Pat {
		r.bound.Add(p.Name)
	}
	if n, ok := s.Exp.(*ir.Loop); ok {
		for _, p := range n.Params {
			r.bound.Add(p.Name)
		}
		if !n.Index.IsZero() {
			r.bySteps.Add(n.Index)
		}
	}
	switch e := s.Exp.(type) {
	case *ir.Prim, *ir.Convert, *ir.Use:
		for n := range ir.FreeInExp(e) {
			for _, set := range []ir.Names{r.byNeighbour, r.bySteps} {
				if set.Has(n) {
					set.Add(s.Pat[0].Name)
				}
			}
		}
	case *ir.Index:
		if !r.bound.Has(e.Array) {
			r.read(e)
		}
	default:
		// What is read in another way, as a whole or through a view, is read in
		// a pattern of its own.
		for n := range ir.FreeInExp(withoutBodies(e)) {
			r.of(n).mixed = true
		}
		for _, n := range ops.Default().Of(e).Consumes(e, func(string) *ir.Fun { return nil }) {
			r.written.Add(n)
		}
	}
}

// withoutBodies is e, or nothing where e's operands stand in bodies that are
// walked themselves.
func withoutBodies(e ir.Exp) ir.Exp {
	switch e := e.(type) {
	case *ir.If:
		return &ir.Use{X: e.Cond}
	case *ir.Loop:
		return &ir.Loop{Params: nil, Inits: e.Inits, Body: &ir.Body{}}
	}
	return e
}

func (r *reads) of(array name.Name) *pattern {
	p := r.dims[array]
	if p == nil {
		p = &pattern{dim: -1}
		r.dims[array] = p
		r.order = append(r.order, array)
	}
	return p
}

func (r *reads) read(e *ir.Index) {
	p := r.of(e.Array)
	dim := -1
	for k, i := range e.Indices {
		if i.IsVar() && r.byNeighbour.Has(i.Name) {
			if dim >= 0 {
				p.mixed = true
			}
			dim = k
		}
	}
	last := e.Indices[len(e.Indices)-1]
	if last.IsVar() && r.bySteps.Has(last.Name) {
		p.walks = true
	}
	if dim < 0 || p.dim >= 0 && p.dim != dim {
		p.mixed = true
	}
	p.dim = dim
}

// neighbours is the dimension of array along which neighbouring threads read it,
// if it should be the innermost one and is not: each thread walks along the one
// that is.
func (r *reads) neighbours(array name.Name) (dim int, wanted bool) {
	p := r.dims[array]
	return p.dim, !p.mixed && p.walks && p.dim >= 0
}
