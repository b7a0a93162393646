package extractkernels

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/schedule"
)

// repeatable is the maximum cost of the scalar statements between two maps of a nest. Each
// point of the inner map recomputes them.
const repeatable = 40

// repeatableFlat is that of flattened versions, which run where the outer map has too few points
// for a device: to compute something again costs less there than threads that work alone.
const repeatableFlat = 4 * repeatable

// repeats returns the cost up to which points of an inner operation recompute what stands before
// it.
func (x *extractor) repeats() int {
	if x.segments {
		return repeatableFlat
	}
	return repeatable
}

// deepens reports whether s, a nest of maps, has more dimensions in a flattened version.
func (x *extractor) deepens(s *ir.Stm) bool {
	m, ok := s.Exp.(*ir.Map)
	if !ok {
		return false
	}
	last, _ := innermost(m.Fn.Body, repeatableFlat)
	if last == nil || x.stays(last) {
		return false
	}
	inner, ok := last.Exp.(*ir.Map)
	if !ok {
		return false
	}
	bound := boundBy(nil, m.Fn.Body)
	for _, p := range m.Fn.Params {
		bound.Add(p.Name)
	}
	if !invariant(bound, []ir.Atom{inner.Width}, nil) {
		return false
	}
	few, _ := innermost(m.Fn.Body, repeatable)
	return few == nil || x.deepens(last)
}

// mapped returns the segmented operator for s, a map: a segmap over the dimensions of the
// perfect nest that the map heads, or a segmented fold if the nest ends in one.
func (x *extractor) mapped(s *ir.Stm, e *ir.Map) ir.Exp {
	space, body := x.point(e.Width, e.Arrays, e.Fn)
	bound := boundBy(space, body)
	for {
		inner, order := x.nested(body, bound)
		if inner == nil || !x.unit.Rewrite() {
			break
		}
		schedule.Join(s, body.Stms[len(body.Stms)-1])
		x.takeIotas(body)
		dims, within := x.point(inner.Width, inner.Arrays, inner.Fn)
		body = follow(body, within, permuted(within.Result, order))
		space = append(space, dims...)
		bound = boundBy(space, body)
	}
	if x.segments {
		if e := x.segmented(s, space, body, bound); e != nil {
			return e
		}
	}
	return &ir.SegMap{Space: space, Body: body}
}

// takeIotas removes iotas from body; point computes their elements instead.
func (x *extractor) takeIotas(body *ir.Body) {
	var rest []*ir.Stm
	for _, s := range body.Stms {
		if e, ok := s.Exp.(*ir.Iota); ok {
			x.iotas[s.Pat[0].Name] = e
		} else {
			rest = append(rest, s)
		}
	}
	body.Stms = rest
}

// segmented returns the segmented operator for a fold at the end of the nest s, or nil.
func (x *extractor) segmented(s *ir.Stm, space []ir.SpaceDim, body *ir.Body, bound ir.Names) ir.Exp {
	last, order := innermost(body, x.repeats())
	if last == nil || x.stays(last) || !slices.IsSorted(order) || len(order) != len(last.Pat) {
		return nil
	}
	f := ops.CombinatorOf(last.Exp)
	if f == nil || f.Folded() == 0 || !invariant(bound, append(f.Neutral(), *f.Width), *f.Folds[0].Operator) || !x.unit.Rewrite() {
		return nil
	}
	schedule.Join(s, last)
	dims, within := x.point(*f.Width, *f.Arrays, x.elements(f))
	return ops.Segmented(last.Exp, append(space, dims...), follow(body, within, within.Result))
}

// nested returns the map that makes up body, and which of the map's results body returns.
// The map's width is invariant.
func (x *extractor) nested(body *ir.Body, bound ir.Names) (*ir.Map, []int) {
	last, order := innermost(body, x.repeats())
	if last == nil || x.stays(last) {
		return nil, nil
	}
	if m, ok := last.Exp.(*ir.Map); ok && invariant(bound, []ir.Atom{m.Width}, nil) {
		return m, order
	}
	return nil, nil
}

// innermost returns the last statement of body, if body returns only results of it and each
// point of its space may recompute the statements before it, which cost at most most. order lists
// those results.
func innermost(body *ir.Body, most int) (last *ir.Stm, order []int) {
	n := len(body.Stms)
	if n == 0 || len(body.Result) == 0 || !cheap(body.Stms[:n-1], body.Stms[n-1], most) {
		return nil, nil
	}
	last = body.Stms[n-1]
	for _, r := range body.Result {
		k := slices.IndexFunc(last.Pat, func(p ir.Param) bool { return ir.Var(p.Name) == r })
		if k < 0 {
			return nil, nil
		}
		order = append(order, k)
	}
	return last, order
}

// cheap reports whether stms may be recomputed at every point of last's space, and dropped
// if the space is empty: views, scalar
// operations that cost at most most, and iotas used only as inputs of last, whose elements are computed.
func cheap(stms []*ir.Stm, last *ir.Stm, most int) bool {
	total := 0
	for _, s := range stms {
		if e, ok := s.Exp.(*ir.Iota); ok {
			m, isMap := last.Exp.(*ir.Map)
			if !isMap || !e.Elem.IsInt() || ir.FreeInLambda(m.Fn).Has(s.Pat[0].Name) || usedBy(stms, s.Pat[0].Name) {
				return false
			}
			continue
		}
		cost, light := ops.Cost(s.Exp)
		if !light {
			return false
		}
		total += cost
	}
	return total <= most
}

func usedBy(stms []*ir.Stm, n name.Name) bool {
	return slices.ContainsFunc(stms, func(s *ir.Stm) bool { return ir.FreeInStm(s).Has(n) })
}

// invariant reports whether atoms and lambda mention none of the bound names.
func invariant(bound ir.Names, atoms []ir.Atom, lambda *ir.Lambda) bool {
	for _, a := range atoms {
		if a.IsVar() && bound.Has(a.Name) {
			return false
		}
	}
	if lambda != nil {
		for n := range ir.FreeInLambda(lambda) {
			if bound.Has(n) {
				return false
			}
		}
	}
	return true
}

// boundBy returns the names bound by a space and the statements of its body.
func boundBy(space []ir.SpaceDim, body *ir.Body) ir.Names {
	out := ir.Names{}
	for _, d := range space {
		out.Add(d.Index)
	}
	for _, s := range body.Stms {
		for _, p := range s.Pat {
			out.Add(p.Name)
		}
	}
	return out
}

// follow returns outer with its last statement replaced by inner's statements.
func follow(outer, inner *ir.Body, result []ir.Atom) *ir.Body {
	return &ir.Body{Stms: slices.Concat(outer.Stms[:len(outer.Stms)-1], inner.Stms), Result: result}
}

// permuted selects elements of as in the given order.
func permuted(as []ir.Atom, order []int) []ir.Atom {
	out := make([]ir.Atom, len(order))
	for i, k := range order {
		out[i] = as[k]
	}
	return out
}
