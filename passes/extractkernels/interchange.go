package extractkernels

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/schedule"
)

// overLoop interchanges the map with loop e: it becomes one loop that carries the arrays of
// e's parameters and whose body is a map, itself distributed.
func (c *cutting) overLoop(b *ir.Builder, pat []ir.Param, e *ir.Loop) {
	loop := &ir.Loop{Index: e.Index, Bound: e.Bound, Body: &ir.Body{}}
	given := map[name.Name]name.Name{}
	var next []ir.Param
	for i, p := range e.Params {
		t := p.Type.Under(c.width)
		param := ir.Param{Name: c.x.names.Like(p.Name), Type: t}
		loop.Params = append(loop.Params, param)
		loop.Inits = append(loop.Inits, c.everywhere(b, e.Inits[i], p.Type))
		given[p.Name] = param.Name
		c.row[p.Name] = ir.Param{Name: p.Name, Type: p.Type}
		next = append(next, ir.Param{Name: c.x.names.Like(p.Name), Type: t})
	}
	body := c.mapped(next, c.mapping(next, e.Body, given), b.Pos)
	loop.Body.Stms = c.x.spread(body)
	loop.Body.Result = results(next)
	for _, p := range e.Params {
		delete(c.row, p.Name)
	}
	b.Bind(pat, loop)
}

// everywhere returns the array that holds a, of type t, at all points.
func (c *cutting) everywhere(b *ir.Builder, a ir.Atom, t ir.Type) ir.Atom {
	if !a.IsVar() || !c.bound.Has(a.Name) {
		return b.Let("all", t.Under(c.width), &ir.Replicate{Shape: []ir.Atom{c.width}, Value: a})
	}
	if whole, ok := c.whole[a.Name]; ok {
		return ir.Var(whole)
	}
	all := ir.Param{Name: c.x.names.Like(a.Name), Type: t.Under(c.width)}
	c.mapOver(b, []ir.Param{all}, &ir.Body{Result: []ir.Atom{a}}, nil)
	return ir.Var(all.Name)
}

// overBranch interchanges the map with branch e, whose condition is invariant.
func (c *cutting) overBranch(b *ir.Builder, pat []ir.Param, e *ir.If) {
	side := func(body *ir.Body) *ir.Body {
		var own []ir.Param
		for _, p := range pat {
			own = append(own, ir.Param{Name: c.x.names.Like(p.Name), Type: p.Type})
		}
		s := c.mapped(own, c.mapping(own, body, nil), b.Pos)
		return &ir.Body{Stms: c.x.spread(s), Result: results(own)}
	}
	b.Bind(pat, &ir.If{Cond: e.Cond, Then: side(e.Then), Else: side(e.Else)})
}

// overWrites flattens a map over a scatter or histogram into a single one over all elements
// of all points, with the point as the first index of the destinations.
func (c *cutting) overWrites(b *ir.Builder, pat []ir.Param, s *ir.Stm) {
	form := ops.CombinatorOf(s.Exp)
	fn, arrays, width := form.Fn, form.Arrays, *form.Width
	total := mulI64(b, "total", c.width, width)
	every := b.Let("every", ir.ArrayOf(scalar.I64, total), ir.IotaOf(total))
	c.x.points[every.Name] = [2]ir.Atom{c.width, width}

	in := b.Inner()
	at := ir.Param{Name: c.x.names.Fresh("at"), Type: ir.I64}
	point := in.Prim("point", scalar.Quot, scalar.I64, ir.Var(at.Name), width)
	element := in.Prim("element", scalar.Rem, scalar.I64, ir.Var(at.Name), width)
	inner := (*fn).Clone()
	light, needed := c.with(nil, ir.FreeInExp(&ir.Map{Width: width, Arrays: *arrays, Fn: inner}))
	for _, n := range c.rows(needed) {
		in.BindElement(c.row[n], c.whole[n], point)
	}
	in.Append(light...)
	for i, p := range inner.Params {
		in.BindElement(p, (*arrays)[i], element)
	}
	in.Append(inner.Body.Stms...)

	var result []ir.Atom
	var types []ir.Type
	indices := inner.Body.Result
	place := func(rank int) {
		result = append(append(result, point), indices[:rank]...)
		types = append(types, slices.Repeat([]ir.Type{ir.I64}, rank+1)...)
		indices = indices[rank:]
	}
	all := &ir.Lambda{Params: []ir.Param{at}}
	var out ir.Exp
	switch e := ir.CloneExp(s.Exp).(type) {
	case *ir.Scatter:
		for i := range e.Dests {
			place(e.Dests[i].Rank)
			e.Dests[i] = ir.Dest{Array: c.whole[e.Dests[i].Array], Rank: e.Dests[i].Rank + 1}
		}
		e.Width, e.Arrays, e.Fn = total, []name.Name{every.Name}, all
		out = e
	case *ir.Hist:
		for i := range e.Ops {
			op := &e.Ops[i]
			place(op.Rank)
			op.Rank++
			for k, d := range op.Dests {
				op.Dests[k] = c.whole[d]
			}
		}
		e.Width, e.Arrays, e.Fn = total, []name.Name{every.Name}, all
		out = e
	}
	all.Body = in.Body(append(result, indices...)...)
	all.Results = append(types, inner.Results[len(inner.Results)-len(indices):]...)
	made := c.mapped(pat, nil, b.Pos)
	made.Exp = ir.NewRenamer(c.x.names).Stm(&ir.Stm{Exp: out}).Exp
	schedule.Join(made, s)
	b.Append(made)
}

// interchangeOperator turns a reduction or scan of vectors whose operator is a map into a
// map of reductions or scans of the vectors' elements.
func (x *extractor) interchangeOperator(s *ir.Stm) []*ir.Stm {
	f := ops.CombinatorOf(s.Exp)
	if f == nil || f.Folded() == 0 {
		return nil
	}
	inner, neutral := x.elementwise(f)
	if inner == nil {
		return nil
	}
	operator := *f.Folds[0].Operator
	if *f.Fn != nil {
		made, rest := x.unfuse(s)
		if x.canFail(made) && x.canFail(rest) && !x.reorder() {
			return nil
		}
		return append(x.spread(made), x.interchangeOperator(rest)...)
	}

	b := ir.NewBuilder(x.names)
	b.Pos = s.Pos
	zeros := x.rowsOf(b, neutral, operator.Results)
	width := *f.Width
	columns := &ir.Map{Width: inner.Width, Fn: &ir.Lambda{}}
	var column []name.Name
	for i, a := range *f.Arrays {
		t := operator.Results[i]
		perm := swapped(t.Rank() + 1)
		columns.Arrays = append(columns.Arrays, b.Let("columns", t.Peel(1).Under(t.Dims[0], width), &ir.Rearrange{Perm: perm, Array: a}).Name)
		p := ir.Param{Name: x.names.Fresh("column"), Type: t.Peel(1).Under(width)}
		columns.Fn.Params = append(columns.Fn.Params, p)
		column = append(column, p.Name)
	}
	fold := ir.CopyExp(s.Exp)
	g := ops.CombinatorOf(fold)
	*g.Folds[0].Operator, *g.Folds[0].Neutral, *g.Arrays = inner.Fn, zeros, column
	under := []ir.Atom{}
	if f.Prefixes {
		under = append(under, width)
	}
	var folded, out []ir.Param
	for i, t := range operator.Results {
		elem := t.Peel(1).Under(under...)
		folded = append(folded, ir.Param{Name: x.names.Fresh("folded"), Type: elem})
		columns.Fn.Results = append(columns.Fn.Results, elem)
		p := s.Pat[i]
		if len(under) > 0 {
			p = ir.Param{Name: x.names.Fresh("prefixes"), Type: elem.Under(inner.Width)}
		}
		out = append(out, p)
	}
	columns.Fn.Body = &ir.Body{Stms: []*ir.Stm{{Pat: folded, Exp: fold, Pos: s.Pos, Attrs: schedule.Carried(s)}}, Result: results(folded)}
	every := &ir.Stm{Pat: out, Exp: columns, Pos: s.Pos, Attrs: schedule.Carried(s)}
	for _, t := range operator.Body.Stms {
		schedule.Join(every, t) // the map that inner is
	}
	stms := append(b.Stms(), x.spread(every)...)
	if len(under) > 0 {
		for i, p := range out {
			stms = append(stms, &ir.Stm{Pat: s.Pat[i : i+1], Exp: &ir.Rearrange{Perm: swapped(p.Type.Rank()), Array: p.Name}, Pos: s.Pos})
		}
	}
	return stms
}

// swapped returns the permutation that exchanges the two outermost of rank dimensions.
func swapped(rank int) []int {
	perm := make([]int, rank)
	for i := range perm {
		perm[i] = i
	}
	perm[0], perm[1] = 1, 0
	return perm
}

// foldsVectors reports whether s is a fold of vectors that interchangeOperator takes. As one
// kernel its threads would keep vectors in memory, whatever the number of threads.
func (x *extractor) foldsVectors(s *ir.Stm) bool {
	f := ops.CombinatorOf(s.Exp)
	if f == nil || f.Folded() == 0 {
		return false
	}
	inner, _ := x.elementwise(f)
	return inner != nil
}

// elementwise returns the map that the operator of f consists of, if it is a map over all the
// operator's parameters in order, and the replicates that are its neutral elements.
func (x *extractor) elementwise(f *ops.Form) (*ir.Map, []*ir.Replicate) {
	operator := *f.Folds[0].Operator
	if len(operator.Body.Stms) != 1 {
		return nil, nil
	}
	s := operator.Body.Stms[0]
	m, ok := s.Exp.(*ir.Map)
	if !ok || !slices.Equal(results(s.Pat), operator.Body.Result) || len(m.Arrays) != len(operator.Params) {
		return nil, nil
	}
	for i, p := range operator.Params {
		if m.Arrays[i] != p.Name {
			return nil, nil
		}
	}
	var neutral []*ir.Replicate
	for _, a := range f.Neutral() {
		r, ok := x.replicates[a.Name]
		if !ok {
			return nil, nil
		}
		neutral = append(neutral, r)
	}
	return m, neutral
}

// rowsOf returns a row of each of rs, which have the given types.
func (x *extractor) rowsOf(b *ir.Builder, rs []*ir.Replicate, types []ir.Type) []ir.Atom {
	rows := make([]ir.Atom, len(rs))
	for i, r := range rs {
		rows[i] = r.Value
		if inner := r.Shape[1:]; len(inner) > 0 {
			e := &ir.Replicate{Shape: inner, Value: r.Value}
			rows[i] = b.Let("row", types[i].Peel(1), e)
			x.replicates[rows[i].Name] = e
		}
	}
	return rows
}
