package toimp

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/scalar"
)

// fold is a reduction or scan being lowered.
type fold struct {
	stm      *ir.Stm
	operator *ir.Lambda
	neutral  []ir.Atom
	body     *ir.Body
	segments []imp.SpaceDim
	outer    []imp.Expr // the segment indices
	last     ir.SpaceDim
}

func (e *emitter) newFold(s *ir.Stm, space []ir.SpaceDim, operator *ir.Lambda, neutral []ir.Atom, body *ir.Body) *fold {
	f := &fold{stm: s, operator: operator, neutral: neutral, body: body, last: space[len(space)-1]}
	f.segments, f.outer = e.space(space[:len(space)-1])
	e.scalars[f.last.Index] = scalar.I64
	return f
}

// at returns the index of the current element in an array over the whole space.
func (f *fold) at() []imp.Expr {
	return append(append([]imp.Expr{}, f.outer...), imp.IntVar(f.last.Index))
}

// element emits the body for one element and folds its first results into acc. The
// remaining results are stored to their arrays.
func (f *fold) element(e *emitter, acc accumulator) {
	e.body(f.body)
	k := len(f.neutral)
	for i, r := range f.body.Result[k:] {
		e.put(e.placeOf(f.stm.Pat[k+i].Name), r, f.at()...)
	}
	e.set(acc, e.apply(f.operator, e.value(acc), e.operands(f.body.Result[:k])))
}

// partials allocates, for each operand, an array with one value per chunk. On a device the
// final result overwrites element 0, so the arrays have at least one element.
func (f *fold) partials(e *emitter, count imp.Expr) []place {
	out := make([]place, len(f.neutral))
	known, isConst := imp.ConstOf(count)
	if e.target.Grid && !isConst {
		count = imp.IntVar(e.declare("room", prim(scalar.Max, count, imp.Int(1))))
	}
	for i, o := range e.operands(f.neutral) {
		dims := append([]ir.Atom{{}}, o.Type.Dims...)
		if isConst {
			dims[0] = ir.Size(known.Int())
		} else {
			dims[0] = ir.Var(count.(*imp.Var).Name)
		}
		p := place{Elem: o.Type.Elem, Index: lmad.RowMajor(ir.Polys(dims))}
		bytes := imp.Expr(imp.Int(int64(p.Elem.Size())))
		for _, d := range dims {
			bytes = prim(scalar.MulSat, bytes, e.atom(d))
		}
		if n, ok := imp.ConstOf(bytes); ok {
			bytes = imp.Int(n.Int())
		}
		p.Block = e.partialBlock(i, bytes, "partial results of "+label(f.stm), f.stm.Pos)
		out[i] = p
	}
	return out
}

func (e *emitter) segRed(s *ir.Stm, x *ir.SegRed) {
	f := e.newFold(s, x.Space, x.Operator, x.Neutral, x.Body)
	if f.inGroups(e) && !f.alongSegments(e) {
		if op, ok := f.anyOrder(e); ok && len(f.segments) == 0 {
			f.reduceInAnyOrder(e, op)
		} else {
			f.reduceByRows(e)
		}
		return
	}
	if len(f.segments) == 0 {
		f.reduceInParallel(e)
		return
	}
	if f.inGroups(e) {
		f.reduceColumns(e)
		return
	}
	f.reduceSegments(e)
}

// reduceSegments reduces each segment in a thread.
func (f *fold) reduceSegments(e *emitter) {
	e.parallel(f.stm, f.segments, func(e *emitter) {
		total := f.reduceSegment(e)
		for i, o := range e.value(total) {
			e.putOperand(e.placeOf(f.stm.Pat[i].Name), o, f.outer)
		}
	})
}

// reduceInParallel folds each chunk in its own parallel iteration and then folds the chunk
// results. On a device that takes two more kernels: one folds each superchunk in its own
// iteration, the last folds the superchunks.
func (f *fold) reduceInParallel(e *emitter) {
	if e.needsWaves(f.last.Size) {
		f.reduceInWaves(e)
		return
	}
	c := e.cut(f.last.Size)
	partials := f.partials(e, c.count)
	f.eachChunk(e, c, partials, false)
	if e.target.Grid {
		first := []imp.Expr{imp.Int(0)}
		f.superchunks(e, c, partials)
		e.once(f.stm, func(e *emitter) {
			for i, o := range e.value(f.foldRun(e, partials, c.supers, c.size)) {
				e.putOperand(partials[i], o, first)
			}
		})
		for i, p := range partials {
			f.result(e, f.stm.Pat[i], e.operandAt(p, first))
		}
	} else {
		for i, o := range e.value(f.foldPartials(e, c, partials)) {
			f.result(e, f.stm.Pat[i], o)
		}
	}
	e.release(partials)
}

// eachChunk folds each chunk, starting from the neutral element, in its own parallel
// iteration, and stores the result in partials. For a scan it also writes the running value
// at each element.
func (f *fold) eachChunk(e *emitter, c chunks, partials []place, scan bool) {
	f.eachChunkFrom(e, c, imp.Int(0), c.count, partials, scan)
}

// eachChunkFrom is eachChunk for count chunks starting at chunk from, whose result goes to
// index 0 of partials.
func (f *fold) eachChunkFrom(e *emitter, c chunks, from, count imp.Expr, partials []place, scan bool) {
	k := e.names.Fresh("chunk")
	e.parallel(f.stm, []imp.SpaceDim{{Index: k, Count: count}}, func(e *emitter) {
		acc := e.accumulate("acc", e.operands(f.neutral))
		e.each(c, imp.Add(from, imp.IntVar(k)), f.last.Index, func(e *emitter) {
			f.element(e, acc)
			if scan {
				f.write(e, e.value(acc))
			}
		})
		for i, o := range e.value(acc) {
			e.putOperand(partials[i], o, []imp.Expr{imp.IntVar(k)})
		}
	})
}

// superchunks folds the chunks of each superchunk in its own parallel iteration. The result
// replaces that of the superchunk's first chunk.
func (f *fold) superchunks(e *emitter, c chunks, partials []place) {
	s := e.names.Fresh("superchunk")
	e.parallel(f.stm, []imp.SpaceDim{{Index: s, Count: c.supers}}, func(e *emitter) {
		within := f.foldSuperchunk(e, c, imp.IntVar(s), partials)
		for i, o := range e.value(within) {
			e.putOperand(partials[i], o, []imp.Expr{imp.Mul(imp.IntVar(s), imp.Int(c.size))})
		}
	})
}

// foldSuperchunk folds the chunk results of superchunk s, starting with the first chunk's.
func (f *fold) foldSuperchunk(e *emitter, c chunks, s imp.Expr, partials []place) accumulator {
	within := e.accumulate("within", e.operands(f.neutral))
	e.eachOf(s, c.count, c.size, func(e *emitter, j, k imp.Expr) {
		k = e.read(e.declare("chunk", k))
		f.combine(e, j, within, e.operandsAt(partials, k))
	})
	return within
}

// foldRun folds count partial results, step apart, left to right, starting with the first.
func (f *fold) foldRun(e *emitter, partials []place, count imp.Expr, step int64) accumulator {
	total := e.accumulate("total", e.operands(f.neutral))
	k := e.names.Fresh("k")
	in := e.inner()
	f.combine(in, imp.IntVar(k), total, in.operandsAt(partials, imp.Mul(imp.IntVar(k), imp.Int(step))))
	e.add(&imp.For{Index: k, Type: scalar.I64, Bound: count, Body: in.out})
	return total
}

// foldPartials folds all chunk results, superchunk by superchunk.
func (f *fold) foldPartials(e *emitter, c chunks, partials []place) accumulator {
	if c.single {
		return f.foldRun(e, partials, c.count, 1)
	}
	total := e.accumulate("total", e.operands(f.neutral))
	s := e.names.Fresh("superchunk")
	in := e.inner()
	within := f.foldSuperchunk(in, c, imp.IntVar(s), partials)
	f.combine(in, imp.IntVar(s), total, in.value(within))
	e.add(&imp.For{Index: s, Type: scalar.I64, Bound: c.supers, Body: in.out})
	return total
}

// combine folds part k into total; part 0 initialises total.
func (f *fold) combine(e *emitter, k imp.Expr, total accumulator, part []operand) {
	first, later := e.inner(), e.inner()
	first.set(total, part)
	later.set(total, later.apply(f.operator, later.value(total), part))
	e.add(&imp.If{Cond: prim(scalar.Eq, k, imp.Int(0)), Then: first.out, Else: later.out})
}

// result binds the result of an unsegmented reduction.
func (f *fold) result(e *emitter, p ir.Param, o operand) {
	if o.X != nil {
		e.declareAs(p.Name, o.X)
		return
	}
	e.copy(e.placeOf(p.Name), e.place(o))
}

// reduceSegment reduces one segment sequentially, in one thread.
func (f *fold) reduceSegment(e *emitter) accumulator {
	c := e.cut(f.last.Size)
	total := e.accumulate("total", e.operands(f.neutral))
	if c.one {
		e.each(c, imp.Int(0), f.last.Index, func(e *emitter) { f.element(e, total) })
		return total
	}
	e.eachSuperchunk(c, func(e *emitter, s imp.Expr) {
		within := total
		if s != nil {
			within = e.accumulate("within", e.operands(f.neutral))
		}
		e.eachChunkOf(c, s, func(e *emitter, j, k imp.Expr) {
			acc := e.accumulate("acc", e.operands(f.neutral))
			e.each(c, k, f.last.Index, func(e *emitter) { f.element(e, acc) })
			f.combine(e, j, within, e.value(acc))
		})
		if s != nil {
			f.combine(e, s, total, e.value(within))
		}
	})
	return total
}

// eachSuperchunk runs body for each superchunk in order. Where there is only one superchunk
// it passes nil.
func (e *emitter) eachSuperchunk(c chunks, body func(e *emitter, s imp.Expr)) {
	if c.single {
		body(e, nil)
		return
	}
	s := e.names.Fresh("superchunk")
	in := e.inner()
	body(in, imp.IntVar(s))
	e.add(&imp.For{Index: s, Type: scalar.I64, Bound: c.supers, Body: in.out})
}

// eachChunkOf runs body for each chunk of superchunk s (nil: the only one) in order, with
// the chunk's index within the superchunk and its global index.
func (e *emitter) eachChunkOf(c chunks, s imp.Expr, body func(e *emitter, j, k imp.Expr)) {
	if s == nil {
		s = imp.Int(0)
	}
	e.eachOf(s, c.count, c.size, func(e *emitter, j, k imp.Expr) {
		body(e, j, e.read(e.declare("chunk", k)))
	})
}
