package toimp

import (
	"fmt"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// Reductions of many elements run in waves, so that partial results take bounded memory. A
// wave folds a number of superchunks, then folds their results into the total of the waves
// before it. That is the tree of docs/semantics.md, because superchunk results are folded
// left to right, starting with the first.

// wave is one wave of a reduction.
type wave struct {
	number imp.Expr
	from   imp.Expr // its first chunk
	chunks chunks   // count and supers are those of the wave
}

// waveSupers returns the number of superchunks per wave. On the host, fewer would make a
// wave of a cheap operator too short to distribute. On a device each wave takes several
// launches, so there should be few waves; the superchunk results and the preceding total
// must fit in one chunk.
func (e *emitter) waveSupers() int64 {
	if e.target.Grid {
		return e.target.ReduceChunk - 1
	}
	return 64
}

// needsWaves reports whether a reduction of n elements may take more than one wave.
func (e *emitter) needsWaves(n ir.Atom) bool {
	size := e.target.ReduceChunk
	known, ok := n.AsSize()
	return !ok || known > size*size*e.waveSupers()
}

// inWaves runs body for each wave of c in order, at least once.
func (e *emitter) inWaves(c chunks, body func(e *emitter, w wave)) {
	most := c.size * e.waveSupers()
	k := e.names.Fresh("wave")
	in := e.inner()
	w := wave{number: imp.IntVar(k), chunks: c}
	w.from = in.read(in.declare("from", imp.Mul(w.number, imp.Int(most))))
	w.chunks.count = in.read(in.declare("here", prim(scalar.Min, sub(c.count, w.from), imp.Int(most))))
	w.chunks.supers = in.read(in.declare("superchunks", pieces(w.chunks.count, c.size)))
	body(in, w)
	waves := prim(scalar.Max, imp.Int(1), pieces(c.count, most))
	e.add(&imp.For{Index: k, Type: scalar.I64, Bound: waves, Body: in.out})
}

// partialsOfWave allocates partial results for the chunks of a wave, plus one.
func (f *fold) partialsOfWave(e *emitter, c chunks) (partials []place, last imp.Expr) {
	last = e.read(e.declare("end", prim(scalar.Min, c.count, imp.Int(c.size*e.waveSupers()))))
	return f.partials(e, imp.IntVar(e.declare("room", imp.Add(last, imp.Int(1))))), last
}

// reduceInWaves is reduceInParallel for any number of elements. The last partial result is
// the running total.
func (f *fold) reduceInWaves(e *emitter) {
	c := chunks{n: e.atom(f.last.Size), size: e.target.ReduceChunk}
	c.count = e.read(e.declare("chunks", pieces(c.n, c.size)))
	partials, total := f.partialsOfWave(e, c)
	e.inWaves(c, func(e *emitter, w wave) {
		f.eachChunkFrom(e, c, w.from, w.chunks.count, partials, false)
		if e.target.Grid {
			f.superchunks(e, w.chunks, partials)
		}
		e.once(f.stm, func(e *emitter) {
			args := []imp.Expr{total, w.number, w.from, w.chunks.count, w.chunks.supers}
			f.onPartials(e, "fold_wave", partials, args, func(e *emitter, partials []place, args []imp.Expr) {
				w := wave{number: args[1], from: args[2], chunks: chunks{size: c.size, count: args[3], supers: args[4]}}
				f.foldWave(e, w, partials, args[0])
			})
		})
	})
	for i, p := range partials {
		f.result(e, f.stm.Pat[i], e.operandAt(p, []imp.Expr{total}))
	}
	e.release(partials)
}

// foldWave folds a wave's superchunks into element total of partials. On a device, the
// result of each superchunk is already at the index of its first chunk.
func (f *fold) foldWave(e *emitter, w wave, partials []place, total imp.Expr) {
	acc := e.accumulate("total", e.operands(f.neutral))
	before := e.inner()
	before.set(acc, before.operandsAt(partials, total))
	e.add(&imp.If{Cond: prim(scalar.Gt, w.number, imp.Int(0)), Then: before.out})
	s := e.names.Fresh("superchunk")
	in := e.inner()
	var part []operand
	if e.target.Grid {
		part = in.operandsAt(partials, imp.Mul(imp.IntVar(s), imp.Int(w.chunks.size)))
	} else {
		part = in.value(f.foldSuperchunk(in, w.chunks, imp.IntVar(s), partials))
	}
	f.combine(in, imp.Add(w.from, imp.IntVar(s)), acc, part)
	e.add(&imp.For{Index: s, Type: scalar.I64, Bound: w.chunks.supers, Body: in.out})
	for i, o := range e.value(acc) {
		e.putOperand(partials[i], o, []imp.Expr{total})
	}
}

// rowsInWaves is reduceByRows for one segment of any number of elements. A wave's
// superchunk results go to row, from index 1 on. Index 0 holds the running total; in every
// wave but the first, the total comes first when the row is folded. The only superchunk of
// the only wave goes to index 0 itself, which saves a launch.
func (f *fold) rowsInWaves(e *emitter, count imp.Expr, row []place) {
	c := chunks{n: e.atom(f.last.Size), size: e.target.ReduceChunk, count: count}
	one, chunk := imp.Expr(imp.Int(1)), imp.Int(c.size)
	partials, _ := f.partialsOfWave(e, c)
	e.inWaves(c, func(e *emitter, w wave) {
		here, supers := w.chunks.count, w.chunks.supers
		from := e.read(e.declare("first", imp.Mul(w.from, chunk)))
		left := e.read(e.declare("left", prim(scalar.Min, sub(c.n, from), imp.Int(c.size*c.size*e.waveSupers()))))
		f.foldRows(e, stage{n: left, row: chunk, rows: here, raw: true, store: storePartials(partials, here),
			load: func(e *emitter, s segment, i imp.Expr) []operand { return f.loadElement(e, s, imp.Add(from, i)) }}, one)
		several := e.read(e.declare("several", prim(scalar.Min, sub(imp.Add(w.number, supers), one), one)))
		f.foldRows(e, stage{n: here, row: chunk, rows: supers, load: loadPartials(partials, here),
			store: func(e *emitter, s segment, k imp.Expr, values []operand) {
				storePartials(row, one)(e, s, imp.Add(k, several), values)
			}}, one)
		e.choose(several, 0, func(*emitter) {}, func(e *emitter) {
			before := e.read(e.declare("before", prim(scalar.Min, w.number, one)))
			all := e.read(e.declare("all", imp.Add(supers, before)))
			f.foldRows(e, stage{n: all, row: all, rows: one, store: storePartials(row, one),
				load: func(e *emitter, s segment, i imp.Expr) []operand {
					return loadPartials(row, one)(e, s, imp.Add(i, sub(one, before)))
				}}, one)
		})
	})
	e.release(partials)
}

// Where the host folds partial results, its code depends on the operator alone. So it is a
// function, which all reductions (or scans) with the same operator call: a program of many
// reductions has that code once.

// outlines are the functions that folds share, in the order in which they came up.
type outlines struct {
	taken map[string]bool   // names of functions
	named map[string]string // by what the function computes, its name
	funs  []*imp.Fun
}

func newOutlines(u *pass.Unit) *outlines {
	o := &outlines{taken: map[string]bool{}, named: map[string]string{}}
	for _, f := range u.IR.Funs {
		o.taken[f.Name] = true
	}
	return o
}

// fresh returns a function name that begins with base.
func (o *outlines) fresh(base string) string {
	for i := 1; ; i++ {
		n := fmt.Sprintf("%s_%d", base, i)
		if !o.taken[n] {
			o.taken[n] = true
			return n
		}
	}
}

// onPartials runs body on partial results and i64s, on the host: in place, or by calling the
// function of that purpose for the fold's operator. body must use nothing else of e.
func (f *fold) onPartials(e *emitter, purpose string, partials []place, args []imp.Expr, body func(e *emitter, partials []place, args []imp.Expr)) {
	if e.target.Grid || e.inKernel || !f.closed() || !e.unit.Rewrite() {
		body(e, partials, args)
		return
	}
	key := f.key(purpose)
	fun, ok := e.outlines.named[key]
	if !ok {
		fun = e.outlines.fresh(purpose)
		e.outlines.named[key] = fun
		e.outlines.funs = append(e.outlines.funs, f.outline(e, fun, len(args), body))
	}
	call := &imp.Call{Fun: fun, Pos: f.stm.Pos}
	for _, p := range partials {
		call.Args = append(call.Args, imp.Arg{Block: p.Block})
	}
	call.Args = append(call.Args, imp.Arg{X: imp.Poly(partials[0].Index.Dims[0].Size)})
	for _, a := range args {
		call.Args = append(call.Args, imp.Arg{X: a})
	}
	e.add(call)
}

// closed reports whether the operator is made of scalar operators, on scalars, and depends on
// nothing but its arguments.
func (f *fold) closed() bool {
	for _, p := range f.operator.Params {
		if !p.Type.IsScalar() {
			return false
		}
	}
	for _, n := range f.neutral {
		if n.IsVar() {
			return false
		}
	}
	_, ok := workOf(f.operator.Body)
	return ok && len(ir.FreeInLambda(f.operator)) == 0
}

// key is the same for folds of one purpose that fold alike.
func (f *fold) key(purpose string) string {
	l := ir.NewRenamer(name.NewSupply(0)).Lambda(f.operator)
	return fmt.Sprint(purpose, " ", l, " ", f.neutral)
}

// outline returns the function of the given name that does what body does.
func (f *fold) outline(e *emitter, fun string, args int, body func(e *emitter, partials []place, args []imp.Expr)) *imp.Fun {
	in := &emitter{shared: newShared(e.unit, e.outlines)}
	out := &imp.Fun{Name: fun, Pos: f.stm.Pos}
	param := func(base string, t scalar.Type) name.Name {
		n := in.names.Fresh(base)
		out.Params = append(out.Params, imp.Param{Name: n, Type: imp.Type{Elem: t}})
		in.scalars[n] = t
		return n
	}
	partials := make([]place, len(f.neutral))
	for i, o := range in.operands(f.neutral) {
		n := in.names.Fresh("partials_mem")
		out.Params = append(out.Params, imp.Param{Name: n})
		partials[i] = place{Elem: o.Type.Elem, Block: n}
	}
	room := sym.Var(param("room", scalar.I64))
	for i := range partials {
		partials[i].Index = lmad.RowMajor([]sym.Poly{room})
	}
	xs := make([]imp.Expr, args)
	for i := range xs {
		xs[i] = imp.IntVar(param("x", scalar.I64))
	}
	body(in, partials, xs)
	out.Body = in.out
	return out
}
