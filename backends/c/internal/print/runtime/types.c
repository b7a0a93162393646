#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "results are exact to the bit: compile without -ffast-math, -Ofast and their parts"
#endif
#if !defined(__FLT_EVAL_METHOD__) || __FLT_EVAL_METHOD__ != 0
#error "floats must be computed in their own precision: on x86, compile with -msse2 -mfpmath=sse"
#endif
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__)
// At -O2 gcc makes vectors of loops with known trip counts only, unless it is to weigh costs.
#pragma GCC optimize("fp-contract=off", "tree-vectorize", "vect-cost-model=dynamic")
#endif

typedef int8_t i8;
typedef int16_t i16;
typedef int32_t i32;
typedef int64_t i64;
typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef float f16; // computed in f32 and rounded after each operation; two bytes in memory
typedef float f32;
typedef double f64;

// Elements in memory. A block may hold elements of different types one after the other.
#define LAMINA_MAY_ALIAS __attribute__((may_alias))
typedef i8 LAMINA_MAY_ALIAS i8_at;
typedef i16 LAMINA_MAY_ALIAS i16_at;
typedef i32 LAMINA_MAY_ALIAS i32_at;
typedef i64 LAMINA_MAY_ALIAS i64_at;
typedef u8 LAMINA_MAY_ALIAS u8_at;
typedef u16 LAMINA_MAY_ALIAS u16_at;
typedef u32 LAMINA_MAY_ALIAS u32_at;
typedef u64 LAMINA_MAY_ALIAS u64_at;
typedef f32 LAMINA_MAY_ALIAS f32_at;
typedef f64 LAMINA_MAY_ALIAS f64_at;
typedef bool LAMINA_MAY_ALIAS bool_at;

// AT is an element of a block, seen as an array of Ts.
#define AT(T, b, index) (((T##_at *)(b))[index])

#define LAMINA_UNUSED __attribute__((unused))
#define LAMINA_UNLIKELY(x) __builtin_expect(!!(x), 0)

// The iterations of the loop that follows do not touch each other's memory.
#if defined(__clang__)
#define LAMINA_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__)
#define LAMINA_INDEPENDENT _Pragma("GCC ivdep")
#else
#define LAMINA_INDEPENDENT
#endif

// LAMINA_MAY_NOT_END stands in a loop that need not end. A compiler may assume that others do.
#define LAMINA_MAY_NOT_END __asm__ volatile("")
