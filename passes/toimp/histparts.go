package toimp

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/passes/toimp/internal/operator"
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
	parts   name.Name // number of parts
	private []place   // the private histograms, one after the other
}

// histInParts emits s in parts, or sequentially if there are too few updates at run time.
// It emits nothing and returns false if the operators or the target rule parts out.
func (e *emitter) histInParts(s *ir.Stm, x *ir.SegHist) bool {
	if e.target.Grid || e.inKernel || len(x.Space) > 1 {
		return false
	}
	h := &histParts{stm: s, ops: x.Ops, last: x.Space[0]}
	for _, op := range x.Ops {
		ps, ok := operator.InAnyOrder(op.Operator, e.target.Math)
		if !ok || len(ps) > 1 {
			return false
		}
		h.prims = append(h.prims, ps[0])
	}
	n := e.atom(h.last.Size)
	if known, ok := h.last.Size.AsSize(); ok && known < minUpdates {
		return false
	}
	cells := imp.Expr(imp.Int(0))
	for _, op := range h.ops {
		cells = prim(scalar.Max, cells, e.cells(op))
	}
	need := prim(scalar.MulSat, prim(scalar.Max, cells, imp.Int(1)), imp.Int(partCells))
	h.parts = e.declare("parts", prim(scalar.Min, prim(scalar.Quot, n, need), imp.Int(maxParts)))
	// The body is emitted twice, so this copy is renamed.
	index := ir.Param{Name: h.last.Index, Type: ir.ScalarOf(scalar.I64)}
	renamed := ir.NewRenamer(e.names).Lambda(&ir.Lambda{Params: []ir.Param{index}, Body: x.Body})
	h.last.Index, h.body = renamed.Params[0].Name, renamed.Body

	parts, whole := e.inner(), e.inner()
	h.emit(parts)
	whole.histInSequence(s, x)
	pays := and(prim(scalar.Ge, n, imp.Int(minUpdates)), prim(scalar.Ge, imp.IntVar(h.parts), imp.Int(2)))
	if e.target.Math != target.Fast { // else the parts are visible in the result
		pays = and(pays, prim(scalar.Gt, &imp.ID{Kind: imp.NumThreads}, imp.Int(1)))
	}
	e.add(&imp.If{Cond: pays, Then: parts.out, Else: whole.out})
	return true
}

// cells returns the number of bins of op's histogram.
func (e *emitter) cells(op ir.HistOp) imp.Expr {
	product := imp.Expr(imp.Int(1))
	for _, d := range e.arrays[op.Dests[0]].Type.Dims {
		product = prim(scalar.MulSat, product, e.atom(d))
	}
	return product
}

func (h *histParts) emit(e *emitter) {
	for _, op := range h.ops {
		dst := e.placeOf(op.Dests[0])
		dims := append([]ir.Atom{ir.Var(h.parts)}, e.arrays[op.Dests[0]].Type.Dims...)
		p := place{Elem: dst.Elem, Block: e.names.Fresh("parts_mem"), Index: lmad.RowMajor(ir.Polys(dims))}
		distance := e.declare("distance", imp.Add(e.cells(op), imp.Int(partGap)))
		p.Index.Dims[0].Stride = sym.Var(distance)
		bytes := prim(scalar.MulSat, imp.Mul(imp.IntVar(distance), imp.IntVar(h.parts)), imp.Int(int64(p.Elem.Size())))
		e.add(&imp.DeclareBlock{Name: p.Block},
			&imp.Alloc{Block: p.Block, Bytes: bytes, What: "the parts of " + label(h.stm), Pos: h.stm.Pos})
		h.private = append(h.private, p)
	}
	part := e.names.Fresh("part")
	e.parallel(h.stm, []imp.SpaceDim{{Index: part, Count: imp.IntVar(h.parts)}}, func(e *emitter) { h.fill(e, imp.IntVar(part)) })
	for k := range h.ops {
		h.combine(e, k)
	}
	for _, p := range h.private {
		e.add(&imp.AssignBlock{Dst: p.Block})
	}
}

// fill builds the histogram of one part.
func (h *histParts) fill(e *emitter, part imp.Expr) {
	for k, op := range h.ops {
		neutral, _ := h.prims[k].Fn.Neutral(h.prims[k].Type)
		e.eachCell(op, func(e *emitter, at []imp.Expr) {
			e.store(h.private[k], &imp.Const{Value: neutral}, append([]imp.Expr{part}, at...)...)
		})
	}
	n, parts := e.atom(h.last.Size), imp.IntVar(h.parts)
	share := e.declare("share", roundedUp(n, parts))
	start := e.declare("start", imp.Mul(part, imp.IntVar(share)))
	count := prim(scalar.Min, sub(n, imp.IntVar(start)), imp.IntVar(share))
	j := e.names.Fresh("j")
	in := e.inner()
	in.declareAs(h.last.Index, imp.Add(imp.IntVar(start), imp.IntVar(j)))
	in.body(h.body)
	k := 0
	in.eachHistOp(h.ops, h.body.Result, nil, func(in *emitter, _ ir.HistOp, bin []imp.Expr, values []ir.Atom) {
		at := append([]imp.Expr{part}, bin...)
		in.store(h.private[k], h.prim(k, h.private[k].load(at...), in.atom(values[0])), at...)
		k++
	})
	e.add(&imp.For{Index: j, Type: scalar.I64, Bound: prim(scalar.Max, count, imp.Int(0)), Body: in.out})
}

// prim combines two values of histogram k.
func (h *histParts) prim(k int, x, y imp.Expr) imp.Expr {
	return &imp.Prim{Fn: h.prims[k].Fn, Type: h.prims[k].Type, Args: []imp.Expr{x, y}}
}

// eachCell emits a loop nest that runs body for each bin of op's histogram.
func (e *emitter) eachCell(op ir.HistOp, body func(e *emitter, at []imp.Expr)) {
	var nest func(e *emitter, dims []ir.Atom, at []imp.Expr)
	nest = func(e *emitter, dims []ir.Atom, at []imp.Expr) {
		if len(dims) == 0 {
			body(e, at)
			return
		}
		b := e.names.Fresh("bin")
		in := e.inner()
		nest(in, dims[1:], append(at[:len(at):len(at)], imp.IntVar(b)))
		e.add(&imp.For{Index: b, Type: scalar.I64, Bound: e.atom(dims[0]), Body: in.out})
	}
	nest(e, e.arrays[op.Dests[0]].Type.Dims, nil)
}

// combine adds the private histograms to histogram k.
func (h *histParts) combine(e *emitter, k int) {
	dst := e.placeOf(h.ops[k].Dests[0])
	var space []imp.SpaceDim
	var at []imp.Expr
	for _, d := range e.arrays[h.ops[k].Dests[0]].Type.Dims {
		b := e.names.Fresh("bin")
		space = append(space, imp.SpaceDim{Index: b, Count: e.atom(d)})
		at = append(at, imp.IntVar(b))
	}
	e.parallel(h.stm, space, func(e *emitter) {
		total := e.declare("total", dst.load(at...))
		part := e.names.Fresh("part")
		in := e.inner()
		mine := h.private[k].load(append([]imp.Expr{imp.IntVar(part)}, at...)...)
		in.add(&imp.Assign{Name: total, X: h.prim(k, in.read(total), mine)})
		e.add(&imp.For{Index: part, Type: scalar.I64, Bound: imp.IntVar(h.parts), Body: in.out})
		e.store(dst, e.read(total), at...)
	})
}
