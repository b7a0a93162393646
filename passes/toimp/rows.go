package toimp

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// Reductions by work-groups in the order of docs/semantics.md. A row is what one thread
// folds left to right: a chunk of a segment, the chunk results of a superchunk, or the
// superchunk results. A group takes a few rows and loads one strip of each into shared
// memory at a time, so that accesses are coalesced; then each thread folds its row's strip.

// stage is one level of the reduction tree, for all segments.
type stage struct {
	n    imp.Expr // elements per segment
	row  imp.Expr // elements per row; a segment's last row may be shorter
	rows imp.Expr // rows per segment
	// load returns an element of a segment; store consumes the result of a row.
	load  func(e *emitter, s segment, i imp.Expr) []operand
	store func(e *emitter, s segment, row imp.Expr, values []operand)
	// raw is set if the elements are the fold body's: rows then start from the neutral
	// element, otherwise from their first element.
	raw bool
	// each consumes the value of a scan at each element. prefix, if set, returns the value
	// of everything before a row, and whether there is anything before it.
	each   func(e *emitter, s segment, i imp.Expr, values []operand)
	prefix func(e *emitter, s segment, row imp.Expr) (before []operand, some imp.Expr)
}

// segment is a segment's number and indices.
type segment struct {
	number imp.Expr
	index  []imp.Expr
}

// alongSegments reports whether adjacent segments read adjacent elements while consecutive
// elements of one segment are far apart. One thread per segment then already has coalesced
// accesses.
func (f *fold) alongSegments(e *emitter) bool {
	if len(f.segments) == 0 {
		return false
	}
	near := func(p sym.Poly, n name.Name) bool {
		next := p.Subst(func(m name.Name) (sym.Poly, bool) { return sym.Var(n).Add(sym.Const(1)), m == n })
		step, known := next.Sub(p).AsConst()
		return known && (step == 1 || step == -1)
	}
	own := map[name.Name]lmad.LMAD{}
	along := false
	for _, s := range f.body.Stms {
		for _, p := range s.Pat {
			if p.At != nil {
				own[p.Name] = p.At.Index
			}
		}
		x, ok := s.Exp.(*ir.Index)
		if !ok {
			continue
		}
		index, ok := own[x.Array]
		if !ok {
			index = e.arrays[x.Array].At.Index
		}
		at := index.Offset
		for d, i := range x.Indices {
			at = at.Add(i.Poly().Mul(index.Dims[d].Stride))
		}
		if near(at, f.last.Index) {
			return false
		}
		along = along || near(at, f.segments[len(f.segments)-1].Index)
	}
	return along
}

// narrow is the length up to which segments are loaded into shared memory whole, side by
// side.
const narrow = 128

// reduceByRows folds each segment in one launch if a single chunk holds it, otherwise with
// one launch per level of the tree.
func (f *fold) reduceByRows(e *emitter) {
	n, chunk := e.atom(f.last.Size), e.target.ReduceChunk
	segments := f.countSegments(e)
	out := f.storeResults
	var results []place
	if len(f.segments) == 0 {
		room := int64(1)
		if e.needsWaves(f.last.Size) {
			room += e.waveSupers()
		}
		results = f.partials(e, imp.Int(room))
		out = storePartials(results, imp.Int(1))
	}
	e.choose(n, chunk, func(e *emitter) {
		f.foldWhole(e, stage{n: n, row: n, rows: imp.Int(1), load: f.loadElement, store: out, raw: true}, segments)
	}, func(e *emitter) {
		count := e.read(e.declare("chunks", pieces(n, chunk)))
		if len(f.segments) == 0 && e.needsWaves(f.last.Size) {
			f.rowsInWaves(e, count, results)
			return
		}
		partials := f.partials(e, imp.IntVar(e.declare("room", prim(scalar.MulSat, segments, count))))
		f.foldRows(e, stage{n: n, row: imp.Int(chunk), rows: count, load: f.loadElement, store: storePartials(partials, count), raw: true}, segments)
		f.foldChunks(e, partials, count, segments, out)
		e.release(partials)
	})
	for i, p := range results {
		f.result(e, f.stm.Pat[i], e.operandAt(p, []imp.Expr{imp.Int(0)}))
	}
	e.release(results)
}

// foldChunks folds the results of count chunks for each segment.
func (f *fold) foldChunks(e *emitter, partials []place, count, segments imp.Expr, out func(e *emitter, s segment, row imp.Expr, values []operand)) {
	chunk := e.target.ReduceChunk
	load := loadPartials(partials, count)
	e.choose(count, chunk, func(e *emitter) {
		f.foldRows(e, stage{n: count, row: count, rows: imp.Int(1), load: load, store: out}, segments)
	}, func(e *emitter) {
		supers := e.read(e.declare("superchunks", pieces(count, chunk)))
		above := f.partials(e, imp.IntVar(e.declare("room", prim(scalar.MulSat, segments, supers))))
		f.foldRows(e, stage{n: count, row: imp.Int(chunk), rows: supers, load: load, store: storePartials(above, supers)}, segments)
		f.foldRows(e, stage{n: supers, row: supers, rows: imp.Int(1), load: loadPartials(above, supers), store: out}, segments)
		e.release(above)
	})
}

// foldWhole folds segments that consist of one row each.
func (f *fold) foldWhole(e *emitter, st stage, segments imp.Expr) {
	if len(f.segments) == 0 {
		f.foldRows(e, st, segments)
		return
	}
	e.choose(st.n, narrow, func(e *emitter) { f.foldNarrow(e, st, segments) },
		func(e *emitter) { f.foldSegments(e, st, segments) })
}

// choose emits few if n ≤ most and more otherwise, behind a run-time test unless n is
// known.
func (e *emitter) choose(n imp.Expr, most int64, few, more func(e *emitter)) {
	if c, ok := n.(*imp.Const); ok {
		if c.Value.Int() <= most {
			few(e)
		} else {
			more(e)
		}
		return
	}
	then, other := e.inner(), e.inner()
	few(then)
	more(other)
	e.add(&imp.If{Cond: prim(scalar.Le, n, imp.Int(most)), Then: then.out, Else: other.out})
}

func (e *emitter) release(ps []place) {
	for _, p := range ps {
		if !e.loopBlocks.has(p.Block) {
			e.add(&imp.AssignBlock{Dst: p.Block})
		}
	}
}

// countSegments declares the number of segments.
func (f *fold) countSegments(e *emitter) imp.Expr {
	count := imp.Expr(imp.Int(1))
	for _, d := range f.segments {
		count = imp.Mul(count, d.Count)
	}
	return e.read(e.declare("segments", count))
}

// segmentAt returns segment number s, computing its indices.
func (f *fold) segmentAt(e *emitter, s imp.Expr) segment {
	out := segment{s, make([]imp.Expr, len(f.segments))}
	for d := len(f.segments) - 1; d > 0; d-- {
		size := f.segments[d].Count
		q := e.read(e.declare("q", prim(scalar.Quot, s, size)))
		out.index[d] = e.read(e.declare("i", sub(s, imp.Mul(q, size))))
		s = q
	}
	if len(f.segments) > 0 {
		out.index[0] = s
	}
	return out
}

func (f *fold) loadElement(e *emitter, s segment, i imp.Expr) []operand {
	return f.bodyAt(e, s.index, i, true)
}

func (f *fold) storeResults(e *emitter, s segment, _ imp.Expr, values []operand) {
	for i, o := range values {
		e.putOperand(e.placeOf(f.stm.Pat[i].Name), o, s.index)
	}
}

// loadPartials loads from arrays with count values per segment.
func loadPartials(ps []place, count imp.Expr) func(e *emitter, s segment, i imp.Expr) []operand {
	return func(e *emitter, s segment, i imp.Expr) []operand {
		return e.operandsAt(ps, imp.Add(imp.Mul(s.number, count), i))
	}
}

func storePartials(ps []place, count imp.Expr) func(e *emitter, s segment, row imp.Expr, values []operand) {
	return func(e *emitter, s segment, row imp.Expr, values []operand) {
		for i, o := range values {
			e.putOperand(ps[i], o, []imp.Expr{imp.Add(imp.Mul(s.number, count), row)})
		}
	}
}
