package toimp

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
