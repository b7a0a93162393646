package sequentialise

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
)

// reduceLoop emits a loop nest over chunks and elements, or one flat loop.
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
	stored := s.scratches(b, pat[n:])
	if f.flat(s.unit.Target) && s.unit.Rewrite() {
		s.foldLoop(b, f, pat, f.width, stored, nil)
		return
	}
	s.foldChunks(b, f, pat, stored)
}

// foldChunks emits the loop over the chunks, which carries the total of the superchunks
// before the current one and that of the chunks within it. The first results are the folded
// values.
func (s *sequentialiser) foldChunks(b *ir.Builder, f *fold, pat []ir.Param, stored []ir.Atom) {
	n := len(f.neutral)
	later := s.laterChunks(b, f.width)
	total, peeled := f.neutral, f.peels()
	if peeled {
		first := s.freshLike(pat)
		s.foldLoop(b, f, first, i64(b, "size", scalar.Min, f.width, ir.Size(s.chunkSize)), stored, nil)
		total, stored = vars(first[:n]), vars(first[n:])
	}
	l := s.chunkLoop(b, later, peeled)
	end := pat
	two := s.levels(f.width) == 2
	if two {
		end = slices.Concat(f.accumulators(s), pat[n:])
	}
	within := s.carryAll(l, end[:n], total, false)
	var sofar []ir.Param
	var before []ir.Atom
	if two {
		sofar = f.accumulators(s)
		before = s.carryAll(l, sofar, f.neutral, false)
	}
	storedIn := s.carryAll(l, pat[n:], stored, true)
	in := b.Inner()
	c := s.nth(in, f.width, l.number(in, peeled))
	local := s.freshLike(pat)
	s.foldLoop(in, f, local, c.size, storedIn, &c.base)
	carried := s.nextTotals(in, f, c, totals{before, within, vars(local[:n])}, peeled)
	l.finish(b, in.Body(slices.Concat(carried, vars(local[n:]))...))
	if two {
		only := i64(b, "only", scalar.Lt, later, ir.Size(s.chunkSize))
		s.combineAs(b, pat[:n], f, only, vars(sofar), vars(end[:n]))
	}
}

// totals are the operands that the end of a chunk combines.
type totals struct {
	before []ir.Atom // of the earlier superchunks; nil if there is only one superchunk
	within []ir.Atom // of the earlier chunks of the current superchunk
	local  []ir.Atom // of the chunk
}

// nextTotals emits the totals after chunk c: within, then before if there is one.
func (s *sequentialiser) nextTotals(b *ir.Builder, f *fold, c chunk, t totals, peeled bool) []ir.Atom {
	if t.before == nil {
		if peeled {
			return s.apply(b, f.operator, slices.Concat(t.within, t.local)...)
		}
		return s.combine(b, f, i64(b, "first", scalar.Eq, c.at, ir.Size(0)), t.within, t.local)
	}
	opens := s.opens(b, c.at)
	closed := b.Inner()
	second := i64(closed, "second", scalar.Le, c.at, ir.Size(s.chunkSize))
	before := f.accumulators(s)
	b.Bind(before, &ir.If{
		Cond: opens,
		Then: closed.Body(s.combine(closed, f, second, t.before, t.within)...),
		Else: &ir.Body{Result: t.before},
	})
	return slices.Concat(s.combine(b, f, opens, t.within, t.local), vars(before))
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
