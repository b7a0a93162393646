package sequentialise

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
)

// scanLoop emits a loop nest over chunks and elements, or one flat loop.
func (s *sequentialiser) scanLoop(b *ir.Builder, pat []ir.Param, e *ir.Scan) {
	f := &fold{e.Width, e.Arrays, e.Operator, e.Neutral, e.Fn}
	arrays := scratches(b, pat)
	if f.flat(s.unit.Target) && s.unit.Rewrite() {
		s.flatScan(b, f, pat, f.width, arrays)
		return
	}
	later := s.laterChunks(b, f.width)
	total, peeled := f.neutral, f.peels()
	if peeled {
		first := s.freshLike(pat)
		total = s.flatScan(b, f, first, i64(b, "size", scalar.Min, f.width, ir.Size(s.chunkSize)), arrays)
		arrays = vars(first)
	}
	s.scanChunks(b, f, s.chunkLoop(b, later, peeled), peeled, total, arrays, pat)
}

// scanChunks emits the loop over the chunks, which carries the total of the superchunk's
// chunks so far, and if there may be several superchunks the prefix before the current one
// and the prefix so far.
func (s *sequentialiser) scanChunks(b *ir.Builder, f *fold, l *loop, peeled bool, total, arrays []ir.Atom, pat []ir.Param) {
	within := s.carryAll(l, f.accumulators(s), total, false)
	prefix, before := within, []ir.Atom(nil)
	two := s.levels(f.width) == 2
	if two {
		before = s.carryAll(l, f.accumulators(s), f.neutral, false)
		prefix = s.carryAll(l, f.accumulators(s), total, false)
	}
	arrays = s.carryAll(l, pat, arrays, true)
	in := b.Inner()
	c := s.nth(in, f.width, l.number(in, peeled))
	local, arrays := s.scanChunk(in, f, c, peeled, prefix, arrays, pat)
	var carried []ir.Atom
	if !two {
		carried = s.nextTotals(in, f, c, totals{nil, within, local}, peeled)
	} else {
		opens := s.opens(in, c.at)
		within = s.combine(in, f, opens, within, local)
		now := f.accumulators(s)
		in.Bind(now, &ir.If{Cond: opens, Then: &ir.Body{Result: prefix}, Else: &ir.Body{Result: before}})
		only := i64(in, "only", scalar.Lt, c.at, ir.Size(s.chunkSize))
		carried = slices.Concat(within, vars(now), s.combine(in, f, only, vars(now), within))
	}
	l.finish(b, in.Body(slices.Concat(carried, arrays)...))
}

// flatScan emits a loop that folds the first size elements left to right and stores every
// result. It returns their total.
func (s *sequentialiser) flatScan(b *ir.Builder, f *fold, pat []ir.Param, size ir.Atom, arrays []ir.Atom) []ir.Atom {
	l := s.newLoop("i", size)
	total := f.accumulators(s)
	acc := s.carryAll(l, total, f.neutral, false)
	arrays = s.carryAll(l, pat, arrays, true)
	in := b.Inner()
	folded, stored := f.elements(in, s, l.i())
	acc = s.apply(in, f.operator, slices.Concat(acc, folded)...)
	arrays = storeAll(in, arrays, pat, slices.Concat(acc, stored), l.i())
	l.finish(b, in.Body(slices.Concat(acc, arrays)...))
	return vars(total)
}

// scanChunk emits the loop over the elements of chunk c and returns the chunk's total. Each
// result is the chunk's own prefix, combined with the prefix before the chunk.
func (s *sequentialiser) scanChunk(b *ir.Builder, f *fold, c chunk, peeled bool, prefix, arrays []ir.Atom, pat []ir.Param) (total, out []ir.Atom) {
	var first ir.Atom
	if !peeled {
		first = i64(b, "first", scalar.Eq, c.at, ir.Size(0))
	}
	l := s.newLoop("i", c.size)
	totals := f.accumulators(s)
	acc := s.carryAll(l, totals, f.neutral, false)
	filled := s.freshLike(pat)
	arrays = s.carryAll(l, filled, arrays, true)
	in := b.Inner()
	i := i64(in, "i", scalar.Add, c.base, l.i())
	folded, stored := f.elements(in, s, i)
	acc = s.apply(in, f.operator, slices.Concat(acc, folded)...)
	var result []ir.Atom
	if peeled {
		result = s.apply(in, f.operator, slices.Concat(prefix, acc)...)
	} else {
		result = s.combine(in, f, first, prefix, acc)
	}
	arrays = storeAll(in, arrays, pat, slices.Concat(result, stored), i)
	l.finish(b, in.Body(slices.Concat(acc, arrays)...))
	return vars(totals), vars(filled)
}
