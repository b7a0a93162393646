package interp

import "github.com/lamina-lang/lamina/core/ir"

// destinations are where an operation scatters to: each iteration gives an
// index into each destination, then a value for each.
type destinations struct {
	dests   []dest
	indices int // that an iteration gives
	results int // indices and values
	wait    bool
}

// dest is an array indexed in its rank outermost dimensions.
type dest struct{ slot, rank int }

func (c *compiler) destinations(ds []ir.Dest) *destinations {
	w := &destinations{wait: !c.heap}
	for _, d := range ds {
		w.dests = append(w.dests, dest{c.use(d.Array), d.Rank})
		w.indices += d.Rank
	}
	w.results = w.indices + len(ds)
	return w
}

// scattering is one run of the operation. In value semantics every iteration
// sees the destinations as they were, so the writes wait until the end; in heap
// semantics an iteration's writes are done when it ends.
type scattering struct {
	*destinations
	waiting []write
}

// write is a place in a destination and what is written there.
type write struct {
	dest  int
	index []int64
	value datum
}

func (w *destinations) begin() *scattering { return &scattering{destinations: w} }

// add takes an iteration's results: the indices, then the values.
func (s *scattering) add(m *machine, results []datum) {
	indices, values := results[:s.indices], results[s.indices:]
	for k, d := range s.dests {
		a := m.arrayIn(d.slot)
		index, ok := bin(a, nil, indices[:d.rank])
		indices = indices[d.rank:]
		switch {
		case !ok:
		case s.wait:
			s.waiting = append(s.waiting, write{k, index, m.apart(values[k], a)})
		default:
			m.put(a, values[k], index...)
		}
	}
}

// bin is the index into a that an iteration chose behind the given outer one;
// false when it is out of bounds.
func bin(a *array, outer []int64, chosen []datum) ([]int64, bool) {
	index := append(make([]int64, 0, len(outer)+len(chosen)), outer...)
	for _, i := range chosen {
		if i.Int() < 0 || i.Int() >= a.dims[len(index)].size {
			return nil, false
		}
		index = append(index, i.Int())
	}
	return index, true
}

// finish does the writes that wait and binds the written destinations.
func (s *scattering) finish(m *machine, pat []param) {
	for _, w := range s.waiting {
		if a := w.value.array; a != nil {
			m.usable(a)
		}
	}
	written := make([]map[int64]datum, len(s.dests))
	for k, d := range s.dests {
		m.consume(&pat[k], m.arrayIn(d.slot))
		written[k] = map[int64]datum{}
	}
	for _, w := range s.waiting {
		a := m.env[pat[w.dest].slot].array
		place := a.row(w.index...)
		// Which of two writes to a place wins is not defined, so they must agree.
		if other, ok := written[w.dest][place.offset]; ok && other != w.value && !place.empty() {
			m.invalid("scatter writes both %s and %s to %s", other, w.value, a.element(place.offset))
		}
		written[w.dest][place.offset] = w.value
		m.put(a, w.value, w.index...)
	}
}
