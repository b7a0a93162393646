package emit

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
)

// Reductions and scans inside a loop reuse their block for partial results: the outermost
// loop owns one, which grows as needed, so that iterations do not each allocate. A device
// takes its memory from a pool and does not need this.

// loopBlock is the block that a loop owns, if anything in the loop uses one, and the variable
// that holds its size in bytes; -1 if it is not yet allocated.
type loopBlock struct{ block, size name.Name }

// EnterLoop is called for a loop that may be outermost. It returns functions that emit the code
// before and after the loop.
func (e *Emitter) EnterLoop() (before, after func()) {
	if e.loopBlock != nil || e.InKernel || e.Target.Grid {
		return func() {}, func() {}
	}
	k := &loopBlock{}
	e.loopBlock = k
	before = func() {
		if !k.block.IsZero() {
			e.Add(&imp.DeclareBlock{Name: k.block})
			e.DeclareAs(k.size, imp.Int(-1))
		}
	}
	after = func() {
		e.loopBlock = nil
		if !k.block.IsZero() {
			e.Add(&imp.AssignBlock{Dst: k.block})
		}
	}
	return before, after
}

// PartialBlock returns a block of at least the given size for partial results. With a condition
// it is allocated only if that holds.
func (e *Emitter) PartialBlock(bytes, needed imp.Expr, what string, pos source.Pos) name.Name {
	alloc := &imp.Alloc{Bytes: bytes, What: what, Pos: pos}
	if e.loopBlock == nil || e.InKernel {
		alloc.Block = e.Names.Fresh("partials_mem")
		e.Add(&imp.DeclareBlock{Name: alloc.Block})
		if needed != nil {
			e.Add(&imp.If{Cond: needed, Then: []imp.Stm{alloc}})
		} else {
			e.Add(alloc)
		}
		return alloc.Block
	}
	k := e.loopBlock
	if k.block.IsZero() {
		*k = loopBlock{e.Names.Fresh("partials_mem"), e.Names.Fresh("partials_bytes")}
	}
	alloc.Block, alloc.Bytes = k.block, e.Read(e.Declare("bytes", bytes))
	more := Prim(scalar.Lt, imp.IntVar(k.size), alloc.Bytes)
	if needed != nil {
		more = And(needed, more)
	}
	e.Add(&imp.If{Cond: more, Then: []imp.Stm{
		&imp.AssignBlock{Dst: k.block}, alloc, &imp.Assign{Name: k.size, X: alloc.Bytes},
	}})
	return k.block
}

// Release releases the blocks of ps, but for the one that a loop owns.
func (e *Emitter) Release(ps []Place) {
	for i, p := range ps {
		if e.loopBlock != nil && e.loopBlock.block == p.Block || i > 0 && ps[i-1].Block == p.Block {
			continue
		}
		e.Add(&imp.AssignBlock{Dst: p.Block})
	}
}
