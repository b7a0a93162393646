package coalesce

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
)

// reads describes how a thread reads the arrays that exist before its kernel.
type reads struct {
	byNeighbour ir.Names                // values that depend on the index in which adjacent threads differ
	bySteps     ir.Names                // values that depend on a for-loop index
	bound       ir.Names                // names that the thread binds
	loops       ir.Names                // the indices of its loops
	written     ir.Names                // arrays that it consumes
	rows        map[name.Name]*ir.Index // views of rows, with the index where they begin
	dims        map[name.Name]*pattern
	order       []name.Name // the arrays in the order of their first read
}

// pattern summarises all reads of one array.
type pattern struct {
	dim    int         // the only dimension whose index differs between adjacent threads
	mixed  bool        // reads disagree on dim, or differ in several dimensions
	walks  bool        // some read iterates over the innermost dimension
	copied bool        // a thread copies its row
	at     [][]ir.Atom // where it is read; the zero atom stands for any index
}

// readsOf collects the reads of a kernel's body.
func readsOf(body *ir.Body, neighbour name.Name) *reads {
	r := &reads{
		byNeighbour: ir.Names{neighbour: {}}, bySteps: ir.Names{}, bound: ir.Names{}, loops: ir.Names{}, written: ir.Names{},
		rows: map[name.Name]*ir.Index{}, dims: map[name.Name]*pattern{},
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
			r.bound.Add(n.Index)
			r.loops.Add(n.Index)
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
		if row, ok := r.rows[e.Array]; ok {
			at := slices.Clone(row.Indices)
			at[len(at)-1] = e.Indices[0]
			r.read(&ir.Index{Array: row.Array, Indices: at})
		} else if !r.bound.Has(e.Array) {
			r.read(e)
			p := r.of(e.Array)
			p.at = append(p.at, e.Indices)
		}
	case *ir.Slice:
		if row, ok := rowOf(e); ok && !r.bound.Has(e.Array) {
			r.rows[s.Pat[0].Name] = row
			p := r.of(e.Array)
			p.at = append(p.at, append(slices.Clone(row.Indices[:len(row.Indices)-1]), ir.Atom{}))
			return
		}
		r.otherwise(e)
	case *ir.Copy:
		if row, ok := r.rows[e.Array]; ok {
			r.read(row)
			p := r.of(row.Array)
			p.walks, p.copied = true, true
			return
		}
		r.otherwise(e)
	default:
		r.otherwise(e)
	}
}

// otherwise records arrays that are read as a whole or through a view: their pattern is
// mixed.
func (r *reads) otherwise(e ir.Exp) {
	for n := range ir.FreeInExp(withoutBodies(e)) {
		if row, ok := r.rows[n]; ok {
			n = row.Array
		}
		r.of(n).mixed = true
	}
	for _, n := range ops.Default().Of(e).Consumes(e, func(string) *ir.Fun { return nil }) {
		r.written.Add(n)
	}
}

// rowOf returns the start of a slice that is a row or part of a row.
func rowOf(e *ir.Slice) (*ir.Index, bool) {
	start, last := &ir.Index{Array: e.Array}, len(e.Dims)-1
	for k, d := range e.Dims {
		if d.Fix != (k < last) {
			return nil, false
		}
		start.Indices = append(start.Indices, d.Start)
	}
	return start, true
}

// withoutBodies returns e without its bodies, which the walk visits by itself.
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

// neighbours returns the dimension in which adjacent threads read array. wanted is set if
// that dimension should be innermost because each thread iterates over the one that is.
func (r *reads) neighbours(array name.Name) (dim int, wanted bool) {
	p := r.dims[array]
	return p.dim, !p.mixed && p.walks && p.dim >= 0
}
