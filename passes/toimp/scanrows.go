package toimp

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Scans by work-groups in the order of docs/semantics.md. They work like reductions
// (rows.go), with a final launch in which one thread scans each chunk, starting from the
// chunk's prefix. Elements are then computed twice.

// scanByRows scans each segment in one launch if a single chunk holds it.
func (f *fold) scanByRows(e *emitter) {
	n, chunk := e.atom(f.last.Size), e.target.ReduceChunk
	segments := f.countSegments(e)
	e.choose(n, chunk, func(e *emitter) {
		f.foldWhole(e, stage{n: n, row: n, rows: imp.Int(1), load: f.loadElement, each: f.storeEach, raw: true}, segments)
	}, func(e *emitter) {
		c := e.cut(f.last.Size)
		partials := f.partials(e, imp.Mul(segments, c.count))
		store, load := storePartials(partials, c.count), loadPartials(partials, c.count)
		f.foldRows(e, stage{n: n, row: imp.Int(chunk), rows: c.count, load: f.reloadElement, store: store, raw: true}, segments)
		f.foldRows(e, stage{n: c.count, row: imp.Int(chunk), rows: c.supers, load: load, each: store}, segments)
		if !c.single {
			e.choose(c.supers, 1, func(*emitter) {}, func(e *emitter) {
				e.parallel(f.stm, f.segments, func(e *emitter) {
					s := imp.Expr(imp.Int(0))
					for d, size := range f.segments {
						s = imp.Add(imp.Mul(s, size.Count), f.outer[d])
					}
					f.scanEnds(e, c, partials, e.read(e.declare("from", imp.Mul(s, c.count))))
				})
			})
		}
		prefix := func(e *emitter, s segment, row imp.Expr) ([]operand, imp.Expr) {
			some := prim(scalar.Gt, row, imp.Int(0))
			out := e.accumulate("ahead", e.operands(f.neutral))
			in := e.inner()
			from := in.read(in.declare("from", imp.Mul(s.number, c.count)))
			in.set(out, in.value(f.prefix(in, c, partials, from, sub(row, imp.Int(1)))))
			e.add(&imp.If{Cond: some, Then: in.out})
			return e.value(out), some
		}
		f.foldRows(e, stage{n: n, row: imp.Int(chunk), rows: c.count, load: f.loadElement, each: f.storeEach, prefix: prefix, raw: true}, segments)
		e.release(partials)
	})
}

// reloadElement is loadElement for the first of two loads: it does not store the body's
// other results.
func (f *fold) reloadElement(e *emitter, s segment, i imp.Expr) []operand {
	return f.bodyAt(e, s.index, i, false)
}

func (f *fold) storeEach(e *emitter, s segment, i imp.Expr, values []operand) {
	for k, o := range values {
		e.putOperand(e.placeOf(f.stm.Pat[k].Name), o, append(append([]imp.Expr{}, s.index...), i))
	}
}
