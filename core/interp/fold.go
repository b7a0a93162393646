package interp

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/target"
)

// The trees of reductions and scans. Floating-point addition is not
// associative, so what a reduction computes depends on the order in which it
// combines. These are the orders, at every level and on every backend
// (docs/semantics.md); they depend on the number of elements only.

// operator is an associative operator with its neutral elements. Several values
// are folded side by side: an element is a tuple.
//
// On mem an array is given to fn behind its block and offset, and returned
// behind its block.
type operator struct {
	fn      *lambda
	blocks  []bool // which of fn's results are blocks
	neutral []int  // slots
	args    []datum
	results []datum
}

func (c *compiler) operator(fn *ir.Lambda, neutral []ir.Atom) *operator {
	o := &operator{fn: c.lambda(fn), neutral: c.atoms(neutral)}
	for _, t := range fn.Results {
		o.blocks = append(o.blocks, t.IsBlock())
	}
	return o
}

// fold combines n elements. They are cut into chunks of target.ReduceChunk;
// each chunk is folded from left to right, starting from the neutral element;
// the chunks' results are combined from left to right, starting from the first
// chunk's. No elements give the neutral element.
func (o *operator) fold(m *machine, n int64, element func(i int64) []datum) []datum {
	acc, part := o.start(m), o.start(m)
	for first := int64(0); first < n; first += target.ReduceChunk {
		m.takeInto(part, o.neutral)
		for i := first; i < min(first+target.ReduceChunk, n); i++ {
			o.combine(m, part, element(i))
		}
		if first == 0 {
			copy(acc, part)
		} else {
			o.combine(m, acc, part)
		}
	}
	return acc
}

// scan gives each of the n prefixes to emit. Within a chunk the elements are
// folded from left to right, starting from the neutral element; the prefixes
// that end in the first chunk are these, in a later chunk they are combined
// with the last prefix of the chunk before, from the left.
func (o *operator) scan(m *machine, n int64, element func(i int64) []datum, emit func(i int64, prefix []datum)) {
	before, part, prefix := o.start(m), o.start(m), o.start(m)
	for first := int64(0); first < n; first += target.ReduceChunk {
		m.takeInto(part, o.neutral)
		for i := first; i < min(first+target.ReduceChunk, n); i++ {
			o.combine(m, part, element(i))
			if first == 0 {
				copy(prefix, part)
			} else {
				copy(prefix, before)
				o.combine(m, prefix, part)
			}
			emit(i, prefix)
		}
		copy(before, prefix)
	}
}

// start is a tuple of neutral elements.
func (o *operator) start(m *machine) []datum {
	t := make([]datum, len(o.neutral))
	m.takeInto(t, o.neutral)
	return t
}

// combine sets acc to its combination with x.
func (o *operator) combine(m *machine, acc, x []datum) {
	o.args = o.args[:0]
	o.give(acc)
	o.give(x[:len(acc)])
	results := o.results[:0]
	for i, r := range o.fn.apply(m, o.args...) {
		if !o.blocks[i] {
			results = append(results, r)
		}
	}
	if len(results) != len(acc) {
		m.invalid("an operator on %d values returns %d", len(acc), len(results))
	}
	o.results = results
	copy(acc, results)
}

// give adds values to fn's arguments, with their blocks and offsets where fn
// takes those.
func (o *operator) give(values []datum) {
	for _, d := range values {
		if next := len(o.args); d.array != nil && next < len(o.fn.params) && o.fn.params[next].elem == 0 {
			offset := scalar.Int(scalar.I64, d.array.offset)
			o.args = append(o.args, datum{block: d.array.block}, datum{Value: offset})
		}
		o.args = append(o.args, d)
	}
}

// clone keeps a tuple that its producer will overwrite.
func clone(t []datum) []datum { return slices.Clone(t) }
