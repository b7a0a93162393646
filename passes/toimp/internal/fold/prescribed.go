package fold

import (
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
			e.Refuse(f.refused("its elements are arrays, or may fail"))
			return
		}
		points := imp.Expr(imp.Int(1))
		for _, d := range f.segments {
			points = imp.Mul(points, d.Count)
		}
		points = e.Read(e.Declare("points", points))
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

func (f *fold) refused(reason string) error {
	return schedule.Refuse(f.stm.Pos, "reduce", schedule.Of(f.stm), reason)
}
