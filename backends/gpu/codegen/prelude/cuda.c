// The words of CUDA C that kernels are written in.
// A group has at most 256 threads, so that each may have more registers, unless a launch asks for more.
#define KERNEL KERNEL_OF(256)
#define KERNEL_OF(threads) extern "C" __global__ void __launch_bounds__(threads)
#define DEVICE static __device__ __forceinline__
#define GLOBAL
#define SHARED
#define RESTRICT __restrict__
#define PRIVATE
// A group's shared blocks are parts of one array; a kernel is given where each begins.
#define SHARED_PARAM(name) u64 name##_at
#define SHARED_ARGUMENT(name) name##_at
#define SHARED_BLOCK(name) u8 *name = (u8 *)__builtin_assume_aligned(shared_memory + name##_at, 16);
#define SHARED_BLOCK_AT(name, at) u8 *name = shared_memory + at;

// A kernel's own shared block.
#define SHARED_ARRAY(T, name, count, align) __shared__ __align__(align) T name[count]

typedef signed char i8;
typedef short i16;
typedef int i32;
typedef long long i64;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef float f32;
typedef double f64;
#define VECTOR(T, bytes) typedef struct __align__(bytes) { T x, y, z, w; } T##x4; typedef struct __align__(2 * sizeof(T)) { T x, y; } T##x2;
VECTOR(i8, 4) VECTOR(i16, 8) VECTOR(i32, 16) VECTOR(i64, 16) VECTOR(u8, 4)
VECTOR(u16, 8) VECTOR(u32, 16) VECTOR(u64, 16) VECTOR(f32, 16) VECTOR(f64, 16)

extern __shared__ __align__(16) u8 shared_memory[];

#define GROUP_ID() ((i64)blockIdx.x)
#define LOCAL_ID() ((i64)threadIdx.x)
#define NUM_GROUPS() ((i64)gridDim.x)
#define GROUP_SIZE() ((i64)blockDim.x)
#define PRAGMA(text) _Pragma(#text)
#define UNROLL(n) PRAGMA(unroll n)
#define QUOTIENT(x, m, s) ((u32)(((u64)(x) * (m)) >> (s)))
#define BARRIER() __syncthreads()
#define FENCE() __threadfence()
// With OVERLAP, the groups of the next kernel may start once all of this one have; then this one
// waits until all that was launched before it is done and seen. What a kernel does stands in a
// function of its own, for whose parameters alone it is promised that no other block overlaps with one that it
// writes: before the wait that is not so, and no access may move there. Of what the kernel only reads
// nothing is promised: it would be loaded as if it never changed while the kernel runs, which includes the wait.
#ifdef OVERLAP
#define FOLLOW() asm volatile("griddepcontrol.launch_dependents;\n\tgriddepcontrol.wait;" ::: "memory")
#define BODY(word, name, params, changing) DEVICE void name##_body changing
#define FOLLOWING(word, name, params, arguments) word name params { FOLLOW(); name##_body arguments; }
#else
#define BODY(word, name, params, changing) word name params
#define FOLLOWING(word, name, params, arguments)
#endif

// NVRTC has no math.h.
#define INFINITY __int_as_float(0x7f800000)

#define POPC32(x) __popc((u32)(x))
#define POPC64(x) __popcll((u64)(x))
#define CLZ32(x) __clz((i32)(x))
#define CLZ64(x) __clzll((i64)(x))
#define MULHI_I64(x, y) __mul64hi((i64)(x), (i64)(y))
#define MULHI_U64(x, y) __umul64hi((u64)(x), (u64)(y))
#define BITS_F32(x) ((u32)__float_as_int(x))
#define F32_BITS(x) __int_as_float((i32)(x))
#define BITS_F64(x) ((u64)__double_as_longlong(x))
#define F64_BITS(x) __longlong_as_double((i64)(x))

#define ATOMIC_add atomicAdd
#define ATOMIC_min atomicMin
#define ATOMIC_max atomicMax
#define ATOMIC_and atomicAnd
#define ATOMIC_or atomicOr
#define ATOMIC_xor atomicXor
#define ATOMIC_xchg atomicExch
#define ATOMIC_32(NAME, SPACE, T, p, x) ATOMIC_##NAME((T *)(p), (T)(x))
#define ATOMIC_64(NAME, SPACE, T, p, x) ATOMIC_##NAME((T *)(p), (T)(x))
#define CAS_32(SPACE, p, old, new) atomicCAS((u32 *)(p), old, new)
#define CAS_64(SPACE, p, old, new) atomicCAS((u64 *)(p), old, new)

#define M_F32(name) name##f
#define M_F64(name) name
