// The words of OpenCL C 1.2 that kernels are written in.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

#define KERNEL __kernel void
#define KERNEL_OF(threads) KERNEL
#define DEVICE static inline
#define GLOBAL __global
#define SHARED __local
#define RESTRICT restrict
#define PRIVATE __private
// A shared block is aligned as the type that its parameter points to.
#define SHARED_PARAM(name) __local ulong *name##_words
#define SHARED_BLOCK(name) __local u8 *name = (__local u8 *)name##_words;
#define SHARED_BLOCK_AT(name, at) SHARED_BLOCK(name)

// A kernel's own shared block.
#define SHARED_ARRAY(T, name, count, align) __local T name[count] __attribute__((aligned(align)))

typedef char i8;
typedef short i16;
typedef int i32;
typedef long i64;
typedef uchar u8;
typedef ushort u16;
typedef uint u32;
typedef ulong u64;
typedef float f32;
typedef double f64;
typedef char2 i8x2;
typedef char4 i8x4;
typedef short2 i16x2;
typedef short4 i16x4;
typedef int2 i32x2;
typedef int4 i32x4;
typedef long2 i64x2;
typedef long4 i64x4;
typedef uchar2 u8x2;
typedef uchar4 u8x4;
typedef ushort2 u16x2;
typedef ushort4 u16x4;
typedef uint2 u32x2;
typedef uint4 u32x4;
typedef ulong2 u64x2;
typedef ulong4 u64x4;
typedef float2 f32x2;
typedef float4 f32x4;
typedef double2 f64x2;
typedef double4 f64x4;

#define GROUP_ID() ((i64)get_group_id(0))
#define LOCAL_ID() ((i64)get_local_id(0))
#define NUM_GROUPS() ((i64)get_num_groups(0))
#define GROUP_SIZE() ((i64)get_local_size(0))
#define PRAGMA(text) _Pragma(#text)
#define UNROLL(n) PRAGMA(unroll n)
#define INDEPENDENT PRAGMA(clang loop vectorize(assume_safety))
#define QUOTIENT(x, m, s) ((u32)(((u64)(x) * (m)) >> (s)))
#define BARRIER() barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#define FENCE() mem_fence(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE)

#define POPC32(x) ((i32)popcount((u32)(x)))
#define POPC64(x) ((i32)popcount((u64)(x)))
#define CLZ32(x) ((i32)clz((u32)(x)))
#define CLZ64(x) ((i32)clz((u64)(x)))
#define MULHI_I64(x, y) mul_hi((i64)(x), (i64)(y))
#define MULHI_U64(x, y) mul_hi((u64)(x), (u64)(y))
#define BITS_F32(x) as_uint((f32)(x))
#define F32_BITS(x) as_float((u32)(x))
#define BITS_F64(x) as_ulong((f64)(x))
#define F64_BITS(x) as_double((u64)(x))

#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
#define ATOMIC_32(NAME, SPACE, T, p, x) atomic_##NAME((volatile SPACE T *)(p), (T)(x))
#define ATOMIC_64(NAME, SPACE, T, p, x) atom_##NAME((volatile SPACE T *)(p), (T)(x))
#define CAS_32(SPACE, p, old, new) atomic_cmpxchg((volatile SPACE u32 *)(p), old, new)
#define CAS_64(SPACE, p, old, new) atom_cmpxchg((volatile SPACE u64 *)(p), old, new)

#define M_F32(f) f
#define M_F64(f) f
