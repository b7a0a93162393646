package access

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/sym"
)

func (c *collector) body(b *ir.Body, space ...ir.SpaceDim) {
	c.around = append(c.around, space...)
	for _, st := range b.Stms {
		c.stm(st)
	}
	c.around = c.around[:len(c.around)-len(space)]
}

func (c *collector) stm(st *ir.Stm) {
	switch e := st.Exp.(type) {
	case *ir.Prim, *ir.Convert: // scalars
	case *ir.Slice, *ir.FlatSlice, *ir.Rearrange, *ir.Reshape, *ir.Use, *ir.Scratch, *ir.Alloc:
	case *ir.Index:
		c.part("read of", e.Array, false, func(l lmad.LMAD) lmad.LMAD { return l.Slice(c.element(l, e.Indices)) })
	case *ir.Update:
		c.update(e.Array, e.Value.Name, func(l lmad.LMAD) lmad.LMAD { return l.Slice(ir.Ranges(e.Dims)) })
	case *ir.FlatUpdate:
		c.update(e.Array, e.Value, func(l lmad.LMAD) lmad.LMAD { return l.FlatSlice(ir.FlatLMAD(e.Offset, e.Dims)) })
	case *ir.Copy:
		if c.copies(e.Array, c.Memory.Array(st.Pat[0].Name), func(l lmad.LMAD) lmad.LMAD { return l }) {
			c.whole(e.Array, false)
			c.whole(st.Pat[0].Name, true)
		}
	case *ir.Concat:
		c.concat(st.Pat[0].Name, e)
	case *ir.If:
		c.body(e.Then)
		c.body(e.Else)
	case *ir.Loop:
		if _, counted := c.Facts.Count(e.Index); counted {
			c.body(e.Body, ir.SpaceDim{Index: e.Index, Size: e.Bound})
		} else {
			c.body(e.Body)
		}
	default:
		if k := ops.KernelOf(st.Exp); k != nil {
			c.kernel(st, k)
			return
		}
		c.operands(st)
		for _, p := range st.Pat {
			c.whole(p.Name, true)
		}
	}
}

// element selects the element at the indices. Where an index is not a polynomial of what
// is known outside, or its range is not known there, it may be any.
func (c *collector) element(l lmad.LMAD, indices []ir.Atom) []lmad.Range {
	out := make([]lmad.Range, len(indices))
	for i, x := range indices {
		out[i] = lmad.Range{Start: x.Poly(), Fix: true}
		if !c.ranges(x.Poly()) {
			out[i] = lmad.Range{Size: l.Dims[i].Size, Step: sym.Const(1)}
		}
	}
	return out
}

// update adds the accesses of an update, unless the value lies in its place already.
func (c *collector) update(array, value name.Name, part func(lmad.LMAD) lmad.LMAD) {
	if c.Memory.Array(value) != nil && !c.copies(value, c.Memory.Array(array), part) {
		return
	}
	c.part("update of", array, true, part)
	c.whole(value, false)
}

// concat adds the accesses of a concatenation, but for operands that lie in their
// places.
func (c *collector) concat(n name.Name, e *ir.Concat) {
	to := c.Memory.Array(n)
	start := sym.Const(0)
	for _, x := range e.Arrays {
		size := c.Memory.Array(x).At.Index.Dims[e.Dim].Size
		at := start
		part := func(l lmad.LMAD) lmad.LMAD {
			ranges := make([]lmad.Range, l.Rank())
			for i, d := range l.Dims {
				ranges[i] = lmad.Range{Size: d.Size, Step: sym.Const(1)}
			}
			ranges[e.Dim].Start, ranges[e.Dim].Size = at, size
			return l.Slice(ranges)
		}
		if c.copies(x, to, part) {
			c.whole(x, false)
			c.part("concatenation to", n, true, part)
		}
		start = start.Add(size)
	}
}

// kernel adds the accesses of a kernel: its body's, its results and where they go.
func (c *collector) kernel(st *ir.Stm, k *ops.Form) {
	c.body(*k.Body, *k.Space...)
	c.around = append(c.around, *k.Space...)
	c.results(st, *k.Space, *k.Body, -1)
	c.around = c.around[:len(c.around)-len(*k.Space)]
	for _, w := range k.Writes {
		c.whole(*w.Array, true)
	}
	if len(k.Folds) > 0 {
		c.operands(st)
	}
}

// results adds the accesses at the end of a kernel's iteration, but for result number
// skip.
func (c *collector) results(st *ir.Stm, space []ir.SpaceDim, b *ir.Body, skip int) {
	e, maps := st.Exp.(*ir.SegMap)
	plain := len(st.Pat)
	if maps {
		plain -= len(e.Writes)
	}
	own := func(l lmad.LMAD) lmad.LMAD { return l.Fix(ir.Indices(space)...) }
	for k, r := range b.Result {
		if k == skip {
			continue
		}
		if maps && k < plain {
			if c.copies(r.Name, c.Memory.Array(st.Pat[k].Name), own) {
				from := len(c.found)
				c.whole(r.Name, false)
				c.part("result", st.Pat[k].Name, true, own)
				for i := range c.found[from:] {
					c.found[from+i].Result = k + 1
				}
			}
			continue
		}
		c.whole(r.Name, false)
	}
	if !maps {
		for _, p := range st.Pat {
			c.whole(p.Name, true)
		}
	}
}
