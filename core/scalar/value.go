package scalar

import "math"

// Value is a scalar: a type and a bit pattern, zero-extended to 64 bits. Values
// are comparable with ==, which compares bits: use the Eq operator for the
// language's equality, in which -0.0 equals 0.0 and NaN differs from itself.
type Value struct {
	Type Type
	Bits uint64
}

// Int returns v as a value of type t: wrapped to t's width for integers, rounded for
// floats, v != 0 for bool.
func Int(t Type, v int64) Value { return Convert(t, Value{I64, uint64(v)}) }

// Float returns v as a value of type t: rounded once for floats; for integers as by
// Convert.
func Float(t Type, v float64) Value { return Convert(t, Value{F64, math.Float64bits(v)}) }

// FromBool returns b as a Value.
func FromBool(b bool) Value { return Value{Bool, bit(b)} }

// Zero returns t's 0, or false.
func Zero(t Type) Value { return Value{Type: t} }

// One returns t's 1, or true.
func One(t Type) Value { return Int(t, 1) }

// Lowest returns the least value of t: the neutral element of Max. It is -inf for floats
// and false for bool.
func Lowest(t Type) Value {
	switch {
	case t.IsSigned():
		return Value{t, 1 << (t.Bits() - 1)}
	case t.IsFloat():
		return Float(t, math.Inf(-1))
	}
	return Value{t, 0}
}

// Highest returns the greatest value of t: the neutral element of Min. It is +inf for
// floats and true for bool.
func Highest(t Type) Value {
	switch {
	case t.IsSigned():
		return Value{t, 1<<(t.Bits()-1) - 1}
	case t.IsFloat():
		return Float(t, math.Inf(1))
	}
	return Value{t, mask(t)}
}

// Int returns v as an i64: sign-extended if v is signed, reinterpreted if it is u64,
// truncated as by Convert if it is a float, 0 or 1 if it is a bool.
func (v Value) Int() int64 {
	if v.Type.IsFloat() {
		return int64(Convert(I64, v).Bits)
	}
	return signExtend(v.Type, v.Bits)
}

// Uint returns the bit pattern of Int.
func (v Value) Uint() uint64 {
	if v.Type.IsFloat() {
		return Convert(U64, v).Bits
	}
	return uint64(signExtend(v.Type, v.Bits))
}

// Float returns v as an f64; it is exact unless v is a 64-bit integer.
func (v Value) Float() float64 {
	if v.Type.IsFloat() {
		return floatOf(v.Type, v.Bits)
	}
	return math.Float64frombits(Convert(F64, v).Bits)
}

// Bool reports whether v differs from zero.
func (v Value) Bool() bool { return Convert(Bool, v).Bits != 0 }

// IsNaN reports whether v is a floating-point NaN.
func (v Value) IsNaN() bool { return v.Type.IsFloat() && math.IsNaN(v.Float()) }

// Same reports whether v and w have the same type and the same bits. All NaNs of a type
// count as the same.
func (v Value) Same(w Value) bool {
	return v == w || v.Type == w.Type && v.IsNaN() && w.IsNaN()
}

// mask returns a mask of the bits that t uses.
func mask(t Type) uint64 { return 1<<t.Bits() - 1 }

// wrap truncates x to the width of the integer type t.
func wrap(t Type, x uint64) uint64 { return x & mask(t) }

// signExtend returns the integer with t's bit pattern x; unsigned types and bool are
// zero-extended.
func signExtend(t Type, x uint64) int64 {
	if !t.IsSigned() {
		return int64(x)
	}
	unused := 64 - t.Bits()
	return int64(x) << unused >> unused
}

// floatOf returns the number with the floating-point type t's bit pattern x.
func floatOf(t Type, x uint64) float64 {
	switch t {
	case F16:
		return float16ToFloat64(uint16(x))
	case F32:
		return float64(math.Float32frombits(uint32(x)))
	}
	return math.Float64frombits(x)
}

// floatBits rounds x once to the floating-point type t and returns its bits, with the
// canonical NaN for every NaN.
func floatBits(t Type, x float64) uint64 {
	switch {
	case x != x:
		return nanBits(t)
	case t == F16:
		return uint64(float64ToFloat16(x))
	case t == F32:
		return uint64(math.Float32bits(float32(x)))
	}
	return math.Float64bits(x)
}

// canonical returns x, a bit pattern of type t, with every NaN replaced by T.nan.
func canonical(t Type, x uint64) uint64 {
	if math.IsNaN(floatOf(t, x)) {
		return nanBits(t)
	}
	return x
}

// nanBits returns the canonical NaN: quiet, positive, no payload.
func nanBits(t Type) uint64 {
	switch t {
	case F16:
		return 0x7e00
	case F32:
		return 0x7fc00000
	}
	return 0x7ff8000000000000
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
