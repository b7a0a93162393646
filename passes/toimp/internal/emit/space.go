package emit

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/schedule"
)

// Space binds the indices of an index space.
func (e *Emitter) Space(ds []ir.SpaceDim) (space []imp.SpaceDim, index []imp.Expr) {
	for _, d := range ds {
		e.Scalars[d.Index] = scalar.I64
		space = append(space, imp.SpaceDim{Index: d.Index, Count: e.Atom(d.Size)})
		index = append(index, imp.IntVar(d.Index))
	}
	return space, index
}

// Label names a statement's kernel after the array that it computes.
func Label(s *ir.Stm) string {
	if len(s.Pat) == 0 {
		return s.Exp.Op()
	}
	return s.Exp.Op() + "_" + s.Pat[len(s.Pat)-1].Name.Base
}

// Parallel runs body over an index space; with no dimensions, once.
func (e *Emitter) Parallel(s *ir.Stm, space []imp.SpaceDim, body func(e *Emitter)) {
	if len(space) == 0 {
		e.Once(s, body)
		return
	}
	k := e.kernel()
	body(k)
	e.Add(&imp.Parallel{Label: Label(s), Space: space, Body: k.Out, Pos: s.Pos, Prescribed: schedule.Of(s).Level == schedule.Alone})
}

// Once runs body on the host, or, if the host cannot access the arrays, in a single device
// thread.
func (e *Emitter) Once(s *ir.Stm, body func(e *Emitter)) {
	if !e.Target.Grid || e.InKernel {
		body(e)
		return
	}
	e.Parallel(s, []imp.SpaceDim{{Index: e.Names.Fresh("once"), Count: imp.Int(1)}}, body)
}

// Within returns the condition that index is within t's outer dimensions.
func (e *Emitter) Within(index []imp.Expr, t ir.Type) imp.Expr {
	cond := InBounds(index[0], e.Atom(t.Dims[0]))
	for i := 1; i < len(index); i++ {
		cond = And(cond, InBounds(index[i], e.Atom(t.Dims[i])))
	}
	return cond
}

// Chunks describes how a dimension of n elements is divided.
type Chunks struct {
	N      imp.Expr
	Size   int64
	Count  imp.Expr // number of chunks
	One    bool     // statically at most one chunk
	Supers imp.Expr // number of superchunks
	Single bool     // statically at most one superchunk
}

// Cut declares the number of chunks and superchunks of a dimension of size n.
func (e *Emitter) Cut(n ir.Atom) Chunks {
	c := Chunks{N: e.Atom(n), Size: e.Target.ReduceChunk}
	known, ok := n.AsSize()
	c.One = ok && known <= c.Size
	c.Single = ok && known <= c.Size*c.Size
	c.Count = e.Read(e.Declare("chunks", Pieces(c.N, c.Size)))
	c.Supers = imp.Int(1)
	if !c.Single {
		c.Supers = e.Read(e.Declare("superchunks", Pieces(c.Count, c.Size)))
	}
	return c
}

// Each runs body for the elements of chunk k in order, with index bound to the element's
// number.
func (e *Emitter) Each(c Chunks, k imp.Expr, index name.Name, body func(e *Emitter)) {
	e.EachOf(k, c.N, c.Size, func(e *Emitter, _, i imp.Expr) {
		e.DeclareAs(index, i)
		body(e)
	})
}

// EachOf runs body for the members of piece k, where n things are divided into pieces of
// the given size. j is the member's index in the piece, i the global one.
func (e *Emitter) EachOf(k, n imp.Expr, size int64, body func(e *Emitter, j, i imp.Expr)) {
	start := e.Declare("start", imp.Mul(k, imp.Int(size)))
	j := e.Names.Fresh("j")
	in := e.Inner()
	body(in, imp.IntVar(j), imp.Add(imp.IntVar(start), imp.IntVar(j)))
	left := Sub(n, imp.IntVar(start))
	e.Add(&imp.For{Index: j, Type: scalar.I64, Bound: Prim(scalar.Min, left, imp.Int(size)), Body: in.Out})
}
