package emit

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// Place is an array, or a part of one, in memory.
type Place struct {
	Elem  scalar.Type
	Block name.Name
	Index lmad.LMAD
}

// PlaceOf returns the location of array n.
func (e *Emitter) PlaceOf(n name.Name) Place {
	a := e.Arrays[n]
	return Place{a.Type.Elem, a.At.Block, a.At.Index}
}

// Slice returns the part of p that ranges select.
func (p Place) Slice(ranges ...lmad.Range) Place {
	p.Index = p.Index.Slice(ranges)
	return p
}

// Element returns the offset in the block of p's element at index; with fewer indices than
// dimensions, that of the first element of the part they select.
func (p Place) Element(index []imp.Expr) imp.Expr {
	if len(index) == 0 {
		return imp.Poly(p.Index.Offset)
	}
	at := &imp.At{Offset: imp.Poly(p.Index.Offset)}
	for i, x := range index {
		d := p.Index.Dims[i]
		at.Dims = append(at.Dims, imp.AtDim{Size: imp.Poly(d.Size), Stride: imp.Poly(d.Stride), Index: x})
	}
	return at
}

// Load reads p's element at index.
func (p Place) Load(index ...imp.Expr) imp.Expr {
	return &imp.Load{Block: p.Block, Elem: p.Elem, Index: p.Element(index)}
}

// Store writes p's element at index.
func (p Place) Store(x imp.Expr, index ...imp.Expr) imp.Stm {
	return &imp.Store{Block: p.Block, Elem: p.Elem, Index: p.Element(index), X: x}
}

// Store emits the write of p's element at index.
func (e *Emitter) Store(p Place, x imp.Expr, index ...imp.Expr) { e.Add(p.Store(x, index...)) }

// Copy copies src to dst, which has the same shape. It emits nothing if both are the same
// place.
func (e *Emitter) Copy(dst, src Place) {
	if e.Same(dst, src) && e.Unit.Rewrite() {
		return
	}
	if e.transposes(dst, src) {
		e.transpose(dst, src)
		return
	}
	shape := make([]imp.Expr, len(dst.Index.Dims))
	for i, d := range dst.Index.Dims {
		shape[i] = imp.Poly(d.Size)
	}
	e.Add(&imp.Copy{Elem: dst.Elem, Shape: shape, Dst: dst.view(), Src: src.view()})
}

func (p Place) view() imp.View {
	v := imp.View{Block: p.Block, Offset: imp.Poly(p.Index.Offset)}
	for _, d := range p.Index.Dims {
		v.Strides = append(v.Strides, imp.Poly(d.Stride))
	}
	return v
}

// Same reports whether p and q are known to be the same place.
func (e *Emitter) Same(p, q Place) bool {
	return p.Block == q.Block && e.Known.SamePlace(p.Index, q.Index)
}

// Put writes a value, scalar or array, to the part of p at index.
func (e *Emitter) Put(p Place, a ir.Atom, index ...imp.Expr) {
	if len(index) == p.Index.Rank() {
		e.Store(p, e.Atom(a), index...)
		return
	}
	e.Copy(e.at(p, index), e.PlaceOf(a.Name))
}

// at returns the part of p at the given outer indices; its offset gets a variable.
func (e *Emitter) at(p Place, index []imp.Expr) Place {
	offset := e.Declare("offset", p.Element(index))
	return Place{p.Elem, p.Block, lmad.LMAD{Offset: sym.Var(offset), Dims: p.Index.Dims[len(index):]}}
}

// Declare introduces a fresh variable with x's value.
func (e *Emitter) Declare(base string, x imp.Expr) name.Name {
	n := e.Names.Fresh(base)
	e.DeclareAs(n, x)
	return n
}

// DeclareAs introduces variable n with x's value.
func (e *Emitter) DeclareAs(n name.Name, x imp.Expr) {
	t := imp.TypeOf(x)
	e.Scalars[n] = t
	e.Add(&imp.Declare{Name: n, Type: t, Init: x})
}

// Read returns the value of scalar variable n.
func (e *Emitter) Read(n name.Name) imp.Expr { return &imp.Var{Name: n, Type: e.Scalars[n]} }

// Atom returns the value of an operand.
func (e *Emitter) Atom(a ir.Atom) imp.Expr {
	if a.IsVar() {
		return e.Read(a.Name)
	}
	return &imp.Const{Value: a.Const}
}

// Atoms returns the values of operands.
func (e *Emitter) Atoms(as []ir.Atom) []imp.Expr {
	out := make([]imp.Expr, len(as))
	for i, a := range as {
		out[i] = e.Atom(a)
	}
	return out
}
