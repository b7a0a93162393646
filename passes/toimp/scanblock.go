package toimp

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// blockScan scans blocks of elements staged through shared memory. Loads and stores are
// coalesced, while each thread scans a run of consecutive elements. A run is padded by one
// element in shared memory, so that adjacent threads access different banks.
type blockScan struct {
	*groupWork
	values place // the elements, later their running values within each run
	all    place // the totals of the runs, later scanned
}

func (s *scan) blockScan(e *emitter) *blockScan {
	g := e.groupWork(s.fold)
	g.op = s.op
	values := g.sharedArray("values_mem", s.op.Type, g.target.Group*(scanRun+1))
	return &blockScan{g, values, g.sharedArray("all_mem", s.op.Type, g.target.Group)}
}

// total returns the total of the block.
func (b *blockScan) total() imp.Expr { return b.all.load(imp.Int(b.target.Group - 1)) }

// runOf returns the run of element k of a block, slotOf the element's position in shared
// memory.
func runOf(k imp.Expr) imp.Expr  { return prim(scalar.Shr, k, imp.Int(4)) }
func slotOf(k imp.Expr) imp.Expr { return imp.Add(k, runOf(k)) }

// eachElement runs body for the thread's share of a block's elements, with the index in the
// block and the global index.
func (b *blockScan) eachElement(e *emitter, base imp.Expr, body func(e *emitter, k, i imp.Expr)) {
	e.repeat(scanRun, func(e *emitter, k imp.Expr) {
		k = e.read(e.declare("place", imp.Add(imp.Mul(k, imp.Int(e.target.Group)), localID)))
		body(e, k, e.read(e.declare("i", imp.Add(base, k))))
	})
}

// scan computes a block's elements, their running values within each run, and the scanned
// run totals.
func (b *blockScan) scan(e *emitter, base imp.Expr) {
	f := b.fold
	b.eachElement(e, base, func(e *emitter, k, i imp.Expr) {
		x := e.declare("x", f.neutralOf(e))
		e.below(i, e.atom(f.last.Size), func(e *emitter) {
			e.add(&imp.Assign{Name: x, X: f.bodyAt(e, nil, i, true)[0].X})
		})
		e.store(b.values, e.read(x), slotOf(k))
	})
	e.add(&imp.Barrier{})
	acc := e.declare("acc", f.neutralOf(e))
	e.repeat(scanRun, func(e *emitter, k imp.Expr) {
		at := e.read(e.declare("at", imp.Add(imp.Mul(localID, imp.Int(scanRun+1)), k)))
		e.add(&imp.Assign{Name: acc, X: b.combine(e.read(acc), b.values.load(at))},
			b.values.store(e.read(acc), at))
	})
	e.store(b.all, e.read(acc), localID)
	b.scanThreads(e, b.all)
}

// write stores the block's results, combined with prefix.
func (b *blockScan) write(e *emitter, base imp.Expr, prefix name.Name) {
	b.eachElement(e, base, func(e *emitter, k, i imp.Expr) {
		e.below(i, e.atom(b.fold.last.Size), func(e *emitter) {
			before := e.declare("before", e.read(prefix))
			in := e.inner()
			in.add(&imp.Assign{Name: before, X: b.combine(e.read(prefix), b.all.load(sub(runOf(k), imp.Int(1))))})
			e.add(&imp.If{Cond: prim(scalar.Gt, runOf(k), imp.Int(0)), Then: in.out})
			e.store(e.placeOf(b.fold.stm.Pat[0].Name), b.combine(e.read(before), b.values.load(slotOf(k))), i)
		})
	})
}
