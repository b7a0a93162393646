package fold

import (
	"math/bits"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/passes/toimp/internal/emit"
)

// blockScan scans blocks of elements staged through shared memory. Loads and stores are
// coalesced, while each thread scans a run of consecutive elements. A run is padded by one
// element in shared memory, so that adjacent threads access different banks.
//
// The elements of all segments follow each other, and blocks take no notice of where segments
// begin. Whether a segment begins between two elements follows from their columns, their indices
// in their segments: values are combined only if it does not.
type blockScan struct {
	*foldWork
	run    int64        // elements per run, a power of two
	n      imp.Expr     // elements of all segments
	width  imp.Expr     // elements of a segment, at least 1; nil for a scan without segments
	values []emit.Place // the elements, later their running values within each run
	all    []emit.Place // the totals of the runs, later scanned
	within segment      // the segment of all elements, for a scan without segments or of one
}

// scanRun is the largest number of consecutive elements that a thread scans.
const scanRun = 16

// maxScanBytes is the shared memory that a block may take: every GPU has 48 KiB.
const maxScanBytes = 40 << 10

// runOfBlock returns the number of elements of a run: as many as fit into shared memory; false if
// none does.
func (f *fold) runOfBlock(e *emit.Emitter) (int64, bool) {
	for run := int64(scanRun); run > 0; run /= 2 {
		if (run+2)*e.Target.Group*f.bytes(e) <= maxScanBytes {
			return run, true
		}
	}
	return 0, false
}

func (f *fold) blockScan(e *emit.Emitter, run int64, n, width imp.Expr) *blockScan {
	g := f.work(e)
	return &blockScan{
		foldWork: g, run: run, n: n, width: width,
		values: g.sharedOperands("values_mem", g.Target.Group*(run+1)),
		all:    g.sharedOperands("all_mem", g.Target.Group),
	}
}

// total returns the total of the block.
func (b *blockScan) total(e *emit.Emitter) []emit.Operand {
	return e.OperandsAt(b.all, imp.Int(b.Target.Group-1))
}

// runOf returns the run of element k of a block, slotOf the element's position in shared
// memory.
func (b *blockScan) runOf(k imp.Expr) imp.Expr {
	return emit.Prim(scalar.Shr, k, imp.Int(int64(bits.Len64(uint64(b.run))-1)))
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
func (b *blockScan) eachElement(e *emit.Emitter, base imp.Expr, body func(e *emit.Emitter, x element)) {
	var w *walk
	if b.width != nil {
		w = newWalk(e, imp.Add(base, emit.LocalID), b.width, b.Target.Group)
	}
	e.Repeat(b.run, func(e *emit.Emitter, k imp.Expr) {
		k = e.Read(e.Declare("place", imp.Add(imp.Mul(k, imp.Int(e.Target.Group)), emit.LocalID)))
		i := e.Read(e.Declare("i", imp.Add(base, k)))
		x := element{k: k, i: i, column: i}
		if w != nil {
			x.row, x.column = e.Read(w.row), e.Read(w.column)
		}
		body(e, x)
		if w != nil {
			w.next(e)
		}
	})
}

// segmentOf returns an element's segment.
func (b *blockScan) segmentOf(e *emit.Emitter, x element) segment {
	if x.row == nil {
		return b.within
	}
	return b.fold.segmentAt(e, x.row)
}

// scan computes a block's elements, their running values within each run, and the scanned
// run totals.
func (b *blockScan) scan(e *emit.Emitter, base imp.Expr) {
	f := b.fold
	b.eachElement(e, base, func(e *emit.Emitter, x element) {
		value := e.Accumulate("x", e.Operands(f.neutral))
		e.Below(x.i, b.n, func(e *emit.Emitter) {
			e.Set(value, f.bodyAt(e, b.segmentOf(e, x).index, x.column, true))
		})
		storeOperands(e, b.values, e.Value(value), b.slotOf(x.k))
	})
	e.Add(&imp.Barrier{})
	acc := e.Accumulate("acc", e.Operands(f.neutral))
	var reach name.Name // the number of elements of the current segment so far
	if b.width != nil {
		first := imp.Add(base, imp.Mul(emit.LocalID, imp.Int(b.run)))
		reach = e.Declare("reach", emit.Prim(scalar.Rem, first, b.width))
	}
	e.Repeat(b.run, func(e *emit.Emitter, k imp.Expr) {
		if b.width != nil {
			in := e.Inner()
			in.Set(acc, in.Operands(f.neutral))
			in.Add(&imp.Assign{Name: reach, X: imp.Int(0)})
			e.Add(&imp.If{Cond: emit.Prim(scalar.Eq, e.Read(reach), b.width), Then: in.Out},
				&imp.Assign{Name: reach, X: imp.Add(e.Read(reach), imp.Int(1))})
		}
		at := e.Read(e.Declare("at", imp.Add(imp.Mul(emit.LocalID, imp.Int(b.run+1)), k)))
		f.foldInto(e, acc, e.OperandsAt(b.values, at))
		storeOperands(e, b.values, e.Value(acc), at)
	})
	storeOperands(e, b.all, e.Value(acc), emit.LocalID)
	var within func(e *emit.Emitter, distance int64) imp.Expr
	if b.width != nil {
		within = func(e *emit.Emitter, distance int64) imp.Expr {
			return emit.Prim(scalar.Gt, e.Read(reach), imp.Int(distance*b.run))
		}
	}
	b.scanThreads(e, b.all, within)
}

// write stores the block's results, combined with prefix, the total of what precedes the block in
// its first segment.
func (b *blockScan) write(e *emit.Emitter, base imp.Expr, prefix emit.Accumulator) {
	b.eachElement(e, base, func(e *emit.Emitter, x element) {
		e.Below(x.i, b.n, func(e *emit.Emitter) { b.writeElement(e, x, prefix) })
	})
}

// writeElement stores the result of an element.
func (b *blockScan) writeElement(e *emit.Emitter, x element, prefix emit.Accumulator) {
	f := b.fold
	run := e.Read(e.Declare("run", b.runOf(x.k)))
	result := e.Accumulate("result", e.OperandsAt(b.values, b.slotOf(x.k)))
	prepend := func(cond imp.Expr, before func(e *emit.Emitter) []emit.Operand) {
		in := e.Inner()
		in.Set(result, in.Apply(f.operator, before(in), in.Value(result)))
		if cond == nil {
			e.Add(in.Out...)
			return
		}
		e.Add(&imp.If{Cond: cond, Then: in.Out})
	}
	earlier, ahead := emit.Prim(scalar.Gt, run, imp.Int(0)), imp.Expr(nil)
	if b.width != nil {
		inRun := emit.Sub(x.k, imp.Mul(run, imp.Int(b.run)))
		earlier = emit.And(earlier, emit.Prim(scalar.Gt, x.column, inRun))
		ahead = emit.Prim(scalar.Gt, x.column, x.k)
	}
	prepend(earlier, func(e *emit.Emitter) []emit.Operand { return e.OperandsAt(b.all, emit.Sub(run, imp.Int(1))) })
	prepend(ahead, func(e *emit.Emitter) []emit.Operand { return e.Value(prefix) })
	f.storeEach(e, b.segmentOf(e, x), x.column, e.Value(result))
}
