package interp

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Fresh arrays.

func (c *compiler) iota(s *ir.Stm, e *ir.Iota) step {
	count, start, stride := c.atom(e.Count), c.atom(e.Start), c.atom(e.Step)
	to := c.one(s)
	add, mul := scalar.Add.Func(e.Elem), scalar.Mul.Func(e.Elem)
	var none scalar.Value
	return func(m *machine) {
		a := m.place(to)
		if len(a.dims) != 1 || a.dims[0].size != m.int(count) {
			m.invalid("iota of %d elements is bound to %s", m.int(count), a)
		}
		for i := range a.dims[0].size {
			m.spend(1)
			step := mul(scalar.Int(e.Elem, i), m.env[stride].Value, none)
			m.put(a, datum{Value: add(m.env[start].Value, step, none)}, i)
		}
		m.env[to.slot].array = a
	}
}

func (c *compiler) replicate(s *ir.Stm, e *ir.Replicate) step {
	shape, x := c.atoms(e.Shape), c.atom(e.Value)
	to := c.one(s)
	return func(m *machine) {
		a := m.place(to)
		for k, n := range m.ints(shape) {
			if k >= len(a.dims) || a.dims[k].size != n {
				m.invalid("replicate of shape %s is bound to %s", shapeText(m.ints(shape)), a)
			}
		}
		m.fill(a, len(shape), m.env[x])
		m.env[to.slot].array = a
	}
}

func (c *compiler) scratch(s *ir.Stm) step {
	to := c.one(s)
	return func(m *machine) { m.env[to.slot].array = m.place(to) }
}

func (c *compiler) copy(s *ir.Stm, e *ir.Copy) step {
	from := c.use(e.Array)
	to := c.one(s)
	return func(m *machine) {
		a := m.place(to)
		m.copy(a, m.arrayIn(from))
		m.env[to.slot].array = a
	}
}

func (c *compiler) concat(s *ir.Stm, e *ir.Concat) step {
	from := c.uses(e.Arrays)
	to := c.one(s)
	return func(m *machine) {
		a := m.place(to)
		if e.Dim < 0 || e.Dim >= len(a.dims) {
			m.invalid("concat along dimension %d of %s", e.Dim, a)
		}
		var start int64
		for _, slot := range from {
			part := m.arrayIn(slot)
			if len(part.dims) != len(a.dims) {
				m.invalid("concat of %s into %s", part, a)
			}
			l := layout{a.offset + start*a.dims[e.Dim].stride, append([]extent(nil), a.dims...)}
			l.dims[e.Dim].size = part.dims[e.Dim].size
			start += l.dims[e.Dim].size
			if start > a.dims[e.Dim].size {
				break
			}
			m.copy(a.view(a.name, l), part)
		}
		if start != a.dims[e.Dim].size {
			m.invalid("the sizes of concat's operands do not add up to that of %s", a)
		}
		m.env[to.slot].array = a
	}
}

func (c *compiler) literal(s *ir.Stm, e *ir.Literal) step {
	elems := c.atoms(e.Elems)
	to := c.one(s)
	return func(m *machine) {
		a := m.place(to)
		if a.dims[0].size != int64(len(elems)) {
			m.invalid("literal of %d elements is bound to %s", len(elems), a)
		}
		for i, x := range elems {
			m.put(a, m.env[x], int64(i))
		}
		m.env[to.slot].array = a
	}
}
