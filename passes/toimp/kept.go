package toimp

import (
	"slices"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
)

// Reductions and scans in a loop have their partial results in blocks that the outermost
// loop keeps, so that not each iteration allocates some: one block for each operand, as
// large as it had to be so far. A device has its memory from a pool, and needs none.

// kept are the blocks of a loop for partial results.
type kept struct {
	blocks []keptBlock
}

// keptBlock is a block, and the variable that holds its size; -1 if there is none yet.
type keptBlock struct{ block, size name.Name }

// has reports whether the loop keeps a block; k is nil outside of loops.
func (k *kept) has(block name.Name) bool {
	return k != nil && slices.ContainsFunc(k.blocks, func(b keptBlock) bool { return b.block == block })
}

// keep begins an outermost loop, and returns what to call for what stands before it, and
// behind it.
func (e *emitter) keep() (before, behind func()) {
	if e.kept != nil || e.inKernel || e.target.Grid {
		return func() {}, func() {}
	}
	k := &kept{}
	e.kept = k
	before = func() {
		for _, b := range k.blocks {
			e.add(&imp.DeclareBlock{Name: b.block})
			e.declareAs(b.size, imp.Int(-1))
		}
	}
	behind = func() {
		e.kept = nil
		for _, b := range k.blocks {
			e.add(&imp.AssignBlock{Dst: b.block})
		}
	}
	return before, behind
}

// room is a block of so many bytes at least for the partial results of operand i.
func (e *emitter) room(i int, bytes imp.Expr, what string, pos source.Pos) name.Name {
	if e.kept == nil || e.inKernel {
		block := e.names.Fresh("partials_mem")
		e.add(&imp.DeclareBlock{Name: block}, &imp.Alloc{Block: block, Bytes: bytes, What: what, Pos: pos})
		return block
	}
	for len(e.kept.blocks) <= i {
		e.kept.blocks = append(e.kept.blocks, keptBlock{e.names.Fresh("partials_mem"), e.names.Fresh("partials_bytes")})
	}
	b := e.kept.blocks[i]
	need := e.read(e.declare("bytes", bytes))
	e.add(&imp.If{Cond: prim(scalar.Lt, imp.IntVar(b.size), need), Then: []imp.Stm{
		&imp.AssignBlock{Dst: b.block},
		&imp.Alloc{Block: b.block, Bytes: need, What: what, Pos: pos},
		&imp.Assign{Name: b.size, X: need},
	}})
	return b.block
}
