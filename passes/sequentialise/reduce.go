package sequentialise

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
)

// reduceLoop emits a loop nest over superchunks, chunks and elements, or one flat loop.
// Folded arrays are then copied: a reduction's results are fresh, but the loop may return
// the neutral element itself, or any array that the operator returns.
func (s *sequentialiser) reduceLoop(b *ir.Builder, pat []ir.Param, e *ir.Reduce) {
	f := &fold{e.Width, e.Arrays, e.Operator, e.Neutral, e.Fn}
	results := slices.Clone(pat)
	for k := range results[:len(f.neutral)] {
		if pat[k].Type.IsArray() {
			results[k].Name = s.names.Like(pat[k].Name)
		}
	}
	s.foldLoops(b, results, f)
	for k, p := range pat {
		if results[k].Name != p.Name {
			b.Bind(pat[k:k+1], &ir.Copy{Array: results[k].Name})
		}
	}
}

func (s *sequentialiser) foldLoops(b *ir.Builder, pat []ir.Param, f *fold) {
	n := len(f.neutral)
	stored := scratches(b, pat[n:])
	if f.flat(s.chunkSize) && s.unit.Rewrite() {
		s.foldLoop(b, f, pat, f.width, stored, nil)
		return
	}
	s.foldPieces(b, f, pat, f.width, stored, nil, s.pieces(f.width))
}

// foldPieces emits a loop over the pieces of size elements, starting at index *base or 0.
// Its first results are the folded values.
func (s *sequentialiser) foldPieces(b *ir.Builder, f *fold, pat []ir.Param, size ir.Atom, stored []ir.Atom, base *ir.Atom, pieces []int64) {
	if len(pieces) == 0 {
		s.foldLoop(b, f, pat, size, stored, base)
		return
	}
	n := len(f.neutral)
	l := s.newLoop("c", s.count(b, size, pieces[0]))
	acc := s.carryAll(l, pat[:n], f.neutral, false)
	storedIn := s.carryAll(l, pat[n:], stored, true)
	in := b.Inner()
	c := s.nth(in, size, base, l.i(), pieces[0])
	local := s.freshLike(pat)
	s.foldPieces(in, f, local, c.size, storedIn, &c.base, pieces[1:])
	acc = s.combine(in, f, c.first, acc, vars(local[:n]))
	l.finish(b, in.Body(slices.Concat(acc, vars(local[n:]))...))
}

// foldLoop emits a loop that folds size elements, starting at index *base or 0, left to
// right from the neutral element, and stores the other results.
func (s *sequentialiser) foldLoop(b *ir.Builder, f *fold, pat []ir.Param, size ir.Atom, stored []ir.Atom, base *ir.Atom) {
	n := len(f.neutral)
	l := s.newLoop("i", size)
	acc := s.carryAll(l, pat[:n], f.neutral, false)
	arrays := s.carryAll(l, pat[n:], stored, true)
	in := b.Inner()
	i := l.i()
	if base != nil {
		i = i64(in, "i", scalar.Add, *base, i)
	}
	folded, rows := f.elements(in, s, i)
	acc = s.apply(in, f.operator, slices.Concat(acc, folded)...)
	arrays = storeAll(in, arrays, pat[n:], rows, i)
	l.finish(b, in.Body(slices.Concat(acc, arrays)...))
}
