package emit

import (
	"slices"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/scalar"
)

// An array of 2^32 by 2^32 by 0 elements takes no memory, so it may have more rows than a
// program can visit. If all results of a loop or a kernel have rows of one size, and that
// size is 0, there is nothing to compute: the loop makes no iterations.
//
// Rounds returns the number of iterations: n, or 0 if rows are empty. rows are the types of
// the results without the dimensions that the iterations count; s is the loop or kernel.
//
// It also returns the sizes that are then known to be positive in an iteration.
func (e *Emitter) Rounds(n imp.Expr, rows []ir.Type, s *ir.Stm) (imp.Expr, []ir.Atom) {
	if c, ok := n.(*imp.Const); ok && c.Value.Int() <= fewRounds {
		return n, nil
	}
	sizes := e.commonSizes(rows)
	if len(sizes) == 0 || ops.MayStopWithin(s) {
		return n, nil
	}
	for _, size := range sizes {
		n = imp.Mul(n, Prim(scalar.Min, e.Atom(size), imp.Int(1)))
	}
	return n, sizes
}

// fewRounds is a number of iterations that take no time to speak of.
const fewRounds = 1 << 16

// Enter says that what follows runs in iterations over dimensions of these sizes, so that
// none of them is 0; the result ends that.
func (e *Emitter) Enter(sizes ...ir.Atom) (leave func()) {
	before := len(e.positive)
	e.positive = append(e.positive, sizes...)
	return func() { e.positive = e.positive[:before] }
}

// commonSizes returns the variables that are dimensions of all arrays and may be 0; none if
// there are scalars among the types.
func (e *Emitter) commonSizes(ts []ir.Type) []ir.Atom {
	var out []ir.Atom
	first := true
	for _, t := range ts {
		switch {
		case t.IsBlock():
			continue
		case first:
			for _, d := range t.Dims {
				if d.IsVar() && !slices.Contains(e.positive, d) && !slices.Contains(out, d) {
					out = append(out, d)
				}
			}
		}
		first = false
		out = slices.DeleteFunc(out, func(d ir.Atom) bool { return !slices.Contains(t.Dims, d) })
	}
	return out
}

// enterKernel is enter for the iterations of a kernel, of which it leaves none if the rows of
// its results are empty.
func (e *Emitter) enterKernel(s *ir.Stm) (leave func()) {
	k := ops.KernelOf(s.Exp)
	if k == nil || len(*k.Space) == 0 {
		return func() {}
	}
	space := slices.Clone(*k.Space)
	var sizes []ir.Atom
	for _, d := range space {
		sizes = append(sizes, d.Size)
	}
	leave = e.Enter(sizes...)
	rows := Types(s.Pat)
	for i, w := range k.Writes {
		t := &rows[len(rows)-len(k.Writes)+i]
		t.Dims = t.Dims[min(w.Rank, len(t.Dims)):]
	}
	n, positive := e.Rounds(e.Atom(space[0].Size), rows, s)
	if len(positive) > 0 {
		space[0].Size = ir.Var(e.Declare("rounds", n))
		*k.Space = space
		e.Enter(append(positive, space[0].Size)...)
	}
	return leave
}

// Types returns the types of ps.
func Types(ps []ir.Param) []ir.Type {
	out := make([]ir.Type, len(ps))
	for i, p := range ps {
		out[i] = p.Type
	}
	return out
}
