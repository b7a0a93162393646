package interp

import "github.com/lamina-lang/lamina/core/ir"

// histograms are the operations of a hist: each iteration gives a bin for each
// of them, then the values that the bins are updated with.
type histograms struct {
	ops     []histogram
	dests   int // of all operations
	indices int // that an iteration gives
	results int // indices and values
	wait    bool
}

type histogram struct {
	dests []int // slots
	rank  int
	op    *operator
}

func (c *compiler) histograms(ops []ir.HistOp) *histograms {
	h := &histograms{wait: !c.heap}
	for _, o := range ops {
		h.ops = append(h.ops, histogram{c.uses(o.Dests), o.Rank, c.operator(o.Operator, o.Neutral)})
		h.dests += len(o.Dests)
		h.indices += o.Rank
	}
	h.results = h.indices + h.dests
	return h
}

// updating is one run of the operations; as with scattering, updates wait in
// value semantics.
type updating struct {
	*histograms
	waiting []update
}

// update is a bin of an operation and the values to combine it with.
type update struct {
	op     int
	index  []int64
	values []datum
}

func (h *histograms) begin() *updating { return &updating{histograms: h} }

// add takes an iteration's results: the bins, then the values. Segment is the
// index of the outer dimensions, which choose a histogram.
func (u *updating) add(m *machine, segment []int64, results []datum) {
	indices, values := results[:u.indices], results[u.indices:]
	for k, op := range u.ops {
		a := m.arrayIn(op.dests[0])
		index, ok := bin(a, segment, indices[:op.rank])
		mine := values[:len(op.dests)]
		indices, values = indices[op.rank:], values[len(op.dests):]
		switch {
		case !ok:
		case u.wait:
			up := update{k, index, make([]datum, len(mine))}
			for i, v := range mine {
				up.values[i] = m.apart(v, a)
			}
			u.waiting = append(u.waiting, up)
		default:
			arrays := make([]*array, len(op.dests))
			for i, slot := range op.dests {
				arrays[i] = m.arrayIn(slot)
			}
			m.updateBin(op.op, arrays, index, mine)
		}
	}
}

// updateBin combines a bin with values. In a kernel that is one atomic step.
func (m *machine) updateBin(op *operator, arrays []*array, index []int64, values []datum) {
	old := make([]datum, len(arrays))
	m.atomically(func() {
		for i, a := range arrays {
			old[i] = m.get(a, index...)
		}
	})
	op.combine(m, old, values)
	m.atomically(func() { m.putAll(arrays, old, index...) })
}

// finish does the updates that wait, in index order, and binds the updated
// destinations.
func (u *updating) finish(m *machine, pat []param) {
	arrays := make([][]*array, len(u.ops))
	for k, op := range u.ops {
		for _, slot := range op.dests {
			p := &pat[0]
			pat = pat[1:]
			m.consume(p, m.arrayIn(slot))
			arrays[k] = append(arrays[k], m.env[p.slot].array)
		}
	}
	for _, up := range u.waiting {
		m.updateBin(u.ops[up.op].op, arrays[up.op], up.index, up.values)
	}
}
