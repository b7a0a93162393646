package fuse

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
)

// assembly is the operation that a group becomes, in parts.
type assembly struct {
	*body
	params     []ir.Param
	arrays     []name.Name
	stms       []*ir.Stm
	folded     []result // what reductions fold, in their order
	kept       []result // arrays of what functions return
	reductions []*ir.Reduce
}

// result is a result of the operation, and that of its function which makes it.
type result struct {
	bound ir.Param
	typ   ir.Type
	atom  ir.Atom
}

// assembled are the statements of the body, fused.
func (t *body) assembled() []*ir.Stm {
	for n, x := range t.elements {
		t.elements[n] = t.element(x)
	}
	var stms []*ir.Stm
	for i, s := range t.stms {
		if t.groups[i] == nil {
			stms = append(stms, s)
		} else if g := t.groups[i].root(); g.place == i {
			stms = append(stms, t.assemble(g))
		}
	}
	return stms
}

// assemble makes one operation of g, in the last statement of it.
func (t *body) assemble(g *group) *ir.Stm {
	if g.first == nil {
		return g.stm
	}
	a := &assembly{body: t}
	a.function(g)
	fn := &ir.Lambda{Params: a.params, Body: &ir.Body{Stms: a.stms}}
	if g.kind == writing {
		old := *ops.CombinatorOf(g.stm.Exp).Fn
		fn.Results, fn.Body.Result = old.Results, old.Body.Result
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
		g.stm.Exp = together(a.reductions)
	}
	form := ops.CombinatorOf(g.stm.Exp)
	*form.Fn, *form.Arrays = fn, a.arrays
	return g.stm
}

// function appends what the functions of g take and do: first before second.
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

// results appends those of g that are used behind the given place.
func (a *assembly) results(g *group, behind int) {
	switch {
	case g.feeds: // what second returns goes before what it took
		a.results(g.second, behind)
		a.results(g.first, max(behind, g.place))
		return
	case g.first != nil:
		a.results(g.first, behind)
		a.results(g.second, behind)
		return
	}
	fn := *ops.CombinatorOf(g.stm.Exp).Fn
	folded := 0
	if r, ok := g.stm.Exp.(*ir.Reduce); ok {
		a.reductions = append(a.reductions, r)
		folded = len(r.Neutral)
	}
	for k, p := range g.stm.Pat {
		if k >= folded && a.lastUse[p.Name] <= behind {
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

// together is the reduction that folds with the operators of all of rs, each its
// own results. Its function and inputs are set by the caller.
func together(rs []*ir.Reduce) *ir.Reduce {
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
