package functional

import (
	"github.com/lamina-lang/lamina/core/interp/internal/layout"
	"github.com/lamina-lang/lamina/core/interp/internal/store"
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
		if len(a.Dims) != 1 || a.Dims[0].Size != m.Int(count) {
			m.Invalid("iota of %d elements is bound to %s", m.Int(count), a)
		}
		for i := range a.Dims[0].Size {
			m.Spend(1)
			step := mul(scalar.Int(e.Elem, i), m.Env[stride].Value, none)
			m.Put(a, store.Datum{Value: add(m.Env[start].Value, step, none)}, i)
		}
		m.Env[to.slot].Array = a
	}
}

func (c *compiler) replicate(s *ir.Stm, e *ir.Replicate) step {
	shape, x := c.atoms(e.Shape), c.atom(e.Value)
	to := c.one(s)
	return func(m *machine) {
		a := m.place(to)
		for k, n := range m.Ints(shape) {
			if k >= len(a.Dims) || a.Dims[k].Size != n {
				m.Invalid("replicate of shape %s is bound to %s", layout.ShapeText(m.Ints(shape)), a)
			}
		}
		m.Fill(a, len(shape), m.Env[x])
		m.Env[to.slot].Array = a
	}
}

func (c *compiler) scratch(s *ir.Stm) step {
	to := c.one(s)
	return func(m *machine) { m.Env[to.slot].Array = m.place(to) }
}

func (c *compiler) copy(s *ir.Stm, e *ir.Copy) step {
	from := c.use(e.Array)
	to := c.one(s)
	return func(m *machine) {
		a := m.place(to)
		m.Copy(a, m.arrayIn(from))
		m.Env[to.slot].Array = a
	}
}

func (c *compiler) concat(s *ir.Stm, e *ir.Concat) step {
	from := c.uses(e.Arrays)
	to := c.one(s)
	return func(m *machine) {
		a := m.place(to)
		if e.Dim < 0 || e.Dim >= len(a.Dims) {
			m.Invalid("concat along dimension %d of %s", e.Dim, a)
		}
		var start int64
		for _, slot := range from {
			part := m.arrayIn(slot)
			if len(part.Dims) != len(a.Dims) {
				m.Invalid("concat of %s into %s", part, a)
			}
			l := layout.Layout{Offset: a.Offset + start*a.Dims[e.Dim].Stride, Dims: append([]layout.Extent(nil), a.Dims...)}
			l.Dims[e.Dim].Size = part.Dims[e.Dim].Size
			start += l.Dims[e.Dim].Size
			if start > a.Dims[e.Dim].Size {
				break
			}
			m.Copy(a.View(a.Name, l), part)
		}
		if start != a.Dims[e.Dim].Size {
			m.Invalid("the sizes of concat's operands do not add up to that of %s", a)
		}
		m.Env[to.slot].Array = a
	}
}

func (c *compiler) literal(s *ir.Stm, e *ir.Literal) step {
	elems := c.atoms(e.Elems)
	to := c.one(s)
	return func(m *machine) {
		a := m.place(to)
		if a.Dims[0].Size != int64(len(elems)) {
			m.Invalid("literal of %d elements is bound to %s", len(elems), a)
		}
		for i, x := range elems {
			m.Put(a, m.Env[x], int64(i))
		}
		m.Env[to.slot].Array = a
	}
}
