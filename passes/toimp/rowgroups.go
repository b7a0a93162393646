package toimp

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/passes/toimp/internal/operator"
)

// foldInto folds x into acc.
func (f *fold) foldInto(e *emitter, acc accumulator, x []operand) {
	next := e.apply(f.operator, e.value(acc), x)
	for i, o := range next {
		next[i] = operand{X: e.read(e.declare("next", o.X))}
	}
	e.set(acc, next)
}

// group emits a launch over rows.
type group struct {
	*groupWork
	stage
	tile  *tile
	count int64    // rows per group
	strip int64    // elements of a row loaded per step
	first imp.Expr // the group's first row
	limit imp.Expr // the upper bound of row numbers, exclusive
	// of returns the segment of row first + k, and the index of the row's first element.
	of func(e *emitter, k imp.Expr) (s segment, start imp.Expr)
	// full is the condition that all of the group's rows exist and consist of whole strips;
	// wide is the length of a row.
	full imp.Expr
	wide imp.Expr
	// selects is set if the operator is a selection; fold then has its branch-free form.
	selects bool
}

func (f *fold) newGroup(e *emitter, st stage) *group {
	strip := e.target.Group
	if row, ok := st.row.(*imp.Const); ok && st.each == nil && row.Value.Int()%e.target.Strip == 0 {
		strip = e.target.Strip
	}
	if f.fewRows(st) && f.rowFits(e) {
		strip = e.target.ReduceChunk
	}
	selects := false
	if st.each == nil {
		var straight *ir.Lambda
		if straight, _, selects = operator.Selecting(f.operator, e.names); selects {
			same := *f
			same.operator = straight
			f = &same
		}
	}
	g := &group{groupWork: e.groupWork(f), stage: st, count: f.rowsOfTile(e, strip, st.each == nil), strip: strip, selects: selects}
	g.tile = g.tileOf(imp.Int(g.count), imp.Int(strip+1))
	return g
}

// fewRows reports whether a stage has so few rows that its time is that of a single row:
// the upper levels of an unsegmented fold. Whole rows are then loaded at once.
func (f *fold) fewRows(st stage) bool { return !st.raw && st.each == nil && len(f.segments) == 0 }

// foldRows folds the rows of each segment. Each group takes rows of one segment only.
func (f *fold) foldRows(e *emitter, st stage, segments imp.Expr) {
	// Inner levels of segmented folds may have few elements; a group per row would be too
	// much.
	if f.selectsRows(e, st) && (st.raw || len(f.segments) == 0) {
		f.selectRows(e, st, segments)
		return
	}
	g := f.newGroup(e, st)
	across := e.read(e.declare("groups", pieces(st.rows, g.count)))
	s, k := imp.Expr(imp.Int(0)), imp.Expr(groupID)
	if len(f.segments) > 0 {
		s = g.read(g.declare("segment", prim(scalar.Quot, groupID, across)))
		k = sub(groupID, imp.Mul(s, across))
	}
	here := f.segmentAt(g.emitter, s)
	g.first = g.read(g.declare("first", imp.Mul(k, imp.Int(g.count))))
	g.limit = st.rows
	start := g.read(g.declare("start", imp.Mul(g.first, st.row)))
	g.of = func(_ *emitter, k imp.Expr) (segment, imp.Expr) {
		return here, imp.Add(start, imp.Mul(k, st.row))
	}
	g.wide = prim(scalar.Min, st.row, sub(st.n, start))
	if c, ok := st.row.(*imp.Const); ok && c.Value.Int()%g.strip == 0 {
		g.full = prim(scalar.Le, imp.Add(start, imp.Int(g.count*c.Value.Int())), st.n)
	}
	g.run(e, imp.Mul(segments, across))
}

// foldSegments folds segments that consist of one row each.
func (f *fold) foldSegments(e *emitter, st stage, segments imp.Expr) {
	if f.selectsRows(e, st) {
		f.selectRows(e, st, segments)
		return
	}
	g := f.newGroup(e, st)
	g.first = g.read(g.declare("first", imp.Mul(groupID, imp.Int(g.count))))
	g.limit = segments
	at := f.segmentsInTile(g.groupWork, g.first, segments, imp.Int(g.count), g.count)
	g.of = func(e *emitter, k imp.Expr) (segment, imp.Expr) { return at(e, k), imp.Int(0) }
	g.wide = st.n
	g.full = and(prim(scalar.Le, imp.Add(g.first, imp.Int(g.count)), segments),
		prim(scalar.Eq, prim(scalar.Rem, st.n, imp.Int(g.strip)), imp.Int(0)))
	g.run(e, pieces(segments, g.count))
}

// segmentsInTile returns a function that gives the segment of a row of the group. If
// segments have several indices, the threads compute them once, into shared memory.
func (f *fold) segmentsInTile(g *groupWork, first, segments, count imp.Expr, most int64) func(e *emitter, k imp.Expr) segment {
	if len(f.segments) == 1 {
		return func(e *emitter, k imp.Expr) segment {
			return f.segmentAt(e, e.read(e.declare("segment", imp.Add(first, k))))
		}
	}
	rooms := make([]place, len(f.segments))
	for d := range rooms {
		rooms[d] = g.sharedArray("index_mem", scalar.I64, most)
	}
	mine := g.read(g.declare("mine", imp.Add(first, localID)))
	in := g.inner()
	in.below(mine, segments, func(e *emitter) {
		for d, x := range f.segmentAt(e, mine).index {
			e.store(rooms[d], x, localID)
		}
	})
	g.add(&imp.If{Cond: prim(scalar.Lt, localID, count), Then: in.out})
	g.barrier()
	return func(_ *emitter, k imp.Expr) segment {
		s := segment{imp.Add(first, k), nil}
		for _, r := range rooms {
			s.index = append(s.index, r.load(k))
		}
		return s
	}
}

// run folds the group's rows and stores their results.
func (g *group) run(e *emitter, groups imp.Expr) {
	f := g.fold
	row := g.read(g.declare("row", imp.Add(g.first, localID)))
	mine := and(prim(scalar.Lt, localID, imp.Int(g.count)), prim(scalar.Lt, row, g.limit))
	acc := g.accumulate("acc", g.operands(f.neutral))
	if !g.raw {
		in := g.inner()
		s, start := g.of(in, localID)
		in.set(acc, g.load(in, s, start))
		g.add(&imp.If{Cond: mine, Then: in.out})
	}
	upTo := g.upTo(row, mine)
	if g.full != nil {
		whole, part := g.inner(), g.inner()
		g.wholeStrips(whole, acc, upTo)
		g.strips(part, acc, upTo, mine)
		g.add(&imp.If{Cond: g.full, Then: whole.out, Else: part.out})
	} else {
		g.strips(g.emitter, acc, upTo, mine)
	}
	if g.store != nil {
		in := g.inner()
		s, _ := g.of(in, localID)
		g.store(in, s, row, in.value(acc))
		g.add(&imp.If{Cond: mine, Then: in.out})
	}
	g.launch(e, groups)
}

// upTo returns a function that turns a row's running value into the scan's value at an
// element; nil for a reduction.
func (g *group) upTo(row, mine imp.Expr) func(e *emitter, acc accumulator) []operand {
	if g.each == nil {
		return nil
	}
	if g.prefix == nil {
		return func(e *emitter, acc accumulator) []operand { return e.value(acc) }
	}
	before := g.accumulate("before", g.operands(g.fold.neutral))
	any := g.declare("any", &imp.Const{Value: scalar.FromBool(false)})
	in := g.inner()
	s, _ := g.of(in, localID)
	prefix, some := g.prefix(in, s, row)
	in.set(before, prefix)
	in.add(&imp.Assign{Name: any, X: some})
	g.add(&imp.If{Cond: mine, Then: in.out})
	return func(e *emitter, acc accumulator) []operand {
		result := e.accumulate("result", e.value(acc))
		in := e.inner()
		in.set(result, in.apply(g.fold.operator, in.value(before), in.value(acc)))
		e.add(&imp.If{Cond: e.read(any), Then: in.out})
		return e.value(result)
	}
}

// unrolled is a trip count that device compilers unroll.
const unrolled = 32

// wholeStrips folds rows that all exist and consist of whole strips. Nothing separates the
// loads of a strip, so they are all in flight at once.
func (g *group) wholeStrips(e *emitter, acc accumulator, upTo func(*emitter, accumulator) []operand) {
	e.times(prim(scalar.Quot, g.wide, imp.Int(g.strip)), func(e *emitter, s imp.Expr) {
		strip := e.read(e.declare("strip", imp.Mul(s, imp.Int(g.strip))))
		each := func(body func(e *emitter, k, column imp.Expr, s segment, i imp.Expr)) {
			e.repeat(g.count, func(e *emitter, k imp.Expr) {
				s, start := g.of(e, k)
				start = e.read(e.declare("start", imp.Add(start, strip)))
				for part := int64(0); part < g.strip; part += g.target.Group {
					column := e.read(e.declare("column", imp.Add(imp.Int(part), localID)))
					body(e, k, column, s, imp.Add(start, column))
				}
			})
		}
		each(func(e *emitter, k, column imp.Expr, s segment, i imp.Expr) {
			g.tile.store(e, k, column, g.load(e, s, i))
		})
		e.add(&imp.Barrier{})
		in := e.inner()
		if g.selects {
			g.batches(in, acc, imp.Int(0), imp.Int(g.strip))
		} else {
			g.unrolledSteps(in, acc, upTo, strip)
		}
		e.add(&imp.If{Cond: prim(scalar.Lt, localID, imp.Int(g.count)), Then: in.out}, &imp.Barrier{})
		if g.each != nil {
			each(func(e *emitter, k, column imp.Expr, s segment, i imp.Expr) {
				g.each(e, s, i, g.tile.load(e, k, column))
			})
			e.add(&imp.Barrier{})
		}
	})
}

// unrolledSteps folds a whole strip of the thread's row.
func (g *group) unrolledSteps(in *emitter, acc accumulator, upTo func(*emitter, accumulator) []operand, strip imp.Expr) {
	in.repeat(g.strip/unrolled, func(e *emitter, j imp.Expr) {
		first := e.read(e.declare("first", imp.Mul(j, imp.Int(unrolled))))
		skip := int64(0)
		if !g.raw { // the accumulator already holds the row's first element
			skip = 1
			in := e.inner()
			g.step(in, acc, upTo, first)
			e.add(&imp.If{Cond: prim(scalar.Gt, imp.Add(strip, first), imp.Int(0)), Then: in.out})
		}
		e.repeat(unrolled-skip, func(e *emitter, k imp.Expr) { g.step(e, acc, upTo, imp.Add(first, imp.Add(k, imp.Int(skip)))) })
	})
}

// step folds the next element of the thread's row. For a scan it replaces the element in
// the tile by the running value.
func (g *group) step(e *emitter, acc accumulator, upTo func(*emitter, accumulator) []operand, column imp.Expr) {
	g.fold.foldInto(e, acc, g.tile.load(e, localID, column))
	if upTo != nil {
		g.tile.store(e, localID, column, upTo(e, acc))
	}
}

// steps folds count elements of the thread's row, starting at a column.
func (g *group) steps(e *emitter, acc accumulator, upTo func(*emitter, accumulator) []operand, column, count imp.Expr) {
	if g.strip > g.target.Group { // long rows
		whole := e.read(e.declare("whole", prim(scalar.Quot, count, imp.Int(unrolled))))
		e.times(whole, func(e *emitter, j imp.Expr) {
			first := e.read(e.declare("first", imp.Add(column, imp.Mul(j, imp.Int(unrolled)))))
			e.repeat(unrolled, func(e *emitter, k imp.Expr) { g.step(e, acc, upTo, imp.Add(first, k)) })
		})
		done := e.read(e.declare("done", imp.Mul(whole, imp.Int(unrolled))))
		column, count = imp.Add(column, done), sub(count, done)
	}
	e.times(count, func(e *emitter, k imp.Expr) { g.step(e, acc, upTo, imp.Add(column, k)) })
}

// strips folds rows of any number and length.
func (g *group) strips(e *emitter, acc accumulator, upTo func(*emitter, accumulator) []operand, mine imp.Expr) {
	rows := prim(scalar.Min, imp.Int(g.count), sub(g.limit, g.first))
	e.times(pieces(g.wide, g.strip), func(e *emitter, s imp.Expr) {
		strip := e.read(e.declare("strip", imp.Mul(s, imp.Int(g.strip))))
		eachRow := func(body func(e *emitter, k, column imp.Expr, s segment, i imp.Expr)) {
			e.times(rows, func(e *emitter, k imp.Expr) {
				s, start := g.of(e, k)
				for part := int64(0); part < g.strip; part += g.target.Group {
					column := e.read(e.declare("column", imp.Add(imp.Int(part), localID)))
					i := e.read(e.declare("i", imp.Add(start, imp.Add(strip, column))))
					e.below(i, g.n, func(e *emitter) { body(e, k, column, s, i) })
				}
			})
		}
		eachRow(func(e *emitter, k, column imp.Expr, s segment, i imp.Expr) {
			g.tile.store(e, k, column, g.load(e, s, i))
		})
		e.add(&imp.Barrier{})
		in := e.inner()
		_, start := g.of(in, localID)
		skip := imp.Expr(imp.Int(0))
		if !g.raw {
			skip = in.read(in.declare("skip", prim(scalar.Max, imp.Int(0), sub(imp.Int(1), strip))))
		}
		left := prim(scalar.Min, imp.Int(g.strip), sub(g.n, imp.Add(start, strip)))
		if g.selects { // folding the first element again changes nothing
			g.batches(in, acc, imp.Int(0), left)
		} else {
			g.steps(in, acc, upTo, skip, sub(left, skip))
		}
		e.add(&imp.If{Cond: mine, Then: in.out}, &imp.Barrier{})
		if g.each != nil {
			eachRow(func(e *emitter, k, column imp.Expr, s segment, i imp.Expr) {
				g.each(e, s, i, g.tile.load(e, k, column))
			})
			e.add(&imp.Barrier{})
		}
	})
}

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

// walk is a position in rows of equal width, numbered one row after the other. It advances by a
// fixed number of elements, without a division.
type walk struct {
	row, column   name.Name
	rows, columns name.Name // how far a step goes
	width         imp.Expr
}

// walk starts at element first and goes step elements at a time. The width is at least 1.
func (e *emitter) walk(first, width imp.Expr, step int64) *walk {
	divided := func(x imp.Expr) (quot, rest name.Name) {
		quot = e.declare("row", prim(scalar.Quot, x, width))
		return quot, e.declare("column", sub(x, imp.Mul(e.read(quot), width)))
	}
	w := &walk{width: width}
	w.row, w.column = divided(first)
	w.rows, w.columns = divided(imp.Int(step))
	return w
}

// next advances by a step.
func (w *walk) next(e *emitter) {
	r, c := e.read(w.row), e.read(w.column)
	e.add(&imp.Assign{Name: w.row, X: imp.Add(r, e.read(w.rows))}, &imp.Assign{Name: w.column, X: imp.Add(c, e.read(w.columns))})
	in := e.inner()
	in.add(&imp.Assign{Name: w.column, X: sub(c, w.width)}, &imp.Assign{Name: w.row, X: imp.Add(r, imp.Int(1))})
	e.add(&imp.If{Cond: prim(scalar.Ge, c, w.width), Then: in.out})
}

// eachOfTile runs body for the total elements of consecutive rows of length n, with
// adjacent threads taking adjacent elements.
func (g *groupWork) eachOfTile(n, total imp.Expr, body func(e *emitter, row, column imp.Expr)) {
	size := g.target.Group
	width := g.read(g.declare("width", prim(scalar.Max, n, imp.Int(1))))
	w := g.walk(localID, width, size)
	next := func(e *emitter, _ imp.Expr) {
		body(e, e.read(w.row), e.read(w.column))
		w.next(e)
	}
	batches := g.read(g.declare("batches", prim(scalar.Quot, total, imp.Int(batch*size))))
	g.times(batches, func(e *emitter, _ imp.Expr) { e.repeat(batch, next) })
	left := sub(sub(total, imp.Mul(batches, imp.Int(batch*size))), localID)
	g.times(pieces(left, size), next)
}
