package extractkernels

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/schedule"
)

// Map distribution. The function of a map is split into pieces: each parallel statement is
// a piece, and so is the code between two of them. A map over each piece computes it at all
// points before the next piece starts, so whatever later pieces need from it is stored for
// all points. Views and cheap scalar operations belong to no piece; they are recomputed
// where they are needed.
//
// Distribution changes the order in which points fail. So at most one piece may fail, unless
// the machine repeats a failed run with the versions that fail in the right order (ir.Enough).

// maxSpread bounds the nesting depth of distributed operations: arrays stored for all
// points have that many additional dimensions.
const maxSpread = 12

// spread returns statements equivalent to s, each of them a perfect nest where s can be
// distributed that far, or s itself. They bind s's names.
func (x *extractor) spread(s *ir.Stm) []*ir.Stm {
	if x.stays(s) {
		return []*ir.Stm{s}
	}
	if out := x.interchangeOperator(s); out != nil {
		return out
	}
	if out := x.moved(s); out != nil {
		return out
	}
	form := ops.CombinatorOf(s.Exp)
	if form == nil || *form.Fn == nil || x.depth == maxSpread || !x.anyParallel((*form.Fn).Body) {
		return []*ir.Stm{s}
	}
	x.depth++
	defer func() { x.depth-- }()
	m, isMap := s.Exp.(*ir.Map)
	if !isMap {
		made, rest := x.unfuse(s)
		out := x.spread(made)
		if x.whole(out) || x.canFail(made) && x.canFail(rest) && !x.reorder() {
			return []*ir.Stm{s}
		}
		return append(out, rest)
	}
	c := x.cut(s, m)
	if c == nil {
		return []*ir.Stm{s}
	}
	return c.statements()
}

// unfuse splits s, an operation with a function, into a map of that function and the
// operation on the map's results.
func (x *extractor) unfuse(s *ir.Stm) (made, rest *ir.Stm) {
	form := ops.CombinatorOf(s.Exp)
	m := &ir.Map{Width: *form.Width, Fn: *form.Fn, Arrays: *form.Arrays}
	made = &ir.Stm{Exp: m, Pos: s.Pos, Attrs: schedule.Carried(s)}
	rest = &ir.Stm{Pat: s.Pat, Exp: ir.CloneExp(s.Exp), Pos: s.Pos, Attrs: schedule.Carried(s)}
	folded := form.Folded()
	for i, t := range m.Fn.Results {
		p := ir.Param{Name: x.names.Fresh("xs"), Type: t.Under(m.Width)}
		if 0 < folded && folded <= i {
			p = s.Pat[i]
		}
		made.Pat = append(made.Pat, p)
	}
	taken := made.Pat
	if folded > 0 {
		taken, rest.Pat = made.Pat[:folded], s.Pat[:folded]
	}
	form = ops.CombinatorOf(rest.Exp)
	*form.Fn, *form.Arrays = nil, nil
	for _, p := range taken {
		*form.Arrays = append(*form.Arrays, p.Name)
	}
	if folded == 0 {
		*form.Fn = x.identity(m.Fn.Results)
	}
	return made, rest
}

// identity returns the function that returns its arguments.
func (x *extractor) identity(ts []ir.Type) *ir.Lambda {
	id := &ir.Lambda{Body: &ir.Body{}, Results: ts}
	for _, t := range ts {
		p := ir.Param{Name: x.names.Fresh("x"), Type: t}
		id.Params = append(id.Params, p)
		id.Body.Result = append(id.Body.Result, ir.Var(p.Name))
	}
	return id
}

// anyParallel reports whether b contains parallel operations, including in loops and
// branches, that need not stay in a thread.
func (x *extractor) anyParallel(b *ir.Body) bool { return slices.ContainsFunc(b.Stms, x.parallel) }

// parallel reports whether s is a parallel operation that need not stay in a thread, or has
// bodies that contain one.
func (x *extractor) parallel(s *ir.Stm) bool {
	return ops.IsParallel(s.Exp) && !x.stays(s) || slices.ContainsFunc(ops.Bodies(s.Exp), x.anyParallel)
}

// outside reports whether e, if it uses no name of a function, may be hoisted out of the
// operation that applies the function.
func outside(e ir.Exp) bool {
	if p, ok := e.(*ir.Prim); ok && p.Type.IsFloat() {
		return true
	}
	_, isIota := e.(*ir.Iota)
	return isIota || ops.EffectOf(e) == ops.Scalar && ops.Defined(e)
}

// mulI64 multiplies two i64 values.
func mulI64(b *ir.Builder, base string, p, q ir.Atom) ir.Atom {
	return b.Prim(base, scalar.Mul, scalar.I64, p, q)
}
