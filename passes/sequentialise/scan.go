package sequentialise

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
)

// scanLoop emits a loop nest over superchunks, chunks and elements, or one flat loop.
func (s *sequentialiser) scanLoop(b *ir.Builder, pat []ir.Param, e *ir.Scan) {
	f := &fold{e.Width, e.Arrays, e.Operator, e.Neutral, e.Fn}
	arrays := scratches(b, pat)
	if f.flat(s.chunkSize) && s.unit.Rewrite() {
		s.flatScan(b, f, pat, arrays)
		return
	}
	pieces := s.pieces(e.Width)
	if len(pieces) == 1 {
		s.scanChunks(b, f, &superchunk{size: e.Width, before: f.neutral}, arrays, pat, pat)
		return
	}
	l := s.newLoop("c", s.count(b, e.Width, pieces[0]))
	before := s.carryAll(l, f.accumulators(s), f.neutral, false)
	arrays = s.carryAll(l, pat, arrays, true)
	in := b.Inner()
	c := s.nth(in, e.Width, nil, l.i(), pieces[0])
	filled := s.freshLike(pat)
	prefix := s.scanChunks(in, f, &superchunk{&c, c.size, before}, arrays, filled, pat)
	l.finish(b, in.Body(slices.Concat(prefix, vars(filled))...))
}

// superchunk is a part of a scan, with the prefix before it.
type superchunk struct {
	*chunk // nil: statically the only one
	size   ir.Atom
	before []ir.Atom
}

// scanChunks emits the loop over the chunks of a superchunk, binds filled to the arrays
// with its results, and returns the prefix after it. The loop carries the total of the
// superchunk's chunks so far and the resulting prefix; the two coincide if there is only
// one superchunk.
func (s *sequentialiser) scanChunks(b *ir.Builder, f *fold, u *superchunk, arrays []ir.Atom, filled, pat []ir.Param) []ir.Atom {
	l := s.newLoop("c", s.count(b, u.size, s.chunkSize))
	within := s.carryAll(l, f.accumulators(s), f.neutral, false)
	prefix, end := within, l.pat
	var base *ir.Atom
	if u.chunk != nil {
		base, end = &u.base, f.accumulators(s)
		prefix = s.carryAll(l, end, u.before, false)
	}
	arrays = s.carryAll(l, filled, arrays, true)
	in := b.Inner()
	c := s.nth(in, u.size, base, l.i(), s.chunkSize)
	total, arrays := s.scanChunk(in, f, c, prefix, arrays, pat)
	within = s.combine(in, f, c.first, within, total)
	carried := within
	if u.chunk != nil {
		carried = slices.Concat(within, s.combine(in, f, u.first, u.before, within))
	}
	l.finish(b, in.Body(slices.Concat(carried, arrays)...))
	return vars(end)
}

// flatScan emits a loop that folds left to right and stores every result.
func (s *sequentialiser) flatScan(b *ir.Builder, f *fold, pat []ir.Param, arrays []ir.Atom) {
	l := s.newLoop("i", f.width)
	acc := s.carryAll(l, f.accumulators(s), f.neutral, false)
	arrays = s.carryAll(l, pat, arrays, true)
	in := b.Inner()
	folded, stored := f.elements(in, s, l.i())
	acc = s.apply(in, f.operator, slices.Concat(acc, folded)...)
	arrays = storeAll(in, arrays, pat, slices.Concat(acc, stored), l.i())
	l.finish(b, in.Body(slices.Concat(acc, arrays)...))
}

// scanChunk emits the loop over the elements of chunk c and returns the chunk's total. Each
// result is the chunk's own prefix, combined with the prefix before the chunk.
func (s *sequentialiser) scanChunk(b *ir.Builder, f *fold, c chunk, prefix, arrays []ir.Atom, pat []ir.Param) (total, out []ir.Atom) {
	first := i64(b, "first", scalar.Eq, c.base, ir.Size(0))
	l := s.newLoop("i", c.size)
	totals := f.accumulators(s)
	acc := s.carryAll(l, totals, f.neutral, false)
	filled := s.freshLike(pat)
	arrays = s.carryAll(l, filled, arrays, true)
	in := b.Inner()
	i := i64(in, "i", scalar.Add, c.base, l.i())
	folded, stored := f.elements(in, s, i)
	acc = s.apply(in, f.operator, slices.Concat(acc, folded)...)
	result := s.combine(in, f, first, prefix, acc)
	arrays = storeAll(in, arrays, pat, slices.Concat(result, stored), i)
	l.finish(b, in.Body(slices.Concat(acc, arrays)...))
	return vars(totals), vars(filled)
}
