package fold

import (
	"fmt"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/schedule"
	"github.com/lamina-lang/lamina/passes/toimp/internal/emit"
)

// reduceInTheirGroups reduces each segment by a group, as a schedule prescribes: each thread folds
// strided elements, and the group combines the threads' values in a tree.
func (f *fold) reduceInTheirGroups(e *emit.Emitter) {
	e.InGroups(f.stm, func(threads int64) {
		op, ok := f.anyOrder(e)
		switch {
		case !ok:
			e.Refuse(f.refused("its operator combines elements in the order of docs/semantics.md, which threads that share them do not keep; sums of floats have any order by --math fast"))
			return
		case threads&(threads-1) != 0:
			e.Refuse(f.refused("a group that reduces has a number of threads that is a power of two"))
			return
		case !f.inGroups(e):
			e.Refuse(f.refused(notOfGroups))
			return
		}
		points := f.countSegments(e)
		g := f.work(e)
		g.op = op
		here := f.segmentAt(g.Emitter, emit.GroupID)
		acc := g.Declare("acc", g.Atom(f.neutral[0]))
		g.Strided(emit.LocalID, imp.Int(threads), e.Atom(f.last.Size), func(e *emit.Emitter, i imp.Expr) {
			e.Add(&imp.Assign{Name: acc, X: g.combine(e.Read(acc), f.bodyAt(e, here.index, i, true)[0].X)})
		})
		all := g.tree([]emit.Operand{{X: g.Read(acc), Type: ir.ScalarOf(op.Type)}})
		result := all[0].Load(imp.Int(0))
		if len(f.segments) > 0 {
			g.OnlyFirst(func(e *emit.Emitter) { e.Store(e.PlaceOf(f.stm.Pat[0].Name), result, here.index...) })
			g.Launch(e, points)
			return
		}
		total := f.partials(e, imp.Int(1))
		g.OnlyFirst(func(e *emit.Emitter) { e.Store(total[0], result, imp.Int(0)) })
		g.Launch(e, points)
		f.result(e, f.stm.Pat[0], e.OperandAt(total[0], []imp.Expr{imp.Int(0)}))
		e.Release(total)
	})
}

// scanInTheirGroups scans each segment by a group, as a schedule prescribes: block after block,
// from the total of the blocks before.
func (f *fold) scanInTheirGroups(e *emit.Emitter) {
	e.InGroups(f.stm, func(threads int64) {
		run, fits := f.runOfBlock(e)
		switch {
		case !f.regroups(e):
			e.Refuse(f.refused("its operator combines elements in the order of docs/semantics.md, which threads that share them do not keep; scans of floats have any order by --math fast"))
			return
		case !f.inGroups(e):
			e.Refuse(f.refused(notOfGroups))
			return
		case !fits:
			e.Refuse(f.refused(fmt.Sprintf("an element for each of %d threads does not fit into the group's memory; prescribe fewer", threads)))
			return
		}
		n, block := e.Atom(f.last.Size), imp.Int(threads*run)
		points := f.countSegments(e)
		blocks := e.Read(e.Declare("blocks", emit.RoundedUp(n, block)))
		b := f.blockScan(e, run, n, nil)
		b.within = f.segmentAt(b.Emitter, emit.GroupID)
		prefix := b.Accumulate("prefix", b.Operands(f.neutral))
		b.Times(blocks, func(e *emit.Emitter, k imp.Expr) {
			base := e.Read(e.Declare("base", imp.Mul(k, block)))
			b.scan(e, base)
			b.write(e, base, prefix)
			e.Set(prefix, e.Apply(f.operator, e.Value(prefix), b.total(e)))
			e.Add(&imp.Barrier{})
		})
		b.Launch(e, points)
	})
}

// notOfGroups is why threads of a group cannot share a fold.
const notOfGroups = "its elements are arrays, or may fail"

func (f *fold) refused(reason string) error {
	op := "reduce"
	if _, ok := f.stm.Exp.(*ir.SegScan); ok {
		op = "scan"
	}
	return schedule.Refuse(f.stm.Pos, op, schedule.Of(f.stm), reason)
}
