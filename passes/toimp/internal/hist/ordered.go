package hist

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/passes/toimp/internal/emit"
)

// Histograms whose updates must be combined in order, or whose bins are too large for atomic
// operations. The updates are sorted by bin, stably; then a thread takes all updates of a
// bin, which are adjacent, in order. The sort is by radix, the lowest digit first
// (histsort.go). A few updates are not sorted: a thread owns each bin, scans all updates,
// and applies its own.

const (
	// mostScanned is the number of updates up to which the bins' owners scan them all.
	mostScanned = 1024
	// mostSorted bounds the number of updates that are sorted, and of bins.
	mostSorted = 1<<31 - 1<<16
)

// histInOrder emits a histogram of scalars whose operator cannot fail.
func histInOrder(e *emit.Emitter, h *hist) {
	updates := e.Read(e.Declare("updates", product(e, sizesOf(h.space))))
	bins := e.Read(e.Declare("bins", product(e, e.Arrays[h.op.Dests[0]].Type.Dims)))
	sorted, sequence := e.Inner(), e.Inner()
	h.sorted(sorted, updates, bins)
	alone := ir.NewRenamer(e.Names).Lambda(&ir.Lambda{Params: h.indices(), Body: h.body})
	again := *h
	again.space, again.body = nil, alone.Body
	for d, p := range alone.Params {
		again.space = append(again.space, ir.SpaceDim{Index: p.Name, Size: h.space[d].Size})
	}
	histInSequence(sequence, h.stm, &ir.SegHist{Space: again.space, Ops: []ir.HistOp{h.op}, Body: again.body})
	fits := emit.And(emit.Prim(scalar.Le, updates, imp.Int(mostSorted)), emit.Prim(scalar.Le, bins, imp.Int(mostSorted)))
	if len(h.segments()) > 0 || !emit.BarrierSafe(h.body) {
		e.Add(&imp.If{Cond: fits, Then: sorted.Out, Else: sequence.Out})
		return
	}
	owners, more := e.Inner(), e.Inner()
	h.byOwners(owners)
	more.Add(&imp.If{Cond: fits, Then: sorted.Out, Else: sequence.Out})
	few := emit.And(emit.Prim(scalar.Le, updates, imp.Int(mostScanned)), emit.Prim(scalar.Le, bins, imp.Int(1<<16)))
	e.Add(&imp.If{Cond: few, Then: owners.Out, Else: more.Out})
}

// indices returns the indices of the space as parameters.
func (h *hist) indices() []ir.Param {
	var out []ir.Param
	for _, d := range h.space {
		out = append(out, ir.Param{Name: d.Index, Type: ir.ScalarOf(scalar.I64)})
	}
	return out
}

// byOwners scans all updates in one thread per bin.
func (h *hist) byOwners(e *emit.Emitter) {
	h.eachBin(e, func(e *emit.Emitter, bin []imp.Expr) {
		acc := h.accumulate(e, bin)
		e.Times(e.Atom(h.last().Size), func(e *emit.Emitter, i imp.Expr) {
			u := h.at(e, []imp.Expr{i})
			var mine imp.Expr
			for d, b := range u.bin {
				same := emit.Prim(scalar.Eq, b, bin[d])
				if mine == nil {
					mine = same
				} else {
					mine = emit.And(mine, same)
				}
			}
			in := e.Inner()
			h.fold(in, acc, u.values)
			e.Add(&imp.If{Cond: mine, Then: in.Out})
		})
		h.put(e, acc, bin)
	})
}

// accumulate declares an accumulator that starts from the contents of a bin.
func (h *hist) accumulate(e *emit.Emitter, bin []imp.Expr) emit.Accumulator {
	var start []emit.Operand
	for _, d := range h.op.Dests {
		start = append(start, e.OperandAt(e.PlaceOf(d), bin))
	}
	return e.Accumulate("acc", start)
}

// fold combines the accumulator with values.
func (h *hist) fold(e *emit.Emitter, acc emit.Accumulator, values []emit.Operand) {
	next := e.Apply(h.op.Operator, e.Value(acc), values)
	for i, o := range next {
		next[i] = emit.Operand{X: e.Read(e.Declare("next", o.X))}
	}
	e.Set(acc, next)
}

// put stores the accumulator in a bin.
func (h *hist) put(e *emit.Emitter, acc emit.Accumulator, bin []imp.Expr) {
	for i, o := range e.Value(acc) {
		e.Store(e.PlaceOf(h.op.Dests[i]), o.X, bin...)
	}
}

// sorted sorts the updates by bin and combines them. A key is the number of a bin among those
// of all segments; updates out of bounds come last.
func (h *hist) sorted(e *emit.Emitter, updates, bins imp.Expr) {
	r := newRadix(e, h.stm, updates, bins)
	h.each(e, func(e *emit.Emitter, point []imp.Expr, u update) {
		number := e.Read(e.Declare("number", flat(e, point, sizesOf(h.space))))
		key := e.Declare("key", bins)
		in := e.Inner()
		at := append(append([]imp.Expr{}, point[:len(point)-1]...), u.bin...)
		in.Add(&imp.Assign{Name: key, X: flat(in, at, e.Arrays[h.op.Dests[0]].Type.Dims)})
		e.Add(&imp.If{Cond: u.inside, Then: in.Out})
		r.set(e, number, e.Read(key))
	})
	r.sort(e)

	var values []emit.Place
	for _, d := range h.op.Dests {
		values = append(values, r.array(e, "values_mem", e.Arrays[d].Type.Elem, updates))
	}
	j := e.Names.Fresh("j")
	e.Scalars[j] = scalar.I64
	all := []imp.SpaceDim{{Index: j, Count: updates}}
	e.Parallel(h.stm, all, func(e *emit.Emitter) {
		in := e.Inner()
		u := h.at(in, unflat(in, in.Read(in.Declare("number", r.number(imp.IntVar(j)))), sizesOf(h.space)))
		for i, o := range u.values {
			in.Store(values[i], o.X, imp.IntVar(j))
		}
		e.Add(&imp.If{Cond: emit.Prim(scalar.Lt, r.key(imp.IntVar(j)), bins), Then: in.Out})
	})
	h.runs(e, r, values, bins)
	e.Release(values)
	r.release(e)
}

// runs emits a kernel in which a thread for the first of a bin's updates combines them all.
func (h *hist) runs(e *emit.Emitter, r *radix, values []emit.Place, bins imp.Expr) {
	first := e.Names.Fresh("first")
	e.Scalars[first] = scalar.I64
	e.Parallel(h.stm, []imp.SpaceDim{{Index: first, Count: r.count}}, func(e *emit.Emitter) {
		key := e.Read(e.Declare("key", r.key(imp.IntVar(first))))
		begins := e.Declare("begins", emit.Prim(scalar.Lt, key, bins))
		before := e.Inner()
		before.Add(&imp.Assign{Name: begins, X: emit.And(before.Read(begins), emit.Prim(scalar.Ne, r.key(emit.Sub(imp.IntVar(first), imp.Int(1))), key))})
		e.Add(&imp.If{Cond: emit.Prim(scalar.Gt, imp.IntVar(first), imp.Int(0)), Then: before.Out})
		in := e.Inner()
		end := r.endOf(in, imp.IntVar(first), key)
		bin := unflat(in, key, e.Arrays[h.op.Dests[0]].Type.Dims)
		acc := h.accumulate(in, bin)
		length := in.Read(in.Declare("length", emit.Sub(end, imp.IntVar(first))))
		load := func(e *emit.Emitter, k imp.Expr) []emit.Operand {
			var out []emit.Operand
			for _, v := range values {
				out = append(out, e.OperandAt(v, []imp.Expr{imp.Add(imp.IntVar(first), k)}))
			}
			return out
		}
		batches := in.Read(in.Declare("batches", emit.Prim(scalar.Quot, length, imp.Int(emit.Batch))))
		in.Times(batches, func(e *emit.Emitter, b imp.Expr) {
			var loaded [][]emit.Operand
			for k := range int64(emit.Batch) {
				loaded = append(loaded, load(e, imp.Add(imp.Mul(b, imp.Int(emit.Batch)), imp.Int(k))))
			}
			for _, v := range loaded {
				h.fold(e, acc, v)
			}
		})
		done := in.Read(in.Declare("done", imp.Mul(batches, imp.Int(emit.Batch))))
		in.Times(emit.Sub(length, done), func(e *emit.Emitter, k imp.Expr) { h.fold(e, acc, load(e, imp.Add(done, k))) })
		h.put(in, acc, bin)
		e.Add(&imp.If{Cond: e.Read(begins), Then: in.Out})
	})
}

// endOf returns the position after the last update with the given key, whose first one is at
// position first: it doubles the distance while the key is the same, and then halves it.
func (r *radix) endOf(e *emit.Emitter, first, key imp.Expr) imp.Expr {
	same := func(e *emit.Emitter, at imp.Expr) name.Name {
		is := e.Declare("is", &imp.Const{Value: scalar.FromBool(false)})
		in := e.Inner()
		in.Add(&imp.Assign{Name: is, X: emit.Prim(scalar.Eq, r.key(at), key)})
		e.Add(&imp.If{Cond: emit.Prim(scalar.Lt, at, r.count), Then: in.Out})
		return is
	}
	last := e.Declare("last", first)
	step := e.Declare("step", imp.Int(1))
	on := e.Declare("on", &imp.Const{Value: scalar.FromBool(true)})
	up := e.Inner()
	at := up.Read(up.Declare("at", imp.Add(up.Read(last), up.Read(step))))
	is := same(up, at)
	up.Add(&imp.Assign{Name: on, X: up.Read(is)})
	go_ := up.Inner()
	go_.Add(&imp.Assign{Name: last, X: at}, &imp.Assign{Name: step, X: imp.Mul(go_.Read(step), imp.Int(2))})
	up.Add(&imp.If{Cond: up.Read(is), Then: go_.Out})
	e.Add(&imp.While{Cond: e.Read(on), Body: up.Out})
	// The key at last is the same, that at last + step is not.
	down := e.Inner()
	down.Add(&imp.Assign{Name: step, X: emit.Prim(scalar.Quot, down.Read(step), imp.Int(2))})
	at = down.Read(down.Declare("at", imp.Add(down.Read(last), down.Read(step))))
	is = same(down, at)
	move := down.Inner()
	move.Add(&imp.Assign{Name: last, X: at})
	down.Add(&imp.If{Cond: down.Read(is), Then: move.Out})
	e.Add(&imp.While{Cond: emit.Prim(scalar.Gt, e.Read(step), imp.Int(1)), Body: down.Out})
	return e.Read(e.Declare("end", imp.Add(e.Read(last), imp.Int(1))))
}
