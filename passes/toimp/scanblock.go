package toimp

import (
	"math/bits"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// blockScan scans blocks of elements staged through shared memory. Loads and stores are
// coalesced, while each thread scans a run of consecutive elements. A run is padded by one
// element in shared memory, so that adjacent threads access different banks.
//
// The elements of all segments follow each other, and blocks take no notice of where segments
// begin. Whether a segment begins between two elements follows from their columns, their indices
// in their segments: values are combined only if it does not.
type blockScan struct {
	*groupWork
	run    int64    // elements per run, a power of two
	n      imp.Expr // elements of all segments
	width  imp.Expr // elements of a segment, at least 1; nil for a scan without segments
	values []place  // the elements, later their running values within each run
	all    []place  // the totals of the runs, later scanned
}

// scanRun is the largest number of consecutive elements that a thread scans.
const scanRun = 16

// maxScanBytes is the shared memory that a block may take: every GPU has 48 KiB.
const maxScanBytes = 40 << 10

// runOfBlock returns the number of elements of a run: as many as fit into shared memory; false if
// none does.
func (f *fold) runOfBlock(e *emitter) (int64, bool) {
	for run := int64(scanRun); run > 0; run /= 2 {
		if (run+2)*e.target.Group*f.bytes(e) <= maxScanBytes {
			return run, true
		}
	}
	return 0, false
}

func (f *fold) blockScan(e *emitter, run int64, n, width imp.Expr) *blockScan {
	g := e.groupWork(f)
	return &blockScan{
		groupWork: g, run: run, n: n, width: width,
		values: g.sharedOperands("values_mem", g.target.Group*(run+1)),
		all:    g.sharedOperands("all_mem", g.target.Group),
	}
}

// total returns the total of the block.
func (b *blockScan) total(e *emitter) []operand {
	return e.operandsAt(b.all, imp.Int(b.target.Group-1))
}

// runOf returns the run of element k of a block, slotOf the element's position in shared
// memory.
func (b *blockScan) runOf(k imp.Expr) imp.Expr {
	return prim(scalar.Shr, k, imp.Int(int64(bits.Len64(uint64(b.run))-1)))
}
func (b *blockScan) slotOf(k imp.Expr) imp.Expr { return imp.Add(k, b.runOf(k)) }

// element is an element of a block.
type element struct {
	k      imp.Expr // the index in the block
	i      imp.Expr // the index in all segments together
	column imp.Expr // the index in its segment
	row    imp.Expr // the number of its segment; nil without segments
}

// eachElement runs body for the thread's share of the block that starts at element base, also
// for elements from n on, which do not exist.
func (b *blockScan) eachElement(e *emitter, base imp.Expr, body func(e *emitter, x element)) {
	var w *walk
	if b.width != nil {
		w = e.walk(imp.Add(base, localID), b.width, b.target.Group)
	}
	e.repeat(b.run, func(e *emitter, k imp.Expr) {
		k = e.read(e.declare("place", imp.Add(imp.Mul(k, imp.Int(e.target.Group)), localID)))
		i := e.read(e.declare("i", imp.Add(base, k)))
		x := element{k: k, i: i, column: i}
		if w != nil {
			x.row, x.column = e.read(w.row), e.read(w.column)
		}
		body(e, x)
		if w != nil {
			w.next(e)
		}
	})
}

// segmentOf returns an element's segment.
func (b *blockScan) segmentOf(e *emitter, x element) segment {
	if x.row == nil {
		return segment{}
	}
	return b.fold.segmentAt(e, x.row)
}

// scan computes a block's elements, their running values within each run, and the scanned
// run totals.
func (b *blockScan) scan(e *emitter, base imp.Expr) {
	f := b.fold
	b.eachElement(e, base, func(e *emitter, x element) {
		value := e.accumulate("x", e.operands(f.neutral))
		e.below(x.i, b.n, func(e *emitter) {
			e.set(value, f.bodyAt(e, b.segmentOf(e, x).index, x.column, true))
		})
		e.storeOperands(b.values, e.value(value), b.slotOf(x.k))
	})
	e.add(&imp.Barrier{})
	acc := e.accumulate("acc", e.operands(f.neutral))
	var reach name.Name // the number of elements of the current segment so far
	if b.width != nil {
		first := imp.Add(base, imp.Mul(localID, imp.Int(b.run)))
		reach = e.declare("reach", prim(scalar.Rem, first, b.width))
	}
	e.repeat(b.run, func(e *emitter, k imp.Expr) {
		if b.width != nil {
			in := e.inner()
			in.set(acc, in.operands(f.neutral))
			in.add(&imp.Assign{Name: reach, X: imp.Int(0)})
			e.add(&imp.If{Cond: prim(scalar.Eq, e.read(reach), b.width), Then: in.out},
				&imp.Assign{Name: reach, X: imp.Add(e.read(reach), imp.Int(1))})
		}
		at := e.read(e.declare("at", imp.Add(imp.Mul(localID, imp.Int(b.run+1)), k)))
		f.foldInto(e, acc, e.operandsAt(b.values, at))
		e.storeOperands(b.values, e.value(acc), at)
	})
	e.storeOperands(b.all, e.value(acc), localID)
	var within func(e *emitter, distance int64) imp.Expr
	if b.width != nil {
		within = func(e *emitter, distance int64) imp.Expr {
			return prim(scalar.Gt, e.read(reach), imp.Int(distance*b.run))
		}
	}
	b.scanThreads(e, b.all, within)
}

// write stores the block's results, combined with prefix, the total of what precedes the block in
// its first segment.
func (b *blockScan) write(e *emitter, base imp.Expr, prefix accumulator) {
	b.eachElement(e, base, func(e *emitter, x element) {
		e.below(x.i, b.n, func(e *emitter) { b.writeElement(e, x, prefix) })
	})
}

// writeElement stores the result of an element.
func (b *blockScan) writeElement(e *emitter, x element, prefix accumulator) {
	f := b.fold
	run := e.read(e.declare("run", b.runOf(x.k)))
	result := e.accumulate("result", e.operandsAt(b.values, b.slotOf(x.k)))
	prepend := func(cond imp.Expr, before func(e *emitter) []operand) {
		in := e.inner()
		in.set(result, in.apply(f.operator, before(in), in.value(result)))
		if cond == nil {
			e.add(in.out...)
			return
		}
		e.add(&imp.If{Cond: cond, Then: in.out})
	}
	earlier, ahead := prim(scalar.Gt, run, imp.Int(0)), imp.Expr(nil)
	if b.width != nil {
		inRun := sub(x.k, imp.Mul(run, imp.Int(b.run)))
		earlier = and(earlier, prim(scalar.Gt, x.column, inRun))
		ahead = prim(scalar.Gt, x.column, x.k)
	}
	prepend(earlier, func(e *emitter) []operand { return e.operandsAt(b.all, sub(run, imp.Int(1))) })
	prepend(ahead, func(e *emitter) []operand { return e.value(prefix) })
	f.storeEach(e, b.segmentOf(e, x), x.column, e.value(result))
}
