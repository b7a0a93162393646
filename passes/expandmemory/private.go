package expandmemory

import "github.com/lamina-lang/lamina/core/ir"

// Small arrays of known size stay with the threads, on machines with groups of threads:
// in the memory space private, which is registers where the loops over them are
// unrolled. No memory moves for them.

const private ir.Space = "private"

// mostPrivate bounds the bytes of such a block, mostPrivateInAll those of a thread.
const (
	mostPrivate      = 128
	mostPrivateInAll = 512
)

// keep leaves the block of a group to each thread of a segmap, if it is small and no
// other variable may hold it, and tells whether it did.
func (k *kernel) keep(g *group) bool {
	_, ok := k.stm.Exp.(*ir.SegMap)
	if !ok || !k.interleaved || k.unit.Target.Group == 0 || g.blocks != 1 {
		return false
	}
	s := g.allocs[0]
	alloc := *s.Exp.(*ir.Alloc)
	bytes, ok := alloc.Bytes.AsSize()
	if !ok || bytes > mostPrivate || k.kept+bytes > mostPrivateInAll {
		return false
	}
	k.kept += bytes
	alloc.Space = private
	s.Exp, s.Pat[0].Type = &alloc, ir.BlockIn(private)
	k.unit.Remark(s.Pos, "%s is each thread's own: %d bytes", s.Pat[0].Name.Base, bytes)
	return true
}

func isPrivate(s *ir.Stm) bool { return s.Exp.(*ir.Alloc).Space == private }
