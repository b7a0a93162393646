package functional

import (
	"slices"

	"github.com/lamina-lang/lamina/core/interp/internal/store"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/target"
)

// The combining trees of reductions and scans. Floating-point addition is not
// associative, so the result of a reduction depends on the order of combination. These
// orders hold at every level and on every backend (docs/semantics.md); they depend on the
// number of elements only.

// fold combines n elements. They are split into chunks of target.ReduceChunk; each chunk
// is folded from left to right, starting from the neutral element. The results of the
// target.ReduceChunk chunks of a superchunk are combined from left to right, starting
// with the first; then so are the results of the superchunks. A fold of no elements is
// the neutral element.
func (o *operator) fold(m *machine, n int64, element func(i int64) []store.Datum) []store.Datum {
	mark := m.EnterScope()
	t := o.tree(m)
	part := o.start(m)
	for first, left := int64(0), n; left > 0; first, left = first+target.ReduceChunk, left-target.ReduceChunk {
		m.TakeInto(part, o.neutral)
		for i := range min(target.ReduceChunk, left) {
			o.combine(m, part, element(first+i))
			m.Sweep(mark, t.before, t.within, part)
		}
		t.add(m, part)
	}
	return t.all(m)
}

// scan passes each of the n prefixes to emit. Within a chunk it folds the elements from
// left to right, starting from the neutral element. The prefixes that end in the first
// chunk are these; in later chunks they are combined, on the left, with the total of all
// chunks before.
func (o *operator) scan(m *machine, n int64, element func(i int64) []store.Datum, emit func(i int64, prefix []store.Datum)) {
	mark := m.EnterScope()
	t := o.tree(m)
	before, part, prefix := o.start(m), o.start(m), o.start(m)
	for first, left := int64(0), n; left > 0; first, left = first+target.ReduceChunk, left-target.ReduceChunk {
		m.TakeInto(part, o.neutral)
		for i := first; i-first < min(target.ReduceChunk, left); i++ {
			o.combine(m, part, element(i))
			if first == 0 {
				copy(prefix, part)
			} else {
				copy(prefix, before)
				o.combine(m, prefix, part)
			}
			emit(i, prefix)
			m.Sweep(mark, t.before, t.within, before, part, prefix)
		}
		t.add(m, part)
		copy(before, t.all(m))
	}
}

// tree is the total of the chunks so far: of the superchunks before the current one, and
// of the chunks within it.
type tree struct {
	*operator
	chunks         int64
	before, within []store.Datum
}

func (o *operator) tree(m *machine) *tree {
	return &tree{operator: o, before: o.start(m), within: o.start(m)}
}

// add appends the result of the next chunk.
func (t *tree) add(m *machine, part []store.Datum) {
	if t.chunks%target.ReduceChunk == 0 {
		copy(t.before, t.all(m))
		copy(t.within, part)
	} else {
		t.combine(m, t.within, part)
	}
	t.chunks++
}

// all returns the total of the chunks.
func (t *tree) all(m *machine) []store.Datum {
	if t.chunks <= target.ReduceChunk {
		return slices.Clone(t.within)
	}
	all := slices.Clone(t.before)
	t.combine(m, all, t.within)
	return all
}

// operator is an associative operator with its neutral elements. It folds several values
// side by side: an element is a tuple.
//
// On mem fn takes an array after its block and its offset, and returns it after its
// block.
type operator struct {
	fn      *lambda
	values  []int // indices of fn's results that are not blocks
	neutral []int // slots
	args    []store.Datum
}

func (c *compiler) operator(fn *ir.Lambda, neutral []ir.Atom) *operator {
	o := &operator{fn: c.lambda(fn), neutral: c.atoms(neutral)}
	for i, t := range fn.Results {
		if !t.IsBlock() {
			o.values = append(o.values, i)
		}
	}
	if len(o.values) != len(neutral) {
		c.m.Invalid("an operator on %d values returns %d", len(neutral), len(o.values))
	}
	return o
}

// start returns a tuple of neutral elements.
func (o *operator) start(m *machine) []store.Datum {
	t := make([]store.Datum, len(o.neutral))
	m.TakeInto(t, o.neutral)
	return t
}

// combine sets acc to its combination with x.
func (o *operator) combine(m *machine, acc, x []store.Datum) {
	o.args = o.args[:0]
	o.give(acc)
	o.give(x[:len(acc)])
	results := o.fn.apply(m, o.args...)
	for k, i := range o.values {
		acc[k] = results[i]
	}
}

// give appends values to fn's arguments, with their blocks and offsets if fn takes those.
func (o *operator) give(values []store.Datum) {
	for _, d := range values {
		if next := len(o.args); d.Array != nil && next < len(o.fn.params) && o.fn.params[next].elem == 0 {
			o.args = append(o.args, store.Datum{Block: d.Array.Block}, store.Datum{Value: store.I64(d.Array.Offset)})
		}
		o.args = append(o.args, d)
	}
}
