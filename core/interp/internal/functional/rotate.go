package functional

import (
	"github.com/lamina-lang/lamina/core/interp/internal/layout"
	"github.com/lamina-lang/lamina/core/interp/internal/store"
	"github.com/lamina-lang/lamina/core/ir"
)

func init() { define(means((*compiler).rotate)) }

// rotate copies the elements from Amount on, then those before it.
func (c *compiler) rotate(s *ir.Stm, e *ir.Rotate) step {
	from, amount := c.use(e.Array), c.atom(e.Amount)
	to := c.one(s)
	return func(m *machine) {
		a, src, k := m.place(to), m.arrayIn(from), m.Int(amount)
		n := a.Dims[e.Dim].Size
		if k < 0 || k > n {
			m.Invalid("rotation of %s by %d", src, k)
		}
		part := func(x *store.Array, start, size int64) *store.Array {
			l := layout.Layout{Offset: x.Offset + start*x.Dims[e.Dim].Stride, Dims: append([]layout.Extent(nil), x.Dims...)}
			l.Dims[e.Dim].Size = size
			return x.View(x.Name, l)
		}
		m.Copy(part(a, 0, n-k), part(src, k, n-k))
		m.Copy(part(a, n-k, k), part(src, 0, k))
		m.Env[to.slot].Array = a
	}
}
