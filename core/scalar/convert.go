package scalar

import "math"

// Convert returns v as a value of type to (docs/semantics.md, "Conversions"). Integers
// wrap; a signed integer that becomes a wider unsigned one is zero-extended (u64 of -1i8
// is 255), as in Futhark. Integer to float and float to float round once, to nearest,
// ties to even. Float to integer truncates towards zero, and gives 0 for NaN and the
// infinities. To bool is v ≠ 0.
func Convert(to Type, v Value) Value {
	from := v.Type
	switch {
	case to == from:
		return v
	case to == Bool:
		if from.IsFloat() {
			return FromBool(floatOf(from, v.Bits) != 0)
		}
		return FromBool(v.Bits != 0)
	case from.IsFloat() && to.IsFloat():
		return Value{to, floatBits(to, floatOf(from, v.Bits))}
	case from.IsFloat():
		return Value{to, truncate(to, floatOf(from, v.Bits))}
	case to.IsFloat():
		return Value{to, floatFromInt(to, from, v.Bits)}
	}
	return Value{to, convertInt(to, from, v.Bits)}
}

// convertInt converts between integers and bools.
func convertInt(to, from Type, x uint64) uint64 {
	if to.IsSigned() {
		x = uint64(signExtend(from, x))
	}
	return wrap(to, x)
}

// truncate converts the float x to the integer type t. Finite numbers out of range
// saturate in i32, i64 and, if positive, in u64. Narrow types get the low bits of the
// i32; u32 and negative u64 get those of the i64.
func truncate(t Type, x float64) uint64 {
	switch {
	case math.IsNaN(x) || math.IsInf(x, 0):
		return 0
	case t == U64 && x >= 0:
		if x >= math.Ldexp(1, 64) {
			return math.MaxUint64
		}
		return uint64(x)
	case t == I64, t == U64, t == U32:
		return wrap(t, uint64(saturate(I64, x)))
	}
	return wrap(t, uint64(saturate(I32, x)))
}

// saturate returns the finite x, truncated and clamped to the range of the signed type t.
func saturate(t Type, x float64) int64 {
	limit := math.Ldexp(1, t.Bits()-1)
	switch {
	case x >= limit:
		return signExtend(t, Highest(t).Bits)
	case x <= -limit:
		return signExtend(t, Lowest(t).Bits)
	}
	return int64(x)
}

// floatFromInt rounds the integer (or bool) with from's bit pattern x to t. f16 goes
// through f64: every integer that f64 would round is infinite as an f16.
func floatFromInt(t, from Type, x uint64) uint64 {
	switch {
	case t == F32 && from == U64:
		return uint64(math.Float32bits(float32(x)))
	case t == F32:
		return uint64(math.Float32bits(float32(signExtend(from, x))))
	case from == U64:
		return floatBits(t, float64(x))
	}
	return floatBits(t, float64(signExtend(from, x)))
}
