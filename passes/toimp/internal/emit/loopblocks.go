package emit

import (
	"slices"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
)

// Reductions and scans inside a loop reuse their blocks for partial results: the outermost
// loop owns one block per operand, which grows as needed, so that iterations do not each
// allocate. A device takes its memory from a pool and does not need this.

// loopBlocks holds the blocks for partial results that a loop owns.
type loopBlocks struct {
	blocks []loopBlock
}

// loopBlock is a block and the variable that holds its size in bytes; -1 if it is not yet
// allocated.
type loopBlock struct{ block, size name.Name }

// has reports whether the loop owns a block. k is nil outside loops.
func (k *loopBlocks) has(block name.Name) bool {
	return k != nil && slices.ContainsFunc(k.blocks, func(b loopBlock) bool { return b.block == block })
}

// EnterLoop is called for a loop that may be outermost. It returns functions that emit the code
// before and after the loop.
func (e *Emitter) EnterLoop() (before, after func()) {
	if e.loopBlocks != nil || e.InKernel || e.Target.Grid {
		return func() {}, func() {}
	}
	k := &loopBlocks{}
	e.loopBlocks = k
	before = func() {
		for _, b := range k.blocks {
			e.Add(&imp.DeclareBlock{Name: b.block})
			e.DeclareAs(b.size, imp.Int(-1))
		}
	}
	after = func() {
		e.loopBlocks = nil
		for _, b := range k.blocks {
			e.Add(&imp.AssignBlock{Dst: b.block})
		}
	}
	return before, after
}

// PartialBlock returns a block of at least the given size for the partial results of operand i.
func (e *Emitter) PartialBlock(i int, bytes imp.Expr, what string, pos source.Pos) name.Name {
	if e.loopBlocks == nil || e.InKernel {
		block := e.Names.Fresh("partials_mem")
		e.Add(&imp.DeclareBlock{Name: block}, &imp.Alloc{Block: block, Bytes: bytes, What: what, Pos: pos})
		return block
	}
	for len(e.loopBlocks.blocks) <= i {
		e.loopBlocks.blocks = append(e.loopBlocks.blocks, loopBlock{e.Names.Fresh("partials_mem"), e.Names.Fresh("partials_bytes")})
	}
	b := e.loopBlocks.blocks[i]
	need := e.Read(e.Declare("bytes", bytes))
	e.Add(&imp.If{Cond: Prim(scalar.Lt, imp.IntVar(b.size), need), Then: []imp.Stm{
		&imp.AssignBlock{Dst: b.block},
		&imp.Alloc{Block: b.block, Bytes: need, What: what, Pos: pos},
		&imp.Assign{Name: b.size, X: need},
	}})
	return b.block
}
