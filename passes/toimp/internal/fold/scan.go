package fold

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/schedule"
	"github.com/lamina-lang/lamina/passes/toimp/internal/emit"
)

// SegScan emits a scan.
func SegScan(e *emit.Emitter, s *ir.Stm, x *ir.SegScan) {
	f := newFold(e, s, x.Space, x.Operator, x.Neutral, x.Body)
	if schedule.Of(s).Level == schedule.Group {
		f.scanInTheirGroups(e)
		return
	}
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
	e.Parallel(s, f.segments, f.scanSegment)
}

// write stores values as the scan's results at the current element.
func (f *fold) write(e *emit.Emitter, values []emit.Operand) {
	for i, o := range values {
		e.PutOperand(e.PlaceOf(f.stm.Pat[i].Name), o, f.at())
	}
}

// scanInParallel scans each chunk independently, then scans the chunk totals, superchunk by
// superchunk, and combines each chunk's elements with its prefix.
func (f *fold) scanInParallel(e *emit.Emitter) {
	c := e.Cut(f.last.Size)
	if !e.Target.Grid && !c.One && e.Unit.Rewrite() {
		f.scanInParts(e, c)
		return
	}
	partials := f.partials(e, c.Count)
	f.eachChunk(e, c, partials, true)
	if c.One {
		return
	}
	f.scanSuperchunks(e, c, partials)
	if !c.Single {
		e.Once(f.stm, func(e *emit.Emitter) { f.scanEnds(e, c, partials, imp.Int(0)) })
	}
	f.addPrefixes(e, c, partials)
	e.Release(partials)
}

// scanSuperchunks replaces the chunk totals of each superchunk by their scan; on a device,
// in one parallel iteration per superchunk.
func (f *fold) scanSuperchunks(e *emit.Emitter, c emit.Chunks, partials []emit.Place) {
	scan := func(e *emit.Emitter, s imp.Expr) {
		within := e.Accumulate("within", e.Operands(f.neutral))
		eachChunkOf(e, c, s, func(e *emit.Emitter, j, k imp.Expr) {
			f.combine(e, j, within, e.OperandsAt(partials, k))
			for i, o := range e.Value(within) {
				e.PutOperand(partials[i], o, []imp.Expr{k})
			}
		})
	}
	if !e.Target.Grid {
		eachSuperchunk(e, c, scan)
		return
	}
	s := e.Names.Fresh("superchunk")
	e.Parallel(f.stm, []imp.SpaceDim{{Index: s, Count: c.Supers}}, func(e *emit.Emitter) { scan(e, imp.IntVar(s)) })
}

// scanEnds scans the last element of each superchunk across superchunks, in place, so that
// it holds the total up to the end of that superchunk. The partial results start at index
// from.
func (f *fold) scanEnds(e *emit.Emitter, c emit.Chunks, partials []emit.Place, from imp.Expr) {
	before := e.Accumulate("before", e.Operands(f.neutral))
	eachSuperchunk(e, c, func(e *emit.Emitter, s imp.Expr) {
		next := imp.Mul(imp.Add(s, imp.Int(1)), imp.Int(c.Size))
		end := e.Read(e.Declare("end", imp.Add(from, emit.Sub(emit.Prim(scalar.Min, next, c.Count), imp.Int(1)))))
		f.combine(e, s, before, e.OperandsAt(partials, end))
		for i, o := range e.Value(before) {
			e.PutOperand(partials[i], o, []imp.Expr{end})
		}
	})
}

// addPrefixes combines the elements of every chunk but the first with the chunk's prefix.
func (f *fold) addPrefixes(e *emit.Emitter, c emit.Chunks, partials []emit.Place) {
	k := e.Names.Fresh("chunk")
	space := []imp.SpaceDim{{Index: k, Count: emit.Sub(c.Count, imp.Int(1))}}
	index := e.Names.Fresh("i")
	e.Parallel(f.stm, space, func(e *emit.Emitter) {
		prefix := f.prefix(e, c, partials, imp.Int(0), imp.IntVar(k))
		e.Each(c, imp.Add(imp.IntVar(k), imp.Int(1)), index, func(e *emit.Emitter) {
			at := []imp.Expr{imp.IntVar(index)}
			local := make([]emit.Operand, len(partials))
			for i := range partials {
				local[i] = e.OperandAt(e.PlaceOf(f.stm.Pat[i].Name), at)
			}
			for i, o := range e.Apply(f.operator, e.Value(prefix), local) {
				e.PutOperand(e.PlaceOf(f.stm.Pat[i].Name), o, at)
			}
		})
	})
}

// prefix returns the total of the chunks up to and including chunk k: the scanned total
// within its superchunk, combined with the end of the previous superchunk; for the last
// chunk of a superchunk, scanEnds has combined them already. The partial results start at
// index from.
func (f *fold) prefix(e *emit.Emitter, c emit.Chunks, partials []emit.Place, from, k imp.Expr) emit.Accumulator {
	prefix := e.Accumulate("prefix", e.OperandsAt(partials, imp.Add(from, k)))
	if c.Single {
		return prefix
	}
	s := e.Read(e.Declare("superchunk", emit.Prim(scalar.Quot, k, imp.Int(c.Size))))
	start := e.Read(e.Declare("start", imp.Mul(s, imp.Int(c.Size))))
	last := emit.Prim(scalar.Eq, emit.Sub(k, start), imp.Int(c.Size-1))
	in := e.Inner()
	before := in.OperandsAt(partials, imp.Add(from, emit.Sub(start, imp.Int(1))))
	in.Set(prefix, in.Apply(f.operator, before, in.Value(prefix)))
	e.Add(&imp.If{Cond: emit.And(emit.Prim(scalar.Gt, s, imp.Int(0)), emit.Not(last)), Then: in.Out})
	return prefix
}

// scanSegment scans one segment sequentially, in one thread. prefix accumulates the total
// of the chunks so far.
func (f *fold) scanSegment(e *emit.Emitter) {
	c := e.Cut(f.last.Size)
	prefix := e.Accumulate("prefix", e.Operands(f.neutral))
	eachSuperchunk(e, c, func(e *emit.Emitter, s imp.Expr) {
		before := e.Accumulate("before", e.Value(prefix))
		within := e.Accumulate("within", e.Operands(f.neutral))
		eachChunkOf(e, c, s, func(e *emit.Emitter, j, k imp.Expr) {
			acc := e.Accumulate("acc", e.Operands(f.neutral))
			e.Each(c, k, f.last.Index, func(e *emit.Emitter) {
				f.element(e, acc)
				result := e.Accumulate("result", e.Value(prefix))
				f.combine(e, k, result, e.Value(acc))
				f.write(e, e.Value(result))
			})
			f.combine(e, j, within, e.Value(acc))
			e.Set(prefix, e.Value(within))
			if s != nil {
				in := e.Inner()
				in.Set(prefix, in.Apply(f.operator, in.Value(before), in.Value(within)))
				e.Add(&imp.If{Cond: emit.Prim(scalar.Gt, s, imp.Int(0)), Then: in.Out})
			}
		})
	})
}

// Scans by work-groups in the order of docs/semantics.md. They work like reductions
// (rows.go), with a final launch in which one thread scans each chunk, starting from the
// chunk's prefix. Elements are then computed twice.

// scanByRows scans each segment in one launch if a single chunk holds it.
func (f *fold) scanByRows(e *emit.Emitter) {
	n, chunk := e.Atom(f.last.Size), e.Target.ReduceChunk
	segments := f.countSegments(e)
	e.Choose(n, chunk, func(e *emit.Emitter) {
		f.foldWhole(e, stage{n: n, row: n, rows: imp.Int(1), load: f.loadElement, each: f.storeEach, raw: true}, segments)
	}, func(e *emit.Emitter) {
		c := e.Cut(f.last.Size)
		partials := f.partials(e, imp.Mul(segments, c.Count))
		store, load := storePartials(partials, c.Count), loadPartials(partials, c.Count)
		f.foldRows(e, stage{n: n, row: imp.Int(chunk), rows: c.Count, load: f.reloadElement, store: store, raw: true}, segments)
		f.foldRows(e, stage{n: c.Count, row: imp.Int(chunk), rows: c.Supers, load: load, each: store}, segments)
		if !c.Single {
			e.Choose(c.Supers, 1, func(*emit.Emitter) {}, func(e *emit.Emitter) {
				e.Parallel(f.stm, f.segments, func(e *emit.Emitter) {
					s := imp.Expr(imp.Int(0))
					for d, size := range f.segments {
						s = imp.Add(imp.Mul(s, size.Count), f.outer[d])
					}
					f.scanEnds(e, c, partials, e.Read(e.Declare("from", imp.Mul(s, c.Count))))
				})
			})
		}
		prefix := func(e *emit.Emitter, s segment, row imp.Expr) ([]emit.Operand, imp.Expr) {
			some := emit.Prim(scalar.Gt, row, imp.Int(0))
			out := e.Accumulate("ahead", e.Operands(f.neutral))
			in := e.Inner()
			from := in.Read(in.Declare("from", imp.Mul(s.number, c.Count)))
			in.Set(out, in.Value(f.prefix(in, c, partials, from, emit.Sub(row, imp.Int(1)))))
			e.Add(&imp.If{Cond: some, Then: in.Out})
			return e.Value(out), some
		}
		f.foldRows(e, stage{n: n, row: imp.Int(chunk), rows: c.Count, load: f.loadElement, each: f.storeEach, prefix: prefix, raw: true}, segments)
		e.Release(partials)
	})
}

// reloadElement is loadElement for the first of two loads: it does not store the body's
// other results.
func (f *fold) reloadElement(e *emit.Emitter, s segment, i imp.Expr) []emit.Operand {
	return f.bodyAt(e, s.index, i, false)
}

func (f *fold) storeEach(e *emit.Emitter, s segment, i imp.Expr, values []emit.Operand) {
	for k, o := range values {
		e.PutOperand(e.PlaceOf(f.stm.Pat[k].Name), o, append(append([]imp.Expr{}, s.index...), i))
	}
}
