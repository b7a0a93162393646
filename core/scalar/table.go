package scalar

import (
	"math"
	"math/bits"

	"github.com/lamina-lang/lamina/core/elementary"
)

// The operators.
const (
	_ Op = iota

	Add
	Sub
	Mul
	Div
	Mod
	Quot
	Rem
	Pow
	Min
	Max
	MulSat
	MulHi
	MadHi

	And
	Or
	Xor
	Shl
	Shr
	Lshr
	Not
	Popc
	Clz
	Ctz

	Eq
	Ne
	Lt
	Le
	Gt
	Ge
	Select

	Neg
	Abs
	Sgn

	Sqrt
	Rsqrt
	Cbrt
	Exp
	Log
	Log2
	Log10
	Log1p
	Sin
	Cos
	Tan
	Asin
	Acos
	Atan
	Sinh
	Cosh
	Tanh
	Asinh
	Acosh
	Atanh
	Sinpi
	Cospi
	Tanpi
	Asinpi
	Acospi
	Atanpi
	Gamma
	Lgamma
	Erf
	Erfc
	Floor
	Ceil
	Round
	Trunc

	Atan2
	Atan2pi
	Hypot
	Copysign
	Nextafter
	Ldexp
	Fma

	IsNaN
	IsInf
	ToBits
	FromBits

	numOps
)

var (
	unary   = []Kind{Same}
	binary  = []Kind{Same, Same}
	ternary = []Kind{Same, Same, Same}
)

// table defines every operator; it is indexed by Op and never changes.
var table = [numOps]Info{
	Add: {Name: "add", Doc: "x + y; integers wrap", On: NumericTypes, Params: binary, Cost: 1,
		Commutative: true, Associative: IntTypes, Rounded: FloatTypes,
		float:   func(_ Type, x, y, _ float64) float64 { return x + y },
		integer: func(_ Type, x, y, _ uint64) uint64 { return x + y }},
	Sub: {Name: "sub", Doc: "x − y; integers wrap", On: NumericTypes, Params: binary, Cost: 1,
		float:   func(_ Type, x, y, _ float64) float64 { return x - y },
		integer: func(_ Type, x, y, _ uint64) uint64 { return x - y }},
	Mul: {Name: "mul", Doc: "x · y; integers wrap", On: NumericTypes, Params: binary, Cost: 1,
		Commutative: true, Associative: IntTypes, Rounded: FloatTypes,
		float:   func(_ Type, x, y, _ float64) float64 { return x * y },
		integer: func(_ Type, x, y, _ uint64) uint64 { return x * y }},
	Div: {Name: "div", Doc: "x / y, for integers rounded towards −∞; lowest / −1 wraps", On: NumericTypes, Params: binary, Cost: 8,
		Partial: IntTypes,
		float:   func(_ Type, x, y, _ float64) float64 { return x / y },
		signed:  floorDiv,
		integer: func(_ Type, x, y, _ uint64) uint64 { return x / y }},
	Mod: {Name: "mod", Doc: "the remainder of div, with the sign of y for integers; for floats that of x (C's fmod)", On: NumericTypes, Params: binary, Cost: 8,
		Partial: IntTypes,
		float:   func(_ Type, x, y, _ float64) float64 { return math.Mod(x, y) },
		signed:  floorMod,
		integer: func(_ Type, x, y, _ uint64) uint64 { return x % y }},
	Quot: {Name: "quot", Doc: "x / y rounded towards zero; lowest / −1 wraps", On: IntTypes, Params: binary, Cost: 8,
		Partial: IntTypes,
		signed:  func(_ Type, x, y, _ int64) int64 { return x / y },
		integer: func(_ Type, x, y, _ uint64) uint64 { return x / y }},
	Rem: {Name: "rem", Doc: "the remainder of quot, with the sign of x", On: IntTypes, Params: binary, Cost: 8,
		Partial: IntTypes,
		signed:  func(_ Type, x, y, _ int64) int64 { return x % y },
		integer: func(_ Type, x, y, _ uint64) uint64 { return x % y }},
	Pow: {Name: "pow", Doc: "x to the power of y; integers wrap, y ≥ 0, and anything to the power of 0 is 1", On: NumericTypes, Params: binary, Cost: 20,
		Partial:    SignedTypes,
		Elementary: elementary.Pow,
		integer:    intPow},
	Min: {Name: "min", Doc: "the lesser of x and y; for floats −0 < +0, and if one is NaN the other", On: NumericTypes, Params: binary, Cost: 1,
		Commutative: true, Idempotent: true, Associative: NumericTypes,
		float:   floatMin,
		signed:  func(_ Type, x, y, _ int64) int64 { return min(x, y) },
		integer: func(_ Type, x, y, _ uint64) uint64 { return min(x, y) }},
	Max: {Name: "max", Doc: "the greater of x and y; for floats −0 < +0, and if one is NaN the other", On: NumericTypes, Params: binary, Cost: 1,
		Commutative: true, Idempotent: true, Associative: NumericTypes,
		float:   floatMax,
		signed:  func(_ Type, x, y, _ int64) int64 { return max(x, y) },
		integer: func(_ Type, x, y, _ uint64) uint64 { return max(x, y) }},
	MulSat: {Name: "mulsat", Doc: "x · y, or the highest value if that is too large; negative operands count as 0. For sizes in bytes", On: 1 << I64, Params: binary, Cost: 4,
		Commutative: true, Associative: 1 << I64,
		signed: mulSat},
	MulHi: {Name: "mul_hi", Doc: "the upper half of the double-width product x · y", On: IntTypes, Params: binary, Cost: 2,
		Commutative: true,
		signed:      func(t Type, x, y, _ int64) int64 { return signedMulHi(t, x, y) },
		integer:     func(t Type, x, y, _ uint64) uint64 { return unsignedMulHi(t, x, y) }},
	MadHi: {Name: "mad_hi", Doc: "mul_hi x y + z, wrapping", On: IntTypes, Params: ternary, Cost: 3,
		signed:  func(t Type, x, y, z int64) int64 { return signedMulHi(t, x, y) + z },
		integer: func(t Type, x, y, z uint64) uint64 { return unsignedMulHi(t, x, y) + z }},

	And: {Name: "and", Doc: "bitwise and; on bools logical, both operands evaluated", On: BitTypes, Params: binary, Cost: 1,
		Commutative: true, Idempotent: true, Associative: BitTypes,
		integer: func(_ Type, x, y, _ uint64) uint64 { return x & y }},
	Or: {Name: "or", Doc: "bitwise or; on bools logical, both operands evaluated", On: BitTypes, Params: binary, Cost: 1,
		Commutative: true, Idempotent: true, Associative: BitTypes,
		integer: func(_ Type, x, y, _ uint64) uint64 { return x | y }},
	Xor: {Name: "xor", Doc: "bitwise exclusive or", On: BitTypes, Params: binary, Cost: 1,
		Commutative: true, Associative: BitTypes,
		integer: func(_ Type, x, y, _ uint64) uint64 { return x ^ y }},
	Shl: {Name: "shl", Doc: "x shifted left by y bits, y read as unsigned; 0 if y ≥ the width", On: IntTypes, Params: binary, Cost: 1,
		integer: func(t Type, x, y, _ uint64) uint64 { return x << wrap(t, y) }},
	Shr: {Name: "shr", Doc: "x shifted right by y bits, y read as unsigned, copies of the sign moving in; for y ≥ the width as for the width", On: IntTypes, Params: binary, Cost: 1,
		signed:  func(t Type, x, y, _ int64) int64 { return x >> wrap(t, uint64(y)) },
		integer: func(_ Type, x, y, _ uint64) uint64 { return x >> y }},
	Lshr: {Name: "lshr", Doc: "x shifted right by y bits, y read as unsigned, zeros moving in; 0 if y ≥ the width", On: IntTypes, Params: binary, Cost: 1,
		integer: func(t Type, x, y, _ uint64) uint64 { return wrap(t, x) >> wrap(t, y) }},
	Not: {Name: "not", Doc: "bitwise complement; on bools logical", On: BitTypes, Params: unary, Cost: 1,
		integer: func(_ Type, x, _, _ uint64) uint64 { return ^x }},
	Popc: {Name: "popc", Doc: "the number of bits that are 1", On: IntTypes, Params: unary, Result: AnI32, Cost: 1,
		bits: func(_ Type, x, _, _ uint64) uint64 { return uint64(bits.OnesCount64(x)) }},
	Clz: {Name: "clz", Doc: "the number of zero bits above the highest 1; the width for 0", On: IntTypes, Params: unary, Result: AnI32, Cost: 1,
		bits: func(t Type, x, _, _ uint64) uint64 { return uint64(t.Bits() - bits.Len64(x)) }},
	Ctz: {Name: "ctz", Doc: "the number of zero bits below the lowest 1; the width for 0", On: IntTypes, Params: unary, Result: AnI32, Cost: 1,
		bits: func(t Type, x, _, _ uint64) uint64 { return uint64(min(t.Bits(), bits.TrailingZeros64(x))) }},

	Eq: {Name: "eq", Doc: "x = y; NaN equals nothing, −0 equals +0", On: AllTypes, Params: binary, Result: ABool, Cost: 1,
		Commutative: true, Associative: BoolTypes,
		order: equal},
	Ne: {Name: "ne", Doc: "x ≠ y", On: AllTypes, Params: binary, Result: ABool, Cost: 1,
		Commutative: true, Associative: BoolTypes,
		order: less | greater | unordered},
	Lt: {Name: "lt", Doc: "x < y; false if one is NaN; false < true", On: AllTypes, Params: binary, Result: ABool, Cost: 1,
		order: less},
	Le: {Name: "le", Doc: "x ≤ y; false if one is NaN", On: AllTypes, Params: binary, Result: ABool, Cost: 1,
		order: less | equal},
	Gt: {Name: "gt", Doc: "x > y; false if one is NaN", On: AllTypes, Params: binary, Result: ABool, Cost: 1,
		order: greater},
	Ge: {Name: "ge", Doc: "x ≥ y; false if one is NaN", On: AllTypes, Params: binary, Result: ABool, Cost: 1,
		order: greater | equal},
	Select: {Name: "select", Doc: "y if x, else z; both are evaluated", On: AllTypes, Params: []Kind{ABool, Same, Same}, Cost: 1,
		bits: choose},

	Neg: {Name: "neg", Doc: "−x; integers wrap, unsigned ones too; floats flip the sign", On: NumericTypes, Params: unary, Cost: 1,
		float:   func(_ Type, x, _, _ float64) float64 { return -x },
		integer: func(_ Type, x, _, _ uint64) uint64 { return -x }},
	Abs: {Name: "abs", Doc: "the absolute value; that of the lowest integer is itself", On: NumericTypes, Params: unary, Cost: 1,
		float:   func(_ Type, x, _, _ float64) float64 { return math.Abs(x) },
		signed:  func(_ Type, x, _, _ int64) int64 { return max(x, -x) },
		integer: func(_ Type, x, _, _ uint64) uint64 { return x }},
	Sgn: {Name: "sgn", Doc: "−1, 0 or 1 as x is negative, zero or positive; a float's zero or NaN itself", On: NumericTypes, Params: unary, Cost: 2,
		float:   floatSgn,
		signed:  func(_ Type, x, _, _ int64) int64 { return x>>63 | int64(uint64(-x)>>63) },
		integer: func(_ Type, x, _, _ uint64) uint64 { return min(x, 1) }},

	Sqrt:   {Name: "sqrt", Doc: "the square root; NaN below 0", On: FloatTypes, Params: unary, Cost: 8, float: lift1(math.Sqrt)},
	Rsqrt:  {Name: "rsqrt", Doc: "1 / √x", On: FloatTypes, Params: unary, Cost: 12, float: lift1(rsqrt)},
	Cbrt:   {Name: "cbrt", Doc: "the cube root", On: FloatTypes, Params: unary, Cost: 20, Elementary: elementary.Cbrt},
	Exp:    {Name: "exp", Doc: "e^x", On: FloatTypes, Params: unary, Cost: 20, Elementary: elementary.Exp},
	Log:    {Name: "log", Doc: "the natural logarithm; −inf at 0, NaN below", On: FloatTypes, Params: unary, Cost: 20, Elementary: elementary.Log},
	Log2:   {Name: "log2", Doc: "the logarithm to base 2", On: FloatTypes, Params: unary, Cost: 20, Elementary: elementary.Log2},
	Log10:  {Name: "log10", Doc: "the logarithm to base 10", On: FloatTypes, Params: unary, Cost: 20, Elementary: elementary.Log10},
	Log1p:  {Name: "log1p", Doc: "log (1 + x), exact near 0", On: FloatTypes, Params: unary, Cost: 20, Elementary: elementary.Log1p},
	Sin:    {Name: "sin", Doc: "the sine of x radians", On: FloatTypes, Params: unary, Cost: 20, Elementary: elementary.Sin},
	Cos:    {Name: "cos", Doc: "the cosine of x radians", On: FloatTypes, Params: unary, Cost: 20, Elementary: elementary.Cos},
	Tan:    {Name: "tan", Doc: "the tangent of x radians", On: FloatTypes, Params: unary, Cost: 20, Elementary: elementary.Tan},
	Asin:   {Name: "asin", Doc: "the arc sine in radians; NaN beyond ±1", On: FloatTypes, Params: unary, Cost: 20, Elementary: elementary.Asin},
	Acos:   {Name: "acos", Doc: "the arc cosine in radians; NaN beyond ±1", On: FloatTypes, Params: unary, Cost: 20, Elementary: elementary.Acos},
	Atan:   {Name: "atan", Doc: "the arc tangent in radians", On: FloatTypes, Params: unary, Cost: 20, Elementary: elementary.Atan},
	Sinh:   {Name: "sinh", Doc: "the hyperbolic sine", On: FloatTypes, Params: unary, Cost: 20, Elementary: elementary.Sinh},
	Cosh:   {Name: "cosh", Doc: "the hyperbolic cosine", On: FloatTypes, Params: unary, Cost: 20, Elementary: elementary.Cosh},
	Tanh:   {Name: "tanh", Doc: "the hyperbolic tangent", On: FloatTypes, Params: unary, Cost: 20, Elementary: elementary.Tanh},
	Asinh:  {Name: "asinh", Doc: "the inverse of sinh", On: FloatTypes, Params: unary, Cost: 20, Elementary: elementary.Asinh},
	Acosh:  {Name: "acosh", Doc: "the inverse of cosh; NaN below 1", On: FloatTypes, Params: unary, Cost: 20, Elementary: elementary.Acosh},
	Atanh:  {Name: "atanh", Doc: "the inverse of tanh; NaN beyond ±1", On: FloatTypes, Params: unary, Cost: 20, Elementary: elementary.Atanh},
	Sinpi:  {Name: "sinpi", Doc: "sin (π·x), exact where x is a multiple of 1/2", On: FloatTypes, Params: unary, Cost: 20, Elementary: elementary.Sinpi},
	Cospi:  {Name: "cospi", Doc: "cos (π·x), exact where x is a multiple of 1/2", On: FloatTypes, Params: unary, Cost: 20, Elementary: elementary.Cospi},
	Tanpi:  {Name: "tanpi", Doc: "sinpi x / cospi x", On: FloatTypes, Params: unary, Cost: 40, Elementary: elementary.Tanpi},
	Asinpi: {Name: "asinpi", Doc: "asin x / π", On: FloatTypes, Params: unary, Cost: 20, Elementary: elementary.Asinpi},
	Acospi: {Name: "acospi", Doc: "acos x / π", On: FloatTypes, Params: unary, Cost: 20, Elementary: elementary.Acospi},
	Atanpi: {Name: "atanpi", Doc: "atan x / π", On: FloatTypes, Params: unary, Cost: 20, Elementary: elementary.Atanpi},
	Gamma:  {Name: "gamma", Doc: "the gamma function Γ", On: FloatTypes, Params: unary, Cost: 40, Elementary: elementary.Gamma},
	Lgamma: {Name: "lgamma", Doc: "log |Γ(x)|", On: FloatTypes, Params: unary, Cost: 40, Elementary: elementary.Lgamma},
	Erf:    {Name: "erf", Doc: "the error function", On: FloatTypes, Params: unary, Cost: 20, Elementary: elementary.Erf},
	Erfc:   {Name: "erfc", Doc: "1 − erf x, exact for large x", On: FloatTypes, Params: unary, Cost: 20, Elementary: elementary.Erfc},
	Floor:  {Name: "floor", Doc: "x rounded towards −∞", On: FloatTypes, Params: unary, Cost: 1, float: lift1(math.Floor)},
	Ceil:   {Name: "ceil", Doc: "x rounded towards +∞", On: FloatTypes, Params: unary, Cost: 1, float: lift1(math.Ceil)},
	Round:  {Name: "round", Doc: "x rounded to the nearest integer, ties to the even one", On: FloatTypes, Params: unary, Cost: 1, float: lift1(math.RoundToEven)},
	Trunc:  {Name: "trunc", Doc: "x rounded towards zero", On: FloatTypes, Params: unary, Cost: 1, float: lift1(math.Trunc)},

	Atan2:    {Name: "atan2", Doc: "the angle of the point (y, x) in radians: the first operand is the ordinate", On: FloatTypes, Params: binary, Cost: 20, Elementary: elementary.Atan2},
	Atan2pi:  {Name: "atan2pi", Doc: "atan2 x y / π", On: FloatTypes, Params: binary, Cost: 20, Elementary: elementary.Atan2pi},
	Hypot:    {Name: "hypot", Doc: "√(x² + y²) without overflow on the way", On: FloatTypes, Params: binary, Cost: 12, Commutative: true, Elementary: elementary.Hypot},
	Copysign: {Name: "copysign", Doc: "|x| with the sign of y; that of NaN is positive", On: FloatTypes, Params: binary, Cost: 1, float: lift2(copysign)},
	Nextafter: {Name: "nextafter", Doc: "the value of the type that is next to x in the direction of y", On: FloatTypes, Params: binary, Cost: 4,
		bits: nextafter},
	Ldexp: {Name: "ldexp", Doc: "x · 2^y", On: FloatTypes, Params: []Kind{Same, AnI32}, Cost: 4,
		bits: ldexp},
	Fma: {Name: "fma", Doc: "x · y + z rounded once (at f16: once to f32, then to f16)", On: FloatTypes, Params: ternary, Cost: 1,
		float: fma},

	IsNaN: {Name: "isnan", Doc: "whether x is NaN", On: FloatTypes, Params: unary, Result: ABool, Cost: 1,
		bits: func(t Type, x, _, _ uint64) uint64 { return bit(math.IsNaN(floatOf(t, x))) }},
	IsInf: {Name: "isinf", Doc: "whether x is +inf or −inf", On: FloatTypes, Params: unary, Result: ABool, Cost: 1,
		bits: func(t Type, x, _, _ uint64) uint64 { return bit(math.IsInf(floatOf(t, x), 0)) }},
	ToBits: {Name: "to_bits", Doc: "the IEEE 754 bit pattern of x; of every NaN the same", On: FloatTypes, Params: unary, Result: TBits, Cost: 1,
		bits: func(t Type, x, _, _ uint64) uint64 { return canonical(t, x) }},
	FromBits: {Name: "from_bits", Doc: "the float with the bit pattern x; the inverse of to_bits, but for NaN", On: FloatTypes, Params: []Kind{TBits}, Cost: 1,
		bits: func(_ Type, x, _, _ uint64) uint64 { return x }},
}
