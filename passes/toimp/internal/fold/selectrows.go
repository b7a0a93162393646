package fold

import (
	"math/bits"

	"github.com/lamina-lang/lamina/analysis/operator"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/passes/toimp/internal/emit"
)

// Reductions of rows by an operator that returns one of its operands as a whole, such as
// argmin. Such an operator is not known to be associative, and with NaN often is not, so in
// general a row must be folded left to right. But if an element w of the row satisfies
//
//	x ∘ w = w for each x before it (including the neutral element a fold starts from)
//	w ∘ x = w for each x after it
//
// then w is the row's result, whatever ∘ is: the accumulator is always one of the elements,
// so w is taken when it is reached, and kept. A group finds a candidate by a tree reduction
// that keeps the earlier element on the left, and then all its threads verify the two
// conditions. They hold whenever the operator is associative on the row's elements. If they
// do not, one thread folds the row.

// selection emits a launch in which each group reduces one row.
type selection struct {
	*foldWork
	stage
	tile   *tile // the row
	s      segment
	start  imp.Expr   // the index of the row's first element
	left   imp.Expr   // the length of the row
	best   *tile      // one candidate per thread
	places emit.Place // the candidates' positions in the row
	failed emit.Place // nonzero if the candidate is not the row's result
}

// selectsRows reports whether a stage's rows may be reduced by selection.
func (f *fold) selectsRows(e *emit.Emitter, st stage) bool {
	if st.each != nil || !f.rowFits(e) {
		return false
	}
	_, whole, ok := operator.Selecting(f.operator, e.Names)
	return ok && whole
}

// selectRows reduces rows of at most target.ReduceChunk elements, one per group.
func (f *fold) selectRows(e *emit.Emitter, st stage, segments imp.Expr) {
	same := *f
	same.operator, _, _ = operator.Selecting(f.operator, e.Names)
	f = &same
	g := &selection{foldWork: f.work(e), stage: st}
	g.tile = g.tileOf(imp.Int(1), imp.Int(e.Target.ReduceChunk))
	g.best = g.tileOf(imp.Int(1), imp.Int(e.Target.Group))
	g.places = g.SharedArray("place_mem", scalar.I32, e.Target.Group)
	g.failed = g.SharedArray("failed_mem", scalar.I32, 1)

	number := g.Read(g.Declare("segment", emit.Prim(scalar.Quot, emit.GroupID, st.rows)))
	row := g.Read(g.Declare("row", emit.Sub(emit.GroupID, imp.Mul(number, st.rows))))
	g.s = f.segmentAt(g.Emitter, number)
	g.start = g.Read(g.Declare("start", imp.Mul(row, st.row)))
	g.left = g.Read(g.Declare("left", emit.Prim(scalar.Min, st.row, emit.Sub(st.n, g.start))))
	g.bring()
	g.OnlyFirst(func(e *emit.Emitter) {
		e.Store(g.failed, emit.Word32(0), imp.Int(0))
	})
	g.find()
	w := g.best.load(g.Emitter, imp.Int(0), imp.Int(0))
	g.verify(w, g.Read(g.Declare("place", g.placeIn(imp.Int(0)))))
	g.OnlyFirst(func(e *emit.Emitter) {
		acc := e.Accumulate("acc", w)
		in := e.Inner()
		if st.raw {
			in.Set(acc, in.Operands(f.neutral))
		} else { // folding it again changes nothing
			in.Set(acc, g.tile.load(in, imp.Int(0), imp.Int(0)))
		}
		in.Times(g.left, func(e *emit.Emitter, k imp.Expr) { f.foldInto(e, acc, g.tile.load(e, imp.Int(0), k)) })
		found := g.failed.Load(imp.Int(0))
		e.Add(&imp.If{Cond: emit.Prim32(scalar.Ne, found, emit.Word32(0)), Then: in.Out})
		st.store(e, g.s, row, e.Value(acc))
	})
	g.Launch(e, imp.Mul(segments, st.rows))
}

// share runs body for the thread's elements of a whole row, skipping the first without of
// them. Adjacent threads take adjacent elements.
func (g *selection) share(e *emit.Emitter, without int64, body func(e *emit.Emitter, j imp.Expr)) {
	group := e.Target.Group
	e.Repeat(e.Target.ReduceChunk/group-without, func(e *emit.Emitter, k imp.Expr) {
		body(e, e.Read(e.Declare("j", imp.Add(imp.Mul(imp.Add(k, imp.Int(without)), imp.Int(group)), emit.LocalID))))
	})
}

// shareThere is share for a row that may be shorter.
func (g *selection) shareThere(e *emit.Emitter, without int64, body func(e *emit.Emitter, j imp.Expr)) {
	g.share(e, without, func(e *emit.Emitter, j imp.Expr) { e.Below(j, g.left, func(e *emit.Emitter) { body(e, j) }) })
}

// bring loads the row into shared memory. The loads of a whole row are all in flight at
// once.
func (g *selection) bring() {
	put := func(e *emit.Emitter, j imp.Expr) {
		g.tile.store(e, imp.Int(0), j, g.load(e, g.s, imp.Add(g.start, j)))
	}
	whole, part := g.Inner(), g.Inner()
	g.share(whole, 0, put)
	g.shareThere(part, 0, put)
	g.Add(&imp.If{Cond: emit.Prim(scalar.Eq, g.left, imp.Int(g.Target.ReduceChunk)), Then: whole.Out, Else: part.Out})
}

// find computes a candidate: the first element of g.best, and its position in the row.
func (g *selection) find() {
	acc := g.Accumulate("acc", g.Operands(g.fold.neutral))
	place := g.Declare("place", toI32(emit.LocalID))
	put := func(e *emit.Emitter) {
		g.best.store(e, imp.Int(0), emit.LocalID, e.Value(acc))
		e.Store(g.places, e.Read(place), emit.LocalID)
	}
	g.Below(emit.LocalID, g.left, func(e *emit.Emitter) { e.Set(acc, g.tile.load(e, imp.Int(0), emit.LocalID)) })
	g.shareThere(g.Emitter, 1, func(e *emit.Emitter, j imp.Expr) {
		next := g.applied(e, e.Value(acc), g.tile.load(e, imp.Int(0), j))
		changed := e.Read(e.Declare("changed", differ(next, e.Value(acc))))
		e.Add(&imp.Assign{Name: place, X: emit.Prim32(scalar.Select, changed, toI32(j), e.Read(place))})
		e.Set(acc, next)
	})
	put(g.Emitter)
	g.Barrier()
	g.Repeat(int64(bits.Len64(uint64(g.Target.Group))-1), func(e *emit.Emitter, level imp.Expr) {
		half := e.Read(e.Declare("half", emit.Prim(scalar.Shr, imp.Int(g.Target.Group/2), level)))
		other := e.Read(e.Declare("other", imp.Add(emit.LocalID, half)))
		in := e.Inner()
		in.Below(other, g.left, func(e *emit.Emitter) {
			y, at := g.best.load(e, imp.Int(0), other), e.Read(e.Declare("at", g.placeIn(other)))
			before := e.Read(e.Declare("before", emit.Prim32(scalar.Lt, e.Read(place), at)))
			next := g.applied(e, either(e, before, e.Value(acc), y), either(e, before, y, e.Value(acc)))
			changed := e.Read(e.Declare("changed", differ(next, e.Value(acc))))
			e.Add(&imp.Assign{Name: place, X: emit.Prim32(scalar.Select, changed, at, e.Read(place))})
			e.Set(acc, next)
			put(e)
		})
		e.Add(&imp.If{Cond: emit.Prim(scalar.Lt, emit.LocalID, half), Then: in.Out}, &imp.Barrier{})
	})
}

// verify sets g.failed unless w, at the given place of the row, is the row's result.
func (g *selection) verify(w []emit.Operand, place imp.Expr) {
	wrong := g.Declare("wrong", &imp.Const{Value: scalar.FromBool(false)})
	look := func(e *emit.Emitter, x, y []emit.Operand) {
		e.Add(&imp.Assign{Name: wrong, X: emit.Or(e.Read(wrong), differ(g.applied(e, x, y), w))})
	}
	g.shareThere(g.Emitter, 0, func(e *emit.Emitter, j imp.Expr) {
		x := g.tile.load(e, imp.Int(0), j)
		before := e.Read(e.Declare("before", emit.Prim32(scalar.Lt, toI32(j), place)))
		look(e, either(e, before, x, w), either(e, before, w, x))
	})
	if g.raw {
		look(g.Emitter, g.Operands(g.fold.neutral), w)
	}
	in := g.Inner()
	in.Add(&imp.Atomic{Kind: imp.AtomicUpdate, Fn: scalar.Or, Block: g.failed.Block, Elem: scalar.I32, Index: g.failed.Element([]imp.Expr{imp.Int(0)}), X: emit.Word32(1)})
	g.Add(&imp.If{Cond: g.Read(wrong), Then: in.Out}, &imp.Barrier{})
}

// applied applies the operator to x and y and declares variables for the result.
func (g *selection) applied(e *emit.Emitter, x, y []emit.Operand) []emit.Operand {
	next := e.Apply(g.fold.operator, x, y)
	for i, o := range next {
		next[i] = emit.Operand{X: e.Read(e.Declare("next", o.X))}
	}
	return next
}

// differ returns the condition that x and y differ in any component.
func differ(x, y []emit.Operand) imp.Expr {
	any := imp.Expr(&imp.Const{Value: scalar.FromBool(false)})
	for i := range x {
		a, b := asBits(x[i].X), asBits(y[i].X)
		any = emit.Or(any, &imp.Prim{Fn: scalar.Ne, Type: imp.TypeOf(a), Args: []imp.Expr{a, b}})
	}
	return any
}

// either returns x if cond holds, otherwise y.
func either(e *emit.Emitter, cond imp.Expr, x, y []emit.Operand) []emit.Operand {
	out := make([]emit.Operand, len(x))
	for i := range x {
		z := &imp.Prim{Fn: scalar.Select, Type: imp.TypeOf(x[i].X), Args: []imp.Expr{cond, x[i].X, y[i].X}}
		out[i] = emit.Operand{X: e.Read(e.Declare("either", z)), Type: ir.ScalarOf(z.Type)}
	}
	return out
}

// placeIn returns the position in the row of a thread's candidate.
func (g *selection) placeIn(thread imp.Expr) imp.Expr { return g.places.Load(thread) }

// toI32 converts a position in a row to 32 bits; prim32 applies an operator to such values.
func toI32(x imp.Expr) imp.Expr { return emit.Converted(scalar.I64, scalar.I32, x) }

// A selecting operator returns, component by component, one of its two operands; argmin is
// an example. When a row is folded with it, the accumulator seldom changes. So a thread
// first tests for a whole batch of elements whether any of them would change the current
// accumulator; these tests are independent of each other. Only if one succeeds is the batch
// folded element by element. The result is the same for any such operator.

// selectBatch is the number of elements in a batch.
const selectBatch = 8

// batch folds the elements of the thread's row from a column on, by a selecting operator.
func (g *group) batch(e *emit.Emitter, acc emit.Accumulator, column imp.Expr) {
	changes := imp.Expr(&imp.Const{Value: scalar.FromBool(false)})
	xs := make([][]emit.Operand, selectBatch)
	for k := range xs {
		xs[k] = g.tile.load(e, emit.LocalID, imp.Add(column, imp.Int(int64(k))))
		for i, r := range e.Apply(g.fold.operator, e.Value(acc), xs[k]) {
			next, before := asBits(r.X), asBits(e.Read(acc[i].Scalar))
			differs := &imp.Prim{Fn: scalar.Ne, Type: imp.TypeOf(next), Args: []imp.Expr{next, before}}
			changes = e.Read(e.Declare("changes", &imp.Prim{Fn: scalar.Or, Type: scalar.Bool, Args: []imp.Expr{changes, differs}}))
		}
	}
	in := e.Inner()
	for _, x := range xs {
		g.fold.foldInto(in, acc, x)
	}
	e.Add(&imp.If{Cond: changes, Then: in.Out})
}

// batches folds count elements of the thread's row, starting at a column.
func (g *group) batches(e *emit.Emitter, acc emit.Accumulator, column, count imp.Expr) {
	whole := e.Read(e.Declare("batches", emit.Prim(scalar.Quot, count, imp.Int(selectBatch))))
	e.Times(whole, func(e *emit.Emitter, j imp.Expr) {
		g.batch(e, acc, e.Read(e.Declare("first", imp.Add(column, imp.Mul(j, imp.Int(selectBatch))))))
	})
	rest := e.Read(e.Declare("rest", imp.Add(column, imp.Mul(whole, imp.Int(selectBatch)))))
	e.Times(emit.Sub(imp.Add(column, count), rest), func(e *emit.Emitter, k imp.Expr) { g.step(e, acc, nil, imp.Add(rest, k)) })
}

// asBits maps a scalar to a value whose equality is identity of bits.
func asBits(x imp.Expr) imp.Expr {
	if t := imp.TypeOf(x); t.IsFloat() {
		return &imp.Prim{Fn: scalar.ToBits, Type: t, Args: []imp.Expr{x}}
	}
	return x
}
