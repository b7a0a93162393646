package sequentialise

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
)

// scanLoop adds a loop over the chunks around a loop over each chunk's
// elements, or one flat loop.
func (s *sequentialiser) scanLoop(b *ir.Builder, pat []ir.Param, e *ir.Scan) {
	f := &fold{e.Width, e.Arrays, e.Operator, e.Neutral, e.Fn}
	arrays := scratches(b, pat)
	if f.flat(s.chunkSize) && s.unit.Rewrite() {
		s.flatScan(b, f, pat, arrays)
		return
	}
	l := s.newLoop("c", s.count(b, e.Width))
	prefix := s.carryAll(l, f.accumulators(s), f.neutral, false)
	arrays = s.carryAll(l, pat, arrays, true)
	in := b.Inner()
	c := s.nth(in, e.Width, l.i())
	prefix, arrays = s.scanChunk(in, f, c, prefix, arrays, pat)
	l.finish(b, in.Body(slices.Concat(prefix, arrays)...))
}

// flatScan adds a loop that folds left to right and stores every result.
func (s *sequentialiser) flatScan(b *ir.Builder, f *fold, pat []ir.Param, arrays []ir.Atom) {
	l := s.newLoop("i", f.width)
	acc := s.carryAll(l, f.accumulators(s), f.neutral, false)
	arrays = s.carryAll(l, pat, arrays, true)
	in := b.Inner()
	folded, kept := f.elements(in, s, l.i())
	acc = s.apply(in, f.operator, slices.Concat(acc, folded)...)
	arrays = storeAll(in, arrays, pat, slices.Concat(acc, kept), l.i())
	l.finish(b, in.Body(slices.Concat(acc, arrays)...))
}

// scanChunk adds the loop over the elements of chunk c. Each result is the
// chunk's own prefix, combined with that of the chunks before; the last result
// is the prefix for the next chunk.
func (s *sequentialiser) scanChunk(b *ir.Builder, f *fold, c chunk, prefix, arrays []ir.Atom, pat []ir.Param) (last, out []ir.Atom) {
	l := s.newLoop("i", c.size)
	acc := s.carryAll(l, f.accumulators(s), f.neutral, false)
	results := f.accumulators(s)
	s.carryAll(l, results, prefix, false)
	filled := s.freshLike(pat)
	arrays = s.carryAll(l, filled, arrays, true)
	in := b.Inner()
	i := i64(in, "i", scalar.Add, c.base, l.i())
	folded, kept := f.elements(in, s, i)
	acc = s.apply(in, f.operator, slices.Concat(acc, folded)...)
	result := s.combine(in, f, c, prefix, acc)
	arrays = storeAll(in, arrays, pat, slices.Concat(result, kept), i)
	l.finish(b, in.Body(slices.Concat(acc, result, arrays)...))
	return vars(results), vars(filled)
}
