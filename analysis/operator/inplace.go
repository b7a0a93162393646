package operator

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
)

// A histogram over arrays combines the array in a bin with another array. If the operator
// is elementwise, it can write its result over the bin: no update allocates or copies an
// array.

// InPlace returns a copy of an operator on one-dimensional arrays that writes its result
// over its first operand. It returns false if the operator might read an element of that
// operand after overwriting it. It recognises one form: a loop that computes each element
// of a fresh array from the two operands' elements at the same index.
func InPlace(l *ir.Lambda, rename *ir.Renamer) (*ir.Lambda, bool) {
	if len(l.Params) != 6 || len(l.Body.Stms) != 3 || len(l.Body.Result) != 2 {
		return nil, false
	}
	l = rename.Lambda(l)
	block, x := l.Params[0], l.Params[2]
	alloc, scratch, loop := l.Body.Stms[0], l.Body.Stms[1], l.Body.Stms[2]
	_, isAlloc := alloc.Exp.(*ir.Alloc)
	_, isScratch := scratch.Exp.(*ir.Scratch)
	elements, isLoop := loop.Exp.(*ir.Loop)
	if !isAlloc || !isScratch || !isLoop || x.Type.Rank() != 1 {
		return nil, false
	}
	own := alloc.Pat[0].Name
	result := loop.Pat[len(loop.Pat)-1]
	if l.Body.Result[0] != ir.Var(own) || l.Body.Result[1] != ir.Var(result.Name) || len(loop.Pat) != 1 || !elementwise(elements, scratch.Pat[0].Name, x) {
		return nil, false
	}
	update := elements.Body.Stms[len(elements.Body.Stms)-1]
	whole := lmad.RowMajor(ir.Polys(x.Type.Dims))
	for _, p := range []*ir.Param{&scratch.Pat[0], &elements.Params[0], &update.Pat[0], &loop.Pat[0]} {
		if p.At == nil || p.At.Block != own || !p.At.Index.Equal(whole) {
			return nil, false
		}
		p.At = &ir.Loc{Block: x.At.Block, Index: x.At.Index}
	}
	l.Body.Stms = l.Body.Stms[1:]
	l.Body.Result[0] = ir.Var(block.Name)
	return l, true
}

// elementwise reports whether l is a loop over the elements of x, starting from the array
// scratch, whose body only reads elements and finally writes the element at its index, and
// reads x at that index only.
func elementwise(l *ir.Loop, scratch name.Name, x ir.Param) bool {
	n := len(l.Body.Stms)
	if !l.While.IsZero() || len(l.Params) != 1 || l.Inits[0] != ir.Var(scratch) || l.Bound != x.Type.Dims[0] || n == 0 || len(l.Body.Result) != 1 {
		return false
	}
	result := l.Params[0].Name
	for _, s := range l.Body.Stms[:n-1] {
		switch e := s.Exp.(type) {
		case *ir.Index:
			if e.Array == result || e.Array == scratch || e.Array == x.Name && e.Indices[0] != ir.Var(l.Index) {
				return false
			}
		case *ir.Prim, *ir.Convert:
		default:
			return false
		}
	}
	last := l.Body.Stms[n-1]
	update, ok := last.Exp.(*ir.Update)
	return ok && update.Array == result && len(update.Dims) == 1 && update.Dims[0].Fix && update.Dims[0].Start == ir.Var(l.Index) &&
		l.Body.Result[0] == ir.Var(last.Pat[0].Name)
}
