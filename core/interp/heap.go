package interp

import (
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
		return func(m *machine) int64 { return m.int(slot) }
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
				product *= m.int(slot)
			}
			sum += product
		}
		return sum
	}
}

// located returns the array of the given shape at p's location. The whole array must lie
// in the block.
func (m *machine) located(p *param, shape []int64) *array {
	b := m.env[p.at.block].block
	switch {
	case b == nil:
		m.invalid("%s lies in a block that does not exist", p.name)
	case b.freed:
		m.invalid("%s lies in %s, which was freed", p.name, b)
	case len(p.at.strides) != len(shape):
		m.invalid("%s has %d dimensions, but its index function has %d", p.name, len(shape), len(p.at.strides))
	}
	l := layout{p.at.offset(m), make([]extent, len(shape))}
	for i := range shape {
		l.dims[i] = extent{p.at.sizes[i](m), p.at.strides[i](m)}
		if l.dims[i].size != shape[i] {
			m.invalid("%s has the type %s%s, but its index function is %s", p.name, shapeText(shape), p.elem, l)
		}
	}
	a := &array{p.name, b, b.version, p.elem, l, nil}
	if room := int64(len(b.data) / p.elem.Size()); !l.fits(room) {
		m.invalid("the index function of %s leaves its block: %s of %s, which has %d bytes, room for %d elements of %s",
			a, l, b, len(b.data), room, p.elem)
	}
	return a
}

// settle checks that a, to which p is bound, is at p's location.
func (m *machine) settle(p *param, a *array) {
	m.usable(a)
	if m.settled(p, a) {
		return
	}
	said := m.located(p, a.shape())
	if said.block != a.block {
		m.invalid("%s is annotated to lie in %s, but it lies in %s", p.name, said.block, a.block)
	}
	if !said.same(a.layout) {
		m.invalid("%s is annotated to lie at %s of %s, but it lies at %s", p.name, said.layout, a.block, a.layout)
	}
}

// settled reports whether the index function of p is a's, term by term. This is the
// common case, and fast.
func (m *machine) settled(p *param, a *array) bool {
	if m.env[p.at.block].block != a.block || p.at.offset(m) != a.offset || len(p.at.strides) != len(a.dims) {
		return false
	}
	for i, d := range a.dims {
		if p.at.sizes[i](m) != d.size || p.at.strides[i](m) != d.stride {
			return false
		}
	}
	return true
}

func (c *compiler) alloc(s *ir.Stm, e *ir.Alloc) step {
	bytes := c.atom(e.Bytes)
	to := c.one(s)
	if !c.m.heap {
		return func(*machine) {}
	}
	return func(m *machine) {
		b := m.allocate(to.name.String(), m.int(bytes))
		m.own(b)
		m.report.Allocs++
		m.env[to.slot].block = b
		m.tellBlock(to, b)
	}
}

// tellBlock reports that p names b now.
func (m *machine) tellBlock(p *param, b *block) {
	if m.opts.Block != nil {
		m.opts.Block(p.name, b.born)
	}
}
