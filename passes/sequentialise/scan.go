package sequentialise

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/scalar"
)

// scanLoop emits a loop nest over chunks and elements, or one flat loop.
func (s *sequentialiser) scanLoop(b *ir.Builder, pat []ir.Param, e *ir.Scan) {
	f := &fold{e.Width, e.Arrays, e.Operator, e.Neutral, e.Fn}
	arrays := s.scratches(b, pat)
	if f.flat(s.unit.Target) && s.unit.Rewrite() {
		s.flatScan(b, f, pat, f.width, ir.Size(0), arrays)
		return
	}
	later := s.laterChunks(b, f.width)
	total, peeled := f.neutral, f.peels()
	if peeled {
		first := s.freshLike(pat)
		total = s.flatScan(b, f, first, i64(b, "size", scalar.Min, f.width, ir.Size(s.chunkSize)), later, arrays)
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

// flatScan emits loops that fold the first size elements left to right and store every
// result, and returns the total that later chunks begin with. An array that is accumulated
// is read in the row that was stored last, so that it need not be copied into the result;
// the first element then has a loop of its own.
func (s *sequentialiser) flatScan(b *ir.Builder, f *fold, pat []ir.Param, size, later ir.Atom, arrays []ir.Atom) []ir.Atom {
	none := ir.Size(0)
	if !f.accumulatesFresh() || !f.peels() {
		return s.flatLoop(b, f, pat, none, size, f.neutral, arrays, nil)
	}
	first := s.freshLike(pat)
	neutral := func(_ *ir.Builder, k int, _, _ ir.Atom) ir.Atom { return f.neutral[k] }
	total := s.flatLoop(b, f, first, none, i64(b, "first", scalar.Min, size, ir.Size(1)), f.neutral, arrays, neutral)
	rest := i64(b, "rest", scalar.Sub, size, ir.Size(1))
	total = s.flatLoop(b, f, pat, ir.Size(1), rest, total, vars(first), func(in *ir.Builder, k int, array, i ir.Atom) ir.Atom {
		return s.row(in, f, k, array.Name, i)
	})
	if later == none {
		return total
	}
	some := i64(b, "some", scalar.Lt, none, later)
	for k, p := range f.accumulators(s) {
		if p.Type.IsArray() {
			in := b.Inner()
			own := in.Let(p.Name.Base, p.Type, &ir.Copy{Array: s.row(in, f, k, pat[k].Name, rest).Name})
			b.Bind([]ir.Param{p}, &ir.If{Cond: some, Then: in.Body(own), Else: &ir.Body{Result: f.neutral[k : k+1]}})
			total[k] = ir.Var(p.Name)
		}
	}
	return total
}

// accumulatesFresh reports whether accumulators are arrays, and the operator makes each of
// them anew: what may be one of its arguments cannot replace a row of the same array.
func (f *fold) accumulatesFresh() bool {
	some := false
	for k, p := range f.operator.Params[:len(f.neutral)] {
		if p.Type.IsArray() {
			if some = true; !isFresh(f.operator.Body, f.operator.Body.Result[k].Name) {
				return false
			}
		}
	}
	return some
}

// isFresh reports whether array x is made in a body, and shares no elements with another.
func isFresh(b *ir.Body, x name.Name) bool {
	for _, st := range b.Stms {
		k := slices.IndexFunc(st.Pat, func(p ir.Param) bool { return p.Name == x })
		if k < 0 {
			continue
		}
		switch e := st.Exp.(type) {
		case *ir.Loop:
			return e.Params[k].Unique
		case *ir.Update:
			return isFresh(b, e.Array)
		}
		return ops.EffectOf(st.Exp) == ops.Fresh
	}
	return false
}

// row emits row i of an array, as an accumulator k.
func (s *sequentialiser) row(b *ir.Builder, f *fold, k int, array name.Name, i ir.Atom) ir.Atom {
	p := f.accumulators(s)[k]
	b.BindElement(p, array, i)
	return ir.Var(p.Name)
}

// flatLoop emits a loop that folds size elements from start on, left to right, and stores
// every result. It returns their total. If before is set, it gives the arrays in the
// accumulator: of result k in iteration i, from what is stored until then. Others are carried.
func (s *sequentialiser) flatLoop(b *ir.Builder, f *fold, pat []ir.Param, start, size ir.Atom, init, arrays []ir.Atom,
	before func(in *ir.Builder, k int, array, i ir.Atom) ir.Atom) []ir.Atom {
	l := s.newLoop("i", size)
	total := f.accumulators(s)
	acc := make([]ir.Atom, len(total))
	carries := func(k int) bool { return before == nil || !total[k].Type.IsArray() }
	for k, p := range total {
		if carries(k) {
			acc[k] = s.carry(l, p, init[k], false)
		}
	}
	arrays = s.carryAll(l, pat, arrays, true)
	in := b.Inner()
	for k := range total {
		if !carries(k) {
			acc[k] = before(in, k, arrays[k], l.i())
		}
	}
	i := l.i()
	if start != ir.Size(0) {
		i = i64(in, "i", scalar.Add, i, start)
	}
	folded, stored := f.elements(in, s, i)
	acc = s.apply(in, f.operator, slices.Concat(acc, folded)...)
	arrays = storeAll(in, arrays, pat, slices.Concat(acc, stored), i)
	var carried []ir.Atom
	for k, x := range acc {
		if carries(k) {
			carried = append(carried, x)
		}
	}
	l.finish(b, in.Body(slices.Concat(carried, arrays)...))
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
