package toimp

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/scalar"
)

// A scan whose elements are cheap computes them twice: once to fold the chunks, and once to
// scan each chunk from its prefix. That reads the input twice and writes the result once;
// adding prefixes afterwards would read and write the result once more. The first pass
// writes nothing, so it can be vectorised.

// cheapWork bounds the operators of an element and the scan's operator, up to which
// recomputing an element is cheaper than storing and reloading a result.
const cheapWork = 12

// cheap reports whether computing and folding an element takes only a few scalar operators.
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

// again returns a renamed copy of f that computes only the first results body results.
func (f *fold) again(e *emitter, results int) *fold {
	index := ir.Param{Name: f.last.Index, Type: ir.ScalarOf(scalar.I64)}
	l := ir.NewRenamer(e.names).Lambda(&ir.Lambda{Params: []ir.Param{index}, Body: f.body})
	g := *f
	g.last.Index, g.body = l.Params[0].Name, l.Body
	g.body.Result = g.body.Result[:results]
	e.scalars[g.last.Index] = scalar.I64
	return &g
}

// scanTwice folds all chunks but the last, scans the chunk totals, and then scans the
// elements of each chunk from its prefix.
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
		// The last partial result of an incomplete superchunk is treated like the others.
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

// scanFrom scans chunk k. The chunk's prefix initialises the accumulator if the operator is
// exact in any order; otherwise it is combined with each result.
func (f *fold) scanFrom(e *emitter, c chunks, k imp.Expr, prefix func(e *emitter) accumulator) {
	later := prim(scalar.Gt, k, imp.Int(0))
	acc := e.accumulate("acc", e.operands(f.neutral))
	in := e.inner()
	before := prefix(in)
	if _, ok := f.anyOrder(e); ok {
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

// scanChunk folds the elements of chunk k into acc and writes result after each of them.
func (f *fold) scanChunk(e *emitter, c chunks, k imp.Expr, acc accumulator, result func(e *emitter) []operand) {
	e.each(c, k, f.last.Index, func(e *emitter) {
		f.element(e, acc)
		f.write(e, result(e))
	})
}
