package interp

import "github.com/lamina-lang/lamina/core/ir"

// Updates write the destination's memory in place. In value semantics this cannot be
// observed: the block gets a new version, and arrays of an older version, the destination
// and its aliases, can no longer be used, not even as the value being written.

// consume binds p to the array a, which is about to be changed.
func (m *machine) consume(p *param, a *array) *array {
	m.usable(a)
	next := *a
	next.name, next.origin = p.name, a.made()
	if p.at == nil {
		a.block.version++
		next.version = a.block.version
	}
	m.bind(p, datum{array: &next})
	return &next
}

func (c *compiler) update(s *ir.Stm, e *ir.Update) step {
	from, dims, x := c.use(e.Array), c.sliceDims(e.Dims), c.atom(e.Value)
	to := c.one(s)
	return func(m *machine) {
		dst := m.consume(to, m.arrayIn(from))
		m.overwrite(m.sliced(to.name, dst, dims), m.env[x])
	}
}

func (c *compiler) flatUpdate(s *ir.Stm, e *ir.FlatUpdate) step {
	from, offset, x := c.use(e.Array), c.atom(e.Offset), c.use(e.Value)
	sizes, strides := c.flatDims(e.Dims)
	to := c.one(s)
	return func(m *machine) {
		dst := m.consume(to, m.arrayIn(from))
		m.overwrite(m.flatSliced(to.name, dst, offset, sizes, strides), m.env[x])
	}
}

// overwrite writes d to the elements of dst, whose offsets must be distinct.
func (m *machine) overwrite(dst *array, d datum) {
	if !dst.distinct() {
		m.invalid("the slice %s of %s holds an element twice", dst.layout, dst.name)
	}
	m.put(dst, d)
}
