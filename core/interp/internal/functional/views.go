package functional

import (
	"slices"

	"github.com/lamina-lang/lamina/core/interp/internal/layout"
	"github.com/lamina-lang/lamina/core/interp/internal/store"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
)

// Views are arrays in the memory of their source. In heap semantics, bind checks that the
// annotated location is that of the view.

// arrayIn returns the array in a slot; it stops the run if the array must not be used.
func (m *machine) arrayIn(slot int) *store.Array {
	a := m.Env[slot].Array
	if a == nil {
		m.Invalid("%s is not an array", m.Env[slot])
	}
	m.Usable(a)
	return a
}

func (c *compiler) alias(s *ir.Stm, e *ir.Use) step {
	x := c.atom(e.X)
	to := c.one(s)
	return func(m *machine) {
		if m.Env[x].Array != nil {
			m.arrayIn(x)
		}
		m.bind(to, m.Env[x])
	}
}

func (c *compiler) index(s *ir.Stm, e *ir.Index) step {
	from, indices := c.use(e.Array), c.atoms(e.Indices)
	to := c.one(s)
	return func(m *machine) {
		a := m.Env[from].Array
		if a == nil || len(a.Dims) != len(indices) {
			m.Invalid("%d indices into %s", len(indices), m.Env[from])
		}
		offset := a.Offset
		for k, slot := range indices {
			i := m.Int(slot)
			if d := a.Dims[k]; i < 0 || i >= d.Size {
				m.Invalid("index %v is out of bounds of %s", m.Ints(indices), a)
			} else {
				offset += i * d.Stride
			}
		}
		m.Env[to.slot].Value = m.Load(a, offset)
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
func (m *machine) sliced(n name.Name, a *store.Array, dims []sliceDim) *store.Array {
	if len(dims) != len(a.Dims) {
		m.Invalid("%d slices of %s", len(dims), a)
	}
	l := layout.Layout{Offset: a.Offset}
	for k, d := range dims {
		start, size, step := m.Int(d.start), int64(1), int64(1)
		if !d.fix {
			size, step = m.Int(d.size), m.Int(d.step)
		}
		if !layout.Within(a.Dims[k].Size, start, size, step) {
			m.Invalid("slice of %d elements from %d on, %d apart, is out of bounds of dimension %d of %s", size, start, step, k, a)
		}
		if size > 0 {
			l.Offset += start * a.Dims[k].Stride
		}
		if !d.fix {
			l.Dims = append(l.Dims, layout.Extent{Size: size, Stride: step * a.Dims[k].Stride})
		}
	}
	return a.View(n, l)
}

func (c *compiler) slice(s *ir.Stm, e *ir.Slice) step {
	from, dims := c.use(e.Array), c.sliceDims(e.Dims)
	to := c.one(s)
	return func(m *machine) {
		m.bind(to, store.Datum{Array: m.sliced(to.name, m.arrayIn(from), dims)})
	}
}

// flatSliced returns the part of the one-dimensional a that an LMAD selects.
func (m *machine) flatSliced(n name.Name, a *store.Array, offset int, sizes, strides []int) *store.Array {
	if len(a.Dims) != 1 {
		m.Invalid("flat slice of %s", a)
	}
	flat := layout.Layout{Offset: m.Int(offset)}
	for k := range sizes {
		flat.Dims = append(flat.Dims, layout.Extent{Size: m.Int(sizes[k]), Stride: m.Int(strides[k])})
	}
	for _, d := range flat.Dims {
		if d.Size < 0 {
			m.Invalid("flat slice %s has a negative size", flat)
		}
	}
	if !flat.Fits(a.Dims[0].Size) {
		m.Invalid("flat slice %s is out of bounds of %s", flat, a)
	}
	l := layout.Layout{Offset: a.Offset + flat.Offset*a.Dims[0].Stride, Dims: flat.Dims}
	for k := range l.Dims {
		l.Dims[k].Stride *= a.Dims[0].Stride
	}
	return a.View(n, l)
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
		m.bind(to, store.Datum{Array: m.flatSliced(to.name, m.arrayIn(from), offset, sizes, strides)})
	}
}

func (c *compiler) rearrange(s *ir.Stm, e *ir.Rearrange) step {
	from := c.use(e.Array)
	to := c.one(s)
	sorted := slices.Sorted(slices.Values(e.Perm))
	for i, p := range sorted {
		if i != p {
			c.m.Invalid("%v is not a permutation", e.Perm)
		}
	}
	return func(m *machine) {
		a := m.arrayIn(from)
		if len(a.Dims) != len(e.Perm) {
			m.Invalid("permutation %v of the dimensions of %s", e.Perm, a)
		}
		dims := make([]layout.Extent, len(a.Dims))
		for i, p := range e.Perm {
			dims[i] = a.Dims[p]
		}
		m.bind(to, store.Datum{Array: a.View(to.name, layout.Layout{Offset: a.Offset, Dims: dims})})
	}
}

func (c *compiler) reshape(s *ir.Stm, e *ir.Reshape) step {
	from, shape := c.use(e.Array), c.atoms(e.Shape)
	to := c.one(s)
	return func(m *machine) {
		a, shape := m.arrayIn(from), m.Ints(shape)
		if slices.Min(append(shape, 0)) < 0 || layout.RowMajor(0, shape).Count() != a.Count() {
			m.Invalid("%s is reshaped to %s", a, layout.ShapeText(shape))
		}
		l, ok := a.Reshape(shape)
		if !ok && to.at != nil {
			m.Invalid("no strides express %s, which lies at %s, as %s", a, a.Layout, layout.ShapeText(shape))
		}
		if !ok {
			a = m.compact(a)
			l = layout.RowMajor(0, shape)
		}
		m.bind(to, store.Datum{Array: a.View(to.name, l)})
	}
}

// compact returns a row-major copy of a.
func (m *machine) compact(a *store.Array) *store.Array {
	c := m.Fresh(a.Name, a.Elem, a.Shape())
	m.Copy(c, a)
	return c
}
