package functional

import (
	"github.com/lamina-lang/lamina/core/interp/internal/store"
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
	arrays []*store.Array
	store.Writers
}

// begin consumes the destinations and binds the pattern to them. Iterations cannot access
// them.
func (to *destinations) begin(m *machine, pat []param) *scattering {
	s := &scattering{destinations: to, Writers: m.NewWriters()}
	for k, d := range to.dests {
		s.arrays = append(s.arrays, m.consume(&pat[k], m.arrayIn(d.slot)))
	}
	return s
}

// add takes an iteration's results: the indices, then the values.
func (s *scattering) add(m *machine, results []store.Datum) {
	s.Next()
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
func (s *scattering) write(m *machine, dst *store.Array, d store.Datum, index []int64) {
	if !m.Tracing() && !m.Opts.LastWrite && s.Written(dst.Fix(index...), dst) {
		old, new := m.ToValue(m.Get(dst, index...)), m.ToValue(d)
		if !value.Equal(old, new) {
			m.Invalid("scatter writes both %s and %s to %s%v", old, new, dst.Name, index)
		}
	}
	m.Put(dst, d, index...)
}

// bin returns the index into a that consists of outer and of the indices chosen by an
// iteration; false if it is out of bounds.
func (m *machine) bin(a *store.Array, outer []int64, chosen []store.Datum) ([]int64, bool) {
	if len(outer)+len(chosen) > len(a.Dims) {
		m.Invalid("%d indices into %s", len(outer)+len(chosen), a)
	}
	index := append(make([]int64, 0, len(outer)+len(chosen)), outer...)
	for _, i := range chosen {
		if i.Int() < 0 || i.Int() >= a.Dims[len(index)].Size {
			return nil, false
		}
		index = append(index, i.Int())
	}
	return index, true
}
