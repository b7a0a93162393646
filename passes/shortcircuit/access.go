package shortcircuit

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/sym"
)

// access is a use of the destination's memory.
type access struct {
	what   string
	all    lmad.Summary // for all iterations of kernels and loops around it
	local  lmad.LMAD    // in one iteration
	array  lmad.LMAD    // the whole array that it is an access to
	inTime bool         // a read that comes before the iteration's results are written
}

// accesses collects the uses of the memory of one class of blocks.
type accesses struct {
	*shortcircuiter
	view   *view
	class  name.Name
	inside ir.Names      // names bound in the statement looked at, or in the kernel
	around []ir.SpaceDim // indices of kernels and loops around
	found  []access
}

// in collects the accesses of a statement. Outside of a kernel, what it binds
// itself is known outside.
func (c *accesses) in(st *ir.Stm) []access {
	c.found = nil
	c.stm(st)
	return c.found
}

// lies returns array n if it is in the memory looked at.
func (c *accesses) lies(n name.Name) *ir.Param {
	if p := c.arrays[n]; p != nil && c.shortcircuiter.class(p.At.Block) == c.class {
		return p
	}
	return nil
}

func (c *accesses) body(b *ir.Body, space ...ir.SpaceDim) {
	c.around = append(c.around, space...)
	for _, st := range b.Stms {
		c.stm(st)
	}
	c.around = c.around[:len(c.around)-len(space)]
}

func (c *accesses) stm(st *ir.Stm) {
	switch e := st.Exp.(type) {
	case *ir.Slice, *ir.FlatSlice, *ir.Rearrange, *ir.Reshape, *ir.Use, *ir.Scratch, *ir.Alloc:
	case *ir.Index:
		if p := c.lies(e.Array); p != nil {
			c.add("read of "+e.Array.Base, p, p.At.Index.Slice(c.element(p, e.Indices)), true)
		}
	case *ir.Update:
		if p := c.lies(e.Array); p != nil {
			c.add("update of "+e.Array.Base, p, p.At.Index.Slice(ir.Ranges(e.Dims)), false)
		}
		c.whole(e.Value.Name, true)
	case *ir.FlatUpdate:
		if p := c.lies(e.Array); p != nil {
			c.add("update of "+e.Array.Base, p, p.At.Index.FlatSlice(ir.FlatLMAD(e.Offset, e.Dims)), false)
		}
		c.whole(e.Value, true)
	case *ir.If:
		c.body(e.Then)
		c.body(e.Else)
	case *ir.Loop:
		if _, counted := c.bound[e.Index]; counted {
			c.body(e.Body, ir.SpaceDim{Index: e.Index, Size: e.Bound})
		} else {
			c.body(e.Body)
		}
	case *ir.SegMap:
		c.kernel(st, e.Space, e.Body)
		for _, d := range e.Writes {
			c.whole(d.Array, false)
		}
	case *ir.SegRed:
		c.kernel(st, e.Space, e.Body)
		c.operands(st)
	case *ir.SegScan:
		c.kernel(st, e.Space, e.Body)
		c.operands(st)
	case *ir.SegHist:
		c.kernel(st, e.Space, e.Body)
		c.operands(st)
	default:
		c.operands(st)
		for _, p := range st.Pat {
			c.whole(p.Name, false)
		}
	}
}

// kernel adds the accesses of a kernel: its body's, its results and where they
// go.
func (c *accesses) kernel(st *ir.Stm, space []ir.SpaceDim, b *ir.Body) {
	c.body(b, space...)
	c.around = append(c.around, space...)
	for _, r := range b.Result {
		c.whole(r.Name, false)
	}
	c.around = c.around[:len(c.around)-len(space)]
	for _, p := range st.Pat {
		c.whole(p.Name, false)
	}
}

// operands adds every array that st uses from outside as a whole.
func (c *accesses) operands(st *ir.Stm) {
	_, copies := st.Exp.(*ir.Copy)
	for n := range ir.FreeInExp(st.Exp) {
		c.whole(n, copies)
	}
}

func (c *accesses) whole(n name.Name, inTime bool) {
	if p := c.lies(n); p != nil {
		c.add("use of "+n.Base, p, p.At.Index, inTime)
	}
}

// element selects the element at the indices. Where an index is not a
// polynomial of what is known outside, it may be any.
func (c *accesses) element(p *ir.Param, indices []ir.Atom) []lmad.Range {
	out := make([]lmad.Range, len(indices))
	for i, x := range indices {
		out[i] = lmad.Range{Start: x.Poly(), Fix: true}
		if _, ok := c.outside(x.Poly()); !ok {
			out[i] = lmad.Range{Size: p.At.Index.Dims[i].Size, Step: sym.Const(1)}
		}
	}
	return out
}

func (c *accesses) add(what string, p *ir.Param, l lmad.LMAD, inTime bool) {
	all := c.expand(l)
	if all.IsTop() {
		all = c.expand(p.At.Index)
	}
	c.found = append(c.found, access{what, all, c.unfolded(l), c.unfolded(p.At.Index), inTime})
}

// expand is the union of l over all iterations around.
func (c *accesses) expand(l lmad.LMAD) lmad.Summary {
	offset, ok := c.outside(l.Offset)
	out := lmad.LMAD{Offset: offset}
	for _, d := range l.Dims {
		size, okSize := c.outside(d.Size)
		stride, okStride := c.outside(d.Stride)
		ok = ok && okSize && okStride
		out.Dims = append(out.Dims, lmad.Dim{Size: size, Stride: stride})
	}
	if !ok {
		return lmad.Top()
	}
	s := lmad.Summarise(out)
	for i := len(c.around) - 1; i >= 0; i-- {
		d := c.around[i]
		n, ok := c.outside(d.Size.Poly())
		if !ok {
			return lmad.Top()
		}
		s = s.Expand(d.Index, sym.Const(0), n)
	}
	return s
}

// outside replaces the variables bound inside, but for the indices around, by
// their definitions in ℤ. It reports false where that cannot be done.
func (c *accesses) outside(p sym.Poly) (sym.Poly, bool) {
	for range maxUnfold {
		ok, done := true, true
		p = p.Subst(func(n name.Name) (sym.Poly, bool) {
			if !c.inside.Has(n) || c.isAround(n) {
				return sym.Poly{}, false
			}
			done = false
			d, defined := c.definition(n)
			if !defined || !c.view.isExact(n, d) {
				ok = false
				return sym.Poly{}, false
			}
			return d, true
		})
		if !ok || done {
			return p, ok
		}
	}
	return p, false
}

func (c *accesses) isAround(n name.Name) bool {
	for _, d := range c.around {
		if d.Index == n {
			return true
		}
	}
	return false
}

// unfolded is l with all definitions applied, modulo 2^64.
func (k *knowledge) unfolded(l lmad.LMAD) lmad.LMAD {
	out := lmad.LMAD{Offset: k.unfold(l.Offset)}
	for _, d := range l.Dims {
		out.Dims = append(out.Dims, lmad.Dim{Size: k.unfold(d.Size), Stride: k.unfold(d.Stride)})
	}
	return out
}
