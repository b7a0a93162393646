package lanes

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/scalar"
)

// shifts lists the shifts that vector machines have for all lanes at once, where all shift by the
// same constant, with the types that they have them for. A shift of signed i64s to the right is none.
var shifts = map[scalar.Op]scalar.TypeSet{
	scalar.Shl:  1<<scalar.I32 | 1<<scalar.U32 | 1<<scalar.I64 | 1<<scalar.U64,
	scalar.Shr:  1<<scalar.I32 | 1<<scalar.U32 | 1<<scalar.U64,
	scalar.Lshr: 1<<scalar.I32 | 1<<scalar.U32 | 1<<scalar.I64 | 1<<scalar.U64,
}

// ShiftOf returns the constant, less than the width, by which e, a scalar or a vector, shifts its
// first operand, if the given number of lanes, 2 or 4, is shifted by that at once.
func ShiftOf(e *imp.Prim, lanes int) (by int64, ok bool) {
	if !shifts[e.Fn].Has(e.Type) || e.Type.Size() == 8 && lanes == 4 {
		return 0, false
	}
	y := e.Args[1]
	if s, ok := y.(*imp.Splat); ok {
		y = s.X
	}
	c, ok := imp.ConstOf(y)
	return c.Int(), ok && 0 <= c.Int() && c.Int() < int64(e.Type.Bits())
}

// NativePrim reports whether e is computed in the given number of lanes at once.
func NativePrim(e *imp.Prim, lanes int) bool {
	if Native(e.Fn, e.Type, lanes) {
		return true
	}
	_, ok := ShiftOf(e, lanes)
	return ok
}
