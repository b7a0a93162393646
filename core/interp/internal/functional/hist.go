package functional

import (
	"github.com/lamina-lang/lamina/core/interp/internal/store"
	"github.com/lamina-lang/lamina/core/ir"
)

// histograms are the operations of a hist: each iteration returns a bin for each of them,
// then the values to combine into the bins.
type histograms struct {
	ops     []histogram
	dests   int // number of destinations of all operations
	indices int // number of indices that an iteration returns
	results int // indices and values
}

type histogram struct {
	dests []int // slots
	rank  int
	op    *operator
}

func (c *compiler) histograms(ops []ir.HistOp) *histograms {
	h := &histograms{}
	for _, o := range ops {
		h.ops = append(h.ops, histogram{c.uses(o.Dests), o.Rank, c.operator(o.Operator, o.Neutral)})
		h.dests += len(o.Dests)
		h.indices += o.Rank
	}
	h.results = h.indices + h.dests
	return h
}

// updating is one execution of the operations.
type updating struct {
	*histograms
	arrays [][]*store.Array // of each operation
}

// begin consumes the destinations and binds the pattern to them.
func (h *histograms) begin(m *machine, pat []param) *updating {
	u := &updating{h, make([][]*store.Array, len(h.ops))}
	for k, op := range h.ops {
		for _, slot := range op.dests {
			u.arrays[k] = append(u.arrays[k], m.consume(&pat[0], m.arrayIn(slot)))
			pat = pat[1:]
		}
	}
	return u
}

// add takes an iteration's results: the bins, then the values. segment is the index of
// the outer dimensions, which selects a histogram.
func (u *updating) add(m *machine, segment []int64, results []store.Datum) {
	indices, values := results[:u.indices], results[u.indices:]
	for k, op := range u.ops {
		arrays := u.arrays[k]
		index, ok := m.bin(arrays[0], segment, indices[:op.rank])
		if ok {
			m.updateBin(op.op, arrays, index, values[:len(arrays)])
		}
		indices, values = indices[op.rank:], values[len(arrays):]
	}
}

// updateBin combines a bin with values. In a kernel this is one atomic step.
func (m *machine) updateBin(op *operator, arrays []*store.Array, index []int64, values []store.Datum) {
	m.BeginAtomic(arrays)
	bin := make([]store.Datum, len(arrays))
	for i, a := range arrays {
		bin[i] = m.Get(a, index...)
	}
	op.combine(m, bin, values)
	m.PutAll(arrays, bin, index...)
	m.EndAtomic()
}
