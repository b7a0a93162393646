package toimp

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// foldNarrow folds short segments. A group loads as many segments as it has threads, or as
// many as fit, into shared memory with coalesced accesses; each thread folds one.
func (f *fold) foldNarrow(e *emitter, st stage, segments imp.Expr) {
	size := e.target.Group
	room := f.rowsOfTile(e, e.target.Group, false) * (size + 1)
	pitch := e.read(e.declare("pitch", prim(scalar.Or, st.n, imp.Int(1))))
	count := e.read(e.declare("rows", prim(scalar.Min, imp.Int(size), prim(scalar.Quot, imp.Int(room), pitch))))
	g := e.groupWork(f)
	t := g.tileOf(count, pitch)
	first := g.read(g.declare("first", imp.Mul(groupID, count)))
	have := g.read(g.declare("have", prim(scalar.Min, count, sub(segments, first))))
	at := f.segmentsInTile(g, first, segments, have, size)
	total := g.read(g.declare("total", imp.Mul(have, st.n)))
	g.eachOfTile(st.n, total, func(e *emitter, row, column imp.Expr) {
		t.store(e, row, column, st.load(e, at(e, row), column))
	})
	g.barrier()
	in := g.inner()
	acc := in.accumulate("acc", in.operands(f.neutral))
	in.times(st.n, func(e *emitter, k imp.Expr) {
		f.foldInto(e, acc, t.load(e, localID, k))
		if st.each != nil {
			t.store(e, localID, k, e.value(acc))
		}
	})
	if st.store != nil {
		st.store(in, at(in, localID), imp.Int(0), in.value(acc))
	}
	g.add(&imp.If{Cond: prim(scalar.Lt, localID, have), Then: in.out})
	if st.each != nil {
		g.barrier()
		g.eachOfTile(st.n, total, func(e *emitter, row, column imp.Expr) {
			st.each(e, at(e, row), column, t.load(e, row, column))
		})
	}
	g.launch(e, prim(scalar.Quot, sub(imp.Add(segments, count), imp.Int(1)), count))
}

// eachOfTile runs body for the total elements of consecutive rows of length n, with
// adjacent threads taking adjacent elements. Row and column advance incrementally, which
// avoids a division per element.
func (g *groupWork) eachOfTile(n, total imp.Expr, body func(e *emitter, row, column imp.Expr)) {
	size := g.target.Group
	width := g.read(g.declare("width", prim(scalar.Max, n, imp.Int(1))))
	divided := func(x imp.Expr) (quot, rest name.Name) {
		quot = g.declare("row", prim(scalar.Quot, x, width))
		return quot, g.declare("column", sub(x, imp.Mul(g.read(quot), width)))
	}
	row, column := divided(localID)
	rows, columns := divided(imp.Int(size))
	next := func(e *emitter, _ imp.Expr) {
		r, c := e.read(row), e.read(column)
		body(e, r, c)
		e.add(&imp.Assign{Name: row, X: imp.Add(r, e.read(rows))}, &imp.Assign{Name: column, X: imp.Add(c, e.read(columns))})
		in := e.inner()
		in.add(&imp.Assign{Name: column, X: sub(c, width)}, &imp.Assign{Name: row, X: imp.Add(r, imp.Int(1))})
		e.add(&imp.If{Cond: prim(scalar.Ge, c, width), Then: in.out})
	}
	batches := g.read(g.declare("batches", prim(scalar.Quot, total, imp.Int(batch*size))))
	g.times(batches, func(e *emitter, _ imp.Expr) { e.repeat(batch, next) })
	left := sub(sub(total, imp.Mul(batches, imp.Int(batch*size))), localID)
	g.times(pieces(left, size), next)
}
