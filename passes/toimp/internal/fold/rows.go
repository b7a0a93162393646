package fold

import (
	"slices"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
	"github.com/lamina-lang/lamina/passes/toimp/internal/emit"
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
	load  func(e *emit.Emitter, s segment, i imp.Expr) []emit.Operand
	store func(e *emit.Emitter, s segment, row imp.Expr, values []emit.Operand)
	// raw is set if the elements are the fold body's: rows then start from the neutral
	// element, otherwise from their first element.
	raw bool
	// each consumes the value of a scan at each element. prefix, if set, returns the value
	// of everything before a row, and whether there is anything before it.
	each   func(e *emit.Emitter, s segment, i imp.Expr, values []emit.Operand)
	prefix func(e *emit.Emitter, s segment, row imp.Expr) (before []emit.Operand, some imp.Expr)
}

// segment is a segment's number and indices.
type segment struct {
	number imp.Expr
	index  []imp.Expr
}

// alongSegments reports whether adjacent segments read adjacent elements while consecutive
// elements of one segment are far apart. One thread per segment then already has coalesced
// accesses.
func (f *fold) alongSegments(e *emit.Emitter) bool {
	if len(f.segments) == 0 {
		return false
	}
	step := func(p sym.Poly, n name.Name) (int64, bool) {
		next := p.Subst(func(m name.Name) (sym.Poly, bool) { return sym.Var(n).Add(sym.Const(1)), m == n })
		return next.Sub(p).AsConst()
	}
	near := func(p sym.Poly, n name.Name) bool {
		by, known := step(p, n)
		return known && (by == 1 || by == -1)
	}
	// An element that all segments read is loaded once for adjacent threads.
	shared := func(p sym.Poly) bool {
		return !slices.ContainsFunc(f.segments, func(d imp.SpaceDim) bool {
			by, known := step(p, d.Index)
			return !known || by != 0
		})
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
			index = e.Arrays[x.Array].At.Index
		}
		at := index.Offset
		for d, i := range x.Indices {
			at = at.Add(i.Poly().Mul(index.Dims[d].Stride))
		}
		if near(at, f.last.Index) && !shared(at) {
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
// one launch per level of the tree, or, if the order doesn't matter, by whole groups.
func (f *fold) reduceByRows(e *emit.Emitter, anyOrder bool) {
	n, chunk := e.Atom(f.last.Size), e.Target.ReduceChunk
	segments := f.countSegments(e)
	out := f.storeResults
	var results []emit.Place
	if len(f.segments) == 0 {
		room := int64(1)
		if needsWaves(e, f.last.Size) {
			room += waveSupers(e)
		}
		results = f.partials(e, imp.Int(room))
		out = storePartials(results, imp.Int(1))
	}
	whole := chunk
	if anyOrder && len(f.neutral) > 1 && len(f.segments) > 0 {
		whole = e.Target.Group // rows of tuples leave room for few in shared memory
	}
	e.Choose(n, whole, func(e *emit.Emitter) {
		f.foldWhole(e, stage{n: n, row: n, rows: imp.Int(1), load: f.loadElement, store: out, raw: true}, segments)
	}, func(e *emit.Emitter) {
		if anyOrder && len(f.segments) > 0 {
			f.reduceLongSegments(e, n, segments)
			return
		}
		count := e.Read(e.Declare("chunks", emit.Pieces(n, chunk)))
		if len(f.segments) == 0 && needsWaves(e, f.last.Size) {
			f.rowsInWaves(e, count, results)
			return
		}
		partials := f.partials(e, imp.IntVar(e.Declare("room", emit.Prim(scalar.MulSat, segments, count))))
		f.foldRows(e, stage{n: n, row: imp.Int(chunk), rows: count, load: f.loadElement, store: storePartials(partials, count), raw: true}, segments)
		f.foldChunks(e, partials, count, segments, out)
		e.Release(partials)
	})
	for i, p := range results {
		f.result(e, f.stm.Pat[i], e.OperandAt(p, []imp.Expr{imp.Int(0)}))
	}
	e.Release(results)
}

// foldChunks folds the results of count chunks for each segment.
func (f *fold) foldChunks(e *emit.Emitter, partials []emit.Place, count, segments imp.Expr, out func(e *emit.Emitter, s segment, row imp.Expr, values []emit.Operand)) {
	chunk := e.Target.ReduceChunk
	load := loadPartials(partials, count)
	e.Choose(count, chunk, func(e *emit.Emitter) {
		f.foldRows(e, stage{n: count, row: count, rows: imp.Int(1), load: load, store: out}, segments)
	}, func(e *emit.Emitter) {
		supers := e.Read(e.Declare("superchunks", emit.Pieces(count, chunk)))
		above := f.partials(e, imp.IntVar(e.Declare("room", emit.Prim(scalar.MulSat, segments, supers))))
		f.foldRows(e, stage{n: count, row: imp.Int(chunk), rows: supers, load: load, store: storePartials(above, supers)}, segments)
		f.foldRows(e, stage{n: supers, row: supers, rows: imp.Int(1), load: loadPartials(above, supers), store: out}, segments)
		e.Release(above)
	})
}

// foldWhole folds segments that consist of one row each.
func (f *fold) foldWhole(e *emit.Emitter, st stage, segments imp.Expr) {
	if len(f.segments) == 0 {
		f.foldRows(e, st, segments)
		return
	}
	e.Choose(st.n, narrow, func(e *emit.Emitter) { f.foldNarrow(e, st, segments) },
		func(e *emit.Emitter) { f.foldSegments(e, st, segments) })
}

// countSegments declares the number of segments.
func (f *fold) countSegments(e *emit.Emitter) imp.Expr {
	count := imp.Expr(imp.Int(1))
	for _, d := range f.segments {
		count = imp.Mul(count, d.Count)
	}
	return e.Read(e.Declare("segments", count))
}

// segmentAt returns segment number s, computing its indices.
func (f *fold) segmentAt(e *emit.Emitter, s imp.Expr) segment {
	out := segment{s, make([]imp.Expr, len(f.segments))}
	for d := len(f.segments) - 1; d > 0; d-- {
		size := f.segments[d].Count
		q := e.Read(e.Declare("q", emit.Prim(scalar.Quot, s, size)))
		out.index[d] = e.Read(e.Declare("i", emit.Sub(s, imp.Mul(q, size))))
		s = q
	}
	if len(f.segments) > 0 {
		out.index[0] = s
	}
	return out
}

func (f *fold) loadElement(e *emit.Emitter, s segment, i imp.Expr) []emit.Operand {
	return f.bodyAt(e, s.index, i, true)
}

func (f *fold) storeResults(e *emit.Emitter, s segment, _ imp.Expr, values []emit.Operand) {
	for i, o := range values {
		e.PutOperand(e.PlaceOf(f.stm.Pat[i].Name), o, s.index)
	}
}

// loadPartials loads from arrays with count values per segment.
func loadPartials(ps []emit.Place, count imp.Expr) func(e *emit.Emitter, s segment, i imp.Expr) []emit.Operand {
	return func(e *emit.Emitter, s segment, i imp.Expr) []emit.Operand {
		return e.OperandsAt(ps, imp.Add(imp.Mul(s.number, count), i))
	}
}

func storePartials(ps []emit.Place, count imp.Expr) func(e *emit.Emitter, s segment, row imp.Expr, values []emit.Operand) {
	return func(e *emit.Emitter, s segment, row imp.Expr, values []emit.Operand) {
		for i, o := range values {
			e.PutOperand(ps[i], o, []imp.Expr{imp.Add(imp.Mul(s.number, count), row)})
		}
	}
}
