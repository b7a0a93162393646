package lanes

import "github.com/lamina-lang/lamina/core/scalar"

// wide64 are the types of 64 bits that ordered comparisons of lanes exist for.
const (
	floats   = scalar.FloatTypes &^ (1 << scalar.F16)
	ordered  = scalar.IntTypes&^(1<<scalar.U64) | floats
	numbers  = scalar.IntTypes | floats
	anything = scalar.AllTypes &^ (1 << scalar.F16)
)

// native lists the operators that 128-bit vector machines have for all lanes at once, with
// the types that they have them for. Elementary functions are programs over these.
var native = map[scalar.Op]scalar.TypeSet{
	scalar.Add: numbers, scalar.Sub: numbers, scalar.Mul: numbers, scalar.Div: floats,
	scalar.And: scalar.BitTypes, scalar.Or: scalar.BitTypes, scalar.Xor: scalar.BitTypes, scalar.Not: scalar.BitTypes,
	scalar.Neg: numbers, scalar.Abs: numbers, scalar.Min: ordered, scalar.Max: ordered,
	scalar.Sqrt: floats, scalar.Floor: floats, scalar.Ceil: floats, scalar.Round: floats, scalar.Trunc: floats,
	scalar.Eq: anything, scalar.Ne: anything,
	scalar.Lt: ordered, scalar.Le: ordered, scalar.Gt: ordered, scalar.Ge: ordered,
	scalar.Select: anything, scalar.IsNaN: floats,
}

// Native reports whether an operator on t is computed in the given number of lanes, 2 or 4, at once.
func Native(fn scalar.Op, t scalar.Type, lanes int) bool {
	if t == scalar.F16 || t.Size() == 8 && lanes == 4 || !fn.Info().On.Has(t) {
		return false
	}
	return native[fn].Has(t) || fn.Info().Elementary != nil && t.IsFloat()
}

// NativeConvert reports whether a conversion is done in the given number of lanes at once.
func NativeConvert(from, to scalar.Type, lanes int) bool {
	if from == scalar.F16 || to == scalar.F16 || lanes == 4 && (from.Size() == 8 || to.Size() == 8) {
		return false
	}
	whole := from.IsInt() || from == scalar.Bool
	switch {
	case from == to, to == scalar.Bool:
		return true
	case to.IsFloat():
		return from.IsFloat() || whole && (from.Size() < 8 || to == scalar.F64)
	case from == scalar.F32:
		return to == scalar.I32 || to.Size() < 4
	}
	return whole
}
