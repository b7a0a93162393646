package toimp

import (
	"math/bits"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/passes/toimp/internal/operator"
)

// Histograms. The updates of a bin are combined in index order (docs/semantics.md), so a
// segment runs sequentially unless its operators are exact in any order, bit for bit. In
// that case, on a device with work-groups, threads update bins atomically; if the bins fit,
// each group first builds a histogram in shared memory. If the order matters, each bin is
// owned by one of many threads (histowners.go). Without groups, the input is split into
// parts that each build a private histogram (histparts.go).

func (e *emitter) segHist(s *ir.Stm, x *ir.SegHist) {
	if e.target.Group > 0 && e.inAnyOrder(x.Ops) {
		e.histByAtomics(s, x)
		return
	}
	if e.target.Group > 0 && e.histByOwners(s, x) {
		return
	}
	if !e.histInParts(s, x) {
		e.histInSequence(s, x)
	}
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

// inAnyOrder reports whether every operator consists of scalar operators that may combine in
// any order.
func (e *emitter) inAnyOrder(ops []ir.HistOp) bool {
	for _, op := range ops {
		if _, ok := operator.InAnyOrder(op.Operator, e.target.Math); !ok {
			return false
		}
	}
	return true
}

// sharedLimit is the most shared memory, in bytes, that a group's histogram takes.
const sharedLimit = 32 << 10

func (e *emitter) histByAtomics(s *ir.Stm, x *ir.SegHist) {
	everywhere := e.inner()
	everywhere.histEverywhere(s, x)
	op := x.Ops[0]
	if len(x.Space) > 1 || len(x.Ops) > 1 || len(op.Dests) > 1 || op.Rank > 1 || !barrierSafe(x.Body) {
		e.add(everywhere.out...)
		return
	}
	elem := e.placeOf(op.Dests[0]).Elem
	bins := e.atom(e.arrays[op.Dests[0]].Type.Dims[0])
	fits := prim(scalar.Le, bins, imp.Int(sharedLimit/int64(elem.Size())))
	inGroups := e.inner()
	inGroups.histInGroups(s, x)
	e.add(&imp.If{Cond: fits, Then: inGroups.out, Else: everywhere.out})
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

// histEverywhere updates the bins atomically in device memory.
func (e *emitter) histEverywhere(s *ir.Stm, x *ir.SegHist) {
	space, index := e.space(x.Space)
	e.parallel(s, space, func(e *emitter) {
		e.body(x.Body)
		e.eachHistOp(x.Ops, x.Body.Result, index[:len(index)-1], func(in *emitter, op ir.HistOp, at []imp.Expr, values []ir.Atom) {
			updates, _ := operator.InAnyOrder(op.Operator, e.target.Math)
			for i, p := range updates {
				dst := in.placeOf(op.Dests[i])
				in.update(p, dst.Block, dst.element(at), in.atom(values[i]))
			}
		})
	})
}

// update atomically combines element index of a block with x.
func (e *emitter) update(p *ir.Prim, block name.Name, index, x imp.Expr) {
	e.add(&imp.Atomic{Kind: imp.AtomicUpdate, Fn: p.Fn, Block: block, Elem: p.Type, Index: index, X: x})
}

// histInGroups builds a histogram per group in shared memory, then adds it to the one in
// device memory. It renames the body, which is also emitted elsewhere.
func (e *emitter) histInGroups(s *ir.Stm, x *ir.SegHist) {
	op := x.Ops[0]
	ps, _ := operator.InAnyOrder(op.Operator, e.target.Math)
	p := ps[0]
	neutral, _ := p.Fn.Neutral(p.Type)
	dst := e.placeOf(op.Dests[0])
	bins := e.atom(e.arrays[op.Dests[0]].Type.Dims[0])
	last := x.Space[0]
	index := ir.Param{Name: last.Index, Type: ir.ScalarOf(scalar.I64)}

	group := imp.Int(e.target.Group)
	groups := e.groupsFor(e.atom(last.Size), 16, maxGroups)
	shared := place{p.Type, e.names.Fresh("bins_mem"), lmad.RowMajor(ir.Polys(e.arrays[op.Dests[0]].Type.Dims[:1]))}
	k := e.kernel()
	k.strided(&imp.ID{Kind: imp.LocalID}, group, bins, func(e *emitter, b imp.Expr) {
		e.store(shared, &imp.Const{Value: neutral}, b)
	})
	k.add(&imp.Barrier{})
	thread := imp.Add(imp.Mul(&imp.ID{Kind: imp.GroupID}, group), &imp.ID{Kind: imp.LocalID})
	k.stridedBy(histBatch, thread, imp.Mul(&imp.ID{Kind: imp.NumGroups}, group), k.atom(last.Size), func(e *emitter, is []imp.Expr) {
		var results [][]ir.Atom
		for _, i := range is {
			body := ir.NewRenamer(e.names).Lambda(&ir.Lambda{Params: []ir.Param{index}, Body: x.Body})
			e.declareAs(body.Params[0].Name, i)
			e.body(body.Body)
			results = append(results, body.Body.Result)
		}
		for _, r := range results {
			e.eachHistOp(x.Ops, r, nil, func(in *emitter, op ir.HistOp, at []imp.Expr, values []ir.Atom) {
				in.update(p, shared.Block, shared.element(at[:1]), in.atom(values[0]))
			})
		}
	})
	k.add(&imp.Barrier{})
	k.strided(&imp.ID{Kind: imp.LocalID}, group, bins, func(e *emitter, b imp.Expr) {
		mine := e.read(e.declare("mine", shared.load(b)))
		in := e.inner()
		in.update(p, dst.Block, dst.element([]imp.Expr{b}), mine)
		e.add(&imp.If{Cond: &imp.Prim{Fn: scalar.Ne, Type: p.Type, Args: []imp.Expr{mine, &imp.Const{Value: neutral}}}, Then: in.out})
	})
	bytes := imp.Mul(bins, imp.Int(int64(p.Type.Size())))
	e.add(&imp.Launch{
		Label: label(s), Groups: groups, GroupSize: group, Body: k.out, Pos: s.Pos,
		Shared: []imp.Shared{{Name: shared.Block, Bytes: bytes}},
	})
}

// maxGroups is the number of groups that fills the largest devices.
const maxGroups = 1056

// groupsFor returns the number of groups for n elements with each elements per thread,
// capped at most.
func (e *emitter) groupsFor(n imp.Expr, each, most int64) imp.Expr {
	return prim(scalar.Min, pieces(n, e.target.Group*each), imp.Int(most))
}

// histBatch is the number of elements that a thread computes before it updates their bins,
// so that their loads overlap.
const histBatch = 4

// stridedBy runs body for start, start+step, … below n, batch of them at a time, then one
// at a time for the remainder.
func (e *emitter) stridedBy(batch int64, start, step, n imp.Expr, body func(e *emitter, is []imp.Expr)) {
	first := e.read(e.declare("first", start))
	steps := e.read(e.declare("step", step))
	// A negative count would make the remainder loop start at the wrong element.
	count := e.read(e.declare("count", prim(scalar.Max, e.steps(first, steps, n), imp.Int(0))))
	batches := e.read(e.declare("batches", prim(scalar.Shr, count, imp.Int(int64(bits.TrailingZeros64(uint64(batch)))))))
	rounds := func(bound imp.Expr, of int64, number func(j imp.Expr) imp.Expr) {
		j := e.names.Fresh("j")
		in := e.inner()
		var is []imp.Expr
		base := in.read(in.declare("i", imp.Add(first, imp.Mul(number(imp.IntVar(j)), steps))))
		for k := range of {
			is = append(is, in.read(in.declare("i", imp.Add(base, imp.Mul(imp.Int(k), steps)))))
		}
		body(in, is)
		e.add(&imp.For{Index: j, Type: scalar.I64, Bound: bound, Body: in.out})
	}
	rounds(batches, batch, func(j imp.Expr) imp.Expr { return imp.Mul(j, imp.Int(batch)) })
	done := imp.Mul(batches, imp.Int(batch))
	rounds(sub(count, done), 1, func(j imp.Expr) imp.Expr { return imp.Add(done, j) })
}

// strided runs body for start, start+step, … below n.
func (e *emitter) strided(start, step, n imp.Expr, body func(e *emitter, i imp.Expr)) {
	first := e.read(e.declare("first", start))
	steps := e.read(e.declare("step", step))
	count := e.steps(first, steps, n)
	j := e.names.Fresh("j")
	in := e.inner()
	i := in.read(in.declare("i", imp.Add(first, imp.Mul(imp.IntVar(j), steps))))
	body(in, i)
	e.add(&imp.For{Index: j, Type: scalar.I64, Bound: count, Body: in.out})
}

// steps returns the number of elements of first, first+step, … below n; at most 0 if first
// is not below n. first may have wrapped around; n - first then wraps as well.
func (e *emitter) steps(first, step, n imp.Expr) imp.Expr {
	left := e.read(e.declare("left", sub(n, first)))
	whole := e.read(e.declare("whole", prim(scalar.Quot, left, step)))
	return imp.Add(whole, prim(scalar.Min, sub(left, imp.Mul(whole, step)), imp.Int(1)))
}
