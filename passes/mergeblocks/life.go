package mergeblocks

import (
	"github.com/lamina-lang/lamina/analysis/alias"
	"github.com/lamina-lang/lamina/analysis/lastuse"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
)

// life is a block of a body and what merging must know of it.
type life struct {
	*lastuse.Block
	elem   int     // size of the elements
	colour *colour // that it has, if it may be merged
	merged bool    // it lies in memory that served another before
}

// look finds the blocks that the body allocates, and those among them that may
// be merged, by first use. A block that the body returns is live to its end, so
// that it can only be the last to use some memory.
func (m *merging) look(elements map[name.Name]int, memory *alias.Memory, frees ir.Frees) (candidates []*life) {
	of := lastuse.Among(memory, frees, m.body)
	m.lives, m.letGo = make([]*life, len(m.body.Stms)), of.LetGo()
	for _, block := range of.Blocks() {
		l := &life{Block: block, elem: elements[block.Name]}
		m.lives[block.At] = l
		if block.First >= 0 {
			candidates = append(candidates, l)
		}
	}
	return candidates
}
