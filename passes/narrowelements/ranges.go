package narrowelements

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/interval"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/scalar"
)

// ranges holds the intervals of integer variables and of the elements of integer arrays. A
// variable that it lacks has the range of its type.
type ranges struct {
	of    map[name.Name]interval.Interval
	types map[name.Name]scalar.Type // of scalars, and of the elements of arrays
	depth int                       // of loops around
}

// maxDepth bounds the loops within each other whose bodies are tried several times.
const maxDepth = 3

func rangesOf(f *ir.Fun) *ranges {
	r := &ranges{of: map[name.Name]interval.Interval{}, types: map[name.Name]scalar.Type{}}
	w := &ir.Walker{Binders: func(ps []ir.Param) {
		for _, p := range ps {
			if !p.Type.IsBlock() {
				r.types[p.Name] = p.Type.Elem
			}
		}
	}}
	w.Fun(f)
	r.body(f.Body)
	return r
}

// variable returns the range of a variable or of the elements of an array.
func (r *ranges) variable(n name.Name) interval.Interval {
	if in, ok := r.of[n]; ok {
		return in
	}
	return interval.OfType(r.types[n])
}

func (r *ranges) atom(a ir.Atom) interval.Interval {
	if a.IsVar() {
		return r.variable(a.Name)
	}
	if a.Const.Type == scalar.Bool {
		return interval.OfType(scalar.Bool)
	}
	return interval.Scope{}.Of(&imp.Const{Value: a.Const})
}

func (r *ranges) atoms(as []ir.Atom) []interval.Interval {
	out := make([]interval.Interval, len(as))
	for i, a := range as {
		out[i] = r.atom(a)
	}
	return out
}

// body computes the ranges of what a body binds, and returns those of its results.
func (r *ranges) body(b *ir.Body) []interval.Interval {
	for _, s := range b.Stms {
		ins := r.results(s)
		for i, p := range s.Pat {
			delete(r.of, p.Name)
			if i < len(ins) && !p.Type.IsBlock() {
				r.of[p.Name] = ins[i]
			}
		}
	}
	return r.atoms(b.Result)
}

// one is the list of a range.
func one(in interval.Interval) []interval.Interval { return []interval.Interval{in} }

// results returns the ranges of the results of s, or none if it does not know them.
func (r *ranges) results(s *ir.Stm) []interval.Interval {
	switch e := s.Exp.(type) {
	case *ir.Use:
		return one(r.atom(e.X))
	case *ir.Prim:
		return one(r.prim(e))
	case *ir.Convert:
		return one(r.convert(e))
	case *ir.Index:
		return one(r.variable(e.Array))
	case *ir.Copy:
		return one(r.variable(e.Array))
	case *ir.Replicate:
		return one(r.atom(e.Value))
	case *ir.Literal:
		if len(e.Elems) > 0 {
			return one(hull(r.atoms(e.Elems)))
		}
	case *ir.Concat:
		if len(e.Arrays) == 0 {
			return nil
		}
		ins := make([]interval.Interval, len(e.Arrays))
		for i, a := range e.Arrays {
			ins[i] = r.variable(a)
		}
		return one(hull(ins))
	case *ir.Update:
		return one(interval.Hull(r.variable(e.Array), r.atom(e.Value)))
	case *ir.Iota:
		return r.iota(e)
	case *ir.If:
		return hulls(r.body(e.Then), r.body(e.Else))
	case *ir.Map:
		r.elements(e.Fn, e.Arrays)
		return r.body(e.Fn.Body)
	case *ir.Reduce:
		return r.fold(e.Operator, e.Neutral, e.Fn, e.Arrays)
	case *ir.Scan:
		return r.fold(e.Operator, e.Neutral, e.Fn, e.Arrays)
	case *ir.Loop:
		return r.loop(e)
	default:
		if array, ok := ops.Of(e).ViewOf(e); ok {
			return one(r.variable(array))
		}
		ir.EachBody(s.Exp, func(b *ir.Body) { r.body(b) })
	}
	return nil
}

// fold knows nothing of what is folded, and all of the values that are returned besides.
func (r *ranges) fold(operator *ir.Lambda, neutral []ir.Atom, fn *ir.Lambda, arrays []name.Name) []interval.Interval {
	r.body(operator.Body)
	if fn == nil {
		return nil
	}
	r.elements(fn, arrays)
	ins := r.body(fn.Body)
	for i := range neutral {
		ins[i] = interval.OfType(fn.Results[i].Elem)
	}
	return ins
}

func hull(ins []interval.Interval) interval.Interval {
	out := ins[0]
	for _, in := range ins[1:] {
		out = interval.Hull(out, in)
	}
	return out
}

func hulls(xs, ys []interval.Interval) []interval.Interval {
	out := make([]interval.Interval, len(xs))
	for i := range xs {
		out[i] = interval.Hull(xs[i], ys[i])
	}
	return out
}

// elements notes that a function is applied to the elements of arrays.
func (r *ranges) elements(fn *ir.Lambda, arrays []name.Name) {
	for i, p := range fn.Params {
		r.of[p.Name] = r.variable(arrays[i])
	}
}

// prim asks package interval, which knows scalar operations of imp.
func (r *ranges) prim(e *ir.Prim) interval.Interval {
	scope := interval.Scope{Vars: r.of}
	args := make([]imp.Expr, len(e.Args))
	for i, a := range e.Args {
		if a.IsVar() {
			args[i] = &imp.Var{Name: a.Name, Type: r.types[a.Name]}
		} else {
			args[i] = &imp.Const{Value: a.Const}
		}
	}
	return scope.Of(&imp.Prim{Fn: e.Fn, Type: e.Type, Args: args})
}

// convert is the range of a conversion: that of its operand, if all of it has the type.
func (r *ranges) convert(e *ir.Convert) interval.Interval {
	all := interval.OfType(e.To)
	if e.To.IsInt() && (e.From.IsInt() || e.From == scalar.Bool) {
		if in := r.atom(e.X); within(in, all) {
			return in
		}
	}
	return all
}

// within reports whether in lies in all.
func within(in, all interval.Interval) bool { return all.Has(in.Lo) && all.Has(in.Hi) }

// iota knows those that count up by one.
func (r *ranges) iota(e *ir.Iota) []interval.Interval {
	if step, ok := e.Step.AsSize(); !ok || step != 1 || e.Elem != scalar.I64 {
		return nil
	}
	scope := interval.Scope{Vars: map[name.Name]interval.Interval{}}
	start, n := r.atom(e.Start), r.atom(e.Count)
	first := &imp.Var{Name: name.Name{Base: "first", ID: 1}, Type: scalar.I64}
	offset := &imp.Var{Name: name.Name{Base: "offset", ID: 2}, Type: scalar.I64}
	scope.Vars[first.Name] = start
	scope.Vars[offset.Name] = interval.Between(0, max(n.Hi, 1)-1)
	return one(scope.Of(&imp.Prim{Fn: scalar.Add, Type: scalar.I64, Args: []imp.Expr{first, offset}}))
}

// loop takes what a loop carries for what it starts with, and more only if that does not hold.
func (r *ranges) loop(e *ir.Loop) []interval.Interval {
	if !e.Index.IsZero() {
		if r.types[e.Index] = e.Bound.Const.Type; e.Bound.IsVar() {
			r.types[e.Index] = r.types[e.Bound.Name]
		}
		r.of[e.Index] = interval.Between(0, max(r.atom(e.Bound).Hi, 1)-1)
	}
	assumed := r.atoms(e.Inits)
	r.depth++
	defer func() { r.depth-- }()
	for attempt := 0; r.depth <= maxDepth && attempt < 2; attempt++ {
		r.carry(e, assumed)
		ins := r.body(e.Body)
		holds := true
		for i, in := range ins {
			if !within(in, assumed[i]) {
				holds = false
				if assumed[i] = interval.Hull(assumed[i], in); attempt > 0 {
					assumed[i] = interval.OfType(e.Params[i].Type.Elem)
				}
			}
		}
		if holds {
			return assumed
		}
	}
	for i, p := range e.Params {
		if !p.Type.IsBlock() {
			assumed[i] = interval.OfType(p.Type.Elem)
		}
	}
	r.carry(e, assumed)
	r.body(e.Body)
	return assumed
}

// carry binds the parameters of a loop.
func (r *ranges) carry(e *ir.Loop, ins []interval.Interval) {
	for i, p := range e.Params {
		r.of[p.Name] = ins[i]
	}
}
