package toimp

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Histograms on a device whose operators combine in order: sums of floats, the place of
// the largest. A lock for each bin would let updates in as they come, which is not the
// order of docs/semantics.md. Instead each bin belongs to a thread, which goes through
// all updates and takes its own: many threads read what one would, but neighbours read
// the same at the same time, and none waits for another.

// mostOwned is the number of bins up to which that takes less than one thread that runs
// all updates: that one waits for memory in each of them.
const mostOwned = 1 << 18

// histByOwners emits s in that way, or, for too many bins, in sequence; it does nothing
// and returns false where bins are arrays, or something may fail.
func (e *emitter) histByOwners(s *ir.Stm, x *ir.SegHist) bool {
	if e.inKernel || len(x.Space) > 1 || len(x.Ops) > 1 || !calm(x.Body) || !calm(x.Ops[0].Operator.Body) {
		return false
	}
	op := x.Ops[0]
	for _, d := range op.Dests {
		if e.arrays[d].Type.Rank() != op.Rank {
			return false
		}
	}
	owners, sequence := e.inner(), e.inner()
	sequence.histInSequence(s, x)
	owners.histOfOwners(s, x)
	e.add(&imp.If{Cond: prim(scalar.Le, e.cells(op), imp.Int(mostOwned)), Then: owners.out, Else: sequence.out})
	return true
}

// histOfOwners goes through all updates in a thread for each bin. The names of the body
// are given out twice.
func (e *emitter) histOfOwners(s *ir.Stm, x *ir.SegHist) {
	op, last := x.Ops[0], x.Space[0]
	index := ir.Param{Name: last.Index, Type: ir.ScalarOf(scalar.I64)}
	l := ir.NewRenamer(e.names).Lambda(&ir.Lambda{Params: []ir.Param{index}, Body: x.Body})
	e.scalars[l.Params[0].Name] = scalar.I64
	var space []imp.SpaceDim
	var mine []imp.Expr
	for _, d := range e.arrays[op.Dests[0]].Type.Dims {
		b := e.names.Fresh("bin")
		space = append(space, imp.SpaceDim{Index: b, Count: e.atom(d)})
		mine = append(mine, imp.IntVar(b))
	}
	e.parallel(s, space, func(e *emitter) {
		start := make([]operand, len(op.Dests))
		for i, d := range op.Dests {
			start[i] = e.operandAt(e.placeOf(d), mine)
		}
		acc := e.accumulate("acc", start)
		each := e.inner()
		each.body(l.Body)
		results := l.Body.Result
		var isMine imp.Expr
		for d, bin := range each.atoms(results[:op.Rank]) {
			same := prim(scalar.Eq, bin, mine[d])
			if isMine == nil {
				isMine = same
			} else {
				isMine = and(isMine, same)
			}
		}
		update := each.inner()
		next := update.apply(op.Operator, update.value(acc), update.operands(results[op.Rank:]))
		for i, o := range next {
			next[i] = operand{X: update.read(update.declare("next", o.X))}
		}
		update.set(acc, next)
		each.add(&imp.If{Cond: isMine, Then: update.out})
		e.add(&imp.For{Index: l.Params[0].Name, Type: scalar.I64, Bound: e.atom(last.Size), Body: each.out})
		for i, o := range e.value(acc) {
			e.putOperand(e.placeOf(op.Dests[i]), o, mine)
		}
	})
}
