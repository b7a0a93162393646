package toimp

import (
	"math/bits"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// tile is a two-dimensional array in shared memory, padded so that rows start in different
// banks.
type tile struct {
	blocks      []name.Name
	elems       []scalar.Type
	rows, pitch imp.Expr
}

// rowsOfTile returns the number of rows, a power of two, whose strips take StripBytes. For
// reductions of 32-bit elements it is half as many: groups then finish at more varied
// times, and an H200 sums 2^28 f32 in 289 µs instead of 322 µs.
func (f *fold) rowsOfTile(e *emitter, strip int64, reduces bool) int64 {
	room := e.target.StripBytes
	if reduces && len(f.neutral) == 1 && f.bytes(e) == 4 {
		room /= 2
	}
	return 1 << (bits.Len64(uint64(max(1, min(room/(strip*f.bytes(e)), e.target.Group)))) - 1)
}

// rowFits reports whether a whole row fits in shared memory and divides evenly among the
// threads of a group.
func (f *fold) rowFits(e *emitter) bool {
	chunk := e.target.ReduceChunk
	return chunk%e.target.Group == 0 && chunk*f.bytes(e) <= e.target.StripBytes
}

// bytes returns the size of an element over all operands.
func (f *fold) bytes(e *emitter) int64 {
	n := int64(0)
	for _, o := range e.operands(f.neutral) {
		n += int64(o.Type.Elem.Size())
	}
	return n
}

func (g *groupWork) tileOf(rows, pitch imp.Expr) *tile {
	t := &tile{rows: rows, pitch: pitch}
	for _, o := range g.operands(g.fold.neutral) {
		t.blocks = append(t.blocks, g.sharedBlock("strip_mem", o.Type.Elem, imp.Mul(rows, pitch)))
		t.elems = append(t.elems, o.Type.Elem)
	}
	return t
}

// at returns the index of the element at a row and column.
func (t *tile) at(row, column imp.Expr) imp.Expr {
	return &imp.At{Offset: imp.Int(0), Dims: []imp.AtDim{{Size: t.rows, Stride: t.pitch, Index: row}, {Size: t.pitch, Stride: imp.Int(1), Index: column}}}
}

func (t *tile) store(e *emitter, row, column imp.Expr, xs []operand) {
	at := t.at(row, column)
	for i, b := range t.blocks {
		e.add(&imp.Store{Block: b, Elem: t.elems[i], Index: at, X: xs[i].X})
	}
}

func (t *tile) load(e *emitter, row, column imp.Expr) []operand {
	at := e.read(e.declare("at", t.at(row, column)))
	out := make([]operand, len(t.blocks))
	for i, b := range t.blocks {
		out[i] = operand{X: e.read(e.declare("x", &imp.Load{Block: b, Elem: t.elems[i], Index: at}))}
	}
	return out
}
