package schedule

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/ops"
)

// Space is where the result of an operation within a thread lives. The zero Space leaves that to the compiler.
//
// After pass extract-kernels it is prescribed of the operation alone, then of the statement that makes the
// array, and at level mem of the allocation of its block. Pass expand-memory carries it out, or says of the
// allocation why not (Unmet); pass to-imp refuses what is left (Unplaced).
type Space string

// The spaces.
const (
	// Global is the memory that all threads share; each has a part for what it makes.
	Global Space = "global"
	// Private is a thread's own memory, or registers.
	Private Space = "private"
	// Shared is the memory of a group: the iteration around the operation is a group's, whose threads share
	// the operation's iterations, and other operations of that iteration read its result there.
	Shared Space = "shared"
)

var spaces = []Space{Global, Private, Shared}

// NoGroups is why a processor's threads have no results in the memory of a group.
const NoGroups = "a processor's threads work alone, without a group's memory; prescribe it for a GPU"

// unmet is the attribute that says why what is prescribed of a statement was not done.
const unmet = "schedule.unmet"

// Unmet records why what is prescribed of s cannot be had, unless a reason is known already. A pass that may run
// in another process does so, in place of an error.
func Unmet(s *ir.Stm, reason string) {
	if _, known := attribute(s, unmet); !known {
		set(s, unmet, reason)
	}
}

// IsUnmet reports whether what is prescribed of s cannot be had.
func IsUnmet(s *ir.Stm) bool {
	_, known := attribute(s, unmet)
	return known
}

// Unplaced returns a *Refused for the first space that is still prescribed in p; or nil.
func Unplaced(p *ir.Program) (err error) {
	w := &ir.Walker{Stm: func(s *ir.Stm) {
		if len(s.Attrs) == 0 || err != nil || ops.IsKernel(s.Exp) {
			return
		}
		space := Of(s).Space
		if space == "" {
			return
		}
		reason, known := attribute(s, unmet)
		if !known {
			reason = "no pass placed it: the pipeline has no expand-memory"
		}
		err = Refuse(s.Pos, "result", Prescription{Space: space}, reason)
	}}
	w.Program(p)
	return err
}

// isMemory reports whether s makes the memory in which a prescribed result lives, from level kernel on: of a
// histogram what makes its bins.
func isMemory(s *ir.Stm) bool {
	_, isAlloc := s.Exp.(*ir.Alloc)
	return isAlloc || ops.EffectOf(s.Exp) == ops.Fresh && !ops.IsParallel(s.Exp)
}
