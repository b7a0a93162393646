// Built-ins of NVRTC, declared for clang, which can then compile a program text
// of backends/gpu as CUDA without a toolkit. Functions of CUDA's library are only
// declared: the text is compiled, not linked.
#define __global__ __attribute__((global))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __host__ __attribute__((host))
#define __align__(n) __attribute__((aligned(n)))
#define __forceinline__ __inline__ __attribute__((always_inline))

struct lamina_dim3 { unsigned int x, y, z; };
extern __device__ const lamina_dim3 blockIdx, threadIdx, gridDim, blockDim;

extern "C" {
#define FUNCTION(result, name, parameters) __device__ result name parameters;
FUNCTION(void, __syncthreads, (void))
FUNCTION(void, __syncwarp, (unsigned int mask = 0xffffffff))
FUNCTION(void, __threadfence, (void))
FUNCTION(void, __threadfence_block, (void))
FUNCTION(int, __popc, (unsigned int))
FUNCTION(int, __popcll, (unsigned long long))
FUNCTION(int, __clz, (int))
FUNCTION(int, __clzll, (long long))
FUNCTION(long long, __mul64hi, (long long, long long))
FUNCTION(unsigned long long, __umul64hi, (unsigned long long, unsigned long long))
FUNCTION(int, __float_as_int, (float))
FUNCTION(float, __int_as_float, (int))
FUNCTION(long long, __double_as_longlong, (double))
FUNCTION(double, __longlong_as_double, (long long))

#define UNARY(name) FUNCTION(float, name##f, (float)) FUNCTION(double, name, (double))
#define BINARY(name) FUNCTION(float, name##f, (float, float)) FUNCTION(double, name, (double, double))
UNARY(sqrt) UNARY(cbrt) UNARY(exp) UNARY(exp2) UNARY(exp10) UNARY(expm1) UNARY(log) UNARY(log2) UNARY(log10) UNARY(log1p)
UNARY(sin) UNARY(cos) UNARY(tan) UNARY(asin) UNARY(acos) UNARY(atan) UNARY(sinh) UNARY(cosh) UNARY(tanh)
UNARY(asinh) UNARY(acosh) UNARY(atanh) UNARY(erf) UNARY(erfc) UNARY(tgamma) UNARY(lgamma)
UNARY(floor) UNARY(ceil) UNARY(rint) UNARY(trunc) UNARY(fabs)
BINARY(fmod) BINARY(pow) BINARY(atan2) BINARY(hypot) BINARY(fmin) BINARY(fmax) BINARY(nextafter) BINARY(copysign)
FUNCTION(float, fmaf, (float, float, float))
FUNCTION(double, fma, (double, double, double))
FUNCTION(float, ldexpf, (float, int))
FUNCTION(double, ldexp, (double, int))
}

#define ATOMIC(type) \
	__device__ type atomicAdd(type *, type); \
	__device__ type atomicMin(type *, type); \
	__device__ type atomicMax(type *, type); \
	__device__ type atomicAnd(type *, type); \
	__device__ type atomicOr(type *, type); \
	__device__ type atomicXor(type *, type); \
	__device__ type atomicExch(type *, type); \
	__device__ type atomicCAS(type *, type, type);
ATOMIC(int)
ATOMIC(unsigned int)
ATOMIC(unsigned long long)
__device__ long long atomicMin(long long *, long long);
__device__ long long atomicMax(long long *, long long);
__device__ float atomicAdd(float *, float);
__device__ double atomicAdd(double *, double);
