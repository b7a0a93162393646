package fold

import (
	"math/bits"

	"github.com/lamina-lang/lamina/analysis/operator"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/passes/toimp/internal/emit"
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

// tree reduces the threads' values over the group, by an operator that may combine in any order.
// Element 0 of the returned shared arrays holds the result, visible to all threads.
func (g *foldWork) tree(values []emit.Operand) []emit.Place {
	all := g.sharedOperands("all_mem", g.Target.Group)
	storeOperands(g.Emitter, all, values, emit.LocalID)
	for half := g.Target.Group / 2; half > 0; half /= 2 {
		g.Barrier()
		in := g.Inner()
		mine, other := in.OperandsAt(all, emit.LocalID), in.OperandsAt(all, imp.Add(emit.LocalID, imp.Int(half)))
		storeOperands(in, all, in.Apply(g.fold.operator, mine, other), emit.LocalID)
		g.Add(&imp.If{Cond: emit.Prim(scalar.Lt, emit.LocalID, imp.Int(half)), Then: in.Out})
	}
	g.Barrier()
	return all
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
