package fold

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/passes/toimp/internal/emit"
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
	block   int64      // elements per block
	blocks  imp.Expr   // blocks per piece
	count   imp.Expr   // number of pieces
	partial emit.Place // piece totals
}

// scanInAnyOrder scans in three launches: the piece totals, their exclusive scan, and the
// pieces with their prefixes. Elements are computed twice.
func (f *fold) scanInAnyOrder(e *emit.Emitter, op *ir.Prim) {
	n := e.Atom(f.last.Size)
	run, _ := f.runOfBlock(e)
	s := &scan{fold: f, op: op, run: run, block: e.Target.Group * run}
	s.blocks = e.Read(e.Declare("blocks", imp.Add(imp.Int(1), emit.Prim(scalar.Quot, n, imp.Int(s.block*maxPieces)))))
	piece := imp.Mul(s.blocks, imp.Int(s.block))
	s.count = e.Read(e.Declare("pieces", emit.Prim(scalar.Quot, emit.Sub(imp.Add(n, piece), imp.Int(1)), piece)))
	s.partial = f.partials(e, s.count)[0]
	s.sumPieces(e)
	f.prefixesOf(e, op, s.partial, s.count)
	s.scanPieces(e)
	e.Release([]emit.Place{s.partial})
}

// eachBlock runs body for the blocks of the group's piece, with the index of each block's
// first element.
func (s *scan) eachBlock(g *foldWork, body func(e *emit.Emitter, base imp.Expr)) {
	first := g.Read(g.Declare("first", imp.Mul(emit.GroupID, s.blocks)))
	g.Times(s.blocks, func(e *emit.Emitter, k imp.Expr) {
		body(e, e.Read(e.Declare("base", imp.Mul(imp.Add(first, k), imp.Int(s.block)))))
	})
}

func (s *scan) sumPieces(e *emit.Emitter) {
	g := s.fold.work(e)
	g.op = s.op
	acc := g.Declare("acc", s.neutralOf(g.Emitter))
	s.eachBlock(g, func(e *emit.Emitter, base imp.Expr) {
		e.Repeat(s.run, func(e *emit.Emitter, k imp.Expr) {
			i := e.Read(e.Declare("i", imp.Add(imp.Add(base, emit.LocalID), imp.Mul(k, imp.Int(e.Target.Group)))))
			e.Below(i, e.Atom(s.last.Size), func(e *emit.Emitter) {
				e.Add(&imp.Assign{Name: acc, X: g.combine(e.Read(acc), s.bodyAt(e, nil, i, false)[0].X)})
			})
		})
	})
	all := g.tree([]emit.Operand{{X: g.Read(acc), Type: ir.ScalarOf(s.op.Type)}})
	g.OnlyFirst(func(e *emit.Emitter) {
		e.Store(s.partial, all[0].Load(imp.Int(0)), emit.GroupID)
	})
	g.Launch(e, s.count)
}

// scanThreads replaces the threads' values in shared memory by their inclusive scan (Hillis
// and Steele). A thread combines its value with that of the thread at a distance if within,
// unless it is nil, says so.
func (g *foldWork) scanThreads(e *emit.Emitter, all []emit.Place, within func(e *emit.Emitter, distance int64) imp.Expr) {
	for distance := int64(1); distance < g.Target.Group; distance *= 2 {
		e.Add(&imp.Barrier{})
		mine := e.Accumulate("mine", e.OperandsAt(all, emit.LocalID))
		cond := emit.Prim(scalar.Ge, emit.LocalID, imp.Int(distance))
		if within != nil {
			cond = emit.And(cond, within(e, distance))
		}
		in := e.Inner()
		in.Set(mine, in.Apply(g.fold.operator, in.OperandsAt(all, emit.Sub(emit.LocalID, imp.Int(distance))), in.Value(mine)))
		e.Add(&imp.If{Cond: cond, Then: in.Out}, &imp.Barrier{})
		storeOperands(e, all, e.Value(mine), emit.LocalID)
	}
	e.Add(&imp.Barrier{})
}

func (f *fold) neutralOf(e *emit.Emitter) imp.Expr { return e.Atom(f.neutral[0]) }

// prefixesOf replaces the piece totals by their exclusive scan, in one group whose threads
// take consecutive totals.
func (f *fold) prefixesOf(e *emit.Emitter, op *ir.Prim, partial emit.Place, count imp.Expr) {
	g := f.work(e)
	g.op = op
	all := g.sharedOperands("all_mem", g.Target.Group)
	share := g.Read(g.Declare("share", emit.Prim(scalar.Quot, imp.Add(count, imp.Int(g.Target.Group-1)), imp.Int(g.Target.Group))))
	first := g.Read(g.Declare("first", imp.Mul(emit.LocalID, share)))
	mine := emit.Prim(scalar.Min, share, emit.Sub(count, first))
	each := func(body func(e *emit.Emitter, i imp.Expr)) {
		k := g.Names.Fresh("k")
		in := g.Inner()
		body(in, imp.Add(first, imp.IntVar(k)))
		g.Add(&imp.For{Index: k, Type: scalar.I64, Bound: mine, Body: in.Out})
	}
	acc := g.Declare("acc", f.neutralOf(g.Emitter))
	each(func(e *emit.Emitter, i imp.Expr) {
		e.Add(&imp.Assign{Name: acc, X: g.combine(e.Read(acc), partial.Load(i))})
	})
	g.Store(all[0], g.Read(acc), emit.LocalID)
	g.scanThreads(g.Emitter, all, nil)
	before := g.Declare("before", f.neutralOf(g.Emitter))
	in := g.Inner()
	in.Add(&imp.Assign{Name: before, X: all[0].Load(emit.Sub(emit.LocalID, imp.Int(1)))})
	g.Add(&imp.If{Cond: emit.Prim(scalar.Gt, emit.LocalID, imp.Int(0)), Then: in.Out})
	each(func(e *emit.Emitter, i imp.Expr) {
		old := e.Read(e.Declare("old", partial.Load(i)))
		e.Store(partial, e.Read(before), i)
		e.Add(&imp.Assign{Name: before, X: g.combine(e.Read(before), old)})
	})
	g.Launch(e, imp.Int(1))
}

// scanPieces scans the pieces and writes the results.
func (s *scan) scanPieces(e *emit.Emitter) {
	b := s.blockScan(e, s.run, e.Atom(s.last.Size), nil)
	prefix := b.Accumulate("prefix", b.OperandsAt([]emit.Place{s.partial}, emit.GroupID))
	s.eachBlock(b.foldWork, func(e *emit.Emitter, base imp.Expr) {
		b.scan(e, base)
		b.write(e, base, prefix)
		e.Set(prefix, e.Apply(s.operator, e.Value(prefix), b.total(e)))
		e.Add(&imp.Barrier{})
	})
	b.Launch(e, s.count)
}
