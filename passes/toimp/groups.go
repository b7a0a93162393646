package toimp

import (
	"math/bits"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
	"github.com/lamina-lang/lamina/passes/toimp/internal/operator"
)

// Reductions and scans by work-groups that share memory. They apply to scalar folds whose
// element body and operator cannot fail, so that nothing fails between barriers. There are
// two schemes:
//
//  - If the operator is exact in any order, each thread folds strided elements and the
//    group combines the threads' values in a tree.
//  - Otherwise the order is that of docs/semantics.md (rows.go).

// inGroups reports whether work-groups may run the fold.
func (f *fold) inGroups(e *emitter) bool {
	if e.target.Group == 0 || !barrierSafe(f.body) || !barrierSafe(f.operator.Body) {
		return false
	}
	for _, a := range f.neutral {
		if _, isArray := e.arrays[a.Name]; isArray && a.IsVar() {
			return false
		}
	}
	for _, p := range f.stm.Pat {
		if p.Type.IsBlock() {
			return false
		}
	}
	return f.bytes(e) <= maxElementBytes && len(f.segments) <= maxSegmentDims
}

// These bounds keep the shared memory that a group uses for its rows (elements and segment
// indices) below 48 KiB, which every GPU provides.
const (
	maxElementBytes = 96
	maxSegmentDims  = 6
)

// anyOrder returns the scalar operator that the fold's operator consists of, if it may
// combine in any order and the fold starts from its neutral element.
func (f *fold) anyOrder(e *emitter) (*ir.Prim, bool) {
	ps, ok := operator.InAnyOrder(f.operator, e.target.Math)
	if !ok || len(f.neutral) != 1 {
		return nil, false
	}
	return ps[0], operator.IsNeutral(ps[0], f.neutral[0], e.target.Math)
}

// groupWork emits the body of a launch.
type groupWork struct {
	*emitter
	fold   *fold
	op     *ir.Prim
	shared []imp.Shared
}

func (e *emitter) groupWork(f *fold) *groupWork { return &groupWork{emitter: e.kernel(), fold: f} }

// launch adds the emitted body to e as a launch.
func (g *groupWork) launch(e *emitter, groups imp.Expr) {
	e.add(&imp.Launch{
		Label: label(g.fold.stm), Groups: groups, GroupSize: imp.Int(e.target.Group),
		Shared: g.shared, Body: g.out, Pos: g.fold.stm.Pos,
	})
}

// sharedArray declares shared memory for count elements.
func (g *groupWork) sharedArray(base string, t scalar.Type, count int64) place {
	block := g.sharedBlock(base, t, imp.Int(count))
	return place{t, block, lmad.RowMajor([]sym.Poly{sym.Const(count)})}
}

// sharedBlock is sharedArray for a count that is an expression known on the host.
func (g *groupWork) sharedBlock(base string, t scalar.Type, count imp.Expr) name.Name {
	n := g.names.Fresh(base)
	g.shared = append(g.shared, imp.Shared{Name: n, Bytes: imp.Mul(count, imp.Int(int64(t.Size())))})
	return n
}

// sharedOperands declares shared memory for count values of each of the fold's operands.
func (g *groupWork) sharedOperands(base string, count int64) []place {
	out := make([]place, len(g.fold.neutral))
	for i, o := range g.operands(g.fold.neutral) {
		out[i] = g.sharedArray(base, o.Type.Elem, count)
	}
	return out
}

// storeOperands stores values at one index of several arrays.
func (e *emitter) storeOperands(ps []place, values []operand, index imp.Expr) {
	for i, o := range values {
		e.putOperand(ps[i], o, []imp.Expr{index})
	}
}

func (g *groupWork) barrier() { g.add(&imp.Barrier{}) }

func (g *groupWork) combine(x, y imp.Expr) imp.Expr {
	return &imp.Prim{Fn: g.op.Fn, Type: g.op.Type, Args: []imp.Expr{x, y}}
}

var (
	localID = &imp.ID{Kind: imp.LocalID}
	groupID = &imp.ID{Kind: imp.GroupID}
)

// bodyAt emits a renamed copy of the fold's body for element i of a segment. If keep is
// set, it also stores the body's other results to their arrays.
func (f *fold) bodyAt(e *emitter, segment []imp.Expr, i imp.Expr, storeOthers bool) []operand {
	var indices []ir.Param
	for _, d := range f.segments {
		indices = append(indices, ir.Param{Name: d.Index, Type: ir.ScalarOf(scalar.I64)})
	}
	indices = append(indices, ir.Param{Name: f.last.Index, Type: ir.ScalarOf(scalar.I64)})
	l := ir.NewRenamer(e.names).Lambda(&ir.Lambda{Params: indices, Body: f.body})
	at := make([]imp.Expr, len(indices))
	for d, x := range append(append([]imp.Expr{}, segment...), i) {
		e.declareAs(l.Params[d].Name, x)
		at[d] = e.read(l.Params[d].Name)
	}
	e.body(l.Body)
	k := len(f.neutral)
	if storeOthers {
		for n, r := range l.Body.Result[k:] {
			e.put(e.placeOf(f.stm.Pat[k+n].Name), r, at...)
		}
	}
	return e.operands(l.Body.Result[:k])
}

// tree reduces x over the threads of the group. Element 0 of the returned shared array
// holds the result, visible to all threads.
func (g *groupWork) tree(x imp.Expr) place {
	t := g.op.Type
	all := g.sharedArray("all_mem", t, g.target.Group)
	g.store(all, x, localID)
	for half := g.target.Group / 2; half > 0; half /= 2 {
		g.barrier()
		in := g.inner()
		in.store(all, g.combine(all.load(localID), all.load(imp.Add(localID, imp.Int(half)))), localID)
		g.add(&imp.If{Cond: prim(scalar.Lt, localID, imp.Int(half)), Then: in.out})
	}
	g.barrier()
	return all
}

// onlyFirst emits body for thread 0 of the group.
func (g *groupWork) onlyFirst(body func(e *emitter)) {
	in := g.inner()
	body(in)
	g.add(&imp.If{Cond: prim(scalar.Eq, localID, imp.Int(0)), Then: in.out})
}

// reduceInAnyOrder reduces in two launches: each group to one value, then one group reduces
// those values. If there is one group, its value is the result. Launching four times the resident
// groups reads 1 % faster on an H200.
func (f *fold) reduceInAnyOrder(e *emitter, op *ir.Prim) {
	n := e.atom(f.last.Size)
	count := imp.IntVar(e.declare("groups", f.groupsToReduce(e, n)))
	partial, result := f.partials(e, count)[0], f.partials(e, imp.Int(1))[0]
	stage := func(e *emitter, groups, n imp.Expr, store func(e *emitter, x imp.Expr), element func(e *emitter, i imp.Expr) imp.Expr) {
		g := e.groupWork(f)
		g.op = op
		acc := g.declare("acc", g.atom(f.neutral[0]))
		g.spread(n, func(e *emitter, i imp.Expr) {
			e.add(&imp.Assign{Name: acc, X: g.combine(e.read(acc), element(e, i))})
		})
		all := g.tree(g.read(acc))
		g.onlyFirst(func(e *emitter) { store(e, all.load(imp.Int(0))) })
		g.launch(e, groups)
	}
	finish := func(e *emitter, x imp.Expr) { e.store(result, x, imp.Int(0)) }
	stage(e, count, n, func(e *emitter, x imp.Expr) {
		several, one := e.inner(), e.inner()
		several.store(partial, x, groupID)
		finish(one, x)
		e.add(&imp.If{Cond: severalGroups, Then: several.out, Else: one.out})
	}, func(e *emitter, i imp.Expr) imp.Expr { return f.bodyAt(e, nil, i, true)[0].X })
	rest := e.inner()
	stage(rest, imp.Int(1), count, finish, func(_ *emitter, i imp.Expr) imp.Expr { return partial.load(i) })
	e.add(&imp.If{Cond: prim(scalar.Ne, count, imp.Int(1)), Then: rest.out})
	f.result(e, f.stm.Pat[0], e.operandAt(result, []imp.Expr{imp.Int(0)}))
	e.release([]place{partial, result})
}

// longElement is the least cost of an element that is worth a thread of its own.
const longElement = 32

// groupsToReduce returns the number of groups that reduce n elements. A single group takes few
// elements, in less time than a second launch.
func (f *fold) groupsToReduce(e *emitter, n imp.Expr) imp.Expr {
	const most = 4 * maxGroups
	if cost(f.body) >= longElement {
		return e.groupsFor(n, 1, most)
	}
	few := prim(scalar.Le, n, imp.Int(e.target.Group*2*batch))
	return prim(scalar.Select, few, prim(scalar.Min, n, imp.Int(1)), e.groupsFor(n, batch, most))
}

// cost is about how many operations b performs; that of a loop is long, whatever its count.
func cost(b *ir.Body) int {
	sum := 0
	for _, s := range b.Stms {
		c, _ := ops.Cost(s.Exp)
		if _, loop := s.Exp.(*ir.Loop); loop {
			c = longElement
		}
		sum += c
		for _, within := range ops.Bodies(s.Exp) {
			sum += cost(within)
		}
	}
	return sum
}

// groupsFor returns the number of groups for n elements with each elements per thread,
// capped at most.
func (e *emitter) groupsFor(n imp.Expr, each, most int64) imp.Expr {
	return prim(scalar.Min, pieces(n, e.target.Group*each), imp.Int(most))
}

// batch is the number of loads that a thread keeps in flight.
const batch = 8

// spread runs body for the elements below n, distributed over the threads of all groups
// with coalesced accesses: adjacent threads take adjacent elements. The loads of a batch
// are not separated by other memory operations.
func (g *groupWork) spread(n imp.Expr, body func(e *emitter, i imp.Expr)) {
	group := imp.Int(g.target.Group)
	step := g.read(g.declare("step", imp.Mul(&imp.ID{Kind: imp.NumGroups}, group)))
	thread := g.read(g.declare("thread", imp.Add(imp.Mul(groupID, group), localID)))
	whole := imp.Mul(step, imp.Int(batch))
	batches := g.read(g.declare("batches", prim(scalar.Quot, n, whole)))
	g.times(batches, func(e *emitter, k imp.Expr) {
		first := e.read(e.declare("first", imp.Add(imp.Mul(k, whole), thread)))
		e.repeat(batch, func(e *emitter, k imp.Expr) {
			body(e, e.read(e.declare("i", imp.Add(first, imp.Mul(k, step)))))
		})
	})
	rest := g.read(g.declare("rest", imp.Add(imp.Mul(batches, whole), thread)))
	g.strided(rest, step, n, body)
}

// below emits body guarded by i < n.
func (e *emitter) below(i, n imp.Expr, body func(e *emitter)) {
	in := e.inner()
	body(in)
	e.add(&imp.If{Cond: prim(scalar.Lt, i, n), Then: in.out})
}

// repeat emits a loop with a constant trip count.
func (e *emitter) repeat(rounds int64, body func(e *emitter, k imp.Expr)) {
	e.times(imp.Int(rounds), body)
}

// times emits a loop with the given trip count.
func (e *emitter) times(bound imp.Expr, body func(e *emitter, k imp.Expr)) {
	k := e.names.Fresh("k")
	in := e.inner()
	body(in, imp.IntVar(k))
	e.add(&imp.For{Index: k, Type: scalar.I64, Bound: bound, Body: in.out})
}

// tile is a two-dimensional array in shared memory, padded so that rows start in different
// banks.
type tile struct {
	blocks      []name.Name
	elems       []scalar.Type
	rows, pitch imp.Expr
}

// rowsOfTile returns the number of rows, a power of two, whose strips take StripBytes. For
// reductions of 32-bit elements it is half as many: groups then finish at more varied
// times, and an H200 sums 2^28 f32 in 289 µs instead of 322 µs.
func (f *fold) rowsOfTile(e *emitter, strip int64, reduces bool) int64 {
	room := e.target.StripBytes
	if reduces && len(f.neutral) == 1 && f.bytes(e) == 4 {
		room /= 2
	}
	return 1 << (bits.Len64(uint64(max(1, min(room/(strip*f.bytes(e)), e.target.Group)))) - 1)
}

// rowFits reports whether a whole row fits in shared memory and divides evenly among the
// threads of a group.
func (f *fold) rowFits(e *emitter) bool {
	chunk := e.target.ReduceChunk
	return chunk%e.target.Group == 0 && chunk*f.bytes(e) <= e.target.StripBytes
}

// bytes returns the size of an element over all operands.
func (f *fold) bytes(e *emitter) int64 {
	n := int64(0)
	for _, o := range e.operands(f.neutral) {
		n += int64(o.Type.Elem.Size())
	}
	return n
}

func (g *groupWork) tileOf(rows, pitch imp.Expr) *tile {
	t := &tile{rows: rows, pitch: pitch}
	for _, o := range g.operands(g.fold.neutral) {
		t.blocks = append(t.blocks, g.sharedBlock("strip_mem", o.Type.Elem, imp.Mul(rows, pitch)))
		t.elems = append(t.elems, o.Type.Elem)
	}
	return t
}

// at returns the index of the element at a row and column.
func (t *tile) at(row, column imp.Expr) imp.Expr {
	return &imp.At{Offset: imp.Int(0), Dims: []imp.AtDim{{Size: t.rows, Stride: t.pitch, Index: row}, {Size: t.pitch, Stride: imp.Int(1), Index: column}}}
}

func (t *tile) store(e *emitter, row, column imp.Expr, xs []operand) {
	at := t.at(row, column)
	for i, b := range t.blocks {
		e.add(&imp.Store{Block: b, Elem: t.elems[i], Index: at, X: xs[i].X})
	}
}

func (t *tile) load(e *emitter, row, column imp.Expr) []operand {
	at := e.read(e.declare("at", t.at(row, column)))
	out := make([]operand, len(t.blocks))
	for i, b := range t.blocks {
		out[i] = operand{X: e.read(e.declare("x", &imp.Load{Block: b, Elem: t.elems[i], Index: at}))}
	}
	return out
}
