package expandmemory

import "github.com/lamina-lang/lamina/core/ir"

// On machines with work-groups, small arrays of constant size stay private to a thread, in
// memory space private. If the loops over them are unrolled they end up in registers.

const private ir.Space = "private"

// maxPrivate bounds the size of such a block in bytes, maxPrivateTotal the total per
// thread.
const (
	maxPrivate      = 128
	maxPrivateTotal = 512
)

// keepPrivate leaves a group's block private to each thread of a segmap, if the block is small and
// held by one variable only. It reports whether it did.
func (k *kernel) keepPrivate(g *group) bool {
	_, ok := k.stm.Exp.(*ir.SegMap)
	if !ok || !k.interleaved || k.unit.Target.Group == 0 || g.blocks != 1 {
		return false
	}
	s := g.allocs[0]
	alloc := *s.Exp.(*ir.Alloc)
	bytes, ok := alloc.Bytes.AsSize()
	if !ok || bytes > maxPrivate || k.privateBytes+bytes > maxPrivateTotal {
		return false
	}
	k.privateBytes += bytes
	alloc.Space = private
	s.Exp, s.Pat[0].Type = &alloc, ir.BlockIn(private)
	k.unit.Remark(s.Pos, "%s is each thread's own: %d bytes", s.Pat[0].Name.Base, bytes)
	return true
}

func isPrivate(s *ir.Stm) bool { return s.Exp.(*ir.Alloc).Space == private }
