// Package fold lowers reductions and scans: segred and segscan. All follow the tree of
// docs/semantics.md, unless the operator may combine in any order.
//
//   - Without work-groups: fold.go, waves.go, scan.go and scanparts.go.
//   - With work-groups, in the order of the tree: rows.go, rowgroups.go and columns.go, in which
//     selectrows.go serves operators that select.
//   - With work-groups, in any order: anyorder.go, scangroups.go, and in one launch scanblock.go
//     and scanonce.go.
package fold

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/schedule"
	"github.com/lamina-lang/lamina/passes/toimp/internal/emit"
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

func newFold(e *emit.Emitter, s *ir.Stm, space []ir.SpaceDim, operator *ir.Lambda, neutral []ir.Atom, body *ir.Body) *fold {
	f := &fold{stm: s, operator: operator, neutral: neutral, body: body, last: space[len(space)-1]}
	f.segments, f.outer = e.Space(space[:len(space)-1])
	e.Scalars[f.last.Index] = scalar.I64
	return f
}

// at returns the index of the current element in an array over the whole space.
func (f *fold) at() []imp.Expr {
	return append(append([]imp.Expr{}, f.outer...), imp.IntVar(f.last.Index))
}

// element emits the body for one element and folds its first results into acc. The
// remaining results are stored to their arrays.
func (f *fold) element(e *emit.Emitter, acc emit.Accumulator) {
	e.Body(f.body)
	k := len(f.neutral)
	for i, r := range f.body.Result[k:] {
		e.Put(e.PlaceOf(f.stm.Pat[k+i].Name), r, f.at()...)
	}
	e.Set(acc, e.Apply(f.operator, e.Value(acc), e.Operands(f.body.Result[:k])))
}

// SegRed emits a reduction.
func SegRed(e *emit.Emitter, s *ir.Stm, x *ir.SegRed) {
	f := newFold(e, s, x.Space, x.Operator, x.Neutral, x.Body)
	if schedule.Of(s).Level == schedule.Group {
		f.reduceInTheirGroups(e)
		return
	}
	if f.inGroups(e) && !f.alongSegments(e) {
		anyOrder := f.reducesInAnyOrder(e, x.Commutative)
		if anyOrder && len(f.segments) == 0 {
			f.reduceInAnyOrder(e)
		} else {
			f.reduceByRows(e, anyOrder)
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
func (f *fold) reduceSegments(e *emit.Emitter) {
	e.Parallel(f.stm, f.segments, func(e *emit.Emitter) {
		total := f.reduceSegment(e)
		for i, o := range e.Value(total) {
			e.PutOperand(e.PlaceOf(f.stm.Pat[i].Name), o, f.outer)
		}
	})
}

// reduceInParallel folds each chunk in its own parallel iteration and then folds the chunk
// results. On a device that takes two more kernels: one folds each superchunk in its own
// iteration, the last folds the superchunks.
func (f *fold) reduceInParallel(e *emit.Emitter) {
	if needsWaves(e, f.last.Size) {
		f.reduceInWaves(e)
		return
	}
	c := e.Cut(f.last.Size)
	partials := f.partials(e, c.Count)
	f.eachChunk(e, c, partials, false)
	if e.Target.Grid {
		first := []imp.Expr{imp.Int(0)}
		f.superchunks(e, c, partials)
		e.Once(f.stm, func(e *emit.Emitter) {
			for i, o := range e.Value(f.foldRun(e, partials, c.Supers, c.Size)) {
				e.PutOperand(partials[i], o, first)
			}
		})
		for i, p := range partials {
			f.result(e, f.stm.Pat[i], e.OperandAt(p, first))
		}
	} else {
		for i, o := range e.Value(f.foldPartials(e, c, partials)) {
			f.result(e, f.stm.Pat[i], o)
		}
	}
	e.Release(partials)
}

// eachChunk folds each chunk, starting from the neutral element, in its own parallel
// iteration, and stores the result in partials. For a scan it also writes the running value
// at each element.
func (f *fold) eachChunk(e *emit.Emitter, c emit.Chunks, partials []emit.Place, scan bool) {
	f.eachChunkFrom(e, c, imp.Int(0), c.Count, partials, scan)
}

// eachChunkFrom is eachChunk for count chunks starting at chunk from, whose result goes to
// index 0 of partials.
func (f *fold) eachChunkFrom(e *emit.Emitter, c emit.Chunks, from, count imp.Expr, partials []emit.Place, scan bool) {
	k := e.Names.Fresh("chunk")
	e.Parallel(f.stm, []imp.SpaceDim{{Index: k, Count: count}}, func(e *emit.Emitter) {
		acc := e.Accumulate("acc", e.Operands(f.neutral))
		e.Each(c, imp.Add(from, imp.IntVar(k)), f.last.Index, func(e *emit.Emitter) {
			f.element(e, acc)
			if scan {
				f.write(e, e.Value(acc))
			}
		})
		for i, o := range e.Value(acc) {
			e.PutOperand(partials[i], o, []imp.Expr{imp.IntVar(k)})
		}
	})
}

// superchunks folds the chunks of each superchunk in its own parallel iteration. The result
// replaces that of the superchunk's first chunk.
func (f *fold) superchunks(e *emit.Emitter, c emit.Chunks, partials []emit.Place) {
	s := e.Names.Fresh("superchunk")
	e.Parallel(f.stm, []imp.SpaceDim{{Index: s, Count: c.Supers}}, func(e *emit.Emitter) {
		within := f.foldSuperchunk(e, c, imp.IntVar(s), partials)
		for i, o := range e.Value(within) {
			e.PutOperand(partials[i], o, []imp.Expr{imp.Mul(imp.IntVar(s), imp.Int(c.Size))})
		}
	})
}

// foldSuperchunk folds the chunk results of superchunk s, starting with the first chunk's.
func (f *fold) foldSuperchunk(e *emit.Emitter, c emit.Chunks, s imp.Expr, partials []emit.Place) emit.Accumulator {
	within := e.Accumulate("within", e.Operands(f.neutral))
	e.EachOf(s, c.Count, c.Size, func(e *emit.Emitter, j, k imp.Expr) {
		k = e.Read(e.Declare("chunk", k))
		f.combine(e, j, within, e.OperandsAt(partials, k))
	})
	return within
}

// foldRun folds count partial results, step apart, left to right, starting with the first.
func (f *fold) foldRun(e *emit.Emitter, partials []emit.Place, count imp.Expr, step int64) emit.Accumulator {
	total := e.Accumulate("total", e.Operands(f.neutral))
	k := e.Names.Fresh("k")
	in := e.Inner()
	f.combine(in, imp.IntVar(k), total, in.OperandsAt(partials, imp.Mul(imp.IntVar(k), imp.Int(step))))
	e.Add(&imp.For{Index: k, Type: scalar.I64, Bound: count, Body: in.Out})
	return total
}

// foldPartials folds all chunk results, superchunk by superchunk.
func (f *fold) foldPartials(e *emit.Emitter, c emit.Chunks, partials []emit.Place) emit.Accumulator {
	if c.Single {
		return f.foldRun(e, partials, c.Count, 1)
	}
	total := e.Accumulate("total", e.Operands(f.neutral))
	s := e.Names.Fresh("superchunk")
	in := e.Inner()
	within := f.foldSuperchunk(in, c, imp.IntVar(s), partials)
	f.combine(in, imp.IntVar(s), total, in.Value(within))
	e.Add(&imp.For{Index: s, Type: scalar.I64, Bound: c.Supers, Body: in.Out})
	return total
}

// combine folds part k into total; part 0 initialises total.
func (f *fold) combine(e *emit.Emitter, k imp.Expr, total emit.Accumulator, part []emit.Operand) {
	first, later := e.Inner(), e.Inner()
	first.Set(total, part)
	later.Set(total, later.Apply(f.operator, later.Value(total), part))
	e.Add(&imp.If{Cond: emit.Prim(scalar.Eq, k, imp.Int(0)), Then: first.Out, Else: later.Out})
}

// result binds the result of an unsegmented reduction.
func (f *fold) result(e *emit.Emitter, p ir.Param, o emit.Operand) {
	if o.X != nil {
		e.DeclareAs(p.Name, o.X)
		return
	}
	e.Copy(e.PlaceOf(p.Name), e.Place(o))
}

// reduceSegment reduces one segment sequentially, in one thread.
func (f *fold) reduceSegment(e *emit.Emitter) emit.Accumulator {
	c := e.Cut(f.last.Size)
	total := e.Accumulate("total", e.Operands(f.neutral))
	if c.One {
		e.Each(c, imp.Int(0), f.last.Index, func(e *emit.Emitter) { f.element(e, total) })
		return total
	}
	eachSuperchunk(e, c, func(e *emit.Emitter, s imp.Expr) {
		within := total
		if s != nil {
			within = e.Accumulate("within", e.Operands(f.neutral))
		}
		eachChunkOf(e, c, s, func(e *emit.Emitter, j, k imp.Expr) {
			acc := e.Accumulate("acc", e.Operands(f.neutral))
			e.Each(c, k, f.last.Index, func(e *emit.Emitter) { f.element(e, acc) })
			f.combine(e, j, within, e.Value(acc))
		})
		if s != nil {
			f.combine(e, s, total, e.Value(within))
		}
	})
	return total
}

// eachSuperchunk runs body for each superchunk in order. Where there is only one superchunk
// it passes nil.
func eachSuperchunk(e *emit.Emitter, c emit.Chunks, body func(e *emit.Emitter, s imp.Expr)) {
	if c.Single {
		body(e, nil)
		return
	}
	s := e.Names.Fresh("superchunk")
	in := e.Inner()
	body(in, imp.IntVar(s))
	e.Add(&imp.For{Index: s, Type: scalar.I64, Bound: c.Supers, Body: in.Out})
}

// eachChunkOf runs body for each chunk of superchunk s (nil: the only one) in order, with
// the chunk's index within the superchunk and its global index.
func eachChunkOf(e *emit.Emitter, c emit.Chunks, s imp.Expr, body func(e *emit.Emitter, j, k imp.Expr)) {
	if s == nil {
		s = imp.Int(0)
	}
	e.EachOf(s, c.Count, c.Size, func(e *emit.Emitter, j, k imp.Expr) {
		body(e, j, e.Read(e.Declare("chunk", k)))
	})
}
