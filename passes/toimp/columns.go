package toimp

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/passes/toimp/internal/operator"
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
func (f *fold) regroups(e *emitter) bool {
	_, ok := f.anyOrder(e)
	return ok || e.target.Math == target.Fast || operator.Associative(f.operator, f.neutral)
}

// columns is a fold of columns in pieces.
type columns struct {
	*fold
	n, segments imp.Expr
	size        imp.Expr // elements of a piece; the last piece of a segment may be shorter
	count       imp.Expr // pieces of a segment
	partials    []place  // the pieces' results, segment by segment
}

// inColumns emits whole if there are many segments, or short ones; otherwise pieces.
func (f *fold) inColumns(e *emitter, whole func(e *emitter), pieces func(e *emitter, c *columns)) {
	n := e.atom(f.last.Size)
	regroups := f.regroups(e)
	least := int64(4 * leastColumnPiece)
	if !regroups {
		least = e.target.ReduceChunk
	}
	if known, ok := n.(*imp.Const); ok && known.Value.Int() <= least {
		whole(e)
		return
	}
	c := &columns{fold: f, n: n, segments: f.countSegments(e)}
	many := or(prim(scalar.Ge, c.segments, imp.Int(enoughColumns)), prim(scalar.Le, n, imp.Int(least)))
	then, in := e.inner(), e.inner()
	whole(then)
	c.size = imp.Int(e.target.ReduceChunk)
	if regroups {
		wanted := prim(scalar.Quot, imp.Int(columnPieces), prim(scalar.Max, c.segments, imp.Int(1)))
		c.size = in.read(in.declare("size", prim(scalar.Max, imp.Int(leastColumnPiece), roundedUp(n, wanted))))
	}
	c.count = in.read(in.declare("pieces", roundedUp(n, c.size)))
	c.partials = f.partials(in, imp.Mul(c.segments, c.count))
	pieces(in, c)
	in.release(c.partials)
	e.add(&imp.If{Cond: many, Then: then.out, Else: in.out})
}

// each runs body in a thread for each piece of each segment.
func (c *columns) each(e *emitter, body func(e *emitter, s segment, k imp.Expr)) {
	t := e.names.Fresh("piece")
	e.parallel(c.stm, []imp.SpaceDim{{Index: t, Count: imp.Mul(c.segments, c.count)}}, func(e *emitter) {
		k := e.read(e.declare("row", prim(scalar.Quot, imp.IntVar(t), c.segments)))
		number := e.read(e.declare("segment", sub(imp.IntVar(t), imp.Mul(k, c.segments))))
		body(e, c.segmentAt(e, number), k)
	})
}

// run folds the elements of piece k into acc, and gives each the running value, unless that is
// nil. Nothing separates the loads of a batch.
func (c *columns) run(e *emitter, s segment, k imp.Expr, acc accumulator, storeOthers bool, each func(e *emitter, i imp.Expr)) {
	start := e.read(e.declare("start", imp.Mul(k, c.size)))
	count := e.read(e.declare("count", prim(scalar.Min, c.size, sub(c.n, start))))
	step := func(e *emitter, i imp.Expr) {
		i = e.read(e.declare("i", i))
		c.foldInto(e, acc, c.bodyAt(e, s.index, i, storeOthers))
		if each != nil {
			each(e, i)
		}
	}
	whole := e.read(e.declare("whole", prim(scalar.Quot, count, imp.Int(batch))))
	e.times(whole, func(e *emitter, j imp.Expr) {
		first := e.read(e.declare("first", imp.Add(start, imp.Mul(j, imp.Int(batch)))))
		e.repeat(batch, func(e *emitter, j imp.Expr) { step(e, imp.Add(first, j)) })
	})
	done := e.read(e.declare("done", imp.Mul(whole, imp.Int(batch))))
	e.times(sub(count, done), func(e *emitter, j imp.Expr) { step(e, imp.Add(start, imp.Add(done, j))) })
}

// totals stores what each piece comes to. storeOthers says whether the other results of the
// fold's body are stored, too.
func (c *columns) totals(e *emitter, storeOthers bool) {
	store := storePartials(c.partials, c.count)
	c.each(e, func(e *emitter, s segment, k imp.Expr) {
		acc := e.accumulate("acc", e.operands(c.neutral))
		c.run(e, s, k, acc, storeOthers, nil)
		store(e, s, k, e.value(acc))
	})
}

// reduceColumns reduces each segment in a thread, or in several.
func (f *fold) reduceColumns(e *emitter) {
	f.inColumns(e, f.reduceSegments, func(e *emitter, c *columns) {
		c.totals(e, true)
		if !f.regroups(e) {
			f.foldChunks(e, c.partials, c.count, c.segments, f.storeResults)
			return
		}
		c.shares(e, func(g *groupWork, s segment, all []place, _ func(func(e *emitter, at imp.Expr))) {
			g.onlyFirst(func(e *emitter) {
				f.storeResults(e, s, nil, e.operandsAt(all, imp.Int(g.target.Group-1)))
			})
		})
	})
}

// shares emits a launch with a group for each segment, whose threads fold consecutive partial
// results. rest goes on with the threads' totals, scanned, in shared memory; its last parameter
// runs a body for the positions of a thread's partial results.
func (c *columns) shares(e *emitter, rest func(g *groupWork, s segment, all []place, each func(func(e *emitter, at imp.Expr)))) {
	g := e.groupWork(c.fold)
	all := g.sharedOperands("all_mem", g.target.Group)
	share := g.read(g.declare("share", pieces(c.count, g.target.Group)))
	first := g.read(g.declare("first", imp.Mul(localID, share)))
	mine := prim(scalar.Min, share, sub(c.count, first))
	from := g.read(g.declare("from", imp.Add(imp.Mul(groupID, c.count), first)))
	each := func(body func(e *emitter, at imp.Expr)) {
		g.times(mine, func(e *emitter, k imp.Expr) { body(e, e.read(e.declare("at", imp.Add(from, k)))) })
	}
	acc := g.accumulate("acc", g.operands(c.neutral))
	each(func(e *emitter, at imp.Expr) { c.foldInto(e, acc, e.operandsAt(c.partials, at)) })
	g.storeOperands(all, g.value(acc), localID)
	g.scanThreads(g.emitter, all, nil)
	rest(g, c.segmentAt(g.emitter, groupID), all, each)
	g.launch(e, c.segments)
}

// scanColumns scans each segment in a thread, or in several: first they fold pieces, then they
// scan them from the totals of the pieces before.
func (f *fold) scanColumns(e *emitter) {
	whole := func(e *emitter) { e.parallel(f.stm, f.segments, f.scanSegment) }
	if !f.regroups(e) {
		whole(e)
		return
	}
	f.inColumns(e, whole, func(e *emitter, c *columns) {
		c.totals(e, false)
		c.shares(e, func(g *groupWork, _ segment, all []place, each func(func(e *emitter, at imp.Expr))) {
			before := g.accumulate("before", g.operands(f.neutral))
			in := g.inner()
			in.set(before, in.operandsAt(all, sub(localID, imp.Int(1))))
			g.add(&imp.If{Cond: prim(scalar.Gt, localID, imp.Int(0)), Then: in.out})
			each(func(e *emitter, at imp.Expr) {
				old := e.operandsAt(c.partials, at)
				e.storeOperands(c.partials, e.value(before), at)
				f.foldInto(e, before, old)
			})
		})
		load := loadPartials(c.partials, c.count)
		c.each(e, func(e *emitter, s segment, k imp.Expr) {
			acc := e.accumulate("acc", load(e, s, k))
			c.run(e, s, k, acc, true, func(e *emitter, i imp.Expr) { f.storeEach(e, s, i, e.value(acc)) })
		})
	})
}
