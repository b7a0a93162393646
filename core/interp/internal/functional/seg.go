package functional

import (
	"slices"

	"github.com/lamina-lang/lamina/core/interp/internal/layout"
	"github.com/lamina-lang/lamina/core/interp/internal/store"
	"github.com/lamina-lang/lamina/core/ir"
)

// kernel is the common part of the segmented operators: an index space, and a body that
// runs at each of its points.
type kernel struct {
	indices []int // slots
	sizes   []int
	body    *body
	out     []store.Datum // the body's results at the current point
}

func (c *compiler) kernel(space []ir.SpaceDim, b *ir.Body) *kernel {
	k := &kernel{}
	for _, d := range space {
		k.sizes = append(k.sizes, c.atom(d.Size))
	}
	for _, d := range space {
		k.indices = append(k.indices, c.bind(d.Index))
	}
	k.body = c.body(b)
	k.out = make([]store.Datum, len(k.body.results))
	return k
}

// launch runs f as a kernel; f runs the points.
func (k *kernel) launch(m *machine, f func(sizes []int64)) {
	sizes := m.Ints(k.sizes)
	mark := m.EnterScope()
	m.EnterKernel(sizes)
	f(sizes)
	m.LeaveKernel()
	m.LeaveScope(mark, nil)
}

// at runs the body at a point and passes its results to use, which writes some of them.
// If keep is set, results that are arrays outlive the point.
func (k *kernel) at(m *machine, point []int64, keep bool, use func(results []store.Datum)) {
	mark := m.EnterScope()
	m.EnterIteration()
	for d, slot := range k.indices {
		m.SetInt(slot, point[d])
	}
	k.body.run(m)
	m.TakeInto(k.out, k.body.results)
	use(k.out)
	if keep {
		m.LeaveScope(mark, k.out)
	} else {
		m.LeaveScope(mark, nil)
	}
}

func (c *compiler) segMap(s *ir.Stm, e *ir.SegMap) step {
	k, to := c.kernel(e.Space, e.Body), c.destinations(e.Writes)
	plain := len(k.out) - to.results
	if plain < 0 {
		c.m.Invalid("the body returns %d results, its destinations need %d", len(k.out), to.results)
	}
	pat := c.pattern(s, plain+len(e.Writes))
	return func(m *machine) {
		outs, scattered := m.placeAll(pat[:plain]), to.begin(m, pat[plain:])
		m.Separate(slices.Concat(outs, scattered.arrays)...)
		k.launch(m, func(sizes []int64) {
			layout.Points(sizes, func(point []int64) {
				k.at(m, point, false, func(results []store.Datum) {
					m.PutAll(outs, results[:plain], point...)
					scattered.add(m, results[plain:])
				})
			})
		})
		m.bindArrays(pat[:plain], outs)
	}
}

// segFold is the common part of segred and segscan: the last dimension is folded, for
// each point of the others. Results after the folded ones are plain arrays.
type segFold struct {
	*kernel
	op  *operator
	pat []param
}

func (c *compiler) segFold(s *ir.Stm, space []ir.SpaceDim, b *ir.Body, op *ir.Lambda, neutral []ir.Atom) *segFold {
	if len(space) == 0 {
		c.m.Invalid("an index space without dimensions")
	}
	k := c.kernel(space, b)
	if len(k.out) < len(neutral) {
		c.m.Invalid("the body returns %d results of which %d are folded", len(k.out), len(neutral))
	}
	return &segFold{k, c.operator(op, neutral), c.pattern(s, len(k.out))}
}

// segments calls f for each segment, with the number of its elements and a function that
// computes the element at an index and writes the plain results to outs.
func (k *segFold) segments(m *machine, outs []*store.Array, f func(segment []int64, n int64, element func(i int64) []store.Datum)) {
	folded := len(k.op.neutral)
	k.launch(m, func(sizes []int64) {
		last := len(sizes) - 1
		point := make([]int64, len(sizes))
		layout.Points(sizes[:last], func(segment []int64) {
			copy(point, segment)
			f(segment, sizes[last], func(i int64) []store.Datum {
				point[last] = i
				k.at(m, point, true, func(results []store.Datum) { m.PutAll(outs, results[folded:], point...) })
				return k.out
			})
		})
	})
}

func (c *compiler) segRed(s *ir.Stm, e *ir.SegRed) step {
	k := c.segFold(s, e.Space, e.Body, e.Operator, e.Neutral)
	folded, plain := k.pat[:len(e.Neutral)], k.pat[len(e.Neutral):]
	return func(m *machine) {
		outs := m.placeAll(plain)
		cells := make([]*store.Array, len(folded)) // nil for a scalar
		for i := range folded {
			if len(folded[i].dims) > 0 {
				cells[i] = m.place(&folded[i])
			}
		}
		m.Separate(slices.Concat(cells, outs)...)
		k.segments(m, outs, func(segment []int64, n int64, element func(i int64) []store.Datum) {
			results := k.op.fold(m, n, element)
			m.EnterResult()
			for i, cell := range cells {
				if cell == nil {
					m.bind(&folded[i], results[i])
				} else {
					m.Put(cell, results[i], segment...)
				}
			}
		})
		for i, cell := range cells {
			if cell != nil {
				m.Env[folded[i].slot].Array = cell
			}
		}
		m.bindArrays(plain, outs)
	}
}

func (c *compiler) segScan(s *ir.Stm, e *ir.SegScan) step {
	k := c.segFold(s, e.Space, e.Body, e.Operator, e.Neutral)
	n := len(e.Neutral)
	return func(m *machine) {
		outs := m.placeAll(k.pat)
		m.Separate(outs...)
		k.segments(m, outs[n:], func(segment []int64, size int64, element func(i int64) []store.Datum) {
			point := append(append([]int64(nil), segment...), 0)
			k.op.scan(m, size, element, func(i int64, prefix []store.Datum) {
				point[len(segment)] = i
				m.PutAll(outs[:n], prefix, point...)
			})
		})
		m.bindArrays(k.pat, outs)
	}
}

func (c *compiler) segHist(s *ir.Stm, e *ir.SegHist) step {
	if len(e.Space) == 0 {
		c.m.Invalid("an index space without dimensions")
	}
	k, h := c.kernel(e.Space, e.Body), c.histograms(e.Ops)
	pat := c.pattern(s, h.dests)
	if len(k.out) != h.results {
		c.m.Invalid("the body returns %d results, the operations need %d", len(k.out), h.results)
	}
	return func(m *machine) {
		updates := h.begin(m, pat)
		m.Separate(slices.Concat(updates.arrays...)...)
		k.launch(m, func(sizes []int64) {
			layout.Points(sizes, func(point []int64) {
				k.at(m, point, false, func(results []store.Datum) {
					updates.add(m, point[:len(point)-1], results)
				})
			})
		})
	}
}
