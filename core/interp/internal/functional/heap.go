package functional

import (
	"github.com/lamina-lang/lamina/core/interp/internal/layout"
	"github.com/lamina-lang/lamina/core/interp/internal/store"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/sym"
)

// location is a compiled ir.Loc.
type location struct {
	block          int // slot
	offset         poly
	sizes, strides []poly
}

// poly evaluates a polynomial of an index function, modulo 2^64.
type poly func(m *machine) int64

func (c *compiler) location(l *ir.Loc) *location {
	out := &location{block: c.use(l.Block), offset: c.poly(l.Index.Offset)}
	for _, d := range l.Index.Dims {
		out.sizes = append(out.sizes, c.poly(d.Size))
		out.strides = append(out.strides, c.poly(d.Stride))
	}
	return out
}

func (c *compiler) poly(p sym.Poly) poly {
	if k, ok := p.AsConst(); ok {
		return func(*machine) int64 { return k }
	}
	if v, ok := p.AsVar(); ok {
		slot := c.use(v)
		return func(m *machine) int64 { return m.Int(slot) }
	}
	terms := make([][]int, len(p.Terms()))
	for i, t := range p.Terms() {
		terms[i] = c.uses(t.Vars)
	}
	return func(m *machine) int64 {
		var sum int64
		for i, t := range p.Terms() {
			product := t.Coef
			for _, slot := range terms[i] {
				product *= m.Int(slot)
			}
			sum += product
		}
		return sum
	}
}

// located returns the array of the given shape at p's location. The whole array must lie
// in the block.
func (m *machine) located(p *param, shape []int64) *store.Array {
	b := m.Env[p.at.block].Block
	switch {
	case b == nil:
		m.Invalid("%s lies in a block that does not exist", p.name)
	case b.Freed:
		m.Invalid("%s lies in %s, which was freed", p.name, b)
	case len(p.at.strides) != len(shape):
		m.Invalid("%s has %d dimensions, but its index function has %d", p.name, len(shape), len(p.at.strides))
	}
	l := layout.Layout{Offset: p.at.offset(m), Dims: make([]layout.Extent, len(shape))}
	for i := range shape {
		l.Dims[i] = layout.Extent{Size: p.at.sizes[i](m), Stride: p.at.strides[i](m)}
		if l.Dims[i].Size != shape[i] {
			m.Invalid("%s has the type %s%s, but its index function is %s", p.name, layout.ShapeText(shape), p.elem, l)
		}
	}
	a := b.Array(p.name, p.elem, l)
	if room := b.Room(p.elem); !l.Fits(room) {
		m.Invalid("the index function of %s leaves its block: %s of %s, which has %d bytes, room for %d elements of %s",
			a, l, b, b.Size(), room, p.elem)
	}
	return a
}

// settle checks that a, to which p is bound, is at p's location.
func (m *machine) settle(p *param, a *store.Array) {
	m.Usable(a)
	if m.settled(p, a) {
		return
	}
	said := m.located(p, a.Shape())
	if said.Block != a.Block {
		m.Invalid("%s is annotated to lie in %s, but it lies in %s", p.name, said.Block, a.Block)
	}
	if !said.Same(a.Layout) {
		m.Invalid("%s is annotated to lie at %s of %s, but it lies at %s", p.name, said.Layout, a.Block, a.Layout)
	}
}

// settled reports whether the index function of p is a's, term by term. This is the
// common case, and fast.
func (m *machine) settled(p *param, a *store.Array) bool {
	if m.Env[p.at.block].Block != a.Block || p.at.offset(m) != a.Offset || len(p.at.strides) != len(a.Dims) {
		return false
	}
	for i, d := range a.Dims {
		if p.at.sizes[i](m) != d.Size || p.at.strides[i](m) != d.Stride {
			return false
		}
	}
	return true
}

func (c *compiler) alloc(s *ir.Stm, e *ir.Alloc) step {
	bytes := c.atom(e.Bytes)
	to := c.one(s)
	if !c.m.Heap {
		return func(*machine) {}
	}
	return func(m *machine) {
		b := m.Allocate(to.name.String(), m.Int(bytes))
		m.Own(b)
		m.Report.Allocs++
		m.Env[to.slot].Block = b
		m.tellBlock(to, b)
	}
}

// tellBlock reports that p names b now.
func (m *machine) tellBlock(p *param, b *store.Block) {
	if m.Opts.Block != nil {
		m.Opts.Block(p.name, b.Born)
	}
}
