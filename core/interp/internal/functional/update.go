package functional

import (
	"github.com/lamina-lang/lamina/core/interp/internal/store"
	"github.com/lamina-lang/lamina/core/ir"
)

// Updates write the destination's memory in place. In value semantics this cannot be
// observed: the block gets a new version, and arrays of an older version, the destination
// and its aliases, can no longer be used, not even as the value being written.

// consume binds p to the array a, which is about to be changed.
func (m *machine) consume(p *param, a *store.Array) *store.Array {
	next := m.Changed(p.name, a, p.at != nil)
	m.bind(p, store.Datum{Array: next})
	return next
}

func (c *compiler) update(s *ir.Stm, e *ir.Update) step {
	from, dims, x := c.use(e.Array), c.sliceDims(e.Dims), c.atom(e.Value)
	to := c.one(s)
	return func(m *machine) {
		dst := m.consume(to, m.arrayIn(from))
		m.overwrite(m.sliced(to.name, dst, dims), m.Env[x])
	}
}

func (c *compiler) flatUpdate(s *ir.Stm, e *ir.FlatUpdate) step {
	from, offset, x := c.use(e.Array), c.atom(e.Offset), c.use(e.Value)
	sizes, strides := c.flatDims(e.Dims)
	to := c.one(s)
	return func(m *machine) {
		dst := m.consume(to, m.arrayIn(from))
		m.overwrite(m.flatSliced(to.name, dst, offset, sizes, strides), m.Env[x])
	}
}

// overwrite writes d to the elements of dst, whose offsets must be distinct.
func (m *machine) overwrite(dst *store.Array, d store.Datum) {
	if !dst.Distinct() {
		m.Invalid("the slice %s of %s holds an element twice", dst.Layout, dst.Name)
	}
	m.Put(dst, d)
}
