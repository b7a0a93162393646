package print

import "github.com/lamina-lang/lamina/core/scalar"

// scalarHelpers define operators as core/scalar has them, by operator and types (see define).
var scalarHelpers = []struct {
	op   string
	on   scalar.TypeSet
	text string
}{
	{"min", scalar.IntTypes, `static inline $T min_$T($T x, $T y) { return x < y ? x : y; }`},
	{"max", scalar.IntTypes, `static inline $T max_$T($T x, $T y) { return x < y ? y : x; }`},
	{"neg", scalar.IntTypes, `static inline $T neg_$T($T x) { return ($T)(0 - ($W)x); }`},
	{"shl", scalar.IntTypes, `static inline $T shl_$T($T x, $T y) { return ($U)y < $B ? ($T)(($W)x << ($U)y) : 0; }`},
	{"lshr", scalar.IntTypes, `static inline $T lshr_$T($T x, $T y) { return ($U)y < $B ? ($T)(($U)x >> ($U)y) : 0; }`},
	{"shr", scalar.SignedTypes, `static inline $T shr_$T($T x, $T y) { return ($T)(x >> (($U)y < $B ? ($U)y : $B - 1)); }`},
	{"shr", scalar.UnsignedTypes, `static inline $T shr_$T($T x, $T y) { return y < $B ? ($T)(x >> y) : 0; }`},
	{"pow", scalar.IntTypes, `static inline $T pow_$T($T x, $T y) {
  $W power = 1, square = ($W)x;
  for ($U n = ($U)y; n != 0; n >>= 1) {
    if (n & 1) power *= square;
    square *= square;
  }
  return ($T)power;
}`},
	// The lowest integer divided by -1 wraps.
	{"quot", scalar.SignedTypes, `static inline $T quot_$T($T x, $T y) { return y == -1 ? ($T)(0 - ($W)x) : ($T)(x / y); }`},
	{"rem", scalar.SignedTypes, `static inline $T rem_$T($T x, $T y) { return y == -1 ? 0 : ($T)(x % y); }`},
	{"div", scalar.SignedTypes, `static inline $T div_$T($T x, $T y) {
  if (__builtin_constant_p(y) && y > 0) {
    // A power of two shifts; of a negative x the quotient of its complement is the complement.
    if (!(y & (y - 1))) return ($T)(x >> __builtin_ctzll(($U)y));
    $U sign = ($U)(x >> ($B - 1));
    return ($T)(($U)(($U)x ^ sign) / ($U)y ^ sign);
  }
  if (y == -1) return ($T)(0 - ($W)x);
  $T q = ($T)(x / y), r = ($T)(x % y);
  return ($T)(q - (r != 0 && (r < 0) != (y < 0)));
}`},
	{"mod", scalar.SignedTypes, `static inline $T mod_$T($T x, $T y) {
  if (__builtin_constant_p(y) && y > 0) {
    if (!(y & (y - 1))) return ($T)(x & (y - 1));
    $U sign = ($U)(x >> ($B - 1)), quotient = ($U)(($U)(($U)x ^ sign) / ($U)y ^ sign);
    return ($T)(($W)x - ($W)quotient * ($W)y);
  }
  if (y == -1) return 0;
  $T r = ($T)(x % y);
  return r != 0 && (r < 0) != (y < 0) ? ($T)(r + y) : r;
}`},
	{"div", scalar.UnsignedTypes, `static inline $T div_$T($T x, $T y) { return ($T)(x / y); }`},
	{"abs", scalar.SignedTypes, `static inline $T abs_$T($T x) { return x < 0 ? ($T)(0 - ($W)x) : x; }`},
	{"abs", scalar.UnsignedTypes, `static inline $T abs_$T($T x) { return x; }`},
	{"sgn", scalar.SignedTypes, `static inline $T sgn_$T($T x) { return ($T)((x > 0) - (x < 0)); }`},
	{"sgn", scalar.UnsignedTypes, `static inline $T sgn_$T($T x) { return x != 0; }`},
	{"popc", scalar.IntTypes, `static inline i32 popc_$T($T x) { return __builtin_popcountll(($U)x); }`},
	{"clz", scalar.IntTypes, `static inline i32 clz_$T($T x) { return x == 0 ? $B : __builtin_clzll(($U)x) - (64 - $B); }`},
	{"ctz", scalar.IntTypes, `static inline i32 ctz_$T($T x) { return x == 0 ? $B : __builtin_ctzll(($U)x); }`},
	{"mul_hi", scalar.IntTypes &^ (1<<scalar.I64 | 1<<scalar.U64), `static inline $T mul_hi_$T($T x, $T y) { return ($T)((($D)x * ($D)y) >> $B); }`},
	{"mul_hi", 1<<scalar.I64 | 1<<scalar.U64, `static inline $T mul_hi_$T($T x, $T y) {
  u64 a = (u64)x, b = (u64)y, a_low = (u32)a, b_low = (u32)b, a_high = a >> 32, b_high = b >> 32;
  u64 middle = a_high * b_low + ((a_low * b_low) >> 32), other = a_low * b_high + (u32)middle;
  u64 high = a_high * b_high + (middle >> 32) + (other >> 32);
  // Read as unsigned, negative operands are 2^64 too large.
  return ($T)(high - (x < 0 ? b : 0) - (y < 0 ? a : 0));
}`},
	{"mad_hi", scalar.IntTypes, `static inline $T mad_hi_$T($T x, $T y, $T z) { return ($T)(($W)@mul_hi_$T(x, y) + ($W)z); }`},
	{"mulsat", 1 << scalar.I64, `static inline i64 mulsat_i64(i64 x, i64 y) {
  i64 product;
  return x <= 0 || y <= 0 ? 0 : __builtin_mul_overflow(x, y, &product) ? INT64_MAX : product;
}`},

	{"bits", exactFloats, `static inline $U bits_$T($T x) {
  $U bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}`},
	{"from_bits", exactFloats, `static inline $T from_bits_$T($U bits) {
  $T x;
  memcpy(&x, &bits, sizeof x);
  return x;
}`},
	{"isnan", exactFloats, `static inline bool isnan_$T($T x) { return x != x; }`},
	{"isinf", exactFloats, `static inline bool isinf_$T($T x) { return x == ($T)INFINITY || x == -($T)INFINITY; }`},
	{"to_bits", exactFloats, `static inline $U to_bits_$T($T x) { return x != x ? $N : @bits_$T(x); }`},
	{"mod", exactFloats, `static inline $T mod_$T($T x, $T y) { return fmod$F(x, y); }`},
	{"abs", exactFloats, `static inline $T abs_$T($T x) { return __builtin_fabs$F(x); }`},
	{"sgn", exactFloats, `static inline $T sgn_$T($T x) { return x < 0 ? -1 : x > 0 ? 1 : x; }`},
	// A NaN is ignored, and -0 is less than +0.
	{"min", exactFloats, `static inline $T min_$T($T x, $T y) {
  return x < y || y != y || (x == y && (@bits_$T(x) & $S) != 0) ? x : y;
}`},
	{"max", exactFloats, `static inline $T max_$T($T x, $T y) {
  return x > y || y != y || (x == y && (@bits_$T(x) & $S) == 0) ? x : y;
}`},
	{"copysign", exactFloats, `static inline $T copysign_$T($T x, $T y) {
  return @from_bits_$T((@bits_$T(x) & ~$S) | (y != y ? 0 : @bits_$T(y) & $S));
}`},
	{"nextafter", exactFloats, `static inline $T nextafter_$T($T x, $T y) {
  if (x != x || y != y) return @from_bits_$T($N);
  if (x == y) return y;
  if (x == 0) return @from_bits_$T(y > 0 ? 1 : ($S | 1));
  return @from_bits_$T((x < y) == (x > 0) ? @bits_$T(x) + 1 : @bits_$T(x) - 1);
}`},
	{"ldexp", exactFloats, `static inline $T ldexp_$T($T x, i32 n) { return ldexp$F(x, n); }`},
	{"fma", exactFloats, `static inline $T fma_$T($T x, $T y, $T z) { return fma$F(x, y, z); }`},
	{"sqrt", exactFloats, `static inline $T sqrt_$T($T x) { return __builtin_sqrt$F(x); }`},
	{"rsqrt", exactFloats, `static inline $T rsqrt_$T($T x) { return ($T)(1 / __builtin_sqrt((f64)x)); }`},
	// Adding and subtracting 2^(p-1), for a precision of p bits, rounds to an integer, ties to even.
	{"round", exactFloats, `static inline $T round_$T($T x) {
#if defined(__SSE4_1__) || defined(__aarch64__)
  return __builtin_rint$F(x);
#else
  const $T large = @whole_$T(), magnitude = __builtin_fabs$F(x);
  return magnitude < large ? __builtin_copysign$F((magnitude + large) - large, x) : x;
#endif
}`},
	{"whole", 1 << scalar.F32, `static inline f32 whole_f32(void) { return 0x1p23f; } // from here on, f32s are whole`},
	{"whole", 1 << scalar.F64, `static inline f64 whole_f64(void) { return 0x1p52; } // from here on, f64s are whole`},
	{"trunc", exactFloats, `static inline $T trunc_$T($T x) {
#if defined(__SSE4_1__) || defined(__aarch64__)
  return __builtin_trunc$F(x);
#else
  return __builtin_fabs$F(x) < @whole_$T() ? __builtin_copysign$F(($T)(i64)x, x) : x;
#endif
}`},
	{"floor", exactFloats, `static inline $T floor_$T($T x) {
#if defined(__SSE4_1__) || defined(__aarch64__)
  return __builtin_floor$F(x);
#else
  const $T towards_zero = @trunc_$T(x);
  return towards_zero > x ? towards_zero - 1 : towards_zero;
#endif
}`},
	{"ceil", exactFloats, `static inline $T ceil_$T($T x) {
#if defined(__SSE4_1__) || defined(__aarch64__)
  return __builtin_ceil$F(x);
#else
  const $T towards_zero = @trunc_$T(x);
  return towards_zero < x ? towards_zero + 1 : towards_zero;
#endif
}`},

	// f16. Operators that are not here are those of f32, rounded.
	{"rsqrt", 1 << scalar.F16, `static inline f16 rsqrt_f16(f16 x) { return @f16_of_f64(1 / __builtin_sqrt((f64)x)); }`},
	{"to_bits", 1 << scalar.F16, `static inline u16 to_bits_f16(f16 x) { return @narrow(x); }`},
	{"from_bits", 1 << scalar.F16, `static inline f16 from_bits_f16(u16 bits) { return @widen(bits); }`},
	{"nextafter", 1 << scalar.F16, `static inline f16 nextafter_f16(f16 x, f16 y) {
  if (x != x || y != y) return @widen(0x7e00);
  if (x == y) return y;
  if (x == 0) return @widen(y > 0 ? 1 : 0x8001);
  return @widen((u16)((x < y) == (x > 0) ? @narrow(x) + 1 : @narrow(x) - 1));
}`},

	// Floats to integers: towards zero; NaN and the infinities give 0. i32, i64 and, of what
	// is positive, u64 saturate; narrow types have the low bits of the i32, u32 and negative
	// u64 those of the i64.
	{"i32_of", exactFloats, `static inline i32 i32_of_$T($T x) {
  if (x != x || @isinf_$T(x)) return 0;
  return x >= ($T)0x1p31 ? INT32_MAX : x <= -($T)0x1p31 ? INT32_MIN : (i32)x;
}`},
	{"i64_of", exactFloats, `static inline i64 i64_of_$T($T x) {
  if (x != x || @isinf_$T(x)) return 0;
  return x >= ($T)0x1p63 ? INT64_MAX : x <= -($T)0x1p63 ? INT64_MIN : (i64)x;
}`},
	{"u64_of", exactFloats, `static inline u64 u64_of_$T($T x) {
  if (!(x >= 0) || @isinf_$T(x)) return (u64)@i64_of_$T(x);
  return x >= ($T)0x1p64 ? UINT64_MAX : (u64)x;
}`},
	{"u32_of", exactFloats, `static inline u32 u32_of_$T($T x) { return (u32)@i64_of_$T(x); }`},
	{"i8_of", exactFloats, `static inline i8 i8_of_$T($T x) { return (i8)@i32_of_$T(x); }`},
	{"i16_of", exactFloats, `static inline i16 i16_of_$T($T x) { return (i16)@i32_of_$T(x); }`},
	{"u8_of", exactFloats, `static inline u8 u8_of_$T($T x) { return (u8)@i32_of_$T(x); }`},
	{"u16_of", exactFloats, `static inline u16 u16_of_$T($T x) { return (u16)@i32_of_$T(x); }`},
}

// plain are helpers with a name of their own.
var plain = map[string]string{
	"widen": `// widen is an f16 as an f32, from its bits.
static inline f32 widen(u16 h) {
  const u32 sign = (u32)(h >> 15) << 31, exponent = h >> 10 & 0x1f, fraction = h & 0x3ff;
  if (exponent == 0) return __builtin_copysignf((f32)fraction * 0x1p-24f, sign != 0 ? -1 : 1);
  if (exponent == 31) return @from_bits_f32(sign | 0x7f800000u | fraction << 13);
  return @from_bits_f32(sign | (exponent + 112) << 23 | fraction << 13);
}`,
	"narrow": `// narrow rounds to an f16, ties to even, and returns its bits.
static inline u16 narrow(f32 x) {
  const u32 b = @bits_f32(x), sign = b >> 16 & 0x8000;
  const i32 exponent = (i32)(b >> 23 & 0xff) - 127;
  if (x != x) return 0x7e00;
  if (exponent > 15) return (u16)(sign | 0x7c00);
  if (exponent < -25) return (u16)sign;
  u32 significand = (b & 0x7fffff) | 0x800000, biased = (u32)(exponent + 14), drop = 13;
  if (exponent < -14) {
    drop += (u32)(-14 - exponent);
    biased = 0;
  }
  u32 kept = significand >> drop, rest = significand & ((1u << drop) - 1), half = 1u << (drop - 1);
  if (rest > half || (rest == half && (kept & 1))) kept++;
  return (u16)(sign | ((biased << 10) + kept));
}`,
	"round16": `static inline f16 round16(f32 x) { return @widen(@narrow(x)); }`,
	"f16_of_f64": `// f16_of_f64 rounds once: x is made odd in the last place of f32 first.
static inline f16 f16_of_f64(f64 x) {
  f32 y = (f32)x;
  u32 b = @bits_f32(y);
  if (x == x && (f64)y != x && !(b & 1) && !@isinf_f32(y)) y = @from_bits_f32(((f64)y < x) == (x > 0) ? b + 1 : b - 1);
  return @round16(y);
}`,
}
