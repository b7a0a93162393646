package toimp

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
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
func (e *emitter) histInOrder(h *hist) {
	updates := e.read(e.declare("updates", e.product(sizesOf(h.space))))
	bins := e.read(e.declare("bins", e.product(e.arrays[h.op.Dests[0]].Type.Dims)))
	sorted, sequence := e.inner(), e.inner()
	h.sorted(sorted, updates, bins)
	alone := ir.NewRenamer(e.names).Lambda(&ir.Lambda{Params: h.indices(), Body: h.body})
	again := *h
	again.space, again.body = nil, alone.Body
	for d, p := range alone.Params {
		again.space = append(again.space, ir.SpaceDim{Index: p.Name, Size: h.space[d].Size})
	}
	sequence.histInSequence(h.stm, &ir.SegHist{Space: again.space, Ops: []ir.HistOp{h.op}, Body: again.body})
	fits := and(prim(scalar.Le, updates, imp.Int(mostSorted)), prim(scalar.Le, bins, imp.Int(mostSorted)))
	if len(h.segments()) > 0 || !barrierSafe(h.body) {
		e.add(&imp.If{Cond: fits, Then: sorted.out, Else: sequence.out})
		return
	}
	owners, more := e.inner(), e.inner()
	h.byOwners(owners)
	more.add(&imp.If{Cond: fits, Then: sorted.out, Else: sequence.out})
	few := and(prim(scalar.Le, updates, imp.Int(mostScanned)), prim(scalar.Le, bins, imp.Int(1<<16)))
	e.add(&imp.If{Cond: few, Then: owners.out, Else: more.out})
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
func (h *hist) byOwners(e *emitter) {
	h.eachBin(e, func(e *emitter, bin []imp.Expr) {
		acc := h.accumulate(e, bin)
		e.times(e.atom(h.last().Size), func(e *emitter, i imp.Expr) {
			u := h.at(e, []imp.Expr{i})
			var mine imp.Expr
			for d, b := range u.bin {
				same := prim(scalar.Eq, b, bin[d])
				if mine == nil {
					mine = same
				} else {
					mine = and(mine, same)
				}
			}
			in := e.inner()
			h.fold(in, acc, u.values)
			e.add(&imp.If{Cond: mine, Then: in.out})
		})
		h.put(e, acc, bin)
	})
}

// accumulate declares an accumulator that starts from the contents of a bin.
func (h *hist) accumulate(e *emitter, bin []imp.Expr) accumulator {
	var start []operand
	for _, d := range h.op.Dests {
		start = append(start, e.operandAt(e.placeOf(d), bin))
	}
	return e.accumulate("acc", start)
}

// fold combines the accumulator with values.
func (h *hist) fold(e *emitter, acc accumulator, values []operand) {
	next := e.apply(h.op.Operator, e.value(acc), values)
	for i, o := range next {
		next[i] = operand{X: e.read(e.declare("next", o.X))}
	}
	e.set(acc, next)
}

// put stores the accumulator in a bin.
func (h *hist) put(e *emitter, acc accumulator, bin []imp.Expr) {
	for i, o := range e.value(acc) {
		e.store(e.placeOf(h.op.Dests[i]), o.X, bin...)
	}
}

// sorted sorts the updates by bin and combines them. A key is the number of a bin among those
// of all segments; updates out of bounds come last.
func (h *hist) sorted(e *emitter, updates, bins imp.Expr) {
	r := e.newRadix(h.stm, updates, bins)
	h.each(e, func(e *emitter, point []imp.Expr, u update) {
		number := e.read(e.declare("number", e.flat(point, sizesOf(h.space))))
		key := e.declare("key", bins)
		in := e.inner()
		at := append(append([]imp.Expr{}, point[:len(point)-1]...), u.bin...)
		in.add(&imp.Assign{Name: key, X: in.flat(at, e.arrays[h.op.Dests[0]].Type.Dims)})
		e.add(&imp.If{Cond: u.inside, Then: in.out})
		r.set(e, number, e.read(key))
	})
	r.sort(e)

	var values []place
	for _, d := range h.op.Dests {
		values = append(values, r.array(e, "values_mem", e.arrays[d].Type.Elem, updates))
	}
	j := e.names.Fresh("j")
	e.scalars[j] = scalar.I64
	all := []imp.SpaceDim{{Index: j, Count: updates}}
	e.parallel(h.stm, all, func(e *emitter) {
		in := e.inner()
		u := h.at(in, in.unflat(in.read(in.declare("number", r.number(imp.IntVar(j)))), sizesOf(h.space)))
		for i, o := range u.values {
			in.store(values[i], o.X, imp.IntVar(j))
		}
		e.add(&imp.If{Cond: prim(scalar.Lt, r.key(imp.IntVar(j)), bins), Then: in.out})
	})
	h.runs(e, r, values, bins)
	e.release(values)
	r.release(e)
}

// runs emits a kernel in which a thread for the first of a bin's updates combines them all.
func (h *hist) runs(e *emitter, r *radix, values []place, bins imp.Expr) {
	first := e.names.Fresh("first")
	e.scalars[first] = scalar.I64
	e.parallel(h.stm, []imp.SpaceDim{{Index: first, Count: r.count}}, func(e *emitter) {
		key := e.read(e.declare("key", r.key(imp.IntVar(first))))
		begins := e.declare("begins", prim(scalar.Lt, key, bins))
		before := e.inner()
		before.add(&imp.Assign{Name: begins, X: and(before.read(begins), prim(scalar.Ne, r.key(sub(imp.IntVar(first), imp.Int(1))), key))})
		e.add(&imp.If{Cond: prim(scalar.Gt, imp.IntVar(first), imp.Int(0)), Then: before.out})
		in := e.inner()
		end := r.endOf(in, imp.IntVar(first), key)
		bin := in.unflat(key, e.arrays[h.op.Dests[0]].Type.Dims)
		acc := h.accumulate(in, bin)
		length := in.read(in.declare("length", sub(end, imp.IntVar(first))))
		load := func(e *emitter, k imp.Expr) []operand {
			var out []operand
			for _, v := range values {
				out = append(out, e.operandAt(v, []imp.Expr{imp.Add(imp.IntVar(first), k)}))
			}
			return out
		}
		batches := in.read(in.declare("batches", prim(scalar.Quot, length, imp.Int(batch))))
		in.times(batches, func(e *emitter, b imp.Expr) {
			var loaded [][]operand
			for k := range int64(batch) {
				loaded = append(loaded, load(e, imp.Add(imp.Mul(b, imp.Int(batch)), imp.Int(k))))
			}
			for _, v := range loaded {
				h.fold(e, acc, v)
			}
		})
		done := in.read(in.declare("done", imp.Mul(batches, imp.Int(batch))))
		in.times(sub(length, done), func(e *emitter, k imp.Expr) { h.fold(e, acc, load(e, imp.Add(done, k))) })
		h.put(in, acc, bin)
		e.add(&imp.If{Cond: e.read(begins), Then: in.out})
	})
}

// endOf returns the position after the last update with the given key, whose first one is at
// position first: it doubles the distance while the key is the same, and then halves it.
func (r *radix) endOf(e *emitter, first, key imp.Expr) imp.Expr {
	same := func(e *emitter, at imp.Expr) name.Name {
		is := e.declare("is", &imp.Const{Value: scalar.FromBool(false)})
		in := e.inner()
		in.add(&imp.Assign{Name: is, X: prim(scalar.Eq, r.key(at), key)})
		e.add(&imp.If{Cond: prim(scalar.Lt, at, r.count), Then: in.out})
		return is
	}
	last := e.declare("last", first)
	step := e.declare("step", imp.Int(1))
	on := e.declare("on", &imp.Const{Value: scalar.FromBool(true)})
	up := e.inner()
	at := up.read(up.declare("at", imp.Add(up.read(last), up.read(step))))
	is := same(up, at)
	up.add(&imp.Assign{Name: on, X: up.read(is)})
	go_ := up.inner()
	go_.add(&imp.Assign{Name: last, X: at}, &imp.Assign{Name: step, X: imp.Mul(go_.read(step), imp.Int(2))})
	up.add(&imp.If{Cond: up.read(is), Then: go_.out})
	e.add(&imp.While{Cond: e.read(on), Body: up.out})
	// The key at last is the same, that at last + step is not.
	down := e.inner()
	down.add(&imp.Assign{Name: step, X: prim(scalar.Quot, down.read(step), imp.Int(2))})
	at = down.read(down.declare("at", imp.Add(down.read(last), down.read(step))))
	is = same(down, at)
	move := down.inner()
	move.add(&imp.Assign{Name: last, X: at})
	down.add(&imp.If{Cond: down.read(is), Then: move.out})
	e.add(&imp.While{Cond: prim(scalar.Gt, e.read(step), imp.Int(1)), Body: down.out})
	return e.read(e.declare("end", imp.Add(e.read(last), imp.Int(1))))
}
