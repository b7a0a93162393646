package hist

import (
	"github.com/lamina-lang/lamina/analysis/operator"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/passes/toimp/internal/emit"
)

// Histograms on several CPU threads. The updates of a bin are combined in index order
// (docs/semantics.md); but if the operator is exact in any order, the input can be split
// into parts that each build a private histogram, which are then combined. The number of
// parts depends only on the sizes of the input and of the histogram.

const (
	maxParts   = 32
	minUpdates = 1 << 14 // below this, threads do not pay off
	// partCells is the least number of updates per bin of a private histogram. It bounds
	// memory: sameOperand the private histograms have at most a quarter as many bins as there
	// are updates, plus the gaps.
	partCells = 4
	// partGap is the number of elements between private histograms, so that no two threads
	// write to the same cache line.
	partGap = 64
)

// histParts is a histogram built in parts.
type histParts struct {
	stm     *ir.Stm
	ops     []ir.HistOp
	prims   []*ir.Prim // the operator of each histogram
	last    ir.SpaceDim
	body    *ir.Body
	parts   name.Name    // number of parts
	private []emit.Place // the private histograms, one after the other
}

// histInParts emits s in parts, or sequentially if there are too few updates at run time.
// It emits nothing and returns false if the operators or the target rule parts out.
func histInParts(e *emit.Emitter, s *ir.Stm, x *ir.SegHist) bool {
	if e.Target.Grid || e.InKernel || len(x.Space) > 1 {
		return false
	}
	h := &histParts{stm: s, ops: x.Ops, last: x.Space[0]}
	for _, op := range x.Ops {
		ps, ok := operator.InAnyOrder(op.Operator, e.Target.Math)
		if !ok || len(ps) > 1 {
			return false
		}
		h.prims = append(h.prims, ps[0])
	}
	n := e.Atom(h.last.Size)
	if known, ok := h.last.Size.AsSize(); ok && known < minUpdates {
		return false
	}
	cells := imp.Expr(imp.Int(0))
	for _, op := range h.ops {
		cells = emit.Prim(scalar.Max, cells, cellCount(e, op))
	}
	need := emit.Prim(scalar.MulSat, emit.Prim(scalar.Max, cells, imp.Int(1)), imp.Int(partCells))
	h.parts = e.Declare("parts", emit.Prim(scalar.Min, emit.Prim(scalar.Quot, n, need), imp.Int(maxParts)))
	// The body is emitted twice, so this copy is renamed.
	index := ir.Param{Name: h.last.Index, Type: ir.ScalarOf(scalar.I64)}
	renamed := ir.NewRenamer(e.Names).Lambda(&ir.Lambda{Params: []ir.Param{index}, Body: x.Body})
	h.last.Index, h.body = renamed.Params[0].Name, renamed.Body

	parts, whole := e.Inner(), e.Inner()
	h.emit(parts)
	histInSequence(whole, s, x)
	pays := emit.And(emit.Prim(scalar.Ge, n, imp.Int(minUpdates)), emit.Prim(scalar.Ge, imp.IntVar(h.parts), imp.Int(2)))
	if e.Target.Math != target.Fast { // else the parts are visible in the result
		pays = emit.And(pays, emit.Prim(scalar.Gt, &imp.ID{Kind: imp.NumThreads}, imp.Int(1)))
	}
	e.Add(&imp.If{Cond: pays, Then: parts.Out, Else: whole.Out})
	return true
}

// cellCount returns the number of bins of op's histogram.
func cellCount(e *emit.Emitter, op ir.HistOp) imp.Expr {
	product := imp.Expr(imp.Int(1))
	for _, d := range e.Arrays[op.Dests[0]].Type.Dims {
		product = emit.Prim(scalar.MulSat, product, e.Atom(d))
	}
	return product
}

func (h *histParts) emit(e *emit.Emitter) {
	for _, op := range h.ops {
		dst := e.PlaceOf(op.Dests[0])
		dims := append([]ir.Atom{ir.Var(h.parts)}, e.Arrays[op.Dests[0]].Type.Dims...)
		p := emit.Place{Elem: dst.Elem, Block: e.Names.Fresh("parts_mem"), Index: lmad.RowMajor(ir.Polys(dims))}
		distance := e.Declare("distance", imp.Add(cellCount(e, op), imp.Int(partGap)))
		p.Index.Dims[0].Stride = sym.Var(distance)
		bytes := emit.Prim(scalar.MulSat, imp.Mul(imp.IntVar(distance), imp.IntVar(h.parts)), imp.Int(int64(p.Elem.Size())))
		e.Add(&imp.DeclareBlock{Name: p.Block},
			&imp.Alloc{Block: p.Block, Bytes: bytes, What: "the parts of " + emit.Label(h.stm), Pos: h.stm.Pos})
		h.private = append(h.private, p)
	}
	part := e.Names.Fresh("part")
	e.Parallel(h.stm, []imp.SpaceDim{{Index: part, Count: imp.IntVar(h.parts)}}, func(e *emit.Emitter) { h.fill(e, imp.IntVar(part)) })
	for k := range h.ops {
		h.combine(e, k)
	}
	for _, p := range h.private {
		e.Add(&imp.AssignBlock{Dst: p.Block})
	}
}

// fill builds the histogram of one part.
func (h *histParts) fill(e *emit.Emitter, part imp.Expr) {
	for k, op := range h.ops {
		neutral, _ := h.prims[k].Fn.Neutral(h.prims[k].Type)
		eachCell(e, op, func(e *emit.Emitter, at []imp.Expr) {
			e.Store(h.private[k], &imp.Const{Value: neutral}, append([]imp.Expr{part}, at...)...)
		})
	}
	n, parts := e.Atom(h.last.Size), imp.IntVar(h.parts)
	share := e.Declare("share", emit.RoundedUp(n, parts))
	start := e.Declare("start", imp.Mul(part, imp.IntVar(share)))
	count := emit.Prim(scalar.Min, emit.Sub(n, imp.IntVar(start)), imp.IntVar(share))
	j := e.Names.Fresh("j")
	in := e.Inner()
	in.DeclareAs(h.last.Index, imp.Add(imp.IntVar(start), imp.IntVar(j)))
	in.Body(h.body)
	k := 0
	eachHistOp(in, h.ops, h.body.Result, nil, func(in *emit.Emitter, _ ir.HistOp, bin []imp.Expr, values []ir.Atom) {
		at := append([]imp.Expr{part}, bin...)
		in.Store(h.private[k], h.prim(k, h.private[k].Load(at...), in.Atom(values[0])), at...)
		k++
	})
	e.Add(&imp.For{Index: j, Type: scalar.I64, Bound: emit.Prim(scalar.Max, count, imp.Int(0)), Body: in.Out})
}

// prim combines two values of histogram k.
func (h *histParts) prim(k int, x, y imp.Expr) imp.Expr {
	return &imp.Prim{Fn: h.prims[k].Fn, Type: h.prims[k].Type, Args: []imp.Expr{x, y}}
}

// eachCell emits a loop nest that runs body for each bin of op's histogram.
func eachCell(e *emit.Emitter, op ir.HistOp, body func(e *emit.Emitter, at []imp.Expr)) {
	var nest func(e *emit.Emitter, dims []ir.Atom, at []imp.Expr)
	nest = func(e *emit.Emitter, dims []ir.Atom, at []imp.Expr) {
		if len(dims) == 0 {
			body(e, at)
			return
		}
		b := e.Names.Fresh("bin")
		in := e.Inner()
		nest(in, dims[1:], append(at[:len(at):len(at)], imp.IntVar(b)))
		e.Add(&imp.For{Index: b, Type: scalar.I64, Bound: e.Atom(dims[0]), Body: in.Out})
	}
	nest(e, e.Arrays[op.Dests[0]].Type.Dims, nil)
}

// combine adds the private histograms to histogram k.
func (h *histParts) combine(e *emit.Emitter, k int) {
	dst := e.PlaceOf(h.ops[k].Dests[0])
	var space []imp.SpaceDim
	var at []imp.Expr
	for _, d := range e.Arrays[h.ops[k].Dests[0]].Type.Dims {
		b := e.Names.Fresh("bin")
		space = append(space, imp.SpaceDim{Index: b, Count: e.Atom(d)})
		at = append(at, imp.IntVar(b))
	}
	e.Parallel(h.stm, space, func(e *emit.Emitter) {
		total := e.Declare("total", dst.Load(at...))
		part := e.Names.Fresh("part")
		in := e.Inner()
		mine := h.private[k].Load(append([]imp.Expr{imp.IntVar(part)}, at...)...)
		in.Add(&imp.Assign{Name: total, X: h.prim(k, in.Read(total), mine)})
		e.Add(&imp.For{Index: part, Type: scalar.I64, Bound: imp.IntVar(h.parts), Body: in.Out})
		e.Store(dst, e.Read(total), at...)
	})
}
