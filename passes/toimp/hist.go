package toimp

import (
	"math/bits"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Histograms. The updates of a bin are combined in the order of their indices
// (docs/semantics.md), so a segment is run in sequence, unless its operators are
// such that the order makes no difference, not even in the last bit. Then, if groups
// of threads are at hand, each thread updates bins atomically; where the bins fit,
// each group first makes a histogram of its own in shared memory. Where the order
// counts, each of many threads has a bin of its own (histowners.go). Without groups,
// the input is cut into parts that each make a histogram (histparts.go).

func (e *emitter) segHist(s *ir.Stm, x *ir.SegHist) {
	if e.target.Group > 0 && anyOrder(x.Ops) {
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
		if l, ok := inPlace(op.Operator, ir.NewRenamer(e.names)); ok && len(op.Dests) == 1 && e.unit.Rewrite() {
			in.apply(l, old, in.operands(values))
			return
		}
		new := in.apply(op.Operator, old, in.operands(values))
		for i, d := range op.Dests {
			in.putOperand(in.placeOf(d), new[i], at)
		}
	})
}

// eachHistOp emits update for each histogram, where the bin that the results of a
// body name is one; at is its index, values are what it is updated with.
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

// anyOrder reports whether every operator may combine in any order.
func anyOrder(ops []ir.HistOp) bool {
	for _, op := range ops {
		if _, ok := exactOperators(op.Operator); !ok {
			return false
		}
	}
	return true
}

// exactOperators are the scalar operators that l applies to its operands one by one, if
// each is as exactOperator wants it.
func exactOperators(l *ir.Lambda) ([]*ir.Prim, bool) {
	n := len(l.Body.Result)
	if len(l.Params) != 2*n || len(l.Body.Stms) != n {
		return nil, false
	}
	made := map[ir.Atom]*ir.Stm{}
	for _, s := range l.Body.Stms {
		if len(s.Pat) == 1 {
			made[ir.Var(s.Pat[0].Name)] = s
		}
	}
	var out []*ir.Prim
	for i, r := range l.Body.Result {
		s := made[r]
		if s == nil {
			return nil, false
		}
		p, ok := exactOperator(&ir.Lambda{
			Params: []ir.Param{l.Params[i], l.Params[n+i]},
			Body:   &ir.Body{Stms: []*ir.Stm{s}, Result: []ir.Atom{r}},
		})
		if !ok {
			return nil, false
		}
		out = append(out, p)
	}
	return out, true
}

// exactOperator is the scalar operator that l is, if that commutes, associates and
// has a neutral element, all exactly.
func exactOperator(l *ir.Lambda) (*ir.Prim, bool) {
	if len(l.Params) != 2 || len(l.Body.Stms) != 1 || len(l.Body.Result) != 1 {
		return nil, false
	}
	s := l.Body.Stms[0]
	p, ok := s.Exp.(*ir.Prim)
	if !ok || len(p.Args) != 2 || l.Body.Result[0] != ir.Var(s.Pat[0].Name) {
		return nil, false
	}
	x, y := ir.Var(l.Params[0].Name), ir.Var(l.Params[1].Name)
	both := p.Args[0] == x && p.Args[1] == y || p.Args[0] == y && p.Args[1] == x
	info := p.Fn.Info()
	_, neutral := p.Fn.Neutral(p.Type)
	return p, both && neutral && info.Commutative && info.Associative.Has(p.Type)
}

// sharedLimit is the most bytes of shared memory that a group takes.
const sharedLimit = 32 << 10

func (e *emitter) histByAtomics(s *ir.Stm, x *ir.SegHist) {
	everywhere := e.inner()
	everywhere.histEverywhere(s, x)
	op := x.Ops[0]
	if len(x.Space) > 1 || len(x.Ops) > 1 || len(op.Dests) > 1 || op.Rank > 1 || !calm(x.Body) {
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

// calm reports whether a body cannot fail and makes no blocks, so that it may run
// between barriers.
func calm(b *ir.Body) bool {
	for _, s := range b.Stms {
		if ops.CanFail(s.Exp, func(string) bool { return true }) {
			return false
		}
	}
	return true
}

// histEverywhere updates the bins in device memory.
func (e *emitter) histEverywhere(s *ir.Stm, x *ir.SegHist) {
	space, index := e.space(x.Space)
	e.parallel(s, space, func(e *emitter) {
		e.body(x.Body)
		e.eachHistOp(x.Ops, x.Body.Result, index[:len(index)-1], func(in *emitter, op ir.HistOp, at []imp.Expr, values []ir.Atom) {
			updates, _ := exactOperators(op.Operator)
			for i, p := range updates {
				dst := in.placeOf(op.Dests[i])
				in.update(p, dst.Block, dst.element(at), in.atom(values[i]))
			}
		})
	})
}

// update combines an element of a block with x, in one step.
func (e *emitter) update(p *ir.Prim, block name.Name, index, x imp.Expr) {
	e.add(&imp.Atomic{Kind: imp.AtomicUpdate, Fn: p.Fn, Block: block, Elem: p.Type, Index: index, X: x})
}

// histInGroups makes a histogram for each group of threads in shared memory, and
// then adds it to that in device memory. The names of the body are given out twice.
func (e *emitter) histInGroups(s *ir.Stm, x *ir.SegHist) {
	op := x.Ops[0]
	p, _ := exactOperator(op.Operator)
	neutral, _ := p.Fn.Neutral(p.Type)
	dst := e.placeOf(op.Dests[0])
	bins := e.atom(e.arrays[op.Dests[0]].Type.Dims[0])
	last := x.Space[0]
	index := ir.Param{Name: last.Index, Type: ir.ScalarOf(scalar.I64)}

	group := imp.Int(e.target.Group)
	groups := e.groupsFor(e.atom(last.Size), 16, mostGroups)
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

// mostGroups is the number of groups that fills the largest devices.
const mostGroups = 1056

// groupsFor is how many groups take n elements, so that each thread has a few: at most
// so many.
func (e *emitter) groupsFor(n imp.Expr, each, most int64) imp.Expr {
	return prim(scalar.Min, pieces(n, e.target.Group*each), imp.Int(most))
}

// histBatch is how many elements a thread computes before it updates bins with them,
// so that what they load is under way together.
const histBatch = 4

// stridedBy runs body for so many of start, start+step, … below n at a time, then for
// one at a time.
func (e *emitter) stridedBy(batch int64, start, step, n imp.Expr, body func(e *emitter, is []imp.Expr)) {
	first := e.read(e.declare("first", start))
	steps := e.read(e.declare("step", step))
	// Below 0, the batches would not be a part of them.
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

// steps is how many of first, first+step, … lie below n; at most 0 if first does not.
// first may have wrapped, as n - first then does.
func (e *emitter) steps(first, step, n imp.Expr) imp.Expr {
	left := e.read(e.declare("left", sub(n, first)))
	whole := e.read(e.declare("whole", prim(scalar.Quot, left, step)))
	return imp.Add(whole, prim(scalar.Min, sub(left, imp.Mul(whole, step)), imp.Int(1)))
}
