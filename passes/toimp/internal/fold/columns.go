package fold

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/passes/toimp/internal/emit"
)

// Folds of columns: adjacent segments read adjacent elements. With many segments, a thread for
// each keeps a device busy. Few long segments are cut into pieces: a thread folds a piece,
// adjacent threads take pieces of adjacent segments, and groups fold what the pieces come to.
// A piece is a chunk of docs/semantics.md, or, if the operator is associative or may be taken
// for it, as long as the device has threads for all pieces.

const (
	// enoughColumns is the number of segments from which on each gets a single thread.
	enoughColumns = 1 << 15
	// columnPieces is the approximate number of threads for all pieces.
	columnPieces = 1 << 18
	// leastColumnPiece is the least number of elements in a piece.
	leastColumnPiece = 32
)

// regroups reports whether consecutive elements may be combined in groups of any size.
func (f *fold) regroups(e *emit.Emitter) bool {
	return e.Target.Math == target.Fast || f.exact(e)
}

// columns is a fold of columns in pieces.
type columns struct {
	*fold
	n, segments imp.Expr
	size        imp.Expr     // elements of a piece; the last piece of a segment may be shorter
	count       imp.Expr     // pieces of a segment
	partials    []emit.Place // the pieces' results, segment by segment
}

// inColumns emits whole if there are many segments, or short ones; otherwise pieces.
func (f *fold) inColumns(e *emit.Emitter, whole func(e *emit.Emitter), pieces func(e *emit.Emitter, c *columns)) {
	n := e.Atom(f.last.Size)
	regroups := f.regroups(e)
	least := int64(4 * leastColumnPiece)
	if !regroups {
		least = e.Target.ReduceChunk
	}
	if known, ok := n.(*imp.Const); ok && known.Value.Int() <= least {
		whole(e)
		return
	}
	c := &columns{fold: f, n: n, segments: f.countSegments(e)}
	many := emit.Or(emit.Prim(scalar.Ge, c.segments, imp.Int(enoughColumns)), emit.Prim(scalar.Le, n, imp.Int(least)))
	then, in := e.Inner(), e.Inner()
	whole(then)
	c.size = imp.Int(e.Target.ReduceChunk)
	if regroups {
		wanted := emit.Prim(scalar.Quot, imp.Int(columnPieces), emit.Prim(scalar.Max, c.segments, imp.Int(1)))
		c.size = in.Read(in.Declare("size", emit.Prim(scalar.Max, imp.Int(leastColumnPiece), emit.RoundedUp(n, wanted))))
	}
	c.count = in.Read(in.Declare("pieces", emit.RoundedUp(n, c.size)))
	c.partials = f.partials(in, imp.Mul(c.segments, c.count))
	pieces(in, c)
	in.Release(c.partials)
	e.Add(&imp.If{Cond: many, Then: then.Out, Else: in.Out})
}

// each runs body in a thread for each piece of each segment.
func (c *columns) each(e *emit.Emitter, body func(e *emit.Emitter, s segment, k imp.Expr)) {
	t := e.Names.Fresh("piece")
	e.Parallel(c.stm, []imp.SpaceDim{{Index: t, Count: imp.Mul(c.segments, c.count)}}, func(e *emit.Emitter) {
		k := e.Read(e.Declare("row", emit.Prim(scalar.Quot, imp.IntVar(t), c.segments)))
		number := e.Read(e.Declare("segment", emit.Sub(imp.IntVar(t), imp.Mul(k, c.segments))))
		body(e, c.segmentAt(e, number), k)
	})
}

// run folds the elements of piece k into acc, and gives each the running value, unless that is
// nil. Nothing separates the loads of a batch.
func (c *columns) run(e *emit.Emitter, s segment, k imp.Expr, acc emit.Accumulator, storeOthers bool, each func(e *emit.Emitter, i imp.Expr)) {
	start := e.Read(e.Declare("start", imp.Mul(k, c.size)))
	count := e.Read(e.Declare("count", emit.Prim(scalar.Min, c.size, emit.Sub(c.n, start))))
	step := func(e *emit.Emitter, i imp.Expr) {
		i = e.Read(e.Declare("i", i))
		c.foldInto(e, acc, c.bodyAt(e, s.index, i, storeOthers))
		if each != nil {
			each(e, i)
		}
	}
	whole := e.Read(e.Declare("whole", emit.Prim(scalar.Quot, count, imp.Int(emit.Batch))))
	e.Times(whole, func(e *emit.Emitter, j imp.Expr) {
		first := e.Read(e.Declare("first", imp.Add(start, imp.Mul(j, imp.Int(emit.Batch)))))
		e.Repeat(emit.Batch, func(e *emit.Emitter, j imp.Expr) { step(e, imp.Add(first, j)) })
	})
	done := e.Read(e.Declare("done", imp.Mul(whole, imp.Int(emit.Batch))))
	e.Times(emit.Sub(count, done), func(e *emit.Emitter, j imp.Expr) { step(e, imp.Add(start, imp.Add(done, j))) })
}

// totals stores what each piece comes to. storeOthers says whether the other results of the
// fold's body are stored, too.
func (c *columns) totals(e *emit.Emitter, storeOthers bool) {
	store := storePartials(c.partials, c.count)
	c.each(e, func(e *emit.Emitter, s segment, k imp.Expr) {
		acc := e.Accumulate("acc", e.Operands(c.neutral))
		c.run(e, s, k, acc, storeOthers, nil)
		store(e, s, k, e.Value(acc))
	})
}

// reduceColumns reduces each segment in a thread, or in several.
func (f *fold) reduceColumns(e *emit.Emitter) {
	f.inColumns(e, f.reduceSegments, func(e *emit.Emitter, c *columns) {
		c.totals(e, true)
		if !f.regroups(e) {
			f.foldChunks(e, c.partials, c.count, c.segments, f.storeResults)
			return
		}
		c.shares(e, func(g *foldWork, s segment, all []emit.Place, _ func(func(e *emit.Emitter, at imp.Expr))) {
			g.OnlyFirst(func(e *emit.Emitter) {
				f.storeResults(e, s, nil, e.OperandsAt(all, imp.Int(g.Target.Group-1)))
			})
		})
	})
}

// shares emits a launch with a group for each segment, whose threads fold consecutive partial
// results. rest goes on with the threads' totals, scanned, in shared memory; its last parameter
// runs a body for the positions of a thread's partial results.
func (c *columns) shares(e *emit.Emitter, rest func(g *foldWork, s segment, all []emit.Place, each func(func(e *emit.Emitter, at imp.Expr)))) {
	g := c.fold.work(e)
	all := g.sharedOperands("all_mem", g.Target.Group)
	share := g.Read(g.Declare("share", emit.Pieces(c.count, g.Target.Group)))
	first := g.Read(g.Declare("first", imp.Mul(emit.LocalID, share)))
	mine := emit.Prim(scalar.Min, share, emit.Sub(c.count, first))
	from := g.Read(g.Declare("from", imp.Add(imp.Mul(emit.GroupID, c.count), first)))
	each := func(body func(e *emit.Emitter, at imp.Expr)) {
		g.Times(mine, func(e *emit.Emitter, k imp.Expr) { body(e, e.Read(e.Declare("at", imp.Add(from, k)))) })
	}
	acc := g.Accumulate("acc", g.Operands(c.neutral))
	each(func(e *emit.Emitter, at imp.Expr) { c.foldInto(e, acc, e.OperandsAt(c.partials, at)) })
	storeOperands(g.Emitter, all, g.Value(acc), emit.LocalID)
	g.scanThreads(g.Emitter, all, nil)
	rest(g, c.segmentAt(g.Emitter, emit.GroupID), all, each)
	g.Launch(e, c.segments)
}

// scanColumns scans each segment in a thread, or in several: first they fold pieces, then they
// scan them from the totals of the pieces before.
func (f *fold) scanColumns(e *emit.Emitter) {
	whole := func(e *emit.Emitter) { e.Parallel(f.stm, f.segments, f.scanSegment) }
	if !f.regroups(e) {
		whole(e)
		return
	}
	f.inColumns(e, whole, func(e *emit.Emitter, c *columns) {
		c.totals(e, false)
		c.shares(e, func(g *foldWork, _ segment, all []emit.Place, each func(func(e *emit.Emitter, at imp.Expr))) {
			before := g.Accumulate("before", g.Operands(f.neutral))
			in := g.Inner()
			in.Set(before, in.OperandsAt(all, emit.Sub(emit.LocalID, imp.Int(1))))
			g.Add(&imp.If{Cond: emit.Prim(scalar.Gt, emit.LocalID, imp.Int(0)), Then: in.Out})
			each(func(e *emit.Emitter, at imp.Expr) {
				old := e.OperandsAt(c.partials, at)
				storeOperands(e, c.partials, e.Value(before), at)
				f.foldInto(e, before, old)
			})
		})
		load := loadPartials(c.partials, c.count)
		c.each(e, func(e *emit.Emitter, s segment, k imp.Expr) {
			acc := e.Accumulate("acc", load(e, s, k))
			c.run(e, s, k, acc, true, func(e *emit.Emitter, i imp.Expr) { f.storeEach(e, s, i, e.Value(acc)) })
		})
	})
}
