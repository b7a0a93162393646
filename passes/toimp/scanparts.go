package toimp

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/passes/toimp/internal/operator"
)

// On a processor the range of a scan is cut into parts of consecutive chunks, a few for each
// thread. The chunks before the last part are folded first, and their totals scanned; then each
// part is scanned from its prefix, in one pass. With one thread, or few elements, there is one
// part: nothing is folded first, and each element is read once and written once.
//
// Elements before the last part are computed twice. Where that is dear, a scan on several
// threads has one part, an empty one: chunks are scanned without their prefixes, which are
// combined with the results afterwards.

const (
	// partsPerThread lets threads that finish early take another part.
	partsPerThread = 4
	// leastPart is the least number of chunks in a part.
	leastPart = 4
	// cheapWork bounds the operators of an element and the scan's operator, up to which
	// recomputing an element is cheaper than storing and reloading a result.
	cheapWork = 12
)

// cheap reports whether computing and folding an element takes only a few scalar operators.
func (f *fold) cheap() bool {
	for _, p := range f.operator.Params {
		if !p.Type.IsScalar() {
			return false
		}
	}
	body, ok1 := workOf(f.body)
	operator, ok2 := workOf(f.operator.Body)
	return ok1 && ok2 && body+operator <= cheapWork
}

// workOf is the number of scalar operators in a body, those of both arms of a branch; false if
// it does something else.
func workOf(b *ir.Body) (int, bool) {
	work := 0
	for _, s := range b.Stms {
		if branch, ok := s.Exp.(*ir.If); ok {
			then, ok1 := workOf(branch.Then)
			other, ok2 := workOf(branch.Else)
			if !ok1 || !ok2 {
				return 0, false
			}
			work += 1 + then + other
			continue
		}
		cost, ok := ops.Cost(s.Exp)
		if !ok || ops.EffectOf(s.Exp) == ops.View {
			return 0, false
		}
		work += max(1, cost)
	}
	return work, true
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

// scanInParts scans on the threads of a processor.
func (f *fold) scanInParts(e *emitter, c chunks) {
	parts, each, head := imp.Expr(imp.Int(1)), c.count, c
	one := prim(scalar.Eq, &imp.ID{Kind: imp.NumThreads}, imp.Int(1))
	if f.cheap() {
		wanted := prim(scalar.Select, one, imp.Int(1), imp.Mul(&imp.ID{Kind: imp.NumThreads}, imp.Int(partsPerThread)))
		each = e.read(e.declare("each", prim(scalar.Max, roundedUp(c.count, wanted), imp.Int(leastPart))))
		parts = e.read(e.declare("parts", roundedUp(c.count, each)))
		head.count = e.read(e.declare("ahead", prim(scalar.Max, imp.Mul(sub(parts, imp.Int(1)), each), imp.Int(0))))
	} else {
		few := prim(scalar.Le, c.count, imp.Int(leastPart))
		head.count = e.read(e.declare("ahead", prim(scalar.Select, or(one, few), imp.Int(0), c.count)))
	}
	if !c.single {
		head.supers = e.read(e.declare("superchunks", pieces(head.count, c.size)))
	}
	partials := f.partials(e, head.count)
	if f.cheap() {
		f.again(e, len(f.neutral)).eachChunk(e, head, partials, false)
	} else {
		f.again(e, len(f.body.Result)).eachChunk(e, head, partials, true)
	}
	f.scanPartials(e, head, partials)
	if !f.cheap() {
		f.addPrefixes(e, head, partials)
		parts = prim(scalar.Select, prim(scalar.Eq, head.count, imp.Int(0)), imp.Int(1), imp.Int(0))
	}
	p := e.names.Fresh("part")
	e.parallel(f.stm, []imp.SpaceDim{{Index: p, Count: parts}}, func(e *emitter) {
		from := e.read(e.declare("from", imp.Mul(imp.IntVar(p), each)))
		count := e.read(e.declare("count", prim(scalar.Min, each, sub(c.count, from))))
		f.scanPart(e, head, partials, from, count)
	})
	e.release(partials)
}

// scanPartials scans the partial results of c, on the host.
func (f *fold) scanPartials(e *emitter, c chunks, partials []place) {
	if c.single {
		f.scanSuperchunks(e, c, partials)
		return
	}
	f.onPartials(e, "scan_partials", partials, []imp.Expr{c.count, c.supers}, func(e *emitter, partials []place, args []imp.Expr) {
		c := chunks{size: c.size, count: args[0], supers: args[1]}
		f.scanSuperchunks(e, c, partials)
		// The last partial result of an incomplete superchunk is treated like the others.
		c.supers = e.read(e.declare("full", prim(scalar.Quot, c.count, imp.Int(c.size))))
		f.scanEnds(e, c, partials, imp.Int(0))
	})
}

// scanPart scans count chunks from the given one on, whose prefix is in the partial results.
func (f *fold) scanPart(e *emitter, c chunks, partials []place, from, count imp.Expr) {
	if f.exact(e) {
		f.scanElements(e, c, partials, from, count)
		return
	}
	r := f.startAt(e, c, partials, from)
	e.counted("k", count, func(e *emitter, k imp.Expr) {
		f.scanChunk(e, c, e.read(e.declare("chunk", imp.Add(from, k))), r)
	})
}

// exact reports whether chunks do not matter: the operator is associative to the last bit.
func (f *fold) exact(e *emitter) bool {
	_, ok := f.anyOrder(e)
	return ok || operator.Associative(f.operator, f.neutral)
}

// scanElements is scanPart for an exact operator.
func (f *fold) scanElements(e *emitter, c chunks, partials []place, from, count imp.Expr) {
	acc := e.accumulate("acc", e.operands(f.neutral))
	in := e.inner()
	in.set(acc, in.value(f.prefix(in, c, partials, imp.Int(0), sub(from, imp.Int(1)))))
	e.add(&imp.If{Cond: prim(scalar.Gt, from, imp.Int(0)), Then: in.out})
	start := e.read(e.declare("start", imp.Mul(from, imp.Int(c.size))))
	elements := prim(scalar.Min, sub(e.atom(f.last.Size), start), imp.Mul(count, imp.Int(c.size)))
	e.counted("j", elements, func(e *emitter, j imp.Expr) {
		e.declareAs(f.last.Index, imp.Add(start, j))
		f.element(e, acc)
		f.write(e, e.value(acc))
	})
}

// running is the state of a scan between chunks, in the terms of docs/semantics.md.
type running struct {
	before accumulator // the total of the earlier superchunks; nil if there are none
	within accumulator // the total of the earlier chunks of the superchunk
	prefix accumulator // the two combined
}

// startAt is the state before a chunk.
func (f *fold) startAt(e *emitter, c chunks, partials []place, chunk imp.Expr) running {
	r := running{within: e.accumulate("within", e.operands(f.neutral))}
	r.prefix = r.within
	in := e.inner()
	last := sub(chunk, imp.Int(1))
	if c.single {
		in.set(r.within, in.operandsAt(partials, last))
	} else {
		r.before = e.accumulate("before", e.operands(f.neutral))
		r.prefix = e.accumulate("prefix", e.operands(f.neutral))
		in.set(r.prefix, in.value(f.prefix(in, c, partials, imp.Int(0), last)))
		inside, later := in.inner(), in.inner()
		inside.set(r.within, inside.operandsAt(partials, last))
		super := prim(scalar.Quot, chunk, imp.Int(c.size))
		later.set(r.before, later.operandsAt(partials, sub(imp.Mul(super, imp.Int(c.size)), imp.Int(1))))
		in.add(&imp.If{Cond: prim(scalar.Ne, prim(scalar.Rem, chunk, imp.Int(c.size)), imp.Int(0)), Then: inside.out},
			&imp.If{Cond: prim(scalar.Ge, chunk, imp.Int(c.size)), Then: later.out})
	}
	e.add(&imp.If{Cond: prim(scalar.Gt, chunk, imp.Int(0)), Then: in.out})
	return r
}

// scanChunk scans chunk k and moves the state past it.
func (f *fold) scanChunk(e *emitter, c chunks, k imp.Expr, r running) {
	c.n = e.atom(f.last.Size)
	acc := e.accumulate("acc", e.operands(f.neutral))
	if f.cheap() {
		first, later := e.inner(), e.inner()
		f.again(e, len(f.body.Result)).scanInto(first, c, k, acc, nil)
		f.scanInto(later, c, k, acc, r.prefix)
		e.add(&imp.If{Cond: prim(scalar.Eq, k, imp.Int(0)), Then: first.out, Else: later.out})
	} else {
		e.each(c, k, f.last.Index, func(e *emitter) {
			f.element(e, acc)
			result := e.accumulate("result", e.value(r.prefix))
			f.combine(e, k, result, e.value(acc))
			f.write(e, e.value(result))
		})
	}
	j := prim(scalar.Rem, k, imp.Int(c.size))
	f.combine(e, j, r.within, e.value(acc))
	if c.single {
		return
	}
	e.set(r.prefix, e.value(r.within))
	in, end := e.inner(), e.inner()
	in.set(r.prefix, in.apply(f.operator, in.value(r.before), in.value(r.within)))
	end.set(r.before, end.value(r.prefix))
	e.add(&imp.If{Cond: prim(scalar.Ge, k, imp.Int(c.size)), Then: in.out},
		&imp.If{Cond: prim(scalar.Eq, j, imp.Int(c.size-1)), Then: end.out})
}

// scanInto folds the elements of chunk k into acc and writes each result, combined with the
// prefix unless that is nil.
func (f *fold) scanInto(e *emitter, c chunks, k imp.Expr, acc, prefix accumulator) {
	e.each(c, k, f.last.Index, func(e *emitter) {
		f.element(e, acc)
		result := e.value(acc)
		if prefix != nil {
			result = e.apply(f.operator, e.value(prefix), result)
		}
		f.write(e, result)
	})
}

// counted runs body n times.
func (e *emitter) counted(base string, n imp.Expr, body func(e *emitter, k imp.Expr)) {
	k := e.names.Fresh(base)
	in := e.inner()
	body(in, imp.IntVar(k))
	e.add(&imp.For{Index: k, Type: scalar.I64, Bound: n, Body: in.out})
}
