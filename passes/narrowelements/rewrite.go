package narrowelements

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// rewriter gives the chosen arrays of a function their types.
type rewriter struct {
	names  *name.Supply
	chosen map[name.Name]scalar.Type
	known  *ranges
	defs   definitions
	low    map[wanted]ir.Atom
	made   []wanted // of low, in the order in which they came in
}

func (r *rewriter) fun(f *ir.Fun) {
	w := &ir.Walker{Binders: func(ps []ir.Param) {
		for i := range ps {
			if t, ok := r.chosen[ps[i].Name]; ok {
				ps[i].Type.Elem = t
			}
		}
	}}
	w.Fun(f)
	r.body(f.Body, nil, nil)
}

// read is a scalar that is bound to a narrowed element, and its type.
type read struct {
	param *ir.Param
	to    scalar.Type
}

// body rewrites a body, of which the parameters in reads come from narrowed arrays, and the
// results for which there is a type in stored go to such.
func (r *rewriter) body(b *ir.Body, reads []read, stored []scalar.Type) {
	mark := len(r.made)
	out := ir.NewBuilder(r.names)
	for _, p := range reads {
		r.widen(out, p.param, p.to)
	}
	for _, s := range b.Stms {
		out.Pos = s.Pos
		r.stm(out, s)
	}
	for i, t := range stored {
		if t != 0 {
			b.Result[i] = r.lower(out, b.Result[i], t)
		}
	}
	b.Stms = out.Stms()
	for _, w := range r.made[mark:] { // names of this body are not in scope after it
		delete(r.low, w)
	}
	r.made = r.made[:mark]
}

// widen makes p a variable of the narrow type to, and binds its name to the converted value.
func (r *rewriter) widen(out *ir.Builder, p *ir.Param, to scalar.Type) {
	wide := *p
	p.Name, p.Type = r.names.Fresh(p.Name.Base), ir.ScalarOf(to)
	s := &ir.Stm{Pat: []ir.Param{wide}, Exp: &ir.Convert{From: to, To: wide.Type.Elem, X: ir.Var(p.Name)}, Pos: out.Pos}
	out.Append(s)
	r.defs[wide.Name] = s
	r.remember(wanted{wide.Name, to}, ir.Var(p.Name))
}

func (r *rewriter) stm(out *ir.Builder, s *ir.Stm) {
	switch e := s.Exp.(type) {
	case *ir.Prim:
		r.compare(out, e)
	case *ir.Index:
		if t, ok := r.chosen[e.Array]; ok {
			out.Append(s)
			r.widen(out, &s.Pat[0], t)
			return
		}
	case *ir.Update:
		if t, ok := r.chosen[e.Array]; ok && s.Pat[0].Type.Rank() == fixed(e.Dims) {
			e.Value = r.lower(out, e.Value, t)
		}
	case *ir.Replicate:
		if t, ok := r.chosen[s.Pat[0].Name]; ok && s.Pat[0].Type.Rank() == len(e.Shape) {
			e.Value = r.lower(out, e.Value, t)
		}
	case *ir.Literal:
		if t, ok := r.chosen[s.Pat[0].Name]; ok {
			if e.Row.IsScalar() {
				elems := make([]ir.Atom, len(e.Elems))
				for i, a := range e.Elems {
					elems[i] = r.lower(out, a, t)
				}
				e.Elems = elems
			}
			e.Row.Elem = t
		}
	case *ir.Map:
		r.mapped(s, e)
		out.Append(s)
		return
	}
	ir.EachBody(s.Exp, func(b *ir.Body) { r.body(b, nil, nil) })
	out.Append(s)
	if len(s.Pat) == 1 && s.Pat[0].Type.IsScalar() {
		r.defs[s.Pat[0].Name] = s
	}
}

// fixed counts the dimensions of which an update selects one index.
func fixed(dims []ir.SliceDim) (n int) {
	for _, d := range dims {
		if d.Fix {
			n++
		}
	}
	return n
}

// mapped rewrites the function of a map: its parameters, results and their types.
func (r *rewriter) mapped(s *ir.Stm, e *ir.Map) {
	var reads []read
	for i := range e.Fn.Params {
		if t, ok := r.chosen[e.Arrays[i]]; ok && e.Fn.Params[i].Type.IsScalar() {
			reads = append(reads, read{&e.Fn.Params[i], t})
		}
	}
	stored := make([]scalar.Type, len(s.Pat))
	e.Fn.Results = slices.Clone(e.Fn.Results)
	for i, p := range s.Pat {
		if t, ok := r.chosen[p.Name]; ok {
			if e.Fn.Results[i].IsScalar() {
				stored[i] = t
			}
			e.Fn.Results[i].Elem = t
		}
	}
	r.body(e.Fn.Body, reads, stored)
}
