package expandmemory

import (
	"fmt"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/schedule"
)

// shared is the space of a group's memory. Only a schedule asks for it.
const shared ir.Space = "shared"

// maxShared bounds the size of a block in it, in bytes: what every GPU has.
const maxShared = 32 << 10

// keepShared leaves a block to the group that runs an iteration of a segmap, if that is prescribed; pass
// cooperate makes the group. It reports whether it did.
func (k *kernel) keepShared(g *group) bool {
	if prescribed(g) != schedule.Shared {
		return false
	}
	s := g.allocs[0]
	alloc := *s.Exp.(*ir.Alloc)
	_, isMap := k.stm.Exp.(*ir.SegMap)
	size, known := k.hostSize(s)
	bytes, constant := size.AsSize()
	switch {
	case k.unit.Target.Group == 0:
		refuse(g, schedule.NoGroups)
	case !isMap:
		refuse(g, "the kernel around it reduces or scans, and its groups keep no arrays")
	case g.blocks != 1:
		refuse(g, "a loop or a branch passes its memory on")
	case !known:
		refuse(g, "its size is not known before the kernel starts")
	case constant && bytes > maxShared:
		refuse(g, fmt.Sprintf("it has %d bytes, and a group keeps at most %d", bytes, maxShared))
	default:
		alloc.Space, alloc.Bytes = shared, size
		s.Exp, s.Pat[0].Type = &alloc, ir.BlockIn(shared)
		k.unit.Remark(s.Pos, "%s is in the memory of the group that runs an iteration", s.Pat[0].Name.Base)
		return true
	}
	return false
}

// hostSize is the size of a block if it is the same in all iterations, and the host knows it.
func (k *kernel) hostSize(alloc *ir.Stm) (ir.Atom, bool) {
	bytes := alloc.Exp.(*ir.Alloc).Bytes
	if !k.variant(bytes.Name) {
		return bytes, true
	}
	stms, ok := computation(bytes, k.defined)
	if !ok || k.readsIndex(stms) {
		return bytes, false
	}
	return k.size(alloc)
}
