package fold

import (
	"github.com/lamina-lang/lamina/analysis/operator"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/passes/toimp/internal/emit"
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
func (f *fold) again(e *emit.Emitter, results int) *fold {
	index := ir.Param{Name: f.last.Index, Type: ir.ScalarOf(scalar.I64)}
	l := ir.NewRenamer(e.Names).Lambda(&ir.Lambda{Params: []ir.Param{index}, Body: f.body})
	g := *f
	g.last.Index, g.body = l.Params[0].Name, l.Body
	g.body.Result = g.body.Result[:results]
	e.Scalars[g.last.Index] = scalar.I64
	return &g
}

// scanInParts scans on the threads of a processor.
func (f *fold) scanInParts(e *emit.Emitter, c emit.Chunks) {
	parts, each, head := imp.Expr(imp.Int(1)), c.Count, c
	one := emit.Prim(scalar.Eq, &imp.ID{Kind: imp.NumThreads}, imp.Int(1))
	if f.cheap() {
		wanted := emit.Prim(scalar.Select, one, imp.Int(1), imp.Mul(&imp.ID{Kind: imp.NumThreads}, imp.Int(partsPerThread)))
		each = e.Read(e.Declare("each", emit.Prim(scalar.Max, emit.RoundedUp(c.Count, wanted), imp.Int(leastPart))))
		parts = e.Read(e.Declare("parts", emit.RoundedUp(c.Count, each)))
		head.Count = e.Read(e.Declare("ahead", emit.Prim(scalar.Max, imp.Mul(emit.Sub(parts, imp.Int(1)), each), imp.Int(0))))
	} else {
		few := emit.Prim(scalar.Le, c.Count, imp.Int(leastPart))
		head.Count = e.Read(e.Declare("ahead", emit.Prim(scalar.Select, emit.Or(one, few), imp.Int(0), c.Count)))
	}
	if !c.Single {
		head.Supers = e.Read(e.Declare("superchunks", emit.Pieces(head.Count, c.Size)))
	}
	partials := f.partialsIf(e, head.Count, emit.Prim(scalar.Lt, imp.Int(0), head.Count))
	if f.cheap() {
		f.again(e, len(f.neutral)).eachChunk(e, head, partials, false)
	} else {
		f.again(e, len(f.body.Result)).eachChunk(e, head, partials, true)
	}
	f.scanPartials(e, head, partials)
	if !f.cheap() {
		f.addPrefixes(e, head, partials)
		parts = emit.Prim(scalar.Select, emit.Prim(scalar.Eq, head.Count, imp.Int(0)), imp.Int(1), imp.Int(0))
	}
	p := e.Names.Fresh("part")
	e.Parallel(f.stm, []imp.SpaceDim{{Index: p, Count: parts}}, func(e *emit.Emitter) {
		from := e.Read(e.Declare("from", imp.Mul(imp.IntVar(p), each)))
		count := e.Read(e.Declare("count", emit.Prim(scalar.Min, each, emit.Sub(c.Count, from))))
		f.scanPart(e, head, partials, from, count)
	})
	e.Release(partials)
}

// scanPartials scans the partial results of c, on the host.
func (f *fold) scanPartials(e *emit.Emitter, c emit.Chunks, partials []emit.Place) {
	if c.Single {
		f.scanSuperchunks(e, c, partials)
		return
	}
	f.onPartials(e, "scan_partials", partials, []imp.Expr{c.Count, c.Supers}, func(e *emit.Emitter, partials []emit.Place, args []imp.Expr) {
		c := emit.Chunks{Size: c.Size, Count: args[0], Supers: args[1]}
		f.scanSuperchunks(e, c, partials)
		// The last partial result of an incomplete superchunk is treated like the others.
		c.Supers = e.Read(e.Declare("full", emit.Prim(scalar.Quot, c.Count, imp.Int(c.Size))))
		f.scanEnds(e, c, partials, imp.Int(0))
	})
}

// scanPart scans count chunks from the given one on, whose prefix is in the partial results.
func (f *fold) scanPart(e *emit.Emitter, c emit.Chunks, partials []emit.Place, from, count imp.Expr) {
	if f.exact(e) {
		f.scanElements(e, c, partials, from, count)
		return
	}
	r := f.startAt(e, c, partials, from)
	e.Counted("k", count, func(e *emit.Emitter, k imp.Expr) {
		f.scanChunk(e, c, e.Read(e.Declare("chunk", imp.Add(from, k))), r)
	})
}

// exact reports whether chunks do not matter: the operator is associative to the last bit.
func (f *fold) exact(e *emit.Emitter) bool {
	_, ok := f.anyOrder(e)
	return ok || operator.Associative(f.operator, f.neutral)
}

// scanElements is scanPart for an exact operator.
func (f *fold) scanElements(e *emit.Emitter, c emit.Chunks, partials []emit.Place, from, count imp.Expr) {
	acc := e.Accumulate("acc", e.Operands(f.neutral))
	in := e.Inner()
	in.Set(acc, in.Value(f.prefix(in, c, partials, imp.Int(0), emit.Sub(from, imp.Int(1)))))
	e.Add(&imp.If{Cond: emit.Prim(scalar.Gt, from, imp.Int(0)), Then: in.Out})
	start := e.Read(e.Declare("start", imp.Mul(from, imp.Int(c.Size))))
	elements := emit.Prim(scalar.Min, emit.Sub(e.Atom(f.last.Size), start), imp.Mul(count, imp.Int(c.Size)))
	e.Counted("j", elements, func(e *emit.Emitter, j imp.Expr) {
		e.DeclareAs(f.last.Index, imp.Add(start, j))
		f.element(e, acc)
		f.write(e, e.Value(acc))
	})
}

// running is the state of a scan between chunks, in the terms of docs/semantics.md.
type running struct {
	before emit.Accumulator // the total of the earlier superchunks; nil if there are none
	within emit.Accumulator // the total of the earlier chunks of the superchunk
	prefix emit.Accumulator // the two combined
}

// startAt is the state before a chunk.
func (f *fold) startAt(e *emit.Emitter, c emit.Chunks, partials []emit.Place, chunk imp.Expr) running {
	r := running{within: e.Accumulate("within", e.Operands(f.neutral))}
	r.prefix = r.within
	in := e.Inner()
	last := emit.Sub(chunk, imp.Int(1))
	if c.Single {
		in.Set(r.within, in.OperandsAt(partials, last))
	} else {
		r.before = e.Accumulate("before", e.Operands(f.neutral))
		r.prefix = e.Accumulate("prefix", e.Operands(f.neutral))
		in.Set(r.prefix, in.Value(f.prefix(in, c, partials, imp.Int(0), last)))
		inside, later := in.Inner(), in.Inner()
		inside.Set(r.within, inside.OperandsAt(partials, last))
		super := emit.Prim(scalar.Quot, chunk, imp.Int(c.Size))
		later.Set(r.before, later.OperandsAt(partials, emit.Sub(imp.Mul(super, imp.Int(c.Size)), imp.Int(1))))
		in.Add(&imp.If{Cond: emit.Prim(scalar.Ne, emit.Prim(scalar.Rem, chunk, imp.Int(c.Size)), imp.Int(0)), Then: inside.Out},
			&imp.If{Cond: emit.Prim(scalar.Ge, chunk, imp.Int(c.Size)), Then: later.Out})
	}
	e.Add(&imp.If{Cond: emit.Prim(scalar.Gt, chunk, imp.Int(0)), Then: in.Out})
	return r
}

// scanChunk scans chunk k and moves the state past it.
func (f *fold) scanChunk(e *emit.Emitter, c emit.Chunks, k imp.Expr, r running) {
	c.N = e.Atom(f.last.Size)
	acc := e.Accumulate("acc", e.Operands(f.neutral))
	if f.cheap() {
		first, later := e.Inner(), e.Inner()
		f.again(e, len(f.body.Result)).scanInto(first, c, k, acc, nil)
		f.scanInto(later, c, k, acc, r.prefix)
		e.Add(&imp.If{Cond: emit.Prim(scalar.Eq, k, imp.Int(0)), Then: first.Out, Else: later.Out})
	} else {
		e.Each(c, k, f.last.Index, func(e *emit.Emitter) {
			f.element(e, acc)
			result := e.Accumulate("result", e.Value(r.prefix))
			f.combine(e, k, result, e.Value(acc))
			f.write(e, e.Value(result))
		})
	}
	j := emit.Prim(scalar.Rem, k, imp.Int(c.Size))
	f.combine(e, j, r.within, e.Value(acc))
	if c.Single {
		return
	}
	e.Set(r.prefix, e.Value(r.within))
	in, end := e.Inner(), e.Inner()
	in.Set(r.prefix, in.Apply(f.operator, in.Value(r.before), in.Value(r.within)))
	end.Set(r.before, end.Value(r.prefix))
	e.Add(&imp.If{Cond: emit.Prim(scalar.Ge, k, imp.Int(c.Size)), Then: in.Out},
		&imp.If{Cond: emit.Prim(scalar.Eq, j, imp.Int(c.Size-1)), Then: end.Out})
}

// scanInto folds the elements of chunk k into acc and writes each result, combined with the
// prefix unless that is nil.
func (f *fold) scanInto(e *emit.Emitter, c emit.Chunks, k imp.Expr, acc, prefix emit.Accumulator) {
	e.Each(c, k, f.last.Index, func(e *emit.Emitter) {
		f.element(e, acc)
		result := e.Value(acc)
		if prefix != nil {
			result = e.Apply(f.operator, e.Value(prefix), result)
		}
		f.write(e, result)
	})
}
