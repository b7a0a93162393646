package toimp

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Histograms on a device whose operators must combine in order, such as sums of floats or
// argmin. A lock per bin would apply updates in arrival order, not in the order of
// docs/semantics.md. Instead a thread owns each bin, scans all updates and applies its own.
// Every thread reads the whole input, but adjacent threads read the same element at the
// same time and no thread waits for another.

// maxOwnedBins is the number of bins up to which ownership beats one thread that runs all
// updates, which pays a memory latency for each of them.
const maxOwnedBins = 1 << 18

// histByOwners emits s with a thread per bin, or sequentially if there are too many bins at
// run time. It emits nothing and returns false if bins are arrays or the body or operator
// may fail.
func (e *emitter) histByOwners(s *ir.Stm, x *ir.SegHist) bool {
	if e.inKernel || len(x.Space) > 1 || len(x.Ops) > 1 || !barrierSafe(x.Body) || !barrierSafe(x.Ops[0].Operator.Body) {
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
	e.add(&imp.If{Cond: prim(scalar.Le, e.cells(op), imp.Int(maxOwnedBins)), Then: owners.out, Else: sequence.out})
	return true
}

// histOfOwners scans all updates in one thread per bin. It renames the body, which is also
// emitted for the sequential version.
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
