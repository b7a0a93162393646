package unroll

import (
	"fmt"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/schedule"
	"github.com/lamina-lang/lamina/core/source"
)

// What a schedule prescribes of loops, by their places in the source, comes before what the pass chooses.

// mostTold bounds the statements, or nodes, that a loop becomes which is prescribed to be unrolled.
const mostTold = 1 << 14

// told is what is prescribed of a loop.
func (r *unroller) told(f *imp.For) schedule.Answer { return r.unit.Loops.Told(f.Pos).Unroll }

// refuse keeps the reason why a loop stays one.
func (r *unroller) refuse(at source.Pos, format string, args ...any) {
	r.why[at] = fmt.Sprintf(format, args...)
}

// tooLong says why a loop of n iterations, if that is known, is too long for a size in statements or nodes; or
// nothing. Both are bounded, so that their product is.
func tooLong(n int64, known bool, size int64) string {
	switch {
	case !known:
		return "how often it runs is not known when the program is compiled"
	case n > mostTold || n*min(size, mostTold) > mostTold:
		return fmt.Sprintf("its iterations together are more than %d statements", mostTold)
	}
	return ""
}

// record tells what became of the loops of a kernel or function.
func (r *unroller) record(list []imp.Stm, chosen map[*imp.For]int64) {
	imp.Walk(list, func(s imp.Stm) bool {
		if f, ok := s.(*imp.For); ok && f.Pos != (source.Pos{}) {
			var p schedule.Prescription
			if _, is := chosen[f]; is {
				p.Unroll = schedule.Yes
			}
			r.unit.Loops.Chose(f.Pos, schedule.Unrolling, p)
		}
		return true
	})
}
