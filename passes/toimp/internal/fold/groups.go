package fold

import (
	"math/bits"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/passes/toimp/internal/emit"
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
func (f *fold) inGroups(e *emit.Emitter) bool {
	if e.Target.Group == 0 || !emit.BarrierSafe(f.body) || !emit.BarrierSafe(f.operator.Body) {
		return false
	}
	for _, a := range f.neutral {
		if _, isArray := e.Arrays[a.Name]; isArray && a.IsVar() {
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
func (f *fold) anyOrder(e *emit.Emitter) (*ir.Prim, bool) {
	ps, ok := operator.InAnyOrder(f.operator, e.Target.Math)
	if !ok || len(f.neutral) != 1 {
		return nil, false
	}
	return ps[0], operator.IsNeutral(ps[0], f.neutral[0], e.Target.Math)
}

// foldWork emits the body of a launch for a fold.
type foldWork struct {
	*emit.Group
	fold *fold
	op   *ir.Prim // the operator, if it may combine in any order
}

func (f *fold) work(e *emit.Emitter) *foldWork { return &foldWork{Group: e.Group(f.stm), fold: f} }

// sharedOperands declares shared memory for count values of each of the fold's operands.
func (g *foldWork) sharedOperands(base string, count int64) []emit.Place {
	out := make([]emit.Place, len(g.fold.neutral))
	for i, o := range g.Operands(g.fold.neutral) {
		out[i] = g.SharedArray(base, o.Type.Elem, count)
	}
	return out
}

// storeOperands stores values at one index of several arrays.
func storeOperands(e *emit.Emitter, ps []emit.Place, values []emit.Operand, index imp.Expr) {
	for i, o := range values {
		e.PutOperand(ps[i], o, []imp.Expr{index})
	}
}

func (g *foldWork) combine(x, y imp.Expr) imp.Expr {
	return &imp.Prim{Fn: g.op.Fn, Type: g.op.Type, Args: []imp.Expr{x, y}}
}

// bodyAt emits a renamed copy of the fold's body for element i of a segment. If keep is
// set, it also stores the body's other results to their arrays.
func (f *fold) bodyAt(e *emit.Emitter, segment []imp.Expr, i imp.Expr, storeOthers bool) []emit.Operand {
	var indices []ir.Param
	for _, d := range f.segments {
		indices = append(indices, ir.Param{Name: d.Index, Type: ir.ScalarOf(scalar.I64)})
	}
	indices = append(indices, ir.Param{Name: f.last.Index, Type: ir.ScalarOf(scalar.I64)})
	l := ir.NewRenamer(e.Names).Lambda(&ir.Lambda{Params: indices, Body: f.body})
	at := make([]imp.Expr, len(indices))
	for d, x := range append(append([]imp.Expr{}, segment...), i) {
		e.DeclareAs(l.Params[d].Name, x)
		at[d] = e.Read(l.Params[d].Name)
	}
	e.Body(l.Body)
	k := len(f.neutral)
	if storeOthers {
		for n, r := range l.Body.Result[k:] {
			e.Put(e.PlaceOf(f.stm.Pat[k+n].Name), r, at...)
		}
	}
	return e.Operands(l.Body.Result[:k])
}

// tree reduces x over the threads of the group. Element 0 of the returned shared array
// holds the result, visible to all threads.
func (g *foldWork) tree(x imp.Expr) emit.Place {
	t := g.op.Type
	all := g.SharedArray("all_mem", t, g.Target.Group)
	g.Store(all, x, emit.LocalID)
	for half := g.Target.Group / 2; half > 0; half /= 2 {
		g.Barrier()
		in := g.Inner()
		in.Store(all, g.combine(all.Load(emit.LocalID), all.Load(imp.Add(emit.LocalID, imp.Int(half)))), emit.LocalID)
		g.Add(&imp.If{Cond: emit.Prim(scalar.Lt, emit.LocalID, imp.Int(half)), Then: in.Out})
	}
	g.Barrier()
	return all
}

// reduceInAnyOrder reduces in two launches: each group to one value, then one group reduces
// those values. If there is one group, its value is the result. Launching four times the resident
// groups reads 1 % faster on an H200.
func (f *fold) reduceInAnyOrder(e *emit.Emitter, op *ir.Prim) {
	n := e.Atom(f.last.Size)
	count := imp.IntVar(e.Declare("groups", f.groupsToReduce(e, n)))
	partial, result := f.partials(e, count)[0], f.partials(e, imp.Int(1))[0]
	stage := func(e *emit.Emitter, groups, n imp.Expr, store func(e *emit.Emitter, x imp.Expr), element func(e *emit.Emitter, i imp.Expr) imp.Expr) {
		g := f.work(e)
		g.op = op
		acc := g.Declare("acc", g.Atom(f.neutral[0]))
		g.spread(n, func(e *emit.Emitter, i imp.Expr) {
			e.Add(&imp.Assign{Name: acc, X: g.combine(e.Read(acc), element(e, i))})
		})
		all := g.tree(g.Read(acc))
		g.OnlyFirst(func(e *emit.Emitter) { store(e, all.Load(imp.Int(0))) })
		g.Launch(e, groups)
	}
	finish := func(e *emit.Emitter, x imp.Expr) { e.Store(result, x, imp.Int(0)) }
	stage(e, count, n, func(e *emit.Emitter, x imp.Expr) {
		several, one := e.Inner(), e.Inner()
		several.Store(partial, x, emit.GroupID)
		finish(one, x)
		e.Add(&imp.If{Cond: severalGroups, Then: several.Out, Else: one.Out})
	}, func(e *emit.Emitter, i imp.Expr) imp.Expr { return f.bodyAt(e, nil, i, true)[0].X })
	rest := e.Inner()
	stage(rest, imp.Int(1), count, finish, func(_ *emit.Emitter, i imp.Expr) imp.Expr { return partial.Load(i) })
	e.Add(&imp.If{Cond: emit.Prim(scalar.Ne, count, imp.Int(1)), Then: rest.Out})
	f.result(e, f.stm.Pat[0], e.OperandAt(result, []imp.Expr{imp.Int(0)}))
	e.Release([]emit.Place{partial, result})
}

// longElement is the least cost of an element that is worth a thread of its own.
const longElement = 32

// groupsToReduce returns the number of groups that reduce n elements. A single group takes few
// elements, in less time than a second launch.
func (f *fold) groupsToReduce(e *emit.Emitter, n imp.Expr) imp.Expr {
	const most = 4 * emit.MaxGroups
	if cost(f.body) >= longElement {
		return groupsFor(e, n, 1, most)
	}
	few := emit.Prim(scalar.Le, n, imp.Int(e.Target.Group*2*emit.Batch))
	return emit.Prim(scalar.Select, few, emit.Prim(scalar.Min, n, imp.Int(1)), groupsFor(e, n, emit.Batch, most))
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
func groupsFor(e *emit.Emitter, n imp.Expr, each, most int64) imp.Expr {
	return emit.Prim(scalar.Min, emit.Pieces(n, e.Target.Group*each), imp.Int(most))
}

// spread runs body for the elements below n, distributed over the threads of all groups
// with coalesced accesses: adjacent threads take adjacent elements. The loads of a batch
// are not separated by other memory operations.
func (g *foldWork) spread(n imp.Expr, body func(e *emit.Emitter, i imp.Expr)) {
	group := imp.Int(g.Target.Group)
	step := g.Read(g.Declare("step", imp.Mul(&imp.ID{Kind: imp.NumGroups}, group)))
	thread := g.Read(g.Declare("thread", imp.Add(imp.Mul(emit.GroupID, group), emit.LocalID)))
	whole := imp.Mul(step, imp.Int(emit.Batch))
	batches := g.Read(g.Declare("batches", emit.Prim(scalar.Quot, n, whole)))
	g.Times(batches, func(e *emit.Emitter, k imp.Expr) {
		first := e.Read(e.Declare("first", imp.Add(imp.Mul(k, whole), thread)))
		e.Repeat(emit.Batch, func(e *emit.Emitter, k imp.Expr) {
			body(e, e.Read(e.Declare("i", imp.Add(first, imp.Mul(k, step)))))
		})
	})
	rest := g.Read(g.Declare("rest", imp.Add(imp.Mul(batches, whole), thread)))
	g.Strided(rest, step, n, body)
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
func (f *fold) rowsOfTile(e *emit.Emitter, strip int64, reduces bool) int64 {
	room := e.Target.StripBytes
	if reduces && len(f.neutral) == 1 && f.bytes(e) == 4 {
		room /= 2
	}
	return 1 << (bits.Len64(uint64(max(1, min(room/(strip*f.bytes(e)), e.Target.Group)))) - 1)
}

// rowFits reports whether a whole row fits in shared memory and divides evenly among the
// threads of a group.
func (f *fold) rowFits(e *emit.Emitter) bool {
	chunk := e.Target.ReduceChunk
	return chunk%e.Target.Group == 0 && chunk*f.bytes(e) <= e.Target.StripBytes
}

// bytes returns the size of an element over all operands.
func (f *fold) bytes(e *emit.Emitter) int64 {
	n := int64(0)
	for _, o := range e.Operands(f.neutral) {
		n += int64(o.Type.Elem.Size())
	}
	return n
}

func (g *foldWork) tileOf(rows, pitch imp.Expr) *tile {
	t := &tile{rows: rows, pitch: pitch}
	for _, o := range g.Operands(g.fold.neutral) {
		t.blocks = append(t.blocks, g.SharedBlock("strip_mem", o.Type.Elem, imp.Mul(rows, pitch)))
		t.elems = append(t.elems, o.Type.Elem)
	}
	return t
}

// at returns the index of the element at a row and column.
func (t *tile) at(row, column imp.Expr) imp.Expr {
	return &imp.At{Offset: imp.Int(0), Dims: []imp.AtDim{{Size: t.rows, Stride: t.pitch, Index: row}, {Size: t.pitch, Stride: imp.Int(1), Index: column}}}
}

func (t *tile) store(e *emit.Emitter, row, column imp.Expr, xs []emit.Operand) {
	at := t.at(row, column)
	for i, b := range t.blocks {
		e.Add(&imp.Store{Block: b, Elem: t.elems[i], Index: at, X: xs[i].X})
	}
}

func (t *tile) load(e *emit.Emitter, row, column imp.Expr) []emit.Operand {
	at := e.Read(e.Declare("at", t.at(row, column)))
	out := make([]emit.Operand, len(t.blocks))
	for i, b := range t.blocks {
		out[i] = emit.Operand{X: e.Read(e.Declare("x", &imp.Load{Block: b, Elem: t.elems[i], Index: at}))}
	}
	return out
}
