package hist

import (
	"github.com/lamina-lang/lamina/analysis/operator"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/schedule"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/passes/toimp/internal/emit"
)

// histInTheirGroups gives each histogram to a group, as a schedule prescribes: its threads share the
// updates, with the bins in the group's memory. Where they do not fit, a group takes each window of them.
func histInTheirGroups(e *emit.Emitter, h *hist) {
	e.InGroups(h.stm, func(int64) {
		byElements(e, h)
		refuse := func(reason string) {
			e.Refuse(schedule.Refuse(h.stm.Pos, "hist", schedule.Of(h.stm), reason))
		}
		_, exact := operator.InAnyOrder(h.op.Operator, e.Target.Math)
		c, ok := cellsOf(e, h)
		switch {
		case !scalarBins(e, h) || !ok:
			refuse("its bins are larger than what an atomic operation updates")
			return
		case !emit.BarrierSafe(h.body) || !emit.BarrierSafe(h.op.Operator.Body):
			refuse("an update may fail, and the threads of a group have to meet at barriers")
			return
		case !exact && e.Target.Math != target.Fast:
			refuse("its operator combines updates in the order of docs/semantics.md, which threads that share them do not keep; sums of floats have any order by --math fast")
			return
		}
		to, finish := h.held(e, c)
		h.inGroups(e, c, to, imp.Int(1), false)
		finish()
	})
}
