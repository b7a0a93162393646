package expandmemory

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/schedule"
)

// On machines with work-groups, small arrays of constant size stay private to a thread, in
// memory space private. If the loops over them are unrolled they end up in registers.

const private ir.Space = "private"

// maxPrivate bounds the size of such a block in bytes, maxPrivateTotal the total per
// thread, unless a schedule prescribes it.
const (
	maxPrivate      = 512
	maxPrivateTotal = 1024
	maxPrescribed   = 16 << 10 // of a block that is prescribed to be private
)

// keepPrivate leaves a group's block private to each thread of a segmap, if the block is small and
// held by one variable only. It reports whether it did.
func (k *kernel) keepPrivate(g *group) bool {
	s := g.allocs[0]
	alloc := *s.Exp.(*ir.Alloc)
	bytes, known := alloc.Bytes.AsSize()
	_, isMap := k.stm.Exp.(*ir.SegMap)
	switch prescribed(g) {
	case schedule.Global, schedule.Shared:
		return false
	case schedule.Private:
		if why := k.unkept(g, isMap, known, bytes); why != "" {
			refuse(g, why)
			return false
		}
	default:
		if !isMap || schedule.Of(k.stm).Space == schedule.Shared || !k.interleaved || k.unit.Target.Group == 0 || g.blocks != 1 ||
			!known || bytes > maxPrivate || k.privateBytes+bytes > maxPrivateTotal {
			return false
		}
		k.privateBytes += bytes
	}
	alloc.Space = private
	s.Exp, s.Pat[0].Type = &alloc, ir.BlockIn(private)
	k.unit.Remark(s.Pos, "%s is each thread's own: %d bytes", s.Pat[0].Name.Base, bytes)
	return true
}

// isOwn reports whether an allocation that stays in a kernel is in memory of a thread or a group.
func isOwn(s *ir.Stm) bool { return s.Exp.(*ir.Alloc).Space != "" }
