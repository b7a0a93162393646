package fold

import (
	"github.com/lamina-lang/lamina/analysis/operator"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/passes/toimp/internal/emit"
)

// foldInto folds x into acc.
func (f *fold) foldInto(e *emit.Emitter, acc emit.Accumulator, x []emit.Operand) {
	next := e.Apply(f.operator, e.Value(acc), x)
	for i, o := range next {
		next[i] = emit.Operand{X: e.Read(e.Declare("next", o.X))}
	}
	e.Set(acc, next)
}

// group emits a launch over rows.
type group struct {
	*foldWork
	stage
	tile  *tile
	count int64    // rows per group
	strip int64    // elements of a row loaded per step
	first imp.Expr // the group's first row
	limit imp.Expr // the upper bound of row numbers, exclusive
	// of returns the segment of row first + k, and the index of the row's first element.
	of func(e *emit.Emitter, k imp.Expr) (s segment, start imp.Expr)
	// full is the condition that all of the group's rows exist and consist of whole strips;
	// wide is the length of a row.
	full imp.Expr
	wide imp.Expr
	// selects is set if the operator is a selection; fold then has its branch-free form.
	selects bool
}

func (f *fold) newGroup(e *emit.Emitter, st stage) *group {
	strip := e.Target.Group
	if row, ok := st.row.(*imp.Const); ok && st.each == nil && row.Value.Int()%e.Target.Strip == 0 {
		strip = e.Target.Strip
	}
	if f.fewRows(st) && f.rowFits(e) {
		strip = e.Target.ReduceChunk
	}
	selects := false
	if st.each == nil {
		var straight *ir.Lambda
		if straight, _, selects = operator.Selecting(f.operator, e.Names); selects {
			same := *f
			same.operator = straight
			f = &same
		}
	}
	g := &group{foldWork: f.work(e), stage: st, count: f.rowsOfTile(e, strip, st.each == nil), strip: strip, selects: selects}
	g.tile = g.tileOf(imp.Int(g.count), imp.Int(strip+1))
	return g
}

// fewRows reports whether a stage has so few rows that its time is that of a single row:
// the upper levels of an unsegmented fold. Whole rows are then loaded at once.
func (f *fold) fewRows(st stage) bool { return !st.raw && st.each == nil && len(f.segments) == 0 }

// foldRows folds the rows of each segment. Each group takes rows of one segment only.
func (f *fold) foldRows(e *emit.Emitter, st stage, segments imp.Expr) {
	// Inner levels of segmented folds may have few elements; a group per row would be too
	// much.
	if f.selectsRows(e, st) && (st.raw || len(f.segments) == 0) {
		f.selectRows(e, st, segments)
		return
	}
	g := f.newGroup(e, st)
	across := e.Read(e.Declare("groups", emit.Pieces(st.rows, g.count)))
	s, k := imp.Expr(imp.Int(0)), imp.Expr(emit.GroupID)
	if len(f.segments) > 0 {
		s = g.Read(g.Declare("segment", emit.Prim(scalar.Quot, emit.GroupID, across)))
		k = emit.Sub(emit.GroupID, imp.Mul(s, across))
	}
	here := f.segmentAt(g.Emitter, s)
	g.first = g.Read(g.Declare("first", imp.Mul(k, imp.Int(g.count))))
	g.limit = st.rows
	start := g.Read(g.Declare("start", imp.Mul(g.first, st.row)))
	g.of = func(_ *emit.Emitter, k imp.Expr) (segment, imp.Expr) {
		return here, imp.Add(start, imp.Mul(k, st.row))
	}
	g.wide = emit.Prim(scalar.Min, st.row, emit.Sub(st.n, start))
	if c, ok := st.row.(*imp.Const); ok && c.Value.Int()%g.strip == 0 {
		g.full = emit.Prim(scalar.Le, imp.Add(start, imp.Int(g.count*c.Value.Int())), st.n)
	}
	g.run(e, imp.Mul(segments, across))
}

// foldSegments folds segments that consist of one row each.
func (f *fold) foldSegments(e *emit.Emitter, st stage, segments imp.Expr) {
	if f.selectsRows(e, st) {
		f.selectRows(e, st, segments)
		return
	}
	g := f.newGroup(e, st)
	g.first = g.Read(g.Declare("first", imp.Mul(emit.GroupID, imp.Int(g.count))))
	g.limit = segments
	at := f.segmentsInTile(g.foldWork, g.first, segments, imp.Int(g.count), g.count)
	g.of = func(e *emit.Emitter, k imp.Expr) (segment, imp.Expr) { return at(e, k), imp.Int(0) }
	g.wide = st.n
	g.full = emit.And(emit.Prim(scalar.Le, imp.Add(g.first, imp.Int(g.count)), segments),
		emit.Prim(scalar.Eq, emit.Prim(scalar.Rem, st.n, imp.Int(g.strip)), imp.Int(0)))
	g.run(e, emit.Pieces(segments, g.count))
}

// segmentsInTile returns a function that gives the segment of a row of the group. If
// segments have several indices, the threads compute them once, into shared memory.
func (f *fold) segmentsInTile(g *foldWork, first, segments, count imp.Expr, most int64) func(e *emit.Emitter, k imp.Expr) segment {
	if len(f.segments) == 1 {
		return func(e *emit.Emitter, k imp.Expr) segment {
			return f.segmentAt(e, e.Read(e.Declare("segment", imp.Add(first, k))))
		}
	}
	rooms := make([]emit.Place, len(f.segments))
	for d := range rooms {
		rooms[d] = g.SharedArray("index_mem", scalar.I64, most)
	}
	mine := g.Read(g.Declare("mine", imp.Add(first, emit.LocalID)))
	in := g.Inner()
	in.Below(mine, segments, func(e *emit.Emitter) {
		for d, x := range f.segmentAt(e, mine).index {
			e.Store(rooms[d], x, emit.LocalID)
		}
	})
	g.Add(&imp.If{Cond: emit.Prim(scalar.Lt, emit.LocalID, count), Then: in.Out})
	g.Barrier()
	return func(_ *emit.Emitter, k imp.Expr) segment {
		s := segment{imp.Add(first, k), nil}
		for _, r := range rooms {
			s.index = append(s.index, r.Load(k))
		}
		return s
	}
}

// run folds the group's rows and stores their results.
func (g *group) run(e *emit.Emitter, groups imp.Expr) {
	f := g.fold
	row := g.Read(g.Declare("row", imp.Add(g.first, emit.LocalID)))
	mine := emit.And(emit.Prim(scalar.Lt, emit.LocalID, imp.Int(g.count)), emit.Prim(scalar.Lt, row, g.limit))
	acc := g.Accumulate("acc", g.Operands(f.neutral))
	if !g.raw {
		in := g.Inner()
		s, start := g.of(in, emit.LocalID)
		in.Set(acc, g.load(in, s, start))
		g.Add(&imp.If{Cond: mine, Then: in.Out})
	}
	upTo := g.upTo(row, mine)
	if g.full != nil {
		whole, part := g.Inner(), g.Inner()
		g.wholeStrips(whole, acc, upTo)
		g.strips(part, acc, upTo, mine)
		g.Add(&imp.If{Cond: g.full, Then: whole.Out, Else: part.Out})
	} else {
		g.strips(g.Emitter, acc, upTo, mine)
	}
	if g.store != nil {
		in := g.Inner()
		s, _ := g.of(in, emit.LocalID)
		g.store(in, s, row, in.Value(acc))
		g.Add(&imp.If{Cond: mine, Then: in.Out})
	}
	g.Launch(e, groups)
}

// upTo returns a function that turns a row's running value into the scan's value at an
// element; nil for a reduction.
func (g *group) upTo(row, mine imp.Expr) func(e *emit.Emitter, acc emit.Accumulator) []emit.Operand {
	if g.each == nil {
		return nil
	}
	if g.prefix == nil {
		return func(e *emit.Emitter, acc emit.Accumulator) []emit.Operand { return e.Value(acc) }
	}
	before := g.Accumulate("before", g.Operands(g.fold.neutral))
	any := g.Declare("any", &imp.Const{Value: scalar.FromBool(false)})
	in := g.Inner()
	s, _ := g.of(in, emit.LocalID)
	prefix, some := g.prefix(in, s, row)
	in.Set(before, prefix)
	in.Add(&imp.Assign{Name: any, X: some})
	g.Add(&imp.If{Cond: mine, Then: in.Out})
	return func(e *emit.Emitter, acc emit.Accumulator) []emit.Operand {
		result := e.Accumulate("result", e.Value(acc))
		in := e.Inner()
		in.Set(result, in.Apply(g.fold.operator, in.Value(before), in.Value(acc)))
		e.Add(&imp.If{Cond: e.Read(any), Then: in.Out})
		return e.Value(result)
	}
}

// unrolled is a trip count that device compilers unroll.
const unrolled = 32

// wholeStrips folds rows that all exist and consist of whole strips. Nothing separates the
// loads of a strip, so they are all in flight at once.
func (g *group) wholeStrips(e *emit.Emitter, acc emit.Accumulator, upTo func(*emit.Emitter, emit.Accumulator) []emit.Operand) {
	e.Times(emit.Prim(scalar.Quot, g.wide, imp.Int(g.strip)), func(e *emit.Emitter, s imp.Expr) {
		strip := e.Read(e.Declare("strip", imp.Mul(s, imp.Int(g.strip))))
		each := func(body func(e *emit.Emitter, k, column imp.Expr, s segment, i imp.Expr)) {
			e.Repeat(g.count, func(e *emit.Emitter, k imp.Expr) {
				s, start := g.of(e, k)
				start = e.Read(e.Declare("start", imp.Add(start, strip)))
				for part := int64(0); part < g.strip; part += g.Target.Group {
					column := e.Read(e.Declare("column", imp.Add(imp.Int(part), emit.LocalID)))
					body(e, k, column, s, imp.Add(start, column))
				}
			})
		}
		each(func(e *emit.Emitter, k, column imp.Expr, s segment, i imp.Expr) {
			g.tile.store(e, k, column, g.load(e, s, i))
		})
		e.Add(&imp.Barrier{})
		in := e.Inner()
		if g.selects {
			g.batches(in, acc, imp.Int(0), imp.Int(g.strip))
		} else {
			g.unrolledSteps(in, acc, upTo, strip)
		}
		e.Add(&imp.If{Cond: emit.Prim(scalar.Lt, emit.LocalID, imp.Int(g.count)), Then: in.Out}, &imp.Barrier{})
		if g.each != nil {
			each(func(e *emit.Emitter, k, column imp.Expr, s segment, i imp.Expr) {
				g.each(e, s, i, g.tile.load(e, k, column))
			})
			e.Add(&imp.Barrier{})
		}
	})
}

// unrolledSteps folds a whole strip of the thread's row.
func (g *group) unrolledSteps(in *emit.Emitter, acc emit.Accumulator, upTo func(*emit.Emitter, emit.Accumulator) []emit.Operand, strip imp.Expr) {
	in.Repeat(g.strip/unrolled, func(e *emit.Emitter, j imp.Expr) {
		first := e.Read(e.Declare("first", imp.Mul(j, imp.Int(unrolled))))
		skip := int64(0)
		if !g.raw { // the accumulator already holds the row's first element
			skip = 1
			in := e.Inner()
			g.step(in, acc, upTo, first)
			e.Add(&imp.If{Cond: emit.Prim(scalar.Gt, imp.Add(strip, first), imp.Int(0)), Then: in.Out})
		}
		e.Repeat(unrolled-skip, func(e *emit.Emitter, k imp.Expr) { g.step(e, acc, upTo, imp.Add(first, imp.Add(k, imp.Int(skip)))) })
	})
}

// step folds the next element of the thread's row. For a scan it replaces the element in
// the tile by the running value.
func (g *group) step(e *emit.Emitter, acc emit.Accumulator, upTo func(*emit.Emitter, emit.Accumulator) []emit.Operand, column imp.Expr) {
	g.fold.foldInto(e, acc, g.tile.load(e, emit.LocalID, column))
	if upTo != nil {
		g.tile.store(e, emit.LocalID, column, upTo(e, acc))
	}
}

// steps folds count elements of the thread's row, starting at a column.
func (g *group) steps(e *emit.Emitter, acc emit.Accumulator, upTo func(*emit.Emitter, emit.Accumulator) []emit.Operand, column, count imp.Expr) {
	if g.strip > g.Target.Group { // long rows
		whole := e.Read(e.Declare("whole", emit.Prim(scalar.Quot, count, imp.Int(unrolled))))
		e.Times(whole, func(e *emit.Emitter, j imp.Expr) {
			first := e.Read(e.Declare("first", imp.Add(column, imp.Mul(j, imp.Int(unrolled)))))
			e.Repeat(unrolled, func(e *emit.Emitter, k imp.Expr) { g.step(e, acc, upTo, imp.Add(first, k)) })
		})
		done := e.Read(e.Declare("done", imp.Mul(whole, imp.Int(unrolled))))
		column, count = imp.Add(column, done), emit.Sub(count, done)
	}
	e.Times(count, func(e *emit.Emitter, k imp.Expr) { g.step(e, acc, upTo, imp.Add(column, k)) })
}

// strips folds rows of any number and length.
func (g *group) strips(e *emit.Emitter, acc emit.Accumulator, upTo func(*emit.Emitter, emit.Accumulator) []emit.Operand, mine imp.Expr) {
	rows := emit.Prim(scalar.Min, imp.Int(g.count), emit.Sub(g.limit, g.first))
	e.Times(emit.Pieces(g.wide, g.strip), func(e *emit.Emitter, s imp.Expr) {
		strip := e.Read(e.Declare("strip", imp.Mul(s, imp.Int(g.strip))))
		eachRow := func(body func(e *emit.Emitter, k, column imp.Expr, s segment, i imp.Expr)) {
			e.Times(rows, func(e *emit.Emitter, k imp.Expr) {
				s, start := g.of(e, k)
				for part := int64(0); part < g.strip; part += g.Target.Group {
					column := e.Read(e.Declare("column", imp.Add(imp.Int(part), emit.LocalID)))
					i := e.Read(e.Declare("i", imp.Add(start, imp.Add(strip, column))))
					e.Below(i, g.n, func(e *emit.Emitter) { body(e, k, column, s, i) })
				}
			})
		}
		eachRow(func(e *emit.Emitter, k, column imp.Expr, s segment, i imp.Expr) {
			g.tile.store(e, k, column, g.load(e, s, i))
		})
		e.Add(&imp.Barrier{})
		in := e.Inner()
		_, start := g.of(in, emit.LocalID)
		skip := imp.Expr(imp.Int(0))
		if !g.raw {
			skip = in.Read(in.Declare("skip", emit.Prim(scalar.Max, imp.Int(0), emit.Sub(imp.Int(1), strip))))
		}
		left := emit.Prim(scalar.Min, imp.Int(g.strip), emit.Sub(g.n, imp.Add(start, strip)))
		if g.selects { // folding the first element again changes nothing
			g.batches(in, acc, imp.Int(0), left)
		} else {
			g.steps(in, acc, upTo, skip, emit.Sub(left, skip))
		}
		e.Add(&imp.If{Cond: mine, Then: in.Out}, &imp.Barrier{})
		if g.each != nil {
			eachRow(func(e *emit.Emitter, k, column imp.Expr, s segment, i imp.Expr) {
				g.each(e, s, i, g.tile.load(e, k, column))
			})
			e.Add(&imp.Barrier{})
		}
	})
}

// foldNarrow folds short segments. A group loads as many segments as it has threads, or as
// many as fit, into shared memory with coalesced accesses; each thread folds one.
func (f *fold) foldNarrow(e *emit.Emitter, st stage, segments imp.Expr) {
	size := e.Target.Group
	room := f.rowsOfTile(e, e.Target.Group, false) * (size + 1)
	pitch := e.Read(e.Declare("pitch", emit.Prim(scalar.Or, st.n, imp.Int(1))))
	count := e.Read(e.Declare("rows", emit.Prim(scalar.Min, imp.Int(size), emit.Prim(scalar.Quot, imp.Int(room), pitch))))
	g := f.work(e)
	t := g.tileOf(count, pitch)
	first := g.Read(g.Declare("first", imp.Mul(emit.GroupID, count)))
	have := g.Read(g.Declare("have", emit.Prim(scalar.Min, count, emit.Sub(segments, first))))
	at := f.segmentsInTile(g, first, segments, have, size)
	total := g.Read(g.Declare("total", imp.Mul(have, st.n)))
	g.eachOfTile(st.n, total, func(e *emit.Emitter, row, column imp.Expr) {
		t.store(e, row, column, st.load(e, at(e, row), column))
	})
	g.Barrier()
	in := g.Inner()
	acc := in.Accumulate("acc", in.Operands(f.neutral))
	in.Times(st.n, func(e *emit.Emitter, k imp.Expr) {
		f.foldInto(e, acc, t.load(e, emit.LocalID, k))
		if st.each != nil {
			t.store(e, emit.LocalID, k, e.Value(acc))
		}
	})
	if st.store != nil {
		st.store(in, at(in, emit.LocalID), imp.Int(0), in.Value(acc))
	}
	g.Add(&imp.If{Cond: emit.Prim(scalar.Lt, emit.LocalID, have), Then: in.Out})
	if st.each != nil {
		g.Barrier()
		g.eachOfTile(st.n, total, func(e *emit.Emitter, row, column imp.Expr) {
			st.each(e, at(e, row), column, t.load(e, row, column))
		})
	}
	g.Launch(e, emit.Prim(scalar.Quot, emit.Sub(imp.Add(segments, count), imp.Int(1)), count))
}

// walk is a position in rows of equal width, numbered one row after the other. It advances by a
// fixed number of elements, without a division.
type walk struct {
	row, column   name.Name
	rows, columns name.Name // how far a step goes
	width         imp.Expr
}

// newWalk starts at element first and goes step elements at a time. The width is at least 1.
func newWalk(e *emit.Emitter, first, width imp.Expr, step int64) *walk {
	divided := func(x imp.Expr) (quot, rest name.Name) {
		quot = e.Declare("row", emit.Prim(scalar.Quot, x, width))
		return quot, e.Declare("column", emit.Sub(x, imp.Mul(e.Read(quot), width)))
	}
	w := &walk{width: width}
	w.row, w.column = divided(first)
	w.rows, w.columns = divided(imp.Int(step))
	return w
}

// next advances by a step.
func (w *walk) next(e *emit.Emitter) {
	r, c := e.Read(w.row), e.Read(w.column)
	e.Add(&imp.Assign{Name: w.row, X: imp.Add(r, e.Read(w.rows))}, &imp.Assign{Name: w.column, X: imp.Add(c, e.Read(w.columns))})
	in := e.Inner()
	in.Add(&imp.Assign{Name: w.column, X: emit.Sub(c, w.width)}, &imp.Assign{Name: w.row, X: imp.Add(r, imp.Int(1))})
	e.Add(&imp.If{Cond: emit.Prim(scalar.Ge, c, w.width), Then: in.Out})
}

// eachOfTile runs body for the total elements of consecutive rows of length n, with
// adjacent threads taking adjacent elements.
func (g *foldWork) eachOfTile(n, total imp.Expr, body func(e *emit.Emitter, row, column imp.Expr)) {
	size := g.Target.Group
	width := g.Read(g.Declare("width", emit.Prim(scalar.Max, n, imp.Int(1))))
	w := newWalk(g.Emitter, emit.LocalID, width, size)
	next := func(e *emit.Emitter, _ imp.Expr) {
		body(e, e.Read(w.row), e.Read(w.column))
		w.next(e)
	}
	batches := g.Read(g.Declare("batches", emit.Prim(scalar.Quot, total, imp.Int(emit.Batch*size))))
	g.Times(batches, func(e *emit.Emitter, _ imp.Expr) { e.Repeat(emit.Batch, next) })
	left := emit.Sub(emit.Sub(total, imp.Mul(batches, imp.Int(emit.Batch*size))), emit.LocalID)
	g.Times(emit.Pieces(left, size), next)
}
