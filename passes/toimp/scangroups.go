package toimp

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Scans by work-groups in three launches, for scalar operators that may combine in any order.

// maxPieces is the approximate maximum number of pieces of a scan; longer inputs get
// larger pieces. One group scans the piece totals.
const maxPieces = 8192

// scan is such a scan. A piece is a group's share: a number of blocks of run elements per
// thread.
type scan struct {
	*fold
	op      *ir.Prim
	run     int64
	block   int64    // elements per block
	blocks  imp.Expr // blocks per piece
	count   imp.Expr // number of pieces
	partial place    // piece totals
}

// scanInAnyOrder scans in three launches: the piece totals, their exclusive scan, and the
// pieces with their prefixes. Elements are computed twice.
func (f *fold) scanInAnyOrder(e *emitter, op *ir.Prim) {
	n := e.atom(f.last.Size)
	run, _ := f.runOfBlock(e)
	s := &scan{fold: f, op: op, run: run, block: e.target.Group * run}
	s.blocks = e.read(e.declare("blocks", imp.Add(imp.Int(1), prim(scalar.Quot, n, imp.Int(s.block*maxPieces)))))
	piece := imp.Mul(s.blocks, imp.Int(s.block))
	s.count = e.read(e.declare("pieces", prim(scalar.Quot, sub(imp.Add(n, piece), imp.Int(1)), piece)))
	s.partial = f.partials(e, s.count)[0]
	s.sumPieces(e)
	f.prefixesOf(e, op, s.partial, s.count)
	s.scanPieces(e)
	e.release([]place{s.partial})
}

// eachBlock runs body for the blocks of the group's piece, with the index of each block's
// first element.
func (s *scan) eachBlock(g *groupWork, body func(e *emitter, base imp.Expr)) {
	first := g.read(g.declare("first", imp.Mul(groupID, s.blocks)))
	g.times(s.blocks, func(e *emitter, k imp.Expr) {
		body(e, e.read(e.declare("base", imp.Mul(imp.Add(first, k), imp.Int(s.block)))))
	})
}

func (s *scan) sumPieces(e *emitter) {
	g := e.groupWork(s.fold)
	g.op = s.op
	acc := g.declare("acc", s.neutralOf(g.emitter))
	s.eachBlock(g, func(e *emitter, base imp.Expr) {
		e.repeat(s.run, func(e *emitter, k imp.Expr) {
			i := e.read(e.declare("i", imp.Add(imp.Add(base, localID), imp.Mul(k, imp.Int(e.target.Group)))))
			e.below(i, e.atom(s.last.Size), func(e *emitter) {
				e.add(&imp.Assign{Name: acc, X: g.combine(e.read(acc), s.bodyAt(e, nil, i, false)[0].X)})
			})
		})
	})
	all := g.tree(g.read(acc))
	g.onlyFirst(func(e *emitter) {
		e.store(s.partial, all.load(imp.Int(0)), groupID)
	})
	g.launch(e, s.count)
}

// scanThreads replaces the threads' values in shared memory by their inclusive scan (Hillis
// and Steele). A thread combines its value with that of the thread at a distance if within,
// unless it is nil, says so.
func (g *groupWork) scanThreads(e *emitter, all []place, within func(e *emitter, distance int64) imp.Expr) {
	for distance := int64(1); distance < g.target.Group; distance *= 2 {
		e.add(&imp.Barrier{})
		mine := e.accumulate("mine", e.operandsAt(all, localID))
		cond := prim(scalar.Ge, localID, imp.Int(distance))
		if within != nil {
			cond = and(cond, within(e, distance))
		}
		in := e.inner()
		in.set(mine, in.apply(g.fold.operator, in.operandsAt(all, sub(localID, imp.Int(distance))), in.value(mine)))
		e.add(&imp.If{Cond: cond, Then: in.out}, &imp.Barrier{})
		e.storeOperands(all, e.value(mine), localID)
	}
	e.add(&imp.Barrier{})
}

func (f *fold) neutralOf(e *emitter) imp.Expr { return e.atom(f.neutral[0]) }

// prefixesOf replaces the piece totals by their exclusive scan, in one group whose threads
// take consecutive totals.
func (f *fold) prefixesOf(e *emitter, op *ir.Prim, partial place, count imp.Expr) {
	g := e.groupWork(f)
	g.op = op
	all := g.sharedOperands("all_mem", g.target.Group)
	share := g.read(g.declare("share", prim(scalar.Quot, imp.Add(count, imp.Int(g.target.Group-1)), imp.Int(g.target.Group))))
	first := g.read(g.declare("first", imp.Mul(localID, share)))
	mine := prim(scalar.Min, share, sub(count, first))
	each := func(body func(e *emitter, i imp.Expr)) {
		k := g.names.Fresh("k")
		in := g.inner()
		body(in, imp.Add(first, imp.IntVar(k)))
		g.add(&imp.For{Index: k, Type: scalar.I64, Bound: mine, Body: in.out})
	}
	acc := g.declare("acc", f.neutralOf(g.emitter))
	each(func(e *emitter, i imp.Expr) {
		e.add(&imp.Assign{Name: acc, X: g.combine(e.read(acc), partial.load(i))})
	})
	g.store(all[0], g.read(acc), localID)
	g.scanThreads(g.emitter, all, nil)
	before := g.declare("before", f.neutralOf(g.emitter))
	in := g.inner()
	in.add(&imp.Assign{Name: before, X: all[0].load(sub(localID, imp.Int(1)))})
	g.add(&imp.If{Cond: prim(scalar.Gt, localID, imp.Int(0)), Then: in.out})
	each(func(e *emitter, i imp.Expr) {
		old := e.read(e.declare("old", partial.load(i)))
		e.store(partial, e.read(before), i)
		e.add(&imp.Assign{Name: before, X: g.combine(e.read(before), old)})
	})
	g.launch(e, imp.Int(1))
}

// scanPieces scans the pieces and writes the results.
func (s *scan) scanPieces(e *emitter) {
	b := s.blockScan(e, s.run, e.atom(s.last.Size), nil)
	prefix := b.accumulate("prefix", b.operandsAt([]place{s.partial}, groupID))
	s.eachBlock(b.groupWork, func(e *emitter, base imp.Expr) {
		b.scan(e, base)
		b.write(e, base, prefix)
		e.set(prefix, e.apply(s.operator, e.value(prefix), b.total(e)))
		e.add(&imp.Barrier{})
	})
	b.launch(e, s.count)
}
