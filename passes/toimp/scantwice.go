package toimp

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/scalar"
)

// A scan whose elements are cheap computes them twice: once to fold the chunks, and
// once to scan each chunk from what comes before it. That reads the input twice and
// writes the result once, where adding prefixes to results reads and writes the result
// once more; and the first pass, which writes nothing, runs in lanes.

// cheapWork bounds the operators of an element, together with the scan's own, that
// are cheaper to apply again than a result is to write and read.
const cheapWork = 12

// cheap reports whether computing and folding an element takes little: a few
// operators on scalars.
func (f *fold) cheap() bool {
	work := 0
	for _, b := range []*ir.Body{f.body, f.operator.Body} {
		for _, s := range b.Stms {
			cost, ok := ops.Cost(s.Exp)
			if !ok || ops.EffectOf(s.Exp) == ops.View {
				return false
			}
			work += max(1, cost)
		}
	}
	for _, p := range f.operator.Params {
		if !p.Type.IsScalar() {
			return false
		}
	}
	return work <= cheapWork
}

// again is f with names of its own, of which only the first so many results are left.
func (f *fold) again(e *emitter, results int) *fold {
	index := ir.Param{Name: f.last.Index, Type: ir.ScalarOf(scalar.I64)}
	l := ir.NewRenamer(e.names).Lambda(&ir.Lambda{Params: []ir.Param{index}, Body: f.body})
	g := *f
	g.last.Index, g.body = l.Params[0].Name, l.Body
	g.body.Result = g.body.Result[:results]
	e.scalars[g.last.Index] = scalar.I64
	return &g
}

// scanTwice folds all chunks but the last, scans what they come to, and scans the
// elements of each chunk.
func (f *fold) scanTwice(e *emitter, c chunks) {
	head := c
	head.count = e.read(e.declare("others", prim(scalar.Max, sub(c.count, imp.Int(1)), imp.Int(0))))
	if !c.single {
		head.supers = e.read(e.declare("superchunks", pieces(head.count, c.size)))
	}
	partials := f.partials(e, head.count)
	f.again(e, len(f.neutral)).eachChunk(e, head, partials, false)
	f.scanSuperchunks(e, head, partials)
	if !c.single {
		// Of a superchunk that is not full, the last partial result is a prefix like the others.
		full := head
		full.supers = e.read(e.declare("full", prim(scalar.Quot, head.count, imp.Int(c.size))))
		f.scanEnds(e, full, partials, imp.Int(0))
	}
	k := e.names.Fresh("chunk")
	e.parallel(f.stm, []imp.SpaceDim{{Index: k, Count: c.count}}, func(e *emitter) {
		f.scanFrom(e, c, imp.IntVar(k), func(e *emitter) accumulator {
			return f.prefix(e, head, partials, imp.Int(0), sub(imp.IntVar(k), imp.Int(1)))
		})
	})
	e.release(partials)
}

// scanFrom scans chunk k. What comes before it is folded with each of its own results,
// or, if the order makes no difference, taken to begin with.
func (f *fold) scanFrom(e *emitter, c chunks, k imp.Expr, prefix func(e *emitter) accumulator) {
	later := prim(scalar.Gt, k, imp.Int(0))
	acc := e.accumulate("acc", e.operands(f.neutral))
	in := e.inner()
	before := prefix(in)
	if _, ok := f.anyOrder(); ok {
		in.set(acc, in.value(before))
		e.add(&imp.If{Cond: later, Then: in.out})
		f.scanChunk(e, c, k, acc, func(e *emitter) []operand { return e.value(acc) })
		return
	}
	f.again(e, len(f.body.Result)).scanChunk(in, c, k, acc, func(e *emitter) []operand {
		return e.apply(f.operator, e.value(before), e.value(acc))
	})
	first := e.inner()
	f.scanChunk(first, c, k, acc, func(e *emitter) []operand { return e.value(acc) })
	e.add(&imp.If{Cond: later, Then: in.out, Else: first.out})
}

// scanChunk folds the elements of chunk k into acc, and writes what result gives
// behind each.
func (f *fold) scanChunk(e *emitter, c chunks, k imp.Expr, acc accumulator, result func(e *emitter) []operand) {
	e.each(c, k, f.last.Index, func(e *emitter) {
		f.element(e, acc)
		f.write(e, result(e))
	})
}
