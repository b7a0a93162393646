package toimp

import (
	"math/bits"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/passes/toimp/internal/operator"
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
	*groupWork
	stage
	tile   *tile // the row
	s      segment
	start  imp.Expr // the index of the row's first element
	left   imp.Expr // the length of the row
	best   *tile    // one candidate per thread
	places place    // the candidates' positions in the row
	failed place    // nonzero if the candidate is not the row's result
}

// selectsRows reports whether a stage's rows may be reduced by selection.
func (f *fold) selectsRows(e *emitter, st stage) bool {
	if st.each != nil || !f.rowFits(e) {
		return false
	}
	_, whole, ok := operator.Selecting(f.operator, e.names)
	return ok && whole
}

// selectRows reduces rows of at most target.ReduceChunk elements, one per group.
func (f *fold) selectRows(e *emitter, st stage, segments imp.Expr) {
	same := *f
	same.operator, _, _ = operator.Selecting(f.operator, e.names)
	f = &same
	g := &selection{groupWork: e.groupWork(f), stage: st}
	g.tile = g.tileOf(imp.Int(1), imp.Int(e.target.ReduceChunk))
	g.best = g.tileOf(imp.Int(1), imp.Int(e.target.Group))
	g.places = g.sharedArray("place_mem", scalar.I32, e.target.Group)
	g.failed = g.sharedArray("failed_mem", scalar.I32, 1)

	number := g.read(g.declare("segment", prim(scalar.Quot, groupID, st.rows)))
	row := g.read(g.declare("row", sub(groupID, imp.Mul(number, st.rows))))
	g.s = f.segmentAt(g.emitter, number)
	g.start = g.read(g.declare("start", imp.Mul(row, st.row)))
	g.left = g.read(g.declare("left", prim(scalar.Min, st.row, sub(st.n, g.start))))
	g.bring()
	g.onlyFirst(func(e *emitter) {
		e.store(g.failed, word32(0), imp.Int(0))
	})
	g.find()
	w := g.best.load(g.emitter, imp.Int(0), imp.Int(0))
	g.verify(w, g.read(g.declare("place", g.placeIn(imp.Int(0)))))
	g.onlyFirst(func(e *emitter) {
		acc := e.accumulate("acc", w)
		in := e.inner()
		if st.raw {
			in.set(acc, in.operands(f.neutral))
		} else { // folding it again changes nothing
			in.set(acc, g.tile.load(in, imp.Int(0), imp.Int(0)))
		}
		in.times(g.left, func(e *emitter, k imp.Expr) { f.foldInto(e, acc, g.tile.load(e, imp.Int(0), k)) })
		found := g.failed.load(imp.Int(0))
		e.add(&imp.If{Cond: prim32(scalar.Ne, found, word32(0)), Then: in.out})
		st.store(e, g.s, row, e.value(acc))
	})
	g.launch(e, imp.Mul(segments, st.rows))
}

// share runs body for the thread's elements of a whole row, skipping the first without of
// them. Adjacent threads take adjacent elements.
func (g *selection) share(e *emitter, without int64, body func(e *emitter, j imp.Expr)) {
	group := e.target.Group
	e.repeat(e.target.ReduceChunk/group-without, func(e *emitter, k imp.Expr) {
		body(e, e.read(e.declare("j", imp.Add(imp.Mul(imp.Add(k, imp.Int(without)), imp.Int(group)), localID))))
	})
}

// shareThere is share for a row that may be shorter.
func (g *selection) shareThere(e *emitter, without int64, body func(e *emitter, j imp.Expr)) {
	g.share(e, without, func(e *emitter, j imp.Expr) { e.below(j, g.left, func(e *emitter) { body(e, j) }) })
}

// bring loads the row into shared memory. The loads of a whole row are all in flight at
// once.
func (g *selection) bring() {
	put := func(e *emitter, j imp.Expr) {
		g.tile.store(e, imp.Int(0), j, g.load(e, g.s, imp.Add(g.start, j)))
	}
	whole, part := g.inner(), g.inner()
	g.share(whole, 0, put)
	g.shareThere(part, 0, put)
	g.add(&imp.If{Cond: prim(scalar.Eq, g.left, imp.Int(g.target.ReduceChunk)), Then: whole.out, Else: part.out})
}

// find computes a candidate: the first element of g.best, and its position in the row.
func (g *selection) find() {
	acc := g.accumulate("acc", g.operands(g.fold.neutral))
	place := g.declare("place", toI32(localID))
	put := func(e *emitter) {
		g.best.store(e, imp.Int(0), localID, e.value(acc))
		e.store(g.places, e.read(place), localID)
	}
	g.below(localID, g.left, func(e *emitter) { e.set(acc, g.tile.load(e, imp.Int(0), localID)) })
	g.shareThere(g.emitter, 1, func(e *emitter, j imp.Expr) {
		next := g.applied(e, e.value(acc), g.tile.load(e, imp.Int(0), j))
		changed := e.read(e.declare("changed", differ(next, e.value(acc))))
		e.add(&imp.Assign{Name: place, X: prim32(scalar.Select, changed, toI32(j), e.read(place))})
		e.set(acc, next)
	})
	put(g.emitter)
	g.barrier()
	g.repeat(int64(bits.Len64(uint64(g.target.Group))-1), func(e *emitter, level imp.Expr) {
		half := e.read(e.declare("half", prim(scalar.Shr, imp.Int(g.target.Group/2), level)))
		other := e.read(e.declare("other", imp.Add(localID, half)))
		in := e.inner()
		in.below(other, g.left, func(e *emitter) {
			y, at := g.best.load(e, imp.Int(0), other), e.read(e.declare("at", g.placeIn(other)))
			before := e.read(e.declare("before", prim32(scalar.Lt, e.read(place), at)))
			next := g.applied(e, either(e, before, e.value(acc), y), either(e, before, y, e.value(acc)))
			changed := e.read(e.declare("changed", differ(next, e.value(acc))))
			e.add(&imp.Assign{Name: place, X: prim32(scalar.Select, changed, at, e.read(place))})
			e.set(acc, next)
			put(e)
		})
		e.add(&imp.If{Cond: prim(scalar.Lt, localID, half), Then: in.out}, &imp.Barrier{})
	})
}

// verify sets g.failed unless w, at the given place of the row, is the row's result.
func (g *selection) verify(w []operand, place imp.Expr) {
	wrong := g.declare("wrong", &imp.Const{Value: scalar.FromBool(false)})
	look := func(e *emitter, x, y []operand) {
		e.add(&imp.Assign{Name: wrong, X: or(e.read(wrong), differ(g.applied(e, x, y), w))})
	}
	g.shareThere(g.emitter, 0, func(e *emitter, j imp.Expr) {
		x := g.tile.load(e, imp.Int(0), j)
		before := e.read(e.declare("before", prim32(scalar.Lt, toI32(j), place)))
		look(e, either(e, before, x, w), either(e, before, w, x))
	})
	if g.raw {
		look(g.emitter, g.operands(g.fold.neutral), w)
	}
	in := g.inner()
	in.add(&imp.Atomic{Kind: imp.AtomicUpdate, Fn: scalar.Or, Block: g.failed.Block, Elem: scalar.I32, Index: g.failed.element([]imp.Expr{imp.Int(0)}), X: word32(1)})
	g.add(&imp.If{Cond: g.read(wrong), Then: in.out}, &imp.Barrier{})
}

// applied applies the operator to x and y and declares variables for the result.
func (g *selection) applied(e *emitter, x, y []operand) []operand {
	next := e.apply(g.fold.operator, x, y)
	for i, o := range next {
		next[i] = operand{X: e.read(e.declare("next", o.X))}
	}
	return next
}

// differ returns the condition that x and y differ in any component.
func differ(x, y []operand) imp.Expr {
	any := imp.Expr(&imp.Const{Value: scalar.FromBool(false)})
	for i := range x {
		a, b := asBits(x[i].X), asBits(y[i].X)
		any = or(any, &imp.Prim{Fn: scalar.Ne, Type: imp.TypeOf(a), Args: []imp.Expr{a, b}})
	}
	return any
}

// either returns x if cond holds, otherwise y.
func either(e *emitter, cond imp.Expr, x, y []operand) []operand {
	out := make([]operand, len(x))
	for i := range x {
		z := &imp.Prim{Fn: scalar.Select, Type: imp.TypeOf(x[i].X), Args: []imp.Expr{cond, x[i].X, y[i].X}}
		out[i] = operand{X: e.read(e.declare("either", z)), Type: ir.ScalarOf(z.Type)}
	}
	return out
}

func or(x, y imp.Expr) imp.Expr {
	return &imp.Prim{Fn: scalar.Or, Type: scalar.Bool, Args: []imp.Expr{x, y}}
}

// placeIn returns the position in the row of a thread's candidate.
func (g *selection) placeIn(thread imp.Expr) imp.Expr { return g.places.load(thread) }

// toI32 converts a position in a row to 32 bits; prim32 applies an operator to such values.
func toI32(x imp.Expr) imp.Expr { return converted(scalar.I64, scalar.I32, x) }

func prim32(op scalar.Op, args ...imp.Expr) imp.Expr {
	return &imp.Prim{Fn: op, Type: scalar.I32, Args: args}
}

func word32(x int64) imp.Expr { return &imp.Const{Value: scalar.Int(scalar.I32, x)} }

// A selecting operator returns, component by component, one of its two operands; argmin is
// an example. When a row is folded with it, the accumulator seldom changes. So a thread
// first tests for a whole batch of elements whether any of them would change the current
// accumulator; these tests are independent of each other. Only if one succeeds is the batch
// folded element by element. The result is the same for any such operator.

// selectBatch is the number of elements in a batch.
const selectBatch = 8

// batch folds the elements of the thread's row from a column on, by a selecting operator.
func (g *group) batch(e *emitter, acc accumulator, column imp.Expr) {
	changes := imp.Expr(&imp.Const{Value: scalar.FromBool(false)})
	xs := make([][]operand, selectBatch)
	for k := range xs {
		xs[k] = g.tile.load(e, localID, imp.Add(column, imp.Int(int64(k))))
		for i, r := range e.apply(g.fold.operator, e.value(acc), xs[k]) {
			next, before := asBits(r.X), asBits(e.read(acc[i].scalar))
			differs := &imp.Prim{Fn: scalar.Ne, Type: imp.TypeOf(next), Args: []imp.Expr{next, before}}
			changes = e.read(e.declare("changes", &imp.Prim{Fn: scalar.Or, Type: scalar.Bool, Args: []imp.Expr{changes, differs}}))
		}
	}
	in := e.inner()
	for _, x := range xs {
		g.fold.foldInto(in, acc, x)
	}
	e.add(&imp.If{Cond: changes, Then: in.out})
}

// batches folds count elements of the thread's row, starting at a column.
func (g *group) batches(e *emitter, acc accumulator, column, count imp.Expr) {
	whole := e.read(e.declare("batches", prim(scalar.Quot, count, imp.Int(selectBatch))))
	e.times(whole, func(e *emitter, j imp.Expr) {
		g.batch(e, acc, e.read(e.declare("first", imp.Add(column, imp.Mul(j, imp.Int(selectBatch))))))
	})
	rest := e.read(e.declare("rest", imp.Add(column, imp.Mul(whole, imp.Int(selectBatch)))))
	e.times(sub(imp.Add(column, count), rest), func(e *emitter, k imp.Expr) { g.step(e, acc, nil, imp.Add(rest, k)) })
}

// asBits maps a scalar to a value whose equality is identity of bits.
func asBits(x imp.Expr) imp.Expr {
	if t := imp.TypeOf(x); t.IsFloat() {
		return &imp.Prim{Fn: scalar.ToBits, Type: t, Args: []imp.Expr{x}}
	}
	return x
}
