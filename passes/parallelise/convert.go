package parallelise

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/schedule"
)

// asMap is a loop as a map.
type asMap struct {
	stms      []*ir.Stm
	iteration *ir.Body // of the map's function
}

// convert returns the loop s, whose iterations are independent, as a map. The arrays of made cost no less
// than a map over all their elements; those of copies are copies of other arrays, which are still there.
func (p *parallelise) convert(s *ir.Stm, l *ir.Loop, made ir.Names, copies map[name.Name]name.Name) *asMap {
	fn := p.function(s, l)
	schedule.Forget(l.Body) // which is the loop's, where the map does not fit
	b := ir.NewBuilder(p.unit.IR.Names)
	b.Pos = s.Pos
	sizes := sizesOf(l)
	if sizes[0] == l.Bound && len(sizes) == 1 {
		b.Bind(s.Pat, over(b, fn, l.Bound, read(l, copies)))
		return toldAs(s, &asMap{b.Stms(), fn.Body})
	}
	n := b.Convert(p.typeOfBound(l), scalar.I64, l.Bound)
	n = b.Prim("n", scalar.Max, scalar.I64, n, ir.Size(0))
	var fits ir.Atom
	for k, size := range sizes {
		fit := b.Prim("fits", scalar.Le, scalar.I64, n, size)
		if k == 0 {
			fits = fit
		} else {
			fits = b.Prim("fits", scalar.And, scalar.Bool, fits, fit)
		}
	}
	then, els := b.Inner(), b.Inner()
	var mapped *ir.Body
	sources := sourcesOf(l, copies)
	switch {
	case len(sizes) > 1 || slices.ContainsFunc(l.Inits, func(a ir.Atom) bool { return !made.Has(a.Name) }):
		mapped = first(then, l, fn, n)
	case sources != nil:
		mapped = allOf(then, l, fn, n, sources)
		l = withCopies(els, l, sources)
	default:
		mapped = all(then, l, fn, n)
	}
	b.Bind(s.Pat, &ir.If{Cond: fits, Then: mapped, Else: asItWas(els, s, l)})
	p.collect().InBody(b.Body())
	return toldAs(s, &asMap{b.Stms(), fn.Body})
}

// toldAs is m, whose map stands for the loop s in schedules.
func toldAs(s *ir.Stm, m *asMap) *asMap {
	if told := schedule.Carried(s); len(told) > 0 {
		(&ir.Walker{Stm: func(made *ir.Stm) {
			if _, ok := made.Exp.(*ir.Map); ok {
				made.Attrs = append(made.Attrs, told...)
			}
		}}).InBody(&ir.Body{Stms: m.stms})
	}
	return m
}

// sizesOf lists the different sizes of the outermost dimensions of the arrays that l carries.
func sizesOf(l *ir.Loop) (out []ir.Atom) {
	for _, q := range l.Params {
		if d := q.Type.Dims[0]; !slices.Contains(out, d) {
			out = append(out, d)
		}
	}
	return out
}

func arraysOf(l *ir.Loop) (out []name.Name) {
	for _, a := range l.Inits {
		out = append(out, a.Name)
	}
	return out
}

// read lists the arrays that a map over all elements reads: those that the loop carries copies of, which
// only the loop needs, and else what it carries.
func read(l *ir.Loop, copies map[name.Name]name.Name) (out []name.Name) {
	for _, a := range l.Inits {
		source, ok := copies[a.Name]
		if !ok {
			source = a.Name
		}
		out = append(out, source)
	}
	return out
}

// over returns the map over n indices and the arrays' elements.
func over(b *ir.Builder, fn *ir.Lambda, n ir.Atom, arrays []name.Name) *ir.Map {
	indices := b.Let("iota", ir.ArrayOf(scalar.I64, n), ir.IotaOf(n))
	return &ir.Map{Width: n, Fn: fn, Arrays: append([]name.Name{indices.Name}, arrays...)}
}

// first maps over the first n elements of the arrays, and puts the results in their place.
func first(b *ir.Builder, l *ir.Loop, fn *ir.Lambda, n ir.Atom) *ir.Body {
	var arrays []name.Name
	var types []ir.Type
	for k, q := range l.Params {
		t := q.Type.Peel(1).Under(n)
		part := b.Let("part", t, &ir.Slice{Array: l.Inits[k].Name, Dims: section(n, q.Type)})
		arrays, types = append(arrays, part.Name), append(types, t)
	}
	mapped := b.Lets("map", types, over(b, fn, n, arrays))
	var results []ir.Atom
	for k, q := range l.Params {
		results = append(results, b.Let("updated", q.Type, &ir.Update{Array: l.Inits[k].Name, Dims: section(n, q.Type), Value: mapped[k]}))
	}
	return b.Body(results...)
}

// all maps over all elements of the arrays, of which it leaves those after the first n.
func all(b *ir.Builder, l *ir.Loop, fn *ir.Lambda, n ir.Atom) *ir.Body {
	part := b.Inner()
	first := part.Prim("first", scalar.Lt, scalar.I64, ir.Var(fn.Params[0].Name), n)
	rest := &ir.Body{}
	for _, q := range fn.Params[1:] {
		rest.Result = append(rest.Result, ir.Var(q.Name))
	}
	elements := part.Lets("element", fn.Results, &ir.If{Cond: first, Then: fn.Body, Else: rest})
	guarded := &ir.Lambda{Params: fn.Params, Results: fn.Results, Body: part.Body(elements...)}
	var types []ir.Type
	for _, q := range l.Params {
		types = append(types, q.Type)
	}
	return b.Body(b.Lets("map", types, over(b, guarded, types[0].Dims[0], arraysOf(l)))...)
}

// sourcesOf returns the arrays that the loop carries copies of, if all that it carries are copies of
// arrays of scalars; else nil.
func sourcesOf(l *ir.Loop, copies map[name.Name]name.Name) []name.Name {
	var out []name.Name
	for k, q := range l.Params {
		source, ok := copies[l.Inits[k].Name]
		if !ok || q.Type.Rank() > 1 {
			return nil
		}
		out = append(out, source)
	}
	return out
}

// allOf is all for copies of arrays: it makes none, and reads an element only where it is left, or the
// iteration needs it.
func allOf(b *ir.Builder, l *ir.Loop, fn *ir.Lambda, n ir.Atom, sources []name.Name) *ir.Body {
	index := fn.Params[:1]
	i := ir.Var(index[0].Name)
	part := b.Inner()
	first := part.Prim("first", scalar.Lt, scalar.I64, i, n)
	then, rest := b.Inner(), b.Inner()
	var left []ir.Atom
	for k, x := range fn.Params[1:] {
		read := &ir.Index{Array: sources[k], Indices: []ir.Atom{i}}
		then.Bind([]ir.Param{x}, read)
		left = append(left, rest.Let(x.Name.Base, x.Type, ir.CloneExp(read)))
	}
	then.Append(fn.Body.Stms...)
	fn.Body = then.Body(fn.Body.Result...)
	elements := part.Lets("element", fn.Results, &ir.If{Cond: first, Then: fn.Body, Else: rest.Body(left...)})
	guarded := &ir.Lambda{Params: index, Results: fn.Results, Body: part.Body(elements...)}
	var types []ir.Type
	for _, q := range l.Params {
		types = append(types, q.Type)
	}
	return b.Body(b.Lets("map", types, over(b, guarded, types[0].Dims[0], nil))...)
}

// withCopies is the loop l over new copies of arrays.
func withCopies(b *ir.Builder, l *ir.Loop, sources []name.Name) *ir.Loop {
	out := *l
	out.Inits = nil
	for k, q := range l.Params {
		out.Inits = append(out.Inits, b.Let("copy", q.Type, &ir.Copy{Array: sources[k]}))
	}
	return &out
}

// section selects the first n elements of an array of type t.
func section(n ir.Atom, t ir.Type) []ir.SliceDim {
	dims := []ir.SliceDim{ir.Whole(n)}
	for _, d := range t.Dims[1:] {
		dims = append(dims, ir.Whole(d))
	}
	return dims
}

// asItWas runs the loop.
func asItWas(b *ir.Builder, s *ir.Stm, l *ir.Loop) *ir.Body {
	var types []ir.Type
	for _, q := range s.Pat {
		types = append(types, q.Type)
	}
	return b.Body(b.Lets("loop", types, l)...)
}

// function returns an iteration as a function of its index and of the elements there.
func (p *parallelise) function(s *ir.Stm, l *ir.Loop) *ir.Lambda {
	names := p.unit.IR.Names
	body := ir.NewRenamer(names).Body(l.Body)
	elementsOf(l).iteration(body)
	b := ir.NewBuilder(names)
	b.Pos = s.Pos
	index := ir.Param{Name: names.Like(l.Index), Type: ir.I64}
	fn := &ir.Lambda{Params: []ir.Param{index}}
	replaced := ir.Subst{l.Index: b.Convert(scalar.I64, p.typeOfBound(l), ir.Var(index.Name))}
	for _, q := range l.Params {
		x := ir.Param{Name: names.Like(q.Name), Type: q.Type.Peel(1)}
		fn.Params = append(fn.Params, x)
		fn.Results = append(fn.Results, x.Type)
		replaced[q.Name] = ir.Var(x.Name)
		if x.Type.IsArray() { // which the iteration may consume
			replaced[q.Name] = b.Let("row", x.Type, &ir.Copy{Array: x.Name})
		}
	}
	replaced.Body(body)
	p.collect().InBody(body)
	b.Append(body.Stms...)
	fn.Body = b.Body(body.Result...)
	return fn
}
