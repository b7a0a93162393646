package toimp

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/passes/toimp/internal/operator"
)

// Histograms. The updates of a bin are combined in index order (docs/semantics.md), unless
// its operator may combine in any order: it is exact in any order, bit for bit, or the mode
// is fast.
//
// On a device with work-groups, updates in any order are atomic (histcells.go), in shared
// memory first where the bins fit (histgroups.go). Others are sorted by bin, so that a
// thread can take all updates of a bin in order (histordered.go). Without groups, the input
// is split into parts that each build a private histogram (histparts.go).

func (e *emitter) segHist(s *ir.Stm, x *ir.SegHist) {
	if e.target.Group > 0 && !e.inKernel {
		for k := range x.Ops {
			e.histOnDevice(e.histOf(s, x, k))
		}
		return
	}
	if !e.histInParts(s, x) {
		e.histInSequence(s, x)
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
func (e *emitter) histOf(s *ir.Stm, x *ir.SegHist, k int) *hist {
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
func (e *emitter) histOnDevice(h *hist) {
	e.byElements(h)
	if e.scalarBins(h) && barrierSafe(h.op.Operator.Body) {
		_, exact := operator.InAnyOrder(h.op.Operator, e.target.Math)
		if c, ok := e.cellsOf(h); ok && (exact || e.target.Math == target.Fast) {
			e.histByAtomics(h, c)
			return
		}
		e.histInOrder(h)
		return
	}
	e.histInSequence(h.stm, &ir.SegHist{Space: h.space, Ops: []ir.HistOp{h.op}, Body: h.body})
}

// byElements turns a histogram of one-dimensional arrays whose operator is elementwise into one
// of their elements, if the body only selects the array: element j of update i is update
// i·m + j of a histogram with one more dimension of bins.
func (e *emitter) byElements(h *hist) {
	if len(h.op.Dests) != 1 || !selects(h.body) {
		return
	}
	l, ok := operator.OfElements(h.op.Operator, e.names)
	if !ok {
		return
	}
	dims := e.arrays[h.op.Dests[0]].Type.Dims
	m, last := dims[len(dims)-1], h.last()
	b := ir.NewBuilder(e.names)
	b.Pos = h.stm.Pos
	i, j := e.names.Fresh("i"), ir.Atom{}
	width := b.Prim("width", scalar.Max, scalar.I64, m, ir.Size(1))
	b.Bind([]ir.Param{{Name: last.Index, Type: ir.I64}}, &ir.Prim{Fn: scalar.Quot, Type: scalar.I64, Args: []ir.Atom{ir.Var(i), width}})
	j = b.Prim("j", scalar.Rem, scalar.I64, ir.Var(i), width)
	body := h.body.Clone()
	b.Append(body.Stms...)
	bins, row := body.Result[:h.op.Rank], body.Result[h.op.Rank]
	x := e.names.Fresh("x")
	b.Bind([]ir.Param{{Name: x, Type: ir.ScalarOf(e.arrays[h.op.Dests[0]].Type.Elem)}}, &ir.Index{Array: row.Name, Indices: []ir.Atom{j}})
	h.body = b.Body(append(append(append([]ir.Atom{}, bins...), j), ir.Var(x))...)
	updates := e.declare("updates", imp.Mul(e.atom(last.Size), e.atom(m)))
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
func (e *emitter) scalarBins(h *hist) bool {
	return e.arrays[h.op.Dests[0]].Type.Rank() == len(h.segments())+h.op.Rank
}

// segments returns the dimensions that number the histograms.
func (h *hist) segments() []ir.SpaceDim { return h.space[:len(h.space)-1] }

// last returns the dimension that numbers the updates of a histogram.
func (h *hist) last() ir.SpaceDim { return h.space[len(h.space)-1] }

// bins returns the sizes of the bins' dimensions.
func (h *hist) bins(e *emitter) []ir.Atom {
	return e.arrays[h.op.Dests[0]].Type.Dims[len(h.segments()):]
}

// update is one update: its number in its histogram, the bin's indices, whether they are in
// bounds, and the values.
type update struct {
	number imp.Expr
	bin    []imp.Expr
	inside imp.Expr
	values []operand
}

// at emits a renamed copy of the body for the update at a point of the space.
func (h *hist) at(e *emitter, point []imp.Expr) update {
	var indices []ir.Param
	for _, d := range h.space {
		indices = append(indices, ir.Param{Name: d.Index, Type: ir.ScalarOf(scalar.I64)})
	}
	l := ir.NewRenamer(e.names).Lambda(&ir.Lambda{Params: indices, Body: h.body})
	for d, x := range point {
		e.declareAs(l.Params[d].Name, x)
	}
	e.body(l.Body)
	u := update{number: point[len(point)-1], bin: e.atoms(l.Body.Result[:h.op.Rank]), values: e.operands(l.Body.Result[h.op.Rank:])}
	u.inside = e.within(u.bin, e.arrays[h.op.Dests[0]].Type.Peel(len(h.segments())))
	return u
}

// each emits a kernel that runs body for all updates, in parallel.
func (h *hist) each(e *emitter, body func(e *emitter, point []imp.Expr, u update)) {
	var space []imp.SpaceDim
	var point []imp.Expr
	for _, d := range h.space {
		n := e.names.Like(d.Index)
		e.scalars[n] = scalar.I64
		space = append(space, imp.SpaceDim{Index: n, Count: e.atom(d.Size)})
		point = append(point, imp.IntVar(n))
	}
	e.parallel(h.stm, space, func(e *emitter) { body(e, point, h.at(e, point)) })
}

// product returns the product of sizes.
func (e *emitter) product(sizes []ir.Atom) imp.Expr {
	out := imp.Expr(imp.Int(1))
	for _, n := range sizes {
		out = prim(scalar.MulSat, out, e.atom(n))
	}
	return out
}

// flat returns the row-major number of a point.
func (e *emitter) flat(point []imp.Expr, sizes []ir.Atom) imp.Expr {
	out := imp.Expr(imp.Int(0))
	for d, x := range point {
		out = imp.Add(imp.Mul(out, e.atom(sizes[d])), x)
	}
	return out
}

// unflat is the inverse of flat.
func (e *emitter) unflat(number imp.Expr, sizes []ir.Atom) []imp.Expr {
	out := make([]imp.Expr, len(sizes))
	for d := len(sizes) - 1; d > 0; d-- {
		size := e.atom(sizes[d])
		q := e.read(e.declare("q", prim(scalar.Quot, number, size)))
		out[d] = e.read(e.declare("i", sub(number, imp.Mul(q, size))))
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
func (e *emitter) histInSequence(s *ir.Stm, x *ir.SegHist) {
	segments, index := e.space(x.Space[:len(x.Space)-1])
	last := x.Space[len(x.Space)-1]
	e.scalars[last.Index] = scalar.I64
	e.parallel(s, segments, func(e *emitter) {
		in := e.inner()
		in.body(x.Body)
		in.histOps(x.Ops, x.Body.Result, index)
		e.add(&imp.For{Index: last.Index, Type: scalar.I64, Bound: e.atom(last.Size), Body: in.out})
	})
}

func (e *emitter) histOps(ops []ir.HistOp, results []ir.Atom, segment []imp.Expr) {
	e.eachHistOp(ops, results, segment, func(in *emitter, op ir.HistOp, at []imp.Expr, values []ir.Atom) {
		old := make([]operand, len(op.Dests))
		for i, d := range op.Dests {
			old[i] = in.operandAt(in.placeOf(d), at)
		}
		if l, ok := operator.InPlace(op.Operator, ir.NewRenamer(e.names)); ok && len(op.Dests) == 1 && e.unit.Rewrite() {
			in.apply(l, old, in.operands(values))
			return
		}
		new := in.apply(op.Operator, old, in.operands(values))
		for i, d := range op.Dests {
			in.putOperand(in.placeOf(d), new[i], at)
		}
	})
}

// eachHistOp emits update for each histogram, guarded by a bounds check of the bin that the
// body's results name. at is the bin's full index; values are combined with its contents.
func (e *emitter) eachHistOp(ops []ir.HistOp, results []ir.Atom, segment []imp.Expr,
	update func(in *emitter, op ir.HistOp, at []imp.Expr, values []ir.Atom)) {
	bins := make([][]imp.Expr, len(ops))
	for k, op := range ops {
		bins[k] = e.atoms(results[:op.Rank])
		results = results[op.Rank:]
	}
	for k, op := range ops {
		in := e.inner()
		at := append(append([]imp.Expr{}, segment...), bins[k]...)
		update(in, op, at, results[:len(op.Dests)])
		results = results[len(op.Dests):]
		shape := e.arrays[op.Dests[0]].Type.Peel(len(segment))
		e.add(&imp.If{Cond: e.within(bins[k], shape), Then: in.out})
	}
}

// barrierSafe reports whether a body cannot fail and allocates no blocks, so that it may run
// between barriers.
func barrierSafe(b *ir.Body) bool {
	for _, s := range b.Stms {
		if ops.CanFail(s.Exp, func(string) bool { return true }) {
			return false
		}
	}
	return true
}
