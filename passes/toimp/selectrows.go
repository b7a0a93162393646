package toimp

import (
	"math/bits"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Reductions of rows by an operator that gives one of its operands as a whole, as the
// place of the least element does. Whether it is associative is not known, and with NaN
// it often is not: a row has to be folded from left to right. But if an element w of it
// satisfies
//
//	x ∘ w = w for each x before it (the neutral element that a fold starts from, too)
//	w ∘ x = w for each x behind it
//
// then w is what the row comes to, whatever ∘ is: what is on the way is always one of
// the elements, so that w is taken where it comes, and stays. A group finds an element
// by a tree, in which the one that lies first is always on the left, and then all its
// threads look whether that is so. It is wherever the operator is associative on the
// row's elements. Where it is not, one thread folds the row.

// selection is what a group does with its row.
type selection struct {
	*groupWork
	stage
	tile   *tile // the row
	s      segment
	start  imp.Expr // the number of the row's first element
	left   imp.Expr // the row's elements
	best   *tile    // an element for each thread
	places place    // and where in the row that lies
	failed place    // not 0 if the one that was found is not what the row comes to
}

// selectsRows reports whether groups select from rows of that kind.
func (f *fold) selectsRows(e *emitter, st stage) bool {
	if st.each != nil || !f.rowFits(e) {
		return false
	}
	_, whole, ok := f.selecting(e.names)
	return ok && whole
}

// selectRows folds rows of at most target.ReduceChunk elements, each by a group.
func (f *fold) selectRows(e *emitter, st stage, segments imp.Expr) {
	same := *f
	same.operator, _, _ = f.selecting(e.names)
	f = &same
	g := &selection{groupWork: e.groupWork(f), stage: st}
	g.tile = g.tileOf(imp.Int(1), imp.Int(e.target.ReduceChunk))
	g.best = g.tileOf(imp.Int(1), imp.Int(e.target.Group))
	g.places = g.room("place_mem", scalar.I32, e.target.Group)
	g.failed = g.room("failed_mem", scalar.I32, 1)

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
		} else { // once more it changes nothing
			in.set(acc, g.tile.load(in, imp.Int(0), imp.Int(0)))
		}
		in.times(g.left, func(e *emitter, k imp.Expr) { f.take(e, acc, g.tile.load(e, imp.Int(0), k)) })
		found := g.failed.load(imp.Int(0))
		e.add(&imp.If{Cond: shorts(scalar.Ne, found, word32(0)), Then: in.out})
		st.store(e, g.s, row, e.value(acc))
	})
	g.launch(e, imp.Mul(segments, st.rows))
}

// share runs body for the elements of a whole row that are the thread's, but for so many
// of them: neighbouring threads have neighbouring ones.
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

// bring brings the row to shared memory. Nothing stands between the loads of a whole one.
func (g *selection) bring() {
	put := func(e *emitter, j imp.Expr) {
		g.tile.store(e, imp.Int(0), j, g.load(e, g.s, imp.Add(g.start, j)))
	}
	whole, part := g.inner(), g.inner()
	g.share(whole, 0, put)
	g.shareThere(part, 0, put)
	g.add(&imp.If{Cond: prim(scalar.Eq, g.left, imp.Int(g.target.ReduceChunk)), Then: whole.out, Else: part.out})
}

// find finds an element: the first of g.best, and its place in the row.
func (g *selection) find() {
	acc := g.accumulate("acc", g.operands(g.fold.neutral))
	place := g.declare("place", short(localID))
	put := func(e *emitter) {
		g.best.store(e, imp.Int(0), localID, e.value(acc))
		e.store(g.places, e.read(place), localID)
	}
	g.below(localID, g.left, func(e *emitter) { e.set(acc, g.tile.load(e, imp.Int(0), localID)) })
	g.shareThere(g.emitter, 1, func(e *emitter, j imp.Expr) {
		next := g.chosen(e, e.value(acc), g.tile.load(e, imp.Int(0), j))
		changed := e.read(e.declare("changed", differ(next, e.value(acc))))
		e.add(&imp.Assign{Name: place, X: shorts(scalar.Select, changed, short(j), e.read(place))})
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
			before := e.read(e.declare("before", shorts(scalar.Lt, e.read(place), at)))
			next := g.chosen(e, either(e, before, e.value(acc), y), either(e, before, y, e.value(acc)))
			changed := e.read(e.declare("changed", differ(next, e.value(acc))))
			e.add(&imp.Assign{Name: place, X: shorts(scalar.Select, changed, at, e.read(place))})
			e.set(acc, next)
			put(e)
		})
		e.add(&imp.If{Cond: prim(scalar.Lt, localID, half), Then: in.out}, &imp.Barrier{})
	})
}

// verify sets g.failed unless w, which lies at a place of the row, is what the row comes to.
func (g *selection) verify(w []operand, place imp.Expr) {
	wrong := g.declare("wrong", &imp.Const{Value: scalar.FromBool(false)})
	look := func(e *emitter, x, y []operand) {
		e.add(&imp.Assign{Name: wrong, X: or(e.read(wrong), differ(g.chosen(e, x, y), w))})
	}
	g.shareThere(g.emitter, 0, func(e *emitter, j imp.Expr) {
		x := g.tile.load(e, imp.Int(0), j)
		before := e.read(e.declare("before", shorts(scalar.Lt, short(j), place)))
		look(e, either(e, before, x, w), either(e, before, w, x))
	})
	if g.raw {
		look(g.emitter, g.operands(g.fold.neutral), w)
	}
	in := g.inner()
	in.add(&imp.Atomic{Kind: imp.AtomicUpdate, Fn: scalar.Or, Block: g.failed.Block, Elem: scalar.I32, Index: g.failed.element([]imp.Expr{imp.Int(0)}), X: word32(1)})
	g.add(&imp.If{Cond: g.read(wrong), Then: in.out}, &imp.Barrier{})
}

// chosen is what the operator makes of x and y, in variables.
func (g *selection) chosen(e *emitter, x, y []operand) []operand {
	next := e.apply(g.fold.operator, x, y)
	for i, o := range next {
		next[i] = operand{X: e.read(e.declare("next", o.X))}
	}
	return next
}

// differ tells whether any of x and y are not the same.
func differ(x, y []operand) imp.Expr {
	any := imp.Expr(&imp.Const{Value: scalar.FromBool(false)})
	for i := range x {
		a, b := unambiguous(x[i].X), unambiguous(y[i].X)
		any = or(any, &imp.Prim{Fn: scalar.Ne, Type: imp.TypeOf(a), Args: []imp.Expr{a, b}})
	}
	return any
}

// either is x if cond holds, else y.
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

// placeIn is where a thread's element lies in the row.
func (g *selection) placeIn(thread imp.Expr) imp.Expr { return g.places.load(thread) }

// short is a place in a row in 32 bits, shorts an operation on such.
func short(x imp.Expr) imp.Expr { return converted(scalar.I64, scalar.I32, x) }

func shorts(op scalar.Op, args ...imp.Expr) imp.Expr {
	return &imp.Prim{Fn: op, Type: scalar.I32, Args: args}
}

func word32(x int64) imp.Expr { return &imp.Const{Value: scalar.Int(scalar.I32, x)} }
