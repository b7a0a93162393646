package fold

import (
	"fmt"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
	"github.com/lamina-lang/lamina/passes/toimp/internal/emit"
)

// Reductions of many elements run in waves, so that partial results take bounded memory. A
// wave folds a number of superchunks, then folds their results into the total of the waves
// before it. That is the tree of docs/semantics.md, because superchunk results are folded
// left to right, starting with the first.

// wave is one wave of a reduction.
type wave struct {
	number imp.Expr
	from   imp.Expr    // its first chunk
	chunks emit.Chunks // count and supers are those of the wave
}

// waveSupers returns the number of superchunks per wave. On the host, fewer would make a
// wave of a cheap operator too short to distribute. On a device each wave takes several
// launches, so there should be few waves; the superchunk results and the preceding total
// must fit in one chunk.
func waveSupers(e *emit.Emitter) int64 {
	if e.Target.Grid {
		return e.Target.ReduceChunk - 1
	}
	return 64
}

// needsWaves reports whether a reduction of n elements may take more than one wave.
func needsWaves(e *emit.Emitter, n ir.Atom) bool {
	size := e.Target.ReduceChunk
	known, ok := n.AsSize()
	return !ok || known > size*size*waveSupers(e)
}

// inWaves runs body for each wave of c in order, at least once.
func inWaves(e *emit.Emitter, c emit.Chunks, body func(e *emit.Emitter, w wave)) {
	most := c.Size * waveSupers(e)
	k := e.Names.Fresh("wave")
	in := e.Inner()
	w := wave{number: imp.IntVar(k), chunks: c}
	w.from = in.Read(in.Declare("from", imp.Mul(w.number, imp.Int(most))))
	w.chunks.Count = in.Read(in.Declare("here", emit.Prim(scalar.Min, emit.Sub(c.Count, w.from), imp.Int(most))))
	w.chunks.Supers = in.Read(in.Declare("superchunks", emit.Pieces(w.chunks.Count, c.Size)))
	body(in, w)
	waves := emit.Prim(scalar.Max, imp.Int(1), emit.Pieces(c.Count, most))
	e.Add(&imp.For{Index: k, Type: scalar.I64, Bound: waves, Body: in.Out})
}

// partialsOfWave allocates partial results for the chunks of a wave, plus one.
func (f *fold) partialsOfWave(e *emit.Emitter, c emit.Chunks) (partials []emit.Place, last imp.Expr) {
	last = e.Read(e.Declare("end", emit.Prim(scalar.Min, c.Count, imp.Int(c.Size*waveSupers(e)))))
	return f.partials(e, imp.IntVar(e.Declare("room", imp.Add(last, imp.Int(1))))), last
}

// reduceInWaves is reduceInParallel for any number of elements. The last partial result is
// the running total.
func (f *fold) reduceInWaves(e *emit.Emitter) {
	c := emit.Chunks{N: e.Atom(f.last.Size), Size: e.Target.ReduceChunk}
	c.Count = e.Read(e.Declare("chunks", emit.Pieces(c.N, c.Size)))
	partials, total := f.partialsOfWave(e, c)
	inWaves(e, c, func(e *emit.Emitter, w wave) {
		f.eachChunkFrom(e, c, w.from, w.chunks.Count, partials, false)
		if e.Target.Grid {
			f.superchunks(e, w.chunks, partials)
		}
		e.Once(f.stm, func(e *emit.Emitter) {
			args := []imp.Expr{total, w.number, w.from, w.chunks.Count, w.chunks.Supers}
			f.onPartials(e, "fold_wave", partials, args, func(e *emit.Emitter, partials []emit.Place, args []imp.Expr) {
				w := wave{number: args[1], from: args[2], chunks: emit.Chunks{Size: c.Size, Count: args[3], Supers: args[4]}}
				f.foldWave(e, w, partials, args[0])
			})
		})
	})
	for i, p := range partials {
		f.result(e, f.stm.Pat[i], e.OperandAt(p, []imp.Expr{total}))
	}
	e.Release(partials)
}

// foldWave folds a wave's superchunks into element total of partials. On a device, the
// result of each superchunk is already at the index of its first chunk.
func (f *fold) foldWave(e *emit.Emitter, w wave, partials []emit.Place, total imp.Expr) {
	acc := e.Accumulate("total", e.Operands(f.neutral))
	before := e.Inner()
	before.Set(acc, before.OperandsAt(partials, total))
	e.Add(&imp.If{Cond: emit.Prim(scalar.Gt, w.number, imp.Int(0)), Then: before.Out})
	s := e.Names.Fresh("superchunk")
	in := e.Inner()
	var part []emit.Operand
	if e.Target.Grid {
		part = in.OperandsAt(partials, imp.Mul(imp.IntVar(s), imp.Int(w.chunks.Size)))
	} else {
		part = in.Value(f.foldSuperchunk(in, w.chunks, imp.IntVar(s), partials))
	}
	f.combine(in, imp.Add(w.from, imp.IntVar(s)), acc, part)
	e.Add(&imp.For{Index: s, Type: scalar.I64, Bound: w.chunks.Supers, Body: in.Out})
	for i, o := range e.Value(acc) {
		e.PutOperand(partials[i], o, []imp.Expr{total})
	}
}

// rowsInWaves is reduceByRows for one segment of any number of elements. A wave's
// superchunk results go to row, from index 1 on. Index 0 holds the running total; in every
// wave but the first, the total comes first when the row is folded. The only superchunk of
// the only wave goes to index 0 itself, which saves a launch.
func (f *fold) rowsInWaves(e *emit.Emitter, count imp.Expr, row []emit.Place) {
	c := emit.Chunks{N: e.Atom(f.last.Size), Size: e.Target.ReduceChunk, Count: count}
	one, chunk := imp.Expr(imp.Int(1)), imp.Int(c.Size)
	partials, _ := f.partialsOfWave(e, c)
	inWaves(e, c, func(e *emit.Emitter, w wave) {
		here, supers := w.chunks.Count, w.chunks.Supers
		from := e.Read(e.Declare("first", imp.Mul(w.from, chunk)))
		left := e.Read(e.Declare("left", emit.Prim(scalar.Min, emit.Sub(c.N, from), imp.Int(c.Size*c.Size*waveSupers(e)))))
		f.foldRows(e, stage{n: left, row: chunk, rows: here, raw: true, store: storePartials(partials, here),
			load: func(e *emit.Emitter, s segment, i imp.Expr) []emit.Operand {
				return f.loadElement(e, s, imp.Add(from, i))
			}}, one)
		several := e.Read(e.Declare("several", emit.Prim(scalar.Min, emit.Sub(imp.Add(w.number, supers), one), one)))
		f.foldRows(e, stage{n: here, row: chunk, rows: supers, load: loadPartials(partials, here),
			store: func(e *emit.Emitter, s segment, k imp.Expr, values []emit.Operand) {
				storePartials(row, one)(e, s, imp.Add(k, several), values)
			}}, one)
		e.Choose(several, 0, func(*emit.Emitter) {}, func(e *emit.Emitter) {
			before := e.Read(e.Declare("before", emit.Prim(scalar.Min, w.number, one)))
			all := e.Read(e.Declare("all", imp.Add(supers, before)))
			f.foldRows(e, stage{n: all, row: all, rows: one, store: storePartials(row, one),
				load: func(e *emit.Emitter, s segment, i imp.Expr) []emit.Operand {
					return loadPartials(row, one)(e, s, imp.Add(i, emit.Sub(one, before)))
				}}, one)
		})
	})
	e.Release(partials)
}

// Where the host folds partial results, its code depends on the operator alone. So it is a
// function, which all reductions (or scans) with the same operator call: a program of many
// reductions has that code once.

// onPartials runs body on partial results and i64s, on the host: in place, or by calling the
// function of that purpose for the fold's operator. body must use nothing else of e.
func (f *fold) onPartials(e *emit.Emitter, purpose string, partials []emit.Place, args []imp.Expr, body func(e *emit.Emitter, partials []emit.Place, args []imp.Expr)) {
	if e.Target.Grid || e.InKernel || !f.closed() || !e.Unit.Rewrite() {
		body(e, partials, args)
		return
	}
	fun := e.Outline(f.key(purpose), purpose, func(name string) *imp.Fun {
		return f.outline(e, name, len(args), body)
	})
	call := &imp.Call{Fun: fun, Pos: f.stm.Pos}
	call.Args = append(call.Args, imp.Arg{Block: partials[0].Block}, imp.Arg{X: imp.Poly(partials[0].Index.Dims[0].Size)})
	for _, a := range args {
		call.Args = append(call.Args, imp.Arg{X: a})
	}
	e.Add(call)
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
func (f *fold) outline(e *emit.Emitter, fun string, args int, body func(e *emit.Emitter, partials []emit.Place, args []imp.Expr)) *imp.Fun {
	in := e.Function()
	out := &imp.Fun{Name: fun, Pos: f.stm.Pos}
	param := func(base string, t scalar.Type) name.Name {
		n := in.Names.Fresh(base)
		out.Params = append(out.Params, imp.Param{Name: n, Type: imp.Type{Elem: t}})
		in.Scalars[n] = t
		return n
	}
	block := in.Names.Fresh("partials_mem")
	out.Params = append(out.Params, imp.Param{Name: block})
	partials := layout(block, sym.Var(param("room", scalar.I64)), in.Operands(f.neutral))
	xs := make([]imp.Expr, args)
	for i := range xs {
		xs[i] = imp.IntVar(param("x", scalar.I64))
	}
	body(in, partials, xs)
	out.Body = in.Out
	return out
}
