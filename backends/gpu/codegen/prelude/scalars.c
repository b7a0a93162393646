// Scalar operators, as core/scalar defines them: NAME_TYPE(operands). bool is a
// byte that is 0 or 1. f16 is computed as f32 and rounded after each operator.
typedef u8 b8;
typedef f32 f16;

// W is the unsigned type that arithmetic wraps in.
#define INT_OPS(T, U, W, BITS)                                                 \
  DEVICE T add_##T(T x, T y) { return (T)((W)x + (W)y); }                      \
  DEVICE T sub_##T(T x, T y) { return (T)((W)x - (W)y); }                      \
  DEVICE T mul_##T(T x, T y) { return (T)((W)x * (W)y); }                      \
  DEVICE T neg_##T(T x) { return (T)((W)0 - (W)x); }                           \
  DEVICE T min_##T(T x, T y) { return x < y ? x : y; }                         \
  DEVICE T max_##T(T x, T y) { return x < y ? y : x; }                         \
  DEVICE T and_##T(T x, T y) { return (T)(x & y); }                            \
  DEVICE T or_##T(T x, T y) { return (T)(x | y); }                             \
  DEVICE T xor_##T(T x, T y) { return (T)(x ^ y); }                            \
  DEVICE T not_##T(T x) { return (T)(~x); }                                    \
  DEVICE T shl_##T(T x, T y) {                                                 \
    return (U)y < BITS ? (T)((W)x << (U)y) : (T)0;                             \
  }                                                                            \
  DEVICE T lshr_##T(T x, T y) {                                                \
    return (U)y < BITS ? (T)((U)x >> (U)y) : (T)0;                             \
  }                                                                            \
  DEVICE T pow_##T(T x, T y) {                                                 \
    W r = 1, b = (W)x;                                                         \
    for (U n = (U)y; n != 0; n >>= 1) {                                        \
      if (n & 1) r *= b;                                                       \
      b *= b;                                                                  \
    }                                                                          \
    return (T)r;                                                               \
  }                                                                            \
  COMPARE_OPS(T)

#define COMPARE_OPS(T)                                                         \
  DEVICE b8 eq_##T(T x, T y) { return x == y; }                                \
  DEVICE b8 ne_##T(T x, T y) { return x != y; }                                \
  DEVICE b8 lt_##T(T x, T y) { return x < y; }                                 \
  DEVICE b8 le_##T(T x, T y) { return x <= y; }                                \
  DEVICE b8 gt_##T(T x, T y) { return x > y; }                                 \
  DEVICE b8 ge_##T(T x, T y) { return x >= y; }                                \
  DEVICE T select_##T(b8 c, T x, T y) { return c ? x : y; }

// The lowest integer divided by -1 wraps.
#define SIGNED_OPS(T, U, W, BITS)                                              \
  INT_OPS(T, U, W, BITS)                                                       \
  DEVICE T quot_##T(T x, T y) { return y == -1 ? neg_##T(x) : (T)(x / y); }    \
  DEVICE T rem_##T(T x, T y) { return y == -1 ? (T)0 : (T)(x % y); }           \
  DEVICE T div_##T(T x, T y) {                                                 \
    T q = quot_##T(x, y), r = rem_##T(x, y);                                   \
    return r != 0 && (r < 0) != (y < 0) ? (T)(q - 1) : q;                      \
  }                                                                            \
  DEVICE T mod_##T(T x, T y) {                                                 \
    T r = rem_##T(x, y);                                                       \
    return r != 0 && (r < 0) != (y < 0) ? (T)(r + y) : r;                      \
  }                                                                            \
  DEVICE T shr_##T(T x, T y) {                                                 \
    return (U)y < BITS ? (T)(x >> (U)y) : (T)(x < 0 ? -1 : 0);                 \
  }                                                                            \
  DEVICE T abs_##T(T x) { return x < 0 ? neg_##T(x) : x; }                     \
  DEVICE T sgn_##T(T x) { return (T)((x > 0) - (x < 0)); }

#define UNSIGNED_OPS(T, U, W, BITS)                                            \
  INT_OPS(T, U, W, BITS)                                                       \
  DEVICE T quot_##T(T x, T y) { return (T)(x / y); }                           \
  DEVICE T rem_##T(T x, T y) { return (T)(x % y); }                            \
  DEVICE T div_##T(T x, T y) { return (T)(x / y); }                            \
  DEVICE T mod_##T(T x, T y) { return (T)(x % y); }                            \
  DEVICE T shr_##T(T x, T y) { return lshr_##T(x, y); }                        \
  DEVICE T abs_##T(T x) { return x; }                                          \
  DEVICE T sgn_##T(T x) { return (T)(x != 0); }

SIGNED_OPS(i8, u8, u32, 8)
SIGNED_OPS(i16, u16, u32, 16)
SIGNED_OPS(i32, u32, u32, 32)
SIGNED_OPS(i64, u64, u64, 64)

// By a divisor that is known to be positive: without branches, so that compilers see
// that two are the same.
DEVICE i32 quot_by_positive(i32 x, i32 y) { return x / y; }
DEVICE i32 rem_by_positive(i32 x, i32 y) { return x % y; }
DEVICE i32 div_by_positive(i32 x, i32 y) {
  i32 q = x / y;
  return x - q * y < 0 ? q - 1 : q;
}
DEVICE i32 mod_by_positive(i32 x, i32 y) {
  i32 r = x % y;
  return r < 0 ? r + y : r;
}
UNSIGNED_OPS(u8, u8, u32, 8)
UNSIGNED_OPS(u16, u16, u32, 16)
UNSIGNED_OPS(u32, u32, u32, 32)
UNSIGNED_OPS(u64, u64, u64, 64)

COMPARE_OPS(b8)
DEVICE b8 and_b8(b8 x, b8 y) { return x & y; }
DEVICE b8 or_b8(b8 x, b8 y) { return x | y; }
DEVICE b8 xor_b8(b8 x, b8 y) { return x ^ y; }
DEVICE b8 not_b8(b8 x) { return !x; }

// Bits, and the upper halves of products; D is twice as wide.
#define NARROW_BITS(T, U, D, BITS)                                             \
  DEVICE i32 popc_##T(T x) { return POPC32((U)x); }                            \
  DEVICE i32 clz_##T(T x) { return CLZ32((U)x) - (32 - BITS); }                \
  DEVICE i32 ctz_##T(T x) { return (U)x == 0 ? BITS : 31 - CLZ32((U)x & (0 - (u32)(U)x)); } \
  DEVICE T mul_hi_##T(T x, T y) { return (T)(((D)x * (D)y) >> BITS); }         \
  DEVICE T mad_hi_##T(T x, T y, T z) { return add_##T(mul_hi_##T(x, y), z); }

#define WIDE_BITS(T, U, HI)                                                    \
  DEVICE i32 popc_##T(T x) { return POPC64((U)x); }                            \
  DEVICE i32 clz_##T(T x) { return CLZ64((U)x); }                              \
  DEVICE i32 ctz_##T(T x) { return x == 0 ? 64 : 63 - CLZ64((U)x & (0 - (U)x)); } \
  DEVICE T mul_hi_##T(T x, T y) { return HI(x, y); }                           \
  DEVICE T mad_hi_##T(T x, T y, T z) { return add_##T(HI(x, y), z); }

NARROW_BITS(i8, u8, i32, 8)
NARROW_BITS(i16, u16, i32, 16)
NARROW_BITS(i32, u32, i64, 32)
NARROW_BITS(u8, u8, u32, 8)
NARROW_BITS(u16, u16, u32, 16)
NARROW_BITS(u32, u32, u64, 32)
WIDE_BITS(i64, u64, MULHI_I64)
WIDE_BITS(u64, u64, MULHI_U64)

// For sizes: negative operands count as 0, and what is too large as the highest.
DEVICE i64 mulsat_i64(i64 x, i64 y) {
  u64 a = x < 0 ? 0 : (u64)x, b = y < 0 ? 0 : (u64)y, low = a * b;
  return MULHI_U64(a, b) != 0 || (low >> 63) != 0 ? (i64)0x7fffffffffffffff : (i64)low;
}

// Floats. min and max ignore a NaN and take -0 for less than +0.
#define FLOAT_OPS(T, U, M, BITS_OF, FROM, SIGN, NAN_BITS, PI)                  \
  DEVICE T add_##T(T x, T y) { return x + y; }                                 \
  DEVICE T sub_##T(T x, T y) { return x - y; }                                 \
  DEVICE T mul_##T(T x, T y) { return x * y; }                                 \
  DEVICE T div_##T(T x, T y) { return x / y; }                                 \
  DEVICE T mod_##T(T x, T y) { return M(fmod)(x, y); }                         \
  DEVICE T neg_##T(T x) { return -x; }                                         \
  DEVICE T abs_##T(T x) { return M(fabs)(x); }                                 \
  DEVICE T sgn_##T(T x) { return x < 0 ? (T)-1 : x > 0 ? (T)1 : x; }           \
  DEVICE b8 isnan_##T(T x) { return x != x; }                                  \
  DEVICE b8 isinf_##T(T x) { return (BITS_OF(x) & ~SIGN) == BITS_OF((T)INFINITY); } \
  DEVICE b8 signbit_##T(T x) { return (BITS_OF(x) & SIGN) != 0; }              \
  DEVICE T min_##T(T x, T y) {                                                 \
    return x < y || y != y || (x == y && signbit_##T(x)) ? x : y;              \
  }                                                                            \
  DEVICE T max_##T(T x, T y) {                                                 \
    return x > y || y != y || (x == y && !signbit_##T(x)) ? x : y;             \
  }                                                                            \
  COMPARE_OPS(T)                                                               \
  DEVICE U to_bits_##T(T x) { return x != x ? NAN_BITS : BITS_OF(x); }         \
  DEVICE T from_bits_##T(U x) { return FROM(x); }                              \
  DEVICE T copysign_##T(T x, T y) {                                            \
    return FROM((BITS_OF(x) & ~SIGN) | (y != y ? (U)0 : BITS_OF(y) & SIGN));   \
  }                                                                            \
  DEVICE T nextafter_##T(T x, T y) {                                           \
    if (x != x || y != y) return FROM(NAN_BITS);                               \
    if (x == y) return y;                                                      \
    if (x == 0) return FROM(y > 0 ? (U)1 : (SIGN | 1));                        \
    return FROM((x < y) == (x > 0) ? BITS_OF(x) + 1 : BITS_OF(x) - 1);         \
  }                                                                            \
  DEVICE T ldexp_##T(T x, i32 n) { return M(ldexp)(x, n); }                    \
  DEVICE T fma_##T(T x, T y, T z) { return M(fma)(x, y, z); }                  \
  DEVICE T sqrt_##T(T x) { return M(sqrt)(x); }                                \
  DEVICE T rsqrt_##T(T x) { return (T)(1 / M_F64(sqrt)((f64)x)); }             \
  DEVICE T cbrt_##T(T x) { return M(cbrt)(x); }                                \
  DEVICE T exp_##T(T x) { return M(exp)(x); }                                  \
  DEVICE T log_##T(T x) { return M(log)(x); }                                  \
  DEVICE T log2_##T(T x) { return M(log2)(x); }                                \
  DEVICE T log10_##T(T x) { return M(log10)(x); }                              \
  DEVICE T log1p_##T(T x) { return M(log1p)(x); }                              \
  DEVICE T sin_##T(T x) { return M(sin)(x); }                                  \
  DEVICE T cos_##T(T x) { return M(cos)(x); }                                  \
  DEVICE T tan_##T(T x) { return M(tan)(x); }                                  \
  DEVICE T asin_##T(T x) { return M(asin)(x); }                                \
  DEVICE T acos_##T(T x) { return M(acos)(x); }                                \
  DEVICE T atan_##T(T x) { return M(atan)(x); }                                \
  DEVICE T sinh_##T(T x) { return M(sinh)(x); }                                \
  DEVICE T cosh_##T(T x) { return M(cosh)(x); }                                \
  DEVICE T tanh_##T(T x) { return M(tanh)(x); }                                \
  DEVICE T asinh_##T(T x) { return M(asinh)(x); }                              \
  DEVICE T acosh_##T(T x) { return M(acosh)(x); }                              \
  DEVICE T atanh_##T(T x) { return M(atanh)(x); }                              \
  /* In half turns: what is within a quarter of a turn of a zero comes from the   \
     sine of how far off it is, which is exact, so that small values are good. */ \
  DEVICE T sinpi_##T(T x) {                                                    \
    T r = M(fmod)(x, (T)2), a = M(fabs)(r), s = copysign_##T(1, r);            \
    if (a >= 1) { a -= 1; s = -s; }                                            \
    if (a > (T)0.5) a = 1 - a;                                                 \
    return a == 0 ? copysign_##T(0, x) : s * M(sin)(PI * a);                   \
  }                                                                            \
  DEVICE T cospi_##T(T x) {                                                    \
    T a = M(fabs)(M(fmod)(x, (T)2)), s = 1;                                    \
    if (a > 1) a = 2 - a;                                                      \
    if (a > (T)0.5) { a = 1 - a; s = -1; }                                     \
    return s * (a < (T)0.25 ? M(cos)(PI * a) : M(sin)(PI * ((T)0.5 - a)));     \
  }                                                                            \
  DEVICE T tanpi_##T(T x) { return sinpi_##T(x) / cospi_##T(x); }              \
  DEVICE T asinpi_##T(T x) { return M(asin)(x) / PI; }                         \
  DEVICE T acospi_##T(T x) { return M(acos)(x) / PI; }                         \
  DEVICE T atanpi_##T(T x) { return M(atan)(x) / PI; }                         \
  DEVICE T gamma_##T(T x) { return M(tgamma)(x); }                             \
  DEVICE T lgamma_##T(T x) { return isinf_##T(x) ? (T)INFINITY : M(lgamma)(x); } \
  DEVICE T erf_##T(T x) { return M(erf)(x); }                                  \
  DEVICE T erfc_##T(T x) { return M(erfc)(x); }                                \
  DEVICE T floor_##T(T x) { return M(floor)(x); }                              \
  DEVICE T ceil_##T(T x) { return M(ceil)(x); }                                \
  DEVICE T round_##T(T x) { return M(rint)(x); }                               \
  DEVICE T trunc_##T(T x) { return M(trunc)(x); }                              \
  DEVICE T atan2_##T(T x, T y) { return M(atan2)(x, y); }                      \
  DEVICE T atan2pi_##T(T x, T y) { return M(atan2)(x, y) / PI; }               \
  DEVICE T hypot_##T(T x, T y) {                                               \
    if (isinf_##T(x) || isinf_##T(y)) return (T)INFINITY;                      \
    return M(hypot)(x, y);                                                     \
  }                                                                            \
  DEVICE T pow_##T(T x, T y) { return M(pow)(x, y); }

FLOAT_OPS(f32, u32, M_F32, BITS_F32, F32_BITS, 0x80000000u, 0x7fc00000u, 3.14159265358979323846f)
FLOAT_OPS(f64, u64, M_F64, BITS_F64, F64_BITS, 0x8000000000000000ul, 0x7ff8000000000000ul, 3.14159265358979323846)

// f16 in memory and as an f32.
DEVICE f16 widen(u16 h) {
  u32 sign = (u32)(h >> 15) << 31, exp = h >> 10 & 0x1f, frac = h & 0x3ff;
  if (exp == 0) return copysign_f32((f32)frac * 0x1p-24f, F32_BITS(sign | 0x3f800000u));
  if (exp == 31) return F32_BITS(sign | 0x7f800000u | frac << 13);
  return F32_BITS(sign | (exp + 112) << 23 | frac << 13);
}

// narrow rounds to nearest, ties to even.
DEVICE u16 narrow(f32 x) {
  u32 b = BITS_F32(x), frac = b & 0x7fffff;
  u16 sign = (u16)(b >> 16 & 0x8000);
  i32 exp = (i32)(b >> 23 & 0xff) - 127;
  if (x != x) return 0x7e00;
  if (exp > 15) return sign | 0x7c00;
  if (exp < -25) return sign;
  u32 sig = frac | 0x800000, biased = (u32)(exp + 14);
  i32 drop = 13;
  if (exp < -14) {
    drop += -14 - exp;
    biased = 0;
  }
  u32 kept = sig >> drop, rest = sig & ((1u << drop) - 1), half_way = 1u << (drop - 1);
  if (rest > half_way || (rest == half_way && (kept & 1))) kept++;
  return sign | (u16)((biased << 10) + kept);
}

DEVICE f16 round16(f32 x) { return widen(narrow(x)); }

// f16_of_f64 rounds once: x is made odd in the last place of f32 first.
DEVICE f16 f16_of_f64(f64 x) {
  f32 y = (f32)x;
  u32 b = BITS_F32(y);
  if (x == x && (f64)y != x && !(b & 1) && !isinf_f32(y)) {
    b += ((f64)y < x) == (x > 0) ? 1 : -1;
    y = F32_BITS(b);
  }
  return round16(y);
}

#define F16_1(NAME) DEVICE f16 NAME##_f16(f16 x) { return round16(NAME##_f32(x)); }
#define F16_2(NAME) DEVICE f16 NAME##_f16(f16 x, f16 y) { return round16(NAME##_f32(x, y)); }
F16_2(add) F16_2(sub) F16_2(mul) F16_2(div) F16_2(mod) F16_2(pow) F16_2(min) F16_2(max)
F16_2(atan2) F16_2(atan2pi) F16_2(hypot) F16_2(copysign)
F16_1(neg) F16_1(abs) F16_1(sgn) F16_1(sqrt) F16_1(cbrt) F16_1(exp) F16_1(log)
F16_1(log2) F16_1(log10) F16_1(log1p) F16_1(sin) F16_1(cos) F16_1(tan) F16_1(asin) F16_1(acos)
F16_1(atan) F16_1(sinh) F16_1(cosh) F16_1(tanh) F16_1(asinh) F16_1(acosh) F16_1(atanh)
F16_1(sinpi) F16_1(cospi) F16_1(tanpi) F16_1(asinpi) F16_1(acospi) F16_1(atanpi)
F16_1(gamma) F16_1(lgamma) F16_1(erf) F16_1(erfc) F16_1(floor) F16_1(ceil) F16_1(round) F16_1(trunc)
COMPARE_OPS(f16)
DEVICE f16 rsqrt_f16(f16 x) { return f16_of_f64(1 / M_F64(sqrt)((f64)x)); }
DEVICE f16 ldexp_f16(f16 x, i32 n) { return round16(ldexp_f32(x, n)); }
DEVICE f16 fma_f16(f16 x, f16 y, f16 z) { return round16(fma_f32(x, y, z)); }
DEVICE b8 isnan_f16(f16 x) { return x != x; }
DEVICE b8 isinf_f16(f16 x) { return isinf_f32(x); }
DEVICE u16 to_bits_f16(f16 x) { return narrow(x); }
DEVICE f16 from_bits_f16(u16 x) { return widen(x); }
DEVICE f16 nextafter_f16(f16 x, f16 y) {
  if (x != x || y != y) return widen(0x7e00);
  if (x == y) return y;
  if (x == 0) return widen(y > 0 ? 1 : 0x8001);
  u16 b = narrow(x);
  return widen((x < y) == (x > 0) ? (u16)(b + 1) : (u16)(b - 1));
}

// Floats to integers: towards zero; NaN and the infinities give 0. i32, i64 and, of
// what is positive, u64 saturate; narrow types have the low bits of the i32, u32 and
// negative u64 those of the i64.
#define TRUNCATES(F)                                                           \
  DEVICE i32 i32_of_##F(F x) {                                                 \
    if (x != x || isinf_##F(x)) return 0;                                      \
    if (x >= (F)2147483648.0) return 0x7fffffff;                               \
    if (x <= (F)-2147483648.0) return (i32)0x80000000u;                        \
    return (i32)x;                                                             \
  }                                                                            \
  DEVICE i64 i64_of_##F(F x) {                                                 \
    if (x != x || isinf_##F(x)) return 0;                                      \
    if (x >= (F)9223372036854775808.0) return 0x7fffffffffffffff;              \
    if (x <= (F)-9223372036854775808.0) return (i64)0x8000000000000000ul;      \
    return (i64)x;                                                             \
  }                                                                            \
  DEVICE u64 u64_of_##F(F x) {                                                 \
    if (!(x >= 0) || isinf_##F(x)) return (u64)i64_of_##F(x);                  \
    return x >= (F)18446744073709551616.0 ? 0xfffffffffffffffful : (u64)x;     \
  }                                                                            \
  DEVICE u32 u32_of_##F(F x) { return (u32)i64_of_##F(x); }                    \
  DEVICE i8 i8_of_##F(F x) { return (i8)i32_of_##F(x); }                       \
  DEVICE i16 i16_of_##F(F x) { return (i16)i32_of_##F(x); }                    \
  DEVICE u8 u8_of_##F(F x) { return (u8)i32_of_##F(x); }                       \
  DEVICE u16 u16_of_##F(F x) { return (u16)i32_of_##F(x); }
TRUNCATES(f32)
TRUNCATES(f64)
