package interp

import "github.com/lamina-lang/lamina/core/ir"

func init() { define(means((*compiler).rotate)) }

// rotate copies the elements from Amount on, then those before it.
func (c *compiler) rotate(s *ir.Stm, e *ir.Rotate) step {
	from, amount := c.use(e.Array), c.atom(e.Amount)
	to := c.one(s)
	return func(m *machine) {
		a, src, k := m.place(to), m.arrayIn(from), m.int(amount)
		n := a.dims[e.Dim].size
		if k < 0 || k > n {
			m.invalid("rotation of %s by %d", src, k)
		}
		part := func(x *array, start, size int64) *array {
			l := layout{x.offset + start*x.dims[e.Dim].stride, append([]extent(nil), x.dims...)}
			l.dims[e.Dim].size = size
			return x.view(x.name, l)
		}
		m.copy(part(a, 0, n-k), part(src, k, n-k))
		m.copy(part(a, n-k, k), part(src, 0, k))
		m.env[to.slot].array = a
	}
}
