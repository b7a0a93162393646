package fuse

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
)

// alike reports whether both statements are maps or reductions of one width
// that share an input, and the second uses nothing of the first. Functions with
// parallel operations inside stay apart: joining them would hide a perfect nest.
func (f *fuser) alike(first, second *ir.Stm) bool {
	if !joinable(first.Exp) || !joinable(second.Exp) || ir.Width(first.Exp) != ir.Width(second.Exp) {
		return false
	}
	g, a1 := ir.Inputs(first.Exp)
	h, a2 := ir.Inputs(second.Exp)
	return slices.ContainsFunc(*a1, func(n name.Name) bool { return slices.Contains(*a2, n) }) &&
		!nested(*g) && !nested(*h) && !binds(first, f.of(second).free)
}

// join makes second do what both do.
func (f *fuser) join(first, second *ir.Stm) {
	g, h := f.function(first.Exp), f.function(second.Exp)
	_, a1 := ir.Inputs(first.Exp)
	_, a2 := ir.Inputs(second.Exp)
	n, m := foldedResults(first.Exp), foldedResults(second.Exp)
	fn := &ir.Lambda{
		Params:  slices.Concat(g.Params, h.Params),
		Results: interleave(g.Results, n, h.Results, m),
		Body: &ir.Body{
			Stms:   slices.Concat(g.Body.Stms, h.Body.Stms),
			Result: interleave(g.Body.Result, n, h.Body.Result, m),
		},
	}
	second.Pat = interleave(first.Pat, n, second.Pat, m)
	second.Exp = joined(first.Exp, second.Exp, fn, slices.Concat(*a1, *a2))
}

// joinable reports whether e is a map or a reduction.
func joinable(e ir.Exp) bool {
	switch e.(type) {
	case *ir.Map, *ir.Reduce:
		return true
	}
	return false
}

// foldedResults is the number of results that e folds.
func foldedResults(e ir.Exp) int {
	if r, ok := e.(*ir.Reduce); ok {
		return len(r.Neutral)
	}
	return 0
}

// interleave is what the two fold, then what the two keep.
func interleave[T any](xs []T, n int, ys []T, m int) []T {
	return slices.Concat(xs[:n], ys[:m], xs[n:], ys[m:])
}

// joined is the map, or the reduction, that does what both do.
func joined(e1, e2 ir.Exp, fn *ir.Lambda, arrays []name.Name) ir.Exp {
	r1, ok1 := e1.(*ir.Reduce)
	r2, ok2 := e2.(*ir.Reduce)
	switch {
	case ok1 && ok2:
		return &ir.Reduce{
			Width:       r1.Width,
			Operator:    sideBySide(r1.Operator, len(r1.Neutral), r2.Operator, len(r2.Neutral)),
			Neutral:     slices.Concat(r1.Neutral, r2.Neutral),
			Commutative: r1.Commutative && r2.Commutative,
			Fn:          fn,
			Arrays:      arrays,
		}
	case ok1 || ok2:
		r := r2
		if ok1 {
			r = r1
		}
		out := *r
		out.Fn, out.Arrays = fn, arrays
		return &out
	}
	return &ir.Map{Width: ir.Width(e1), Fn: fn, Arrays: arrays}
}

// sideBySide is the operator that applies both to their own operands.
func sideBySide(g *ir.Lambda, n int, h *ir.Lambda, m int) *ir.Lambda {
	return &ir.Lambda{
		Params:  slices.Concat(g.Params[:n], h.Params[:m], g.Params[n:], h.Params[m:]),
		Results: slices.Concat(g.Results, h.Results),
		Body: &ir.Body{
			Stms:   slices.Concat(g.Body.Stms, h.Body.Stms),
			Result: slices.Concat(g.Body.Result, h.Body.Result),
		},
	}
}

// nested reports whether l, which may be nil, holds parallel operations, or
// calls that may.
func nested(l *ir.Lambda) bool {
	if l == nil {
		return false
	}
	found := false
	w := &ir.Walker{Stm: func(s *ir.Stm) {
		_, isCall := s.Exp.(*ir.Call)
		_, arrays := ir.Inputs(s.Exp)
		found = found || isCall || arrays != nil
	}}
	w.InBody(l.Body)
	return found
}
