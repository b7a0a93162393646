package toimp

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/schedule"
	"github.com/lamina-lang/lamina/core/sym"
)

// space binds the indices of an index space.
func (e *emitter) space(ds []ir.SpaceDim) (space []imp.SpaceDim, index []imp.Expr) {
	for _, d := range ds {
		e.scalars[d.Index] = scalar.I64
		space = append(space, imp.SpaceDim{Index: d.Index, Count: e.atom(d.Size)})
		index = append(index, imp.IntVar(d.Index))
	}
	return space, index
}

// label names a statement's kernel after the array that it computes.
func label(s *ir.Stm) string {
	if len(s.Pat) == 0 {
		return s.Exp.Op()
	}
	return s.Exp.Op() + "_" + s.Pat[len(s.Pat)-1].Name.Base
}

// parallel runs body over an index space; with no dimensions, once.
func (e *emitter) parallel(s *ir.Stm, space []imp.SpaceDim, body func(e *emitter)) {
	if len(space) == 0 {
		e.once(s, body)
		return
	}
	k := e.kernel()
	body(k)
	e.add(&imp.Parallel{Label: label(s), Space: space, Body: k.out, Pos: s.Pos, Prescribed: schedule.Of(s).Level == schedule.Alone})
}

// once runs body on the host, or, if the host cannot access the arrays, in a single device
// thread.
func (e *emitter) once(s *ir.Stm, body func(e *emitter)) {
	if !e.target.Grid || e.inKernel {
		body(e)
		return
	}
	e.parallel(s, []imp.SpaceDim{{Index: e.names.Fresh("once"), Count: imp.Int(1)}}, body)
}

func (e *emitter) segMap(s *ir.Stm, x *ir.SegMap) {
	space, index := e.space(x.Space)
	plain := len(s.Pat) - len(x.Writes)
	e.parallel(s, space, func(e *emitter) {
		e.body(x.Body)
		for i, r := range x.Body.Result[:plain] {
			if e.isInPlace(r, s.Pat[i].Name, x.Space) {
				continue
			}
			e.put(e.placeOf(s.Pat[i].Name), r, index...)
		}
		e.writes(x.Writes, x.Body.Result[plain:])
	})
}

// isInPlace reports whether array r already lies where a kernel's iteration would write it
// in array n.
func (e *emitter) isInPlace(r ir.Atom, n name.Name, space []ir.SpaceDim) bool {
	if _, isArray := e.arrays[r.Name]; !isArray {
		return false
	}
	to := e.placeOf(n)
	for _, d := range space {
		to.Index = to.Index.Fix(sym.Var(d.Index))
	}
	return e.same(to, e.placeOf(r.Name))
}

// writes stores what a segmap scatters. results holds the indices of all destinations, then
// their values. Out-of-bounds writes are dropped.
func (e *emitter) writes(dests []ir.Dest, results []ir.Atom) {
	values := results[len(results)-len(dests):]
	for k, d := range dests {
		at := e.atoms(results[:d.Rank])
		results = results[d.Rank:]
		in := e.inner()
		in.put(in.placeOf(d.Array), values[k], at...)
		e.add(&imp.If{Cond: e.within(at, e.arrays[d.Array].Type), Then: in.out})
	}
}

// within returns the condition that index is within t's outer dimensions.
func (e *emitter) within(index []imp.Expr, t ir.Type) imp.Expr {
	cond := inBounds(index[0], e.atom(t.Dims[0]))
	for i := 1; i < len(index); i++ {
		cond = and(cond, inBounds(index[i], e.atom(t.Dims[i])))
	}
	return cond
}

// chunks describes how a dimension of n elements is divided.
type chunks struct {
	n      imp.Expr
	size   int64
	count  imp.Expr // number of chunks
	one    bool     // statically at most one chunk
	supers imp.Expr // number of superchunks
	single bool     // statically at most one superchunk
}

// cut declares the number of chunks and superchunks of a dimension of size n.
func (e *emitter) cut(n ir.Atom) chunks {
	c := chunks{n: e.atom(n), size: e.target.ReduceChunk}
	known, ok := n.AsSize()
	c.one = ok && known <= c.size
	c.single = ok && known <= c.size*c.size
	c.count = e.read(e.declare("chunks", pieces(c.n, c.size)))
	c.supers = imp.Int(1)
	if !c.single {
		c.supers = e.read(e.declare("superchunks", pieces(c.count, c.size)))
	}
	return c
}

// pieces returns the number of pieces of the given size that n elements make. No step
// overflows, whatever n is.
func pieces(n imp.Expr, size int64) imp.Expr { return roundedUp(n, imp.Int(size)) }

// roundedUp returns n / size, rounded up; at most 0 if n is negative.
func roundedUp(n, size imp.Expr) imp.Expr {
	rest := prim(scalar.Rem, n, size)
	return imp.Add(prim(scalar.Quot, n, size), prim(scalar.Min, rest, imp.Int(1)))
}

// each runs body for the elements of chunk k in order, with index bound to the element's
// number.
func (e *emitter) each(c chunks, k imp.Expr, index name.Name, body func(e *emitter)) {
	e.eachOf(k, c.n, c.size, func(e *emitter, _, i imp.Expr) {
		e.declareAs(index, i)
		body(e)
	})
}

// eachOf runs body for the members of piece k, where n things are divided into pieces of
// the given size. j is the member's index in the piece, i the global one.
func (e *emitter) eachOf(k, n imp.Expr, size int64, body func(e *emitter, j, i imp.Expr)) {
	start := e.declare("start", imp.Mul(k, imp.Int(size)))
	j := e.names.Fresh("j")
	in := e.inner()
	body(in, imp.IntVar(j), imp.Add(imp.IntVar(start), imp.IntVar(j)))
	left := sub(n, imp.IntVar(start))
	e.add(&imp.For{Index: j, Type: scalar.I64, Bound: prim(scalar.Min, left, imp.Int(size)), Body: in.out})
}
