package emit

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// side is the side length of the square tiles used to transpose a matrix.
const side = 32

// transposes reports whether copying src to dst is a transposition: rows are contiguous in
// dst, columns in src.
func (e *Emitter) transposes(dst, src Place) bool {
	if e.InKernel || e.Target.Group == 0 || dst.Index.Rank() != 2 {
		return false
	}
	one := sym.Const(1)
	to, from := dst.Index.Dims, src.Index.Dims
	return to[1].Stride.Equal(one) && from[0].Stride.Equal(one) && !from[1].Stride.Equal(one)
}

// transpose copies tile by tile through shared memory, so that both loads and stores are
// coalesced. Tile rows are padded by one element, so that a column spans different banks.
func (e *Emitter) transpose(dst, src Place) {
	rows, columns := imp.Poly(dst.Index.Dims[0].Size), imp.Poly(dst.Index.Dims[1].Size)
	tiles := func(n imp.Expr) imp.Expr { return Pieces(n, side) }
	across := imp.IntVar(e.Declare("tiles", tiles(columns)))
	k := e.kernel()
	tile := Place{dst.Elem, k.Names.Fresh("tile_mem"), lmad.LMAD{Dims: []lmad.Dim{
		{Size: sym.Const(side), Stride: sym.Const(side + 1)}, {Size: sym.Const(side), Stride: sym.Const(1)},
	}}}
	down := k.Read(k.Declare("down", Prim(scalar.Quot, GroupID, across)))
	top := k.Read(k.Declare("top", imp.Mul(down, imp.Int(side))))
	left := k.Read(k.Declare("left", imp.Mul(Sub(GroupID, imp.Mul(down, across)), imp.Int(side))))
	x := k.Read(k.Declare("x", Prim(scalar.And, LocalID, imp.Int(side-1))))
	y := k.Read(k.Declare("y", Prim(scalar.Shr, LocalID, imp.Int(5))))
	// strips runs body for each of the thread's lines of the tile.
	strips := func(body func(e *Emitter, line imp.Expr)) {
		lines := e.Target.Group / side
		k.Repeat(side/lines, func(e *Emitter, n imp.Expr) {
			body(e, e.Read(e.Declare("line", imp.Add(y, imp.Mul(n, imp.Int(lines))))))
		})
	}
	inside := func(e *Emitter, i, j imp.Expr, body func(e *Emitter)) {
		in := e.Inner()
		body(in)
		e.Add(&imp.If{Cond: And(Prim(scalar.Lt, i, rows), Prim(scalar.Lt, j, columns)), Then: in.Out})
	}
	strips(func(e *Emitter, line imp.Expr) {
		i, j := imp.Add(top, x), imp.Add(left, line)
		inside(e, i, j, func(e *Emitter) {
			e.Store(tile, src.Load(i, j), line, x)
		})
	})
	k.Add(&imp.Barrier{})
	strips(func(e *Emitter, line imp.Expr) {
		i, j := imp.Add(top, line), imp.Add(left, x)
		inside(e, i, j, func(e *Emitter) {
			e.Store(dst, tile.Load(x, line), i, j)
		})
	})
	bytes := side * (side + 1) * int64(dst.Elem.Size())
	e.Add(&imp.Launch{
		Label: "transpose", Groups: imp.Mul(tiles(rows), across), GroupSize: imp.Int(e.Target.Group),
		Shared: []imp.Shared{{Name: tile.Block, Bytes: imp.Int(bytes)}}, Body: k.Out,
	})
}
