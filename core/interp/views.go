package interp

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
)

// Views are arrays in the memory of their source. In heap semantics, bind checks that the
// annotated location is that of the view.

// arrayIn returns the array in a slot; it stops the run if the array must not be used.
func (m *machine) arrayIn(slot int) *array {
	a := m.env[slot].array
	if a == nil {
		m.invalid("%s is not an array", m.env[slot])
	}
	m.usable(a)
	return a
}

func (c *compiler) alias(s *ir.Stm, e *ir.Use) step {
	x := c.atom(e.X)
	to := c.one(s)
	return func(m *machine) {
		if m.env[x].array != nil {
			m.arrayIn(x)
		}
		m.bind(to, m.env[x])
	}
}

func (c *compiler) index(s *ir.Stm, e *ir.Index) step {
	from, indices := c.use(e.Array), c.atoms(e.Indices)
	to := c.one(s)
	return func(m *machine) {
		a := m.env[from].array
		if a == nil || len(a.dims) != len(indices) {
			m.invalid("%d indices into %s", len(indices), m.env[from])
		}
		offset := a.offset
		for k, slot := range indices {
			i := m.int(slot)
			if d := a.dims[k]; i < 0 || i >= d.size {
				m.invalid("index %v is out of bounds of %s", m.ints(indices), a)
			} else {
				offset += i * d.stride
			}
		}
		m.env[to.slot].Value = m.load(a, offset)
	}
}

// sliceDim is a compiled ir.SliceDim.
type sliceDim struct {
	fix               bool
	start, size, step int
}

func (c *compiler) sliceDims(ds []ir.SliceDim) []sliceDim {
	out := make([]sliceDim, len(ds))
	for i, d := range ds {
		out[i] = sliceDim{fix: d.Fix, start: c.atom(d.Start)}
		if !d.Fix {
			out[i].size, out[i].step = c.atom(d.Size), c.atom(d.Step)
		}
	}
	return out
}

// sliced returns the part of a that dims select.
func (m *machine) sliced(n name.Name, a *array, dims []sliceDim) *array {
	if len(dims) != len(a.dims) {
		m.invalid("%d slices of %s", len(dims), a)
	}
	l := layout{offset: a.offset}
	for k, d := range dims {
		start, size, step := m.int(d.start), int64(1), int64(1)
		if !d.fix {
			size, step = m.int(d.size), m.int(d.step)
		}
		if !within(a.dims[k].size, start, size, step) {
			m.invalid("slice of %d elements from %d on, %d apart, is out of bounds of dimension %d of %s", size, start, step, k, a)
		}
		if size > 0 {
			l.offset += start * a.dims[k].stride
		}
		if !d.fix {
			l.dims = append(l.dims, extent{size, step * a.dims[k].stride})
		}
	}
	return a.view(n, l)
}

func (c *compiler) slice(s *ir.Stm, e *ir.Slice) step {
	from, dims := c.use(e.Array), c.sliceDims(e.Dims)
	to := c.one(s)
	return func(m *machine) {
		m.bind(to, datum{array: m.sliced(to.name, m.arrayIn(from), dims)})
	}
}

// flatSliced returns the part of the one-dimensional a that an LMAD selects.
func (m *machine) flatSliced(n name.Name, a *array, offset int, sizes, strides []int) *array {
	if len(a.dims) != 1 {
		m.invalid("flat slice of %s", a)
	}
	flat := layout{offset: m.int(offset)}
	for k := range sizes {
		flat.dims = append(flat.dims, extent{m.int(sizes[k]), m.int(strides[k])})
	}
	for _, d := range flat.dims {
		if d.size < 0 {
			m.invalid("flat slice %s has a negative size", flat)
		}
	}
	if !flat.fits(a.dims[0].size) {
		m.invalid("flat slice %s is out of bounds of %s", flat, a)
	}
	l := layout{a.offset + flat.offset*a.dims[0].stride, flat.dims}
	for k := range l.dims {
		l.dims[k].stride *= a.dims[0].stride
	}
	return a.view(n, l)
}

func (c *compiler) flatDims(ds []ir.FlatDim) (sizes, strides []int) {
	for _, d := range ds {
		sizes, strides = append(sizes, c.atom(d.Size)), append(strides, c.atom(d.Stride))
	}
	return sizes, strides
}

func (c *compiler) flatSlice(s *ir.Stm, e *ir.FlatSlice) step {
	from, offset := c.use(e.Array), c.atom(e.Offset)
	sizes, strides := c.flatDims(e.Dims)
	to := c.one(s)
	return func(m *machine) {
		m.bind(to, datum{array: m.flatSliced(to.name, m.arrayIn(from), offset, sizes, strides)})
	}
}

func (c *compiler) rearrange(s *ir.Stm, e *ir.Rearrange) step {
	from := c.use(e.Array)
	to := c.one(s)
	sorted := slices.Sorted(slices.Values(e.Perm))
	for i, p := range sorted {
		if i != p {
			c.m.invalid("%v is not a permutation", e.Perm)
		}
	}
	return func(m *machine) {
		a := m.arrayIn(from)
		if len(a.dims) != len(e.Perm) {
			m.invalid("permutation %v of the dimensions of %s", e.Perm, a)
		}
		dims := make([]extent, len(a.dims))
		for i, p := range e.Perm {
			dims[i] = a.dims[p]
		}
		m.bind(to, datum{array: a.view(to.name, layout{a.offset, dims})})
	}
}

func (c *compiler) reshape(s *ir.Stm, e *ir.Reshape) step {
	from, shape := c.use(e.Array), c.atoms(e.Shape)
	to := c.one(s)
	return func(m *machine) {
		a, shape := m.arrayIn(from), m.ints(shape)
		if slices.Min(append(shape, 0)) < 0 || rowMajor(0, shape).count() != a.count() {
			m.invalid("%s is reshaped to %s", a, shapeText(shape))
		}
		l, ok := a.reshape(shape)
		if !ok && to.at != nil {
			m.invalid("no strides express %s, which lies at %s, as %s", a, a.layout, shapeText(shape))
		}
		if !ok {
			a = m.compact(a)
			l = rowMajor(0, shape)
		}
		m.bind(to, datum{array: a.view(to.name, l)})
	}
}

// compact returns a row-major copy of a.
func (m *machine) compact(a *array) *array {
	c := m.fresh(a.name, a.elem, a.shape())
	m.copy(c, a)
	return c
}
