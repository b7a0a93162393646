package unroll

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/scalar"
)

// longestCopy is the most elements of a copy that becomes loops.
const longestCopy = 64

// elementwise is a kernel's list with loops in place of the copies between a private block and other memory that are of
// few elements: the block may end up in registers.
func (r *unroller) elementwise(list []imp.Stm, own imp.Names) []imp.Stm {
	out := make([]imp.Stm, len(list))
	for i, s := range list {
		c, ok := s.(*imp.Copy)
		if !ok || own[c.Dst.Block] == own[c.Src.Block] || !few(c.Shape) || !r.unit.Rewrite() {
			out[i] = imp.WithBodies(s, func(body []imp.Stm) []imp.Stm { return r.elementwise(body, own) })
			continue
		}
		out[i] = r.loops(c)
	}
	return out
}

// few reports whether an array of that shape has few elements, and more than none.
func few(shape []imp.Expr) bool {
	n := int64(1)
	for _, d := range shape {
		size, ok := imp.ConstOf(d)
		if n *= size.Int(); !ok || n <= 0 || n > longestCopy {
			return false
		}
	}
	return true
}

// loops is c as loops over its elements.
func (r *unroller) loops(c *imp.Copy) imp.Stm {
	indices := make([]imp.Expr, len(c.Shape))
	loops := make([]*imp.For, len(c.Shape))
	for i, n := range c.Shape {
		index := r.unit.Imp.Names.Fresh("i")
		indices[i] = imp.IntVar(index)
		loops[i] = &imp.For{Index: index, Type: scalar.I64, Bound: n}
	}
	out := imp.Stm(c.Element(indices))
	for i := len(loops) - 1; i >= 0; i-- {
		loops[i].Body = []imp.Stm{out}
		out = loops[i]
	}
	return out
}
