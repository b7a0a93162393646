package toimp

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
)

func (e *emitter) segScan(s *ir.Stm, x *ir.SegScan) {
	f := e.newFold(s, x.Space, x.Operator, x.Neutral, x.Body)
	if run, ok := f.canScanOnce(e); ok {
		f.scanOnce(e, run)
		return
	}
	if op, ok := f.anyOrder(e); ok && len(f.segments) == 0 && f.inGroups(e) {
		f.scanInAnyOrder(e, op)
		return
	}
	if f.inGroups(e) && !f.alongSegments(e) {
		f.scanByRows(e)
		return
	}
	if len(f.segments) == 0 {
		f.scanInParallel(e)
		return
	}
	if f.inGroups(e) {
		f.scanColumns(e)
		return
	}
	e.parallel(s, f.segments, f.scanSegment)
}

// write stores values as the scan's results at the current element.
func (f *fold) write(e *emitter, values []operand) {
	for i, o := range values {
		e.putOperand(e.placeOf(f.stm.Pat[i].Name), o, f.at())
	}
}

// scanInParallel scans each chunk independently, then scans the chunk totals, superchunk by
// superchunk, and combines each chunk's elements with its prefix.
func (f *fold) scanInParallel(e *emitter) {
	c := e.cut(f.last.Size)
	if !e.target.Grid && !c.one && e.unit.Rewrite() {
		f.scanInParts(e, c)
		return
	}
	partials := f.partials(e, c.count)
	f.eachChunk(e, c, partials, true)
	if c.one {
		return
	}
	f.scanSuperchunks(e, c, partials)
	if !c.single {
		e.once(f.stm, func(e *emitter) { f.scanEnds(e, c, partials, imp.Int(0)) })
	}
	f.addPrefixes(e, c, partials)
	e.release(partials)
}

// scanSuperchunks replaces the chunk totals of each superchunk by their scan; on a device,
// in one parallel iteration per superchunk.
func (f *fold) scanSuperchunks(e *emitter, c chunks, partials []place) {
	scan := func(e *emitter, s imp.Expr) {
		within := e.accumulate("within", e.operands(f.neutral))
		e.eachChunkOf(c, s, func(e *emitter, j, k imp.Expr) {
			f.combine(e, j, within, e.operandsAt(partials, k))
			for i, o := range e.value(within) {
				e.putOperand(partials[i], o, []imp.Expr{k})
			}
		})
	}
	if !e.target.Grid {
		e.eachSuperchunk(c, scan)
		return
	}
	s := e.names.Fresh("superchunk")
	e.parallel(f.stm, []imp.SpaceDim{{Index: s, Count: c.supers}}, func(e *emitter) { scan(e, imp.IntVar(s)) })
}

// scanEnds scans the last element of each superchunk across superchunks, in place, so that
// it holds the total up to the end of that superchunk. The partial results start at index
// from.
func (f *fold) scanEnds(e *emitter, c chunks, partials []place, from imp.Expr) {
	before := e.accumulate("before", e.operands(f.neutral))
	e.eachSuperchunk(c, func(e *emitter, s imp.Expr) {
		next := imp.Mul(imp.Add(s, imp.Int(1)), imp.Int(c.size))
		end := e.read(e.declare("end", imp.Add(from, sub(prim(scalar.Min, next, c.count), imp.Int(1)))))
		f.combine(e, s, before, e.operandsAt(partials, end))
		for i, o := range e.value(before) {
			e.putOperand(partials[i], o, []imp.Expr{end})
		}
	})
}

// addPrefixes combines the elements of every chunk but the first with the chunk's prefix.
func (f *fold) addPrefixes(e *emitter, c chunks, partials []place) {
	k := e.names.Fresh("chunk")
	space := []imp.SpaceDim{{Index: k, Count: sub(c.count, imp.Int(1))}}
	index := e.names.Fresh("i")
	e.parallel(f.stm, space, func(e *emitter) {
		prefix := f.prefix(e, c, partials, imp.Int(0), imp.IntVar(k))
		e.each(c, imp.Add(imp.IntVar(k), imp.Int(1)), index, func(e *emitter) {
			at := []imp.Expr{imp.IntVar(index)}
			local := make([]operand, len(partials))
			for i := range partials {
				local[i] = e.operandAt(e.placeOf(f.stm.Pat[i].Name), at)
			}
			for i, o := range e.apply(f.operator, e.value(prefix), local) {
				e.putOperand(e.placeOf(f.stm.Pat[i].Name), o, at)
			}
		})
	})
}

// prefix returns the total of the chunks up to and including chunk k: the scanned total
// within its superchunk, combined with the end of the previous superchunk; for the last
// chunk of a superchunk, scanEnds has combined them already. The partial results start at
// index from.
func (f *fold) prefix(e *emitter, c chunks, partials []place, from, k imp.Expr) accumulator {
	prefix := e.accumulate("prefix", e.operandsAt(partials, imp.Add(from, k)))
	if c.single {
		return prefix
	}
	s := e.read(e.declare("superchunk", prim(scalar.Quot, k, imp.Int(c.size))))
	start := e.read(e.declare("start", imp.Mul(s, imp.Int(c.size))))
	last := prim(scalar.Eq, sub(k, start), imp.Int(c.size-1))
	in := e.inner()
	before := in.operandsAt(partials, imp.Add(from, sub(start, imp.Int(1))))
	in.set(prefix, in.apply(f.operator, before, in.value(prefix)))
	e.add(&imp.If{Cond: and(prim(scalar.Gt, s, imp.Int(0)), not(last)), Then: in.out})
	return prefix
}

// scanSegment scans one segment sequentially, in one thread. prefix accumulates the total
// of the chunks so far.
func (f *fold) scanSegment(e *emitter) {
	c := e.cut(f.last.Size)
	prefix := e.accumulate("prefix", e.operands(f.neutral))
	e.eachSuperchunk(c, func(e *emitter, s imp.Expr) {
		before := e.accumulate("before", e.value(prefix))
		within := e.accumulate("within", e.operands(f.neutral))
		e.eachChunkOf(c, s, func(e *emitter, j, k imp.Expr) {
			acc := e.accumulate("acc", e.operands(f.neutral))
			e.each(c, k, f.last.Index, func(e *emitter) {
				f.element(e, acc)
				result := e.accumulate("result", e.value(prefix))
				f.combine(e, k, result, e.value(acc))
				f.write(e, e.value(result))
			})
			f.combine(e, j, within, e.value(acc))
			e.set(prefix, e.value(within))
			if s != nil {
				in := e.inner()
				in.set(prefix, in.apply(f.operator, in.value(before), in.value(within)))
				e.add(&imp.If{Cond: prim(scalar.Gt, s, imp.Int(0)), Then: in.out})
			}
		})
	})
}

// Scans by work-groups in the order of docs/semantics.md. They work like reductions
// (rows.go), with a final launch in which one thread scans each chunk, starting from the
// chunk's prefix. Elements are then computed twice.

// scanByRows scans each segment in one launch if a single chunk holds it.
func (f *fold) scanByRows(e *emitter) {
	n, chunk := e.atom(f.last.Size), e.target.ReduceChunk
	segments := f.countSegments(e)
	e.choose(n, chunk, func(e *emitter) {
		f.foldWhole(e, stage{n: n, row: n, rows: imp.Int(1), load: f.loadElement, each: f.storeEach, raw: true}, segments)
	}, func(e *emitter) {
		c := e.cut(f.last.Size)
		partials := f.partials(e, imp.Mul(segments, c.count))
		store, load := storePartials(partials, c.count), loadPartials(partials, c.count)
		f.foldRows(e, stage{n: n, row: imp.Int(chunk), rows: c.count, load: f.reloadElement, store: store, raw: true}, segments)
		f.foldRows(e, stage{n: c.count, row: imp.Int(chunk), rows: c.supers, load: load, each: store}, segments)
		if !c.single {
			e.choose(c.supers, 1, func(*emitter) {}, func(e *emitter) {
				e.parallel(f.stm, f.segments, func(e *emitter) {
					s := imp.Expr(imp.Int(0))
					for d, size := range f.segments {
						s = imp.Add(imp.Mul(s, size.Count), f.outer[d])
					}
					f.scanEnds(e, c, partials, e.read(e.declare("from", imp.Mul(s, c.count))))
				})
			})
		}
		prefix := func(e *emitter, s segment, row imp.Expr) ([]operand, imp.Expr) {
			some := prim(scalar.Gt, row, imp.Int(0))
			out := e.accumulate("ahead", e.operands(f.neutral))
			in := e.inner()
			from := in.read(in.declare("from", imp.Mul(s.number, c.count)))
			in.set(out, in.value(f.prefix(in, c, partials, from, sub(row, imp.Int(1)))))
			e.add(&imp.If{Cond: some, Then: in.out})
			return e.value(out), some
		}
		f.foldRows(e, stage{n: n, row: imp.Int(chunk), rows: c.count, load: f.loadElement, each: f.storeEach, prefix: prefix, raw: true}, segments)
		e.release(partials)
	})
}

// reloadElement is loadElement for the first of two loads: it does not store the body's
// other results.
func (f *fold) reloadElement(e *emitter, s segment, i imp.Expr) []operand {
	return f.bodyAt(e, s.index, i, false)
}

func (f *fold) storeEach(e *emitter, s segment, i imp.Expr, values []operand) {
	for k, o := range values {
		e.putOperand(e.placeOf(f.stm.Pat[k].Name), o, append(append([]imp.Expr{}, s.index...), i))
	}
}
