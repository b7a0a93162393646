package shortcircuit

import (
	"maps"
	"slices"

	"github.com/lamina-lang/lamina/analysis/facts"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/sym"
)

// access is what a statement may do with the destination's memory, or that it
// writes the source, which is to lie there.
type access struct {
	what   string
	source bool         // the source is written
	all    lmad.Summary // in all iterations of what is within the statement
	one    lmad.LMAD    // in one of them
	array  lmad.LMAD    // the whole array that it is an access to
	view   *facts.View  // what is known where it matters
	local  bool         // it is put in terms that are known there, and perhaps not before
	result int          // of a kernel's iteration, which it copies to its place, counted from 1; or 0
}

// accesses collects the accesses of one statement.
type accesses struct {
	*attempt
	inside ir.Names      // names bound in the statement, or in what is looked at around it
	around []ir.SpaceDim // indices of kernels and loops around
	with   *facts.View
	local  bool // definitions were applied that hold where with looks
	found  []access
}

// accessesOf collects the accesses of st. What it binds inside is unknown outside.
func (a *attempt) accessesOf(st *ir.Stm) []access {
	if known, ok := a.found[st]; ok {
		return known
	}
	c := &accesses{attempt: a, inside: boundIn(st.Exp), with: a.view}
	c.stm(st)
	for i := range c.found {
		c.found[i].local = c.local
	}
	a.found[st] = c.found
	return c.found
}

// boundIn are the names bound within an expression.
func boundIn(e ir.Exp) ir.Names {
	out := ir.Names{}
	w := &ir.Walker{Bind: func(n *name.Name) { out.Add(*n) }}
	w.Exp(e)
	return out
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
	case *ir.Prim, *ir.Convert: // scalars
	case *ir.Slice, *ir.FlatSlice, *ir.Rearrange, *ir.Reshape, *ir.Use, *ir.Scratch, *ir.Alloc:
	case *ir.Index:
		c.part("read of", e.Array, false, func(l lmad.LMAD) lmad.LMAD { return l.Slice(c.element(l, e.Indices)) })
	case *ir.Update:
		c.update(e.Array, e.Value.Name, func(l lmad.LMAD) lmad.LMAD { return l.Slice(ir.Ranges(e.Dims)) })
	case *ir.FlatUpdate:
		c.update(e.Array, e.Value, func(l lmad.LMAD) lmad.LMAD { return l.FlatSlice(ir.FlatLMAD(e.Offset, e.Dims)) })
	case *ir.Copy:
		if c.copies(e.Array, c.Array(st.Pat[0].Name), func(l lmad.LMAD) lmad.LMAD { return l }) {
			c.whole(e.Array, false)
			c.whole(st.Pat[0].Name, true)
		}
	case *ir.Concat:
		c.concat(st.Pat[0].Name, e)
	case *ir.If:
		c.body(e.Then)
		c.body(e.Else)
	case *ir.Loop:
		if _, counted := c.Count(e.Index); counted {
			c.body(e.Body, ir.SpaceDim{Index: e.Index, Size: e.Bound})
		} else {
			c.body(e.Body)
		}
	default:
		if k := ops.KernelOf(st.Exp); k != nil {
			c.kernel(st, *k.Space, *k.Body)
			for _, w := range k.Writes {
				c.whole(*w.Array, true)
			}
			if len(k.Folds) > 0 {
				c.operands(st)
			}
			return
		}
		c.operands(st)
		for _, p := range st.Pat {
			c.whole(p.Name, true)
		}
	}
}

// update adds the accesses of an update, unless the value lies in its place
// already.
func (c *accesses) update(array, value name.Name, part func(lmad.LMAD) lmad.LMAD) {
	if c.Array(value) != nil && !c.copies(value, c.Array(array), part) {
		return
	}
	c.part("update of", array, true, part)
	c.whole(value, false)
}

// copies reports whether array x is copied to the given part of array y, rather
// than lying there.
func (c *accesses) copies(x name.Name, y *ir.Param, part func(lmad.LMAD) lmad.LMAD) bool {
	from := c.Array(x)
	return from == nil || y == nil || from.At.Block != y.At.Block || !c.same(from.At.Index, part(y.At.Index))
}

// concat adds the accesses of a concatenation, but for operands that lie in
// their places.
func (c *accesses) concat(n name.Name, e *ir.Concat) {
	to := c.Array(n)
	start := sym.Const(0)
	for _, x := range e.Arrays {
		size := c.Array(x).At.Index.Dims[e.Dim].Size
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

// kernel adds the accesses of a kernel: its body's, its results and where they
// go.
func (c *accesses) kernel(st *ir.Stm, space []ir.SpaceDim, b *ir.Body) {
	c.body(b, space...)
	c.around = append(c.around, space...)
	c.results(st, space, b, -1)
	c.around = c.around[:len(c.around)-len(space)]
}

// results adds the accesses at the end of a kernel's iteration, but for result
// number skip.
func (c *accesses) results(st *ir.Stm, space []ir.SpaceDim, b *ir.Body, skip int) {
	e, maps := st.Exp.(*ir.SegMap)
	plain := len(st.Pat)
	if maps {
		plain -= len(e.Writes)
	}
	own := func(l lmad.LMAD) lmad.LMAD { return l.Fix(indices(space)...) }
	for k, r := range b.Result {
		if k == skip {
			continue
		}
		if maps && k < plain {
			if c.copies(r.Name, c.Array(st.Pat[k].Name), own) {
				from := len(c.found)
				c.whole(r.Name, false)
				c.part("result", st.Pat[k].Name, true, own)
				for i := range c.found[from:] {
					c.found[from+i].result = k + 1
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

// operands adds every array that st uses from outside as a whole.
func (c *accesses) operands(st *ir.Stm) {
	for _, n := range slices.SortedFunc(maps.Keys(ir.FreeInExp(st.Exp)), name.Compare) {
		c.whole(n, false)
	}
}

func (c *accesses) whole(n name.Name, writes bool) {
	c.part("use of", n, writes, func(l lmad.LMAD) lmad.LMAD { return l })
}

// part adds an access to a part of array n: of the destination's memory, or a
// write of the source.
func (c *accesses) part(what string, n name.Name, writes bool, part func(lmad.LMAD) lmad.LMAD) {
	p := c.Array(n)
	if p == nil {
		return
	}
	if index, ours := c.moved[n]; ours {
		if writes {
			c.with = c.view
			c.add(what+" "+n.Base, true, part(index), index)
		}
		return
	}
	for _, q := range c.lies(p) {
		if q.Type.Elem.Size() != c.Array(c.source).Type.Elem.Size() {
			c.found = append(c.found, access{what: what + " " + n.Base, all: lmad.Top(), view: c.view})
			continue
		}
		c.with = c.view
		if q.At.Block != c.point.block {
			c.with = c.apartly
		}
		c.add(what+" "+n.Base, false, part(q.At.Index), q.At.Index)
	}
}

// lies finds where array p may lie in the destination's memory. Where control
// decides, it is one of the arrays that p may be.
func (c *accesses) lies(p *ir.Param) []*ir.Param {
	var out []*ir.Param
	seen := ir.Names{}
	var visit func(p *ir.Param)
	visit = func(p *ir.Param) {
		to := c.point.block
		if seen.Has(p.Name) || !c.mayShare(p.At.Block, to) {
			return
		}
		seen.Add(p.Name)
		origins := c.Origins(p.Name)
		if p.At.Block == to || len(origins) == 0 {
			out = append(out, p)
			return
		}
		for _, n := range origins {
			if q := c.Array(n); q != nil {
				visit(q)
			}
		}
	}
	visit(p)
	return out
}

// element selects the element at the indices. Where an index is not a
// polynomial of what is known outside, it may be any.
func (c *accesses) element(l lmad.LMAD, indices []ir.Atom) []lmad.Range {
	out := make([]lmad.Range, len(indices))
	for i, x := range indices {
		out[i] = lmad.Range{Start: x.Poly(), Fix: true}
		if _, ok := c.outside(x.Poly()); !ok {
			out[i] = lmad.Range{Size: l.Dims[i].Size, Step: sym.Const(1)}
		}
	}
	return out
}

func (c *accesses) add(what string, source bool, l, array lmad.LMAD) {
	all := c.expand(l)
	if all.IsTop() {
		all = c.expand(array)
	}
	c.found = append(c.found, access{what: what, source: source, all: all, one: l, array: array, view: c.with})
}

// expand is the union of l over all iterations around.
func (c *accesses) expand(l lmad.LMAD) lmad.Summary {
	out, ok := c.known(l)
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

// knownParts is s in terms of what is known outside and the indices around.
func (c *accesses) knownParts(s lmad.Summary) lmad.Summary {
	out := lmad.Summary{}
	for _, l := range s.Parts() {
		l, ok := c.known(l)
		if !ok {
			return lmad.Top()
		}
		out = out.Add(l)
	}
	if s.IsTop() {
		return s
	}
	return out
}

// known is l in terms of what is known outside and the indices around.
func (c *accesses) known(l lmad.LMAD) (lmad.LMAD, bool) {
	offset, ok := c.outside(l.Offset)
	out := lmad.LMAD{Offset: offset, Dims: make([]lmad.Dim, 0, len(l.Dims))}
	for _, d := range l.Dims {
		size, okSize := c.outside(d.Size)
		stride, okStride := c.outside(d.Stride)
		ok = ok && okSize && okStride
		out.Dims = append(out.Dims, lmad.Dim{Size: size, Stride: stride})
	}
	return out, ok
}

// maxUnfold bounds how many definitions are applied one within another.
const maxUnfold = 12

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
			d, defined := c.Definition(n)
			if !defined || !c.with.IsExact(n, d) {
				ok = false
				return sym.Poly{}, false
			}
			c.local = true
			return d, true
		})
		if !ok || done {
			return p, ok
		}
	}
	return p, false
}

func (c *accesses) isAround(n name.Name) bool {
	return slices.ContainsFunc(c.around, func(d ir.SpaceDim) bool { return d.Index == n })
}

// same reports whether two index functions are one, modulo 2^64.
func (s *shortcircuiter) same(l, m lmad.LMAD) bool {
	return l.Equal(m) || l.Rank() == m.Rank() && s.unfolded(l).Equal(s.unfolded(m))
}

// unfolded is l with all definitions applied, modulo 2^64.
func (s *shortcircuiter) unfolded(l lmad.LMAD) lmad.LMAD {
	out := lmad.LMAD{Offset: s.Unfold(l.Offset), Dims: make([]lmad.Dim, 0, len(l.Dims))}
	for _, d := range l.Dims {
		out.Dims = append(out.Dims, lmad.Dim{Size: s.Unfold(d.Size), Stride: s.Unfold(d.Stride)})
	}
	return out
}
