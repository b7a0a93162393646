package fuse

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
)

// assembly collects the parts of the operation that a group becomes.
type assembly struct {
	*body
	params     []ir.Param
	arrays     []name.Name
	stms       []*ir.Stm
	folded     []result // results of reductions, in order
	kept       []result // arrays of function results
	reductions []*ir.Reduce
	writers    []*ir.Stm // scatters and histograms, in order
}

// result is a result of the operation and the function result it stands for.
type result struct {
	bound ir.Param
	typ   ir.Type
	atom  ir.Atom
}

// assembled returns the statements of the body after fusion, and those of them that were fused.
func (t *body) assembled() (stms, fused []*ir.Stm) {
	for n, x := range t.elements {
		t.elements[n] = t.element(x)
	}
	for i, s := range t.stms {
		if t.groups[i] == nil {
			stms = append(stms, s)
		} else if g := t.groups[i].root(); g.place == i {
			stms = append(stms, t.assemble(g))
			if g.first != nil {
				fused = append(fused, stms[len(stms)-1])
			}
		}
	}
	return stms, fused
}

// assemble turns g into one operation, which replaces its last statement.
func (t *body) assemble(g *group) *ir.Stm {
	if g.first == nil {
		return g.stm
	}
	g.carry()
	a := &assembly{body: t}
	a.function(g)
	fn := &ir.Lambda{Params: a.params, Body: &ir.Body{Stms: a.stms}}
	if g.kind == writing {
		a.written(g)
		a.write(g.stm, fn)
	} else {
		a.results(g, -1)
		g.stm.Pat = nil
		for _, r := range slices.Concat(a.folded, a.kept) {
			g.stm.Pat = append(g.stm.Pat, r.bound)
			fn.Results = append(fn.Results, r.typ)
			fn.Body.Result = append(fn.Body.Result, r.atom)
		}
	}
	t.elements.Body(fn.Body)
	if len(a.reductions) > 0 {
		g.stm.Exp = combined(a.reductions)
	}
	form := ops.CombinatorOf(g.stm.Exp)
	*form.Fn, *form.Arrays = fn, a.arrays
	return g.stm
}

// written collects the statements of g that write. Maps that feed them have no other results.
func (a *assembly) written(g *group) {
	switch {
	case g.feeds:
		a.written(g.second)
	case g.first != nil:
		a.written(g.first)
		a.written(g.second)
	default:
		a.writers = append(a.writers, g.stm)
	}
}

// write makes all that was collected of s, the last of them: fn returns the indices of all, then the
// values.
func (a *assembly) write(s *ir.Stm, fn *ir.Lambda) {
	var pat []ir.Param
	var hists []ir.HistOp
	var types []ir.Type
	var values []ir.Atom
	for _, w := range a.writers {
		form := ops.CombinatorOf(w.Exp)
		n, old := form.Indices, *form.Fn
		fn.Results = append(fn.Results, old.Results[:n]...)
		fn.Body.Result = append(fn.Body.Result, old.Body.Result[:n]...)
		types, values = append(types, old.Results[n:]...), append(values, old.Body.Result[n:]...)
		if h, ok := w.Exp.(*ir.Hist); ok {
			pat, hists = append(pat, w.Pat...), append(hists, h.Ops...)
		}
	}
	fn.Results, fn.Body.Result = append(fn.Results, types...), append(fn.Body.Result, values...)
	if h, ok := s.Exp.(*ir.Hist); ok {
		s.Pat, h.Ops = pat, hists
	}
}

// function appends the inputs and statements of g's functions, those of first before
// second.
func (a *assembly) function(g *group) {
	if g.first != nil {
		a.function(g.first)
		a.function(g.second)
		return
	}
	form := ops.CombinatorOf(g.stm.Exp)
	fn := *form.Fn
	for k, p := range fn.Params {
		if _, replaced := a.elements[p.Name]; !replaced {
			a.params = append(a.params, p)
			a.arrays = append(a.arrays, (*form.Arrays)[k])
		}
	}
	a.stms = append(a.stms, fn.Body.Stms...)
}

// results appends the results of g that are used after the given place.
func (a *assembly) results(g *group, after int) {
	switch {
	case g.feeds: // the results of second precede those of first
		a.results(g.second, after)
		a.results(g.first, max(after, g.place))
		return
	case g.first != nil:
		a.results(g.first, after)
		a.results(g.second, after)
		return
	}
	fn := *ops.CombinatorOf(g.stm.Exp).Fn
	folded := 0
	if r, ok := g.stm.Exp.(*ir.Reduce); ok {
		a.reductions = append(a.reductions, r)
		folded = len(r.Neutral)
	}
	for k, p := range g.stm.Pat {
		if k >= folded && a.lastUse[p.Name] <= after {
			continue
		}
		r := result{p, fn.Results[k], fn.Body.Result[k]}
		if k < folded {
			a.folded = append(a.folded, r)
		} else {
			a.kept = append(a.kept, r)
		}
	}
}

// combined returns a reduction whose operator combines the operators of all of rs, each on
// its own results. The caller sets its function and inputs.
func combined(rs []*ir.Reduce) *ir.Reduce {
	out := *rs[0]
	if len(rs) == 1 {
		return &out
	}
	out.Neutral = nil
	op := &ir.Lambda{Body: &ir.Body{}}
	var elements []ir.Param
	for _, r := range rs {
		n := len(r.Neutral)
		op.Params = append(op.Params, r.Operator.Params[:n]...)
		elements = append(elements, r.Operator.Params[n:]...)
		op.Results = append(op.Results, r.Operator.Results...)
		op.Body.Stms = append(op.Body.Stms, r.Operator.Body.Stms...)
		op.Body.Result = append(op.Body.Result, r.Operator.Body.Result...)
		out.Neutral = append(out.Neutral, r.Neutral...)
		out.Commutative = out.Commutative && r.Commutative
	}
	op.Params = append(op.Params, elements...)
	out.Operator = op
	return &out
}
