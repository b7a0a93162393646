package offload

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
)

// together moves what the host has to do with blocks out of the way of what a kernel
// can run: small blocks of known size are made before it, and blocks that are no longer
// needed let go of after it. So what a reduction left is stored where it belongs by
// the kernel that loads it.
func (o *offloader) together(list []imp.Stm) []imp.Stm {
	var out, run, released []imp.Stm
	named, gone := imp.Names{}, imp.Names{} // the blocks of run and of released
	busy, ends := false, false              // accesses elements; may end the program
	flush := func() {
		out = append(append(out, run...), released...)
		run, released, named, gone, ends = nil, nil, imp.Names{}, imp.Names{}, false
		busy = false
	}
	for _, s := range list {
		switch {
		case busy && o.isRelease(s):
			released = append(released, s)
			blocksOf(s, gone)
			continue
		case busy && makes(s) && !ends && !names(s, named) && !names(s, gone):
			out = append(out, s)
			continue
		case o.device.obstacle(s, o.private) != "":
			flush()
			out = append(out, s)
			continue
		case len(released) > 0 && names(s, gone):
			flush()
		}
		run = append(run, s)
		busy, ends = busy || o.device.weightOf(s) > 0, ends || mayEnd(s)
		blocksOf(s, named)
	}
	flush()
	return out
}

// isRelease reports whether s lets go of a block that is not a region's own.
func (o *offloader) isRelease(s imp.Stm) bool {
	a, ok := s.(*imp.AssignBlock)
	return ok && a.Src.IsZero() && !o.private[a.Dst]
}

// makes reports whether s declares a block, or makes a small one of known size.
func makes(s imp.Stm) bool {
	switch s := s.(type) {
	case *imp.DeclareBlock:
		return true
	case *imp.Alloc:
		n, ok := imp.ConstOf(s.Bytes)
		return ok && n.Int() <= smallBlock
	}
	return false
}

// mayEnd reports whether a run of the program may end in s, so that what follows had
// better not go before it.
func mayEnd(s imp.Stm) bool {
	switch s.(type) {
	case *imp.Declare, *imp.Assign, *imp.Store, *imp.AssignBlock:
		return false
	}
	return true
}

// blocksOf adds the blocks that s names to those in to.
func blocksOf(s imp.Stm, to imp.Names) {
	imp.Walk([]imp.Stm{s}, func(s imp.Stm) bool {
		imp.BlocksOf(s, func(n name.Name) { to[n] = true })
		if d, ok := s.(*imp.DeclareBlock); ok {
			to[d.Name] = true
		}
		imp.EachLoad(s, func(l *imp.Load) { to[l.Block] = true })
		return true
	})
}

// names reports whether s names one of some blocks.
func names(s imp.Stm, blocks imp.Names) bool {
	own := imp.Names{}
	blocksOf(s, own)
	for n := range own {
		if blocks[n] {
			return true
		}
	}
	return false
}
