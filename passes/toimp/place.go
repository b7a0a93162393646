package toimp

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// place is an array, or a part of one, in memory.
type place struct {
	Elem  scalar.Type
	Block name.Name
	Index lmad.LMAD
}

// placeOf returns the location of array n.
func (e *emitter) placeOf(n name.Name) place {
	a := e.arrays[n]
	return place{a.Type.Elem, a.At.Block, a.At.Index}
}

// slice returns the part of p that ranges select.
func (p place) slice(ranges ...lmad.Range) place {
	p.Index = p.Index.Slice(ranges)
	return p
}

// element returns the offset in the block of p's element at index; with fewer indices than
// dimensions, that of the first element of the part they select.
func (p place) element(index []imp.Expr) imp.Expr {
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

// load reads p's element at index.
func (p place) load(index ...imp.Expr) imp.Expr {
	return &imp.Load{Block: p.Block, Elem: p.Elem, Index: p.element(index)}
}

// store writes p's element at index.
func (p place) store(x imp.Expr, index ...imp.Expr) imp.Stm {
	return &imp.Store{Block: p.Block, Elem: p.Elem, Index: p.element(index), X: x}
}

func (e *emitter) store(p place, x imp.Expr, index ...imp.Expr) { e.add(p.store(x, index...)) }

// copy copies src to dst, which has the same shape. It emits nothing if both are the same
// place.
func (e *emitter) copy(dst, src place) {
	if e.same(dst, src) && e.unit.Rewrite() {
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
	e.add(&imp.Copy{Elem: dst.Elem, Shape: shape, Dst: dst.view(), Src: src.view()})
}

func (p place) view() imp.View {
	v := imp.View{Block: p.Block, Offset: imp.Poly(p.Index.Offset)}
	for _, d := range p.Index.Dims {
		v.Strides = append(v.Strides, imp.Poly(d.Stride))
	}
	return v
}

// same reports whether p and q are known to be the same place.
func (e *emitter) same(p, q place) bool {
	return p.Block == q.Block && e.known.SamePlace(p.Index, q.Index)
}

// put writes a value, scalar or array, to the part of p at index.
func (e *emitter) put(p place, a ir.Atom, index ...imp.Expr) {
	if len(index) == p.Index.Rank() {
		e.store(p, e.atom(a), index...)
		return
	}
	e.copy(e.at(p, index), e.placeOf(a.Name))
}

// at returns the part of p at the given outer indices; its offset gets a variable.
func (e *emitter) at(p place, index []imp.Expr) place {
	offset := e.declare("offset", p.element(index))
	return place{p.Elem, p.Block, lmad.LMAD{Offset: sym.Var(offset), Dims: p.Index.Dims[len(index):]}}
}

// declare introduces a fresh variable with x's value.
func (e *emitter) declare(base string, x imp.Expr) name.Name {
	n := e.names.Fresh(base)
	e.declareAs(n, x)
	return n
}

// declareAs introduces variable n with x's value.
func (e *emitter) declareAs(n name.Name, x imp.Expr) {
	t := imp.TypeOf(x)
	e.scalars[n] = t
	e.add(&imp.Declare{Name: n, Type: t, Init: x})
}

// read returns the value of scalar variable n.
func (e *emitter) read(n name.Name) imp.Expr { return &imp.Var{Name: n, Type: e.scalars[n]} }

func (e *emitter) atom(a ir.Atom) imp.Expr {
	if a.IsVar() {
		return e.read(a.Name)
	}
	return &imp.Const{Value: a.Const}
}

func (e *emitter) atoms(as []ir.Atom) []imp.Expr {
	out := make([]imp.Expr, len(as))
	for i, a := range as {
		out[i] = e.atom(a)
	}
	return out
}

// prim applies a scalar operator to i64 operands.
func prim(op scalar.Op, args ...imp.Expr) imp.Expr {
	return &imp.Prim{Fn: op, Type: scalar.I64, Args: args}
}

func sub(x, y imp.Expr) imp.Expr { return prim(scalar.Sub, x, y) }

// inBounds returns 0 ≤ x < size.
func inBounds(x, size imp.Expr) imp.Expr {
	low := prim(scalar.Le, imp.Int(0), x)
	high := prim(scalar.Lt, x, size)
	return and(low, high)
}

func and(x, y imp.Expr) imp.Expr {
	return &imp.Prim{Fn: scalar.And, Type: scalar.Bool, Args: []imp.Expr{x, y}}
}

func not(x imp.Expr) imp.Expr {
	return &imp.Prim{Fn: scalar.Not, Type: scalar.Bool, Args: []imp.Expr{x}}
}

// rowOf returns the index function of a one-dimensional array whose size is an expression
// that is a constant or a variable.
func rowOf(size imp.Expr) lmad.LMAD {
	if v, ok := size.(*imp.Var); ok {
		return lmad.RowMajor([]sym.Poly{sym.Var(v.Name)})
	}
	return lmad.RowMajor([]sym.Poly{sym.Const(size.(*imp.Const).Value.Int())})
}

// side is the side length of the square tiles used to transpose a matrix.
const side = 32

// transposes reports whether copying src to dst is a transposition: rows are contiguous in
// dst, columns in src.
func (e *emitter) transposes(dst, src place) bool {
	if e.inKernel || e.target.Group == 0 || dst.Index.Rank() != 2 {
		return false
	}
	one := sym.Const(1)
	to, from := dst.Index.Dims, src.Index.Dims
	return to[1].Stride.Equal(one) && from[0].Stride.Equal(one) && !from[1].Stride.Equal(one)
}

// transpose copies tile by tile through shared memory, so that both loads and stores are
// coalesced. Tile rows are padded by one element, so that a column spans different banks.
func (e *emitter) transpose(dst, src place) {
	rows, columns := imp.Poly(dst.Index.Dims[0].Size), imp.Poly(dst.Index.Dims[1].Size)
	tiles := func(n imp.Expr) imp.Expr { return pieces(n, side) }
	across := imp.IntVar(e.declare("tiles", tiles(columns)))
	k := e.kernel()
	tile := place{dst.Elem, k.names.Fresh("tile_mem"), lmad.LMAD{Dims: []lmad.Dim{
		{Size: sym.Const(side), Stride: sym.Const(side + 1)}, {Size: sym.Const(side), Stride: sym.Const(1)},
	}}}
	down := k.read(k.declare("down", prim(scalar.Quot, groupID, across)))
	top := k.read(k.declare("top", imp.Mul(down, imp.Int(side))))
	left := k.read(k.declare("left", imp.Mul(sub(groupID, imp.Mul(down, across)), imp.Int(side))))
	x := k.read(k.declare("x", prim(scalar.And, localID, imp.Int(side-1))))
	y := k.read(k.declare("y", prim(scalar.Shr, localID, imp.Int(5))))
	// strips runs body for each of the thread's lines of the tile.
	strips := func(body func(e *emitter, line imp.Expr)) {
		lines := e.target.Group / side
		k.repeat(side/lines, func(e *emitter, n imp.Expr) {
			body(e, e.read(e.declare("line", imp.Add(y, imp.Mul(n, imp.Int(lines))))))
		})
	}
	inside := func(e *emitter, i, j imp.Expr, body func(e *emitter)) {
		in := e.inner()
		body(in)
		e.add(&imp.If{Cond: and(prim(scalar.Lt, i, rows), prim(scalar.Lt, j, columns)), Then: in.out})
	}
	strips(func(e *emitter, line imp.Expr) {
		i, j := imp.Add(top, x), imp.Add(left, line)
		inside(e, i, j, func(e *emitter) {
			e.store(tile, src.load(i, j), line, x)
		})
	})
	k.add(&imp.Barrier{})
	strips(func(e *emitter, line imp.Expr) {
		i, j := imp.Add(top, line), imp.Add(left, x)
		inside(e, i, j, func(e *emitter) {
			e.store(dst, tile.load(x, line), i, j)
		})
	})
	bytes := side * (side + 1) * int64(dst.Elem.Size())
	e.add(&imp.Launch{
		Label: "transpose", Groups: imp.Mul(tiles(rows), across), GroupSize: imp.Int(e.target.Group),
		Shared: []imp.Shared{{Name: tile.Block, Bytes: imp.Int(bytes)}}, Body: k.out,
	})
}
