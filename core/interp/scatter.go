package interp

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/value"
)

// destinations are the destinations of a scatter: each iteration returns an index into
// each, then a value for each.
type destinations struct {
	dests   []dest
	indices int // number of indices that an iteration returns
	results int // indices and values
}

// dest is an array indexed in its rank outermost dimensions.
type dest struct{ slot, rank int }

func (c *compiler) destinations(ds []ir.Dest) *destinations {
	to := &destinations{}
	for _, d := range ds {
		to.dests = append(to.dests, dest{c.use(d.Array), d.Rank})
		to.indices += d.Rank
	}
	to.results = to.indices + len(ds)
	return to
}

// scattering is one execution of the operation.
type scattering struct {
	*destinations
	arrays []*array
	writes race // the writers of elements
}

// begin consumes the destinations and binds the pattern to them. Iterations cannot access
// them.
func (to *destinations) begin(m *machine, pat []param) *scattering {
	s := &scattering{destinations: to, writes: m.newRace()}
	for k, d := range to.dests {
		s.arrays = append(s.arrays, m.consume(&pat[k], m.arrayIn(d.slot)))
	}
	return s
}

// add takes an iteration's results: the indices, then the values.
func (s *scattering) add(m *machine, results []datum) {
	s.writes.id++
	indices, values := results[:s.indices], results[s.indices:]
	for k, d := range s.dests {
		index, ok := m.bin(s.arrays[k], nil, indices[:d.rank])
		indices = indices[d.rank:]
		if ok {
			s.write(m, s.arrays[k], values[k], index)
		}
	}
}

// write puts d at dst[index...]. The order of two writes to one index is undefined, so
// they must agree, unless the options permit otherwise; in heap semantics they are a
// race.
func (s *scattering) write(m *machine, dst *array, d datum, index []int64) {
	if m.race == nil && !m.opts.LastWrite && s.written(dst.fix(index...), dst) {
		old, new := m.toValue(m.get(dst, index...)), m.toValue(d)
		if !value.Equal(old, new) {
			m.invalid("scatter writes both %s and %s to %s%v", old, new, dst.name, index)
		}
	}
	m.put(dst, d, index...)
}

// written marks the elements of place in dst as written, and reports whether an earlier
// iteration wrote one of them.
func (s *scattering) written(place layout, dst *array) bool {
	before := false
	place.each(func(offset int64) {
		other, _ := s.writes.touch(dst.block, dst.elem, offset, writes, never)
		before = before || other != 0
	})
	return before
}

// bin returns the index into a that consists of outer and of the indices chosen by an
// iteration; false if it is out of bounds.
func (m *machine) bin(a *array, outer []int64, chosen []datum) ([]int64, bool) {
	if len(outer)+len(chosen) > len(a.dims) {
		m.invalid("%d indices into %s", len(outer)+len(chosen), a)
	}
	index := append(make([]int64, 0, len(outer)+len(chosen)), outer...)
	for _, i := range chosen {
		if i.Int() < 0 || i.Int() >= a.dims[len(index)].size {
			return nil, false
		}
		index = append(index, i.Int())
	}
	return index, true
}
