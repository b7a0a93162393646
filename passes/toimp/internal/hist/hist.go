// Package hist lowers histograms: seghist.
package hist

import (
	"github.com/lamina-lang/lamina/analysis/operator"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/schedule"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/passes/toimp/internal/emit"
)

// Histograms. The updates of a bin are combined in index order (docs/semantics.md), unless
// its operator may combine in any order: it is exact in any order, bit for bit, or the mode
// is fast.
//
// On a device with work-groups, updates in any order are atomic (cells.go), in shared
// memory first where the bins fit (groups.go). Others are sorted by bin, so that a
// thread can take all updates of a bin in order (ordered.go). Without groups, the input
// is split into parts that each build a private histogram (parts.go).

// SegHist emits histograms.
func SegHist(e *emit.Emitter, s *ir.Stm, x *ir.SegHist) {
	if schedule.Of(s).Level == schedule.Group {
		for k := range x.Ops {
			histInTheirGroups(e, histOf(e, s, x, k))
		}
		return
	}
	if e.Target.Group > 0 && !e.InKernel {
		for k := range x.Ops {
			histOnDevice(e, histOf(e, s, x, k))
		}
		return
	}
	if !histInParts(e, s, x) {
		histInSequence(e, s, x)
	}
}

// hist is one of the histograms of a statement.
type hist struct {
	stm   *ir.Stm
	op    ir.HistOp
	space []ir.SpaceDim
	body  *ir.Body // returns the bin's indices and the values
}

// histOf returns histogram k of a statement.
func histOf(e *emit.Emitter, s *ir.Stm, x *ir.SegHist, k int) *hist {
	var bins, values []ir.Atom
	results := x.Body.Result
	for i, op := range x.Ops {
		if i == k {
			bins = results[:op.Rank]
		}
		results = results[op.Rank:]
	}
	for i, op := range x.Ops {
		if i == k {
			values = results[:len(op.Dests)]
		}
		results = results[len(op.Dests):]
	}
	return &hist{s, x.Ops[k], x.Space, &ir.Body{Stms: x.Body.Stms, Result: append(append([]ir.Atom{}, bins...), values...)}}
}

// histOnDevice emits a histogram in the best way that is correct.
func histOnDevice(e *emit.Emitter, h *hist) {
	byElements(e, h)
	if scalarBins(e, h) && emit.BarrierSafe(h.op.Operator.Body) {
		_, exact := operator.InAnyOrder(h.op.Operator, e.Target.Math)
		if c, ok := cellsOf(e, h); ok && (exact || e.Target.Math == target.Fast) {
			histByAtomics(e, h, c)
			return
		}
		histInOrder(e, h)
		return
	}
	histInSequence(e, h.stm, &ir.SegHist{Space: h.space, Ops: []ir.HistOp{h.op}, Body: h.body})
}

// byElements turns a histogram of one-dimensional arrays whose operator is elementwise into one
// of their elements, if the body only selects the array: element j of update i is update
// i·m + j of a histogram with one more dimension of bins.
func byElements(e *emit.Emitter, h *hist) {
	if len(h.op.Dests) != 1 || !selects(h.body) {
		return
	}
	l, ok := operator.OfElements(h.op.Operator, e.Names)
	if !ok {
		return
	}
	dims := e.Arrays[h.op.Dests[0]].Type.Dims
	m, last := dims[len(dims)-1], h.last()
	b := ir.NewBuilder(e.Names)
	b.Pos = h.stm.Pos
	i, j := e.Names.Fresh("i"), ir.Atom{}
	width := b.Prim("width", scalar.Max, scalar.I64, m, ir.Size(1))
	b.Bind([]ir.Param{{Name: last.Index, Type: ir.I64}}, &ir.Prim{Fn: scalar.Quot, Type: scalar.I64, Args: []ir.Atom{ir.Var(i), width}})
	j = b.Prim("j", scalar.Rem, scalar.I64, ir.Var(i), width)
	body := h.body.Clone()
	b.Append(body.Stms...)
	bins, row := body.Result[:h.op.Rank], body.Result[h.op.Rank]
	x := e.Names.Fresh("x")
	b.Bind([]ir.Param{{Name: x, Type: ir.ScalarOf(e.Arrays[h.op.Dests[0]].Type.Elem)}}, &ir.Index{Array: row.Name, Indices: []ir.Atom{j}})
	h.body = b.Body(append(append(append([]ir.Atom{}, bins...), j), ir.Var(x))...)
	updates := e.Declare("updates", imp.Mul(e.Atom(last.Size), e.Atom(m)))
	h.space = append(append([]ir.SpaceDim{}, h.segments()...), ir.SpaceDim{Index: i, Size: ir.Var(updates)})
	h.op.Operator, h.op.Rank = l, h.op.Rank+1
}

// selects reports whether a body computes scalars and views only, so that repeating it costs
// little.
func selects(b *ir.Body) bool {
	for _, s := range b.Stms {
		if _, ok := ops.Cost(s.Exp); !ok {
			return false
		}
	}
	return true
}

// scalarBins reports whether bins are scalars.
func scalarBins(e *emit.Emitter, h *hist) bool {
	return e.Arrays[h.op.Dests[0]].Type.Rank() == len(h.segments())+h.op.Rank
}

// segments returns the dimensions that number the histograms.
func (h *hist) segments() []ir.SpaceDim { return h.space[:len(h.space)-1] }

// last returns the dimension that numbers the updates of a histogram.
func (h *hist) last() ir.SpaceDim { return h.space[len(h.space)-1] }

// bins returns the sizes of the bins' dimensions.
func (h *hist) bins(e *emit.Emitter) []ir.Atom {
	return e.Arrays[h.op.Dests[0]].Type.Dims[len(h.segments()):]
}

// update is one update: its number in its histogram, the bin's indices, whether they are in
// bounds, and the values.
type update struct {
	number imp.Expr
	bin    []imp.Expr
	inside imp.Expr
	values []emit.Operand
}

// at emits a renamed copy of the body for the update at a point of the space.
func (h *hist) at(e *emit.Emitter, point []imp.Expr) update {
	var indices []ir.Param
	for _, d := range h.space {
		indices = append(indices, ir.Param{Name: d.Index, Type: ir.ScalarOf(scalar.I64)})
	}
	l := ir.NewRenamer(e.Names).Lambda(&ir.Lambda{Params: indices, Body: h.body})
	for d, x := range point {
		e.DeclareAs(l.Params[d].Name, x)
	}
	e.Body(l.Body)
	u := update{number: point[len(point)-1], bin: e.Atoms(l.Body.Result[:h.op.Rank]), values: e.Operands(l.Body.Result[h.op.Rank:])}
	u.inside = e.Within(u.bin, e.Arrays[h.op.Dests[0]].Type.Peel(len(h.segments())))
	return u
}

// each emits a kernel that runs body for all updates, in parallel.
func (h *hist) each(e *emit.Emitter, body func(e *emit.Emitter, point []imp.Expr, u update)) {
	var space []imp.SpaceDim
	var point []imp.Expr
	for _, d := range h.space {
		n := e.Names.Like(d.Index)
		e.Scalars[n] = scalar.I64
		space = append(space, imp.SpaceDim{Index: n, Count: e.Atom(d.Size)})
		point = append(point, imp.IntVar(n))
	}
	e.Parallel(h.stm, space, func(e *emit.Emitter) { body(e, point, h.at(e, point)) })
}

// product returns the product of sizes.
func product(e *emit.Emitter, sizes []ir.Atom) imp.Expr {
	out := imp.Expr(imp.Int(1))
	for _, n := range sizes {
		out = emit.Prim(scalar.MulSat, out, e.Atom(n))
	}
	return out
}

// flat returns the row-major number of a point.
func flat(e *emit.Emitter, point []imp.Expr, sizes []ir.Atom) imp.Expr {
	out := imp.Expr(imp.Int(0))
	for d, x := range point {
		out = imp.Add(imp.Mul(out, e.Atom(sizes[d])), x)
	}
	return out
}

// unflat is the inverse of flat.
func unflat(e *emit.Emitter, number imp.Expr, sizes []ir.Atom) []imp.Expr {
	out := make([]imp.Expr, len(sizes))
	for d := len(sizes) - 1; d > 0; d-- {
		size := e.Atom(sizes[d])
		q := e.Read(e.Declare("q", emit.Prim(scalar.Quot, number, size)))
		out[d] = e.Read(e.Declare("i", emit.Sub(number, imp.Mul(q, size))))
		number = q
	}
	if len(out) > 0 {
		out[0] = number
	}
	return out
}

func sizesOf(ds []ir.SpaceDim) []ir.Atom {
	var out []ir.Atom
	for _, d := range ds {
		out = append(out, d.Size)
	}
	return out
}

// histInSequence updates the bins of each segment in the order of the inputs.
func histInSequence(e *emit.Emitter, s *ir.Stm, x *ir.SegHist) {
	segments, index := e.Space(x.Space[:len(x.Space)-1])
	last := x.Space[len(x.Space)-1]
	e.Scalars[last.Index] = scalar.I64
	e.Parallel(s, segments, func(e *emit.Emitter) {
		in := e.Inner()
		in.Body(x.Body)
		histOps(in, x.Ops, x.Body.Result, index)
		e.Add(&imp.For{Index: last.Index, Type: scalar.I64, Bound: e.Atom(last.Size), Body: in.Out})
	})
}

func histOps(e *emit.Emitter, ops []ir.HistOp, results []ir.Atom, segment []imp.Expr) {
	eachHistOp(e, ops, results, segment, func(in *emit.Emitter, op ir.HistOp, at []imp.Expr, values []ir.Atom) {
		old := make([]emit.Operand, len(op.Dests))
		for i, d := range op.Dests {
			old[i] = in.OperandAt(in.PlaceOf(d), at)
		}
		if l, ok := operator.InPlace(op.Operator, ir.NewRenamer(e.Names)); ok && len(op.Dests) == 1 && e.Unit.Rewrite() {
			in.Apply(l, old, in.Operands(values))
			return
		}
		new := in.Apply(op.Operator, old, in.Operands(values))
		for i, d := range op.Dests {
			in.PutOperand(in.PlaceOf(d), new[i], at)
		}
	})
}

// eachHistOp emits update for each histogram, guarded by a bounds check of the bin that the
// body's results name. at is the bin's full index; values are combined with its contents.
func eachHistOp(e *emit.Emitter, ops []ir.HistOp, results []ir.Atom, segment []imp.Expr,
	update func(in *emit.Emitter, op ir.HistOp, at []imp.Expr, values []ir.Atom)) {
	bins := make([][]imp.Expr, len(ops))
	for k, op := range ops {
		bins[k] = e.Atoms(results[:op.Rank])
		results = results[op.Rank:]
	}
	for k, op := range ops {
		in := e.Inner()
		at := append(append([]imp.Expr{}, segment...), bins[k]...)
		update(in, op, at, results[:len(op.Dests)])
		results = results[len(op.Dests):]
		shape := e.Arrays[op.Dests[0]].Type.Peel(len(segment))
		e.Add(&imp.If{Cond: e.Within(bins[k], shape), Then: in.Out})
	}
}
