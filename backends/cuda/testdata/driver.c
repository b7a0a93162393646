// Stands in for NVIDIA's driver and NVRTC where there are none: it manages memory but runs
// nothing. Launch number FAKE_LOSES of a process (0: none) destroys the context; with
// FAKE_REFUSES the process gets no other. FAKE_TRACE names a file for what happens.
#include "../shim/cuda.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#undef cuMemAlloc
#define CALL(name) CUresult name
#define LIVE() do { if (lost) return CUDA_ERROR_ILLEGAL_ADDRESS; } while (0)

static int lost, launches, made;

static int setting(const char *name) {
	const char *text = getenv(name);
	return text ? atoi(text) : 0;
}

static void trace(const char *what) {
	const char *path = getenv("FAKE_TRACE");
	FILE *f = path ? fopen(path, "a") : NULL;
	if (f) {
		fprintf(f, "%s\n", what);
		fclose(f);
	}
}

CALL(cuInit)(unsigned int flags) { (void)flags; return CUDA_SUCCESS; }
CALL(cuDriverGetVersion)(int *version) { *version = 12000; return CUDA_SUCCESS; }
CALL(cuDeviceGetCount)(int *n) { *n = 1; return CUDA_SUCCESS; }
CALL(cuDeviceGet)(CUdevice *d, int i) { *d = i; return CUDA_SUCCESS; }
CALL(cuDeviceGetName)(char *name, int n, CUdevice d) { (void)d; snprintf(name, n, "fake"); return CUDA_SUCCESS; }
CALL(cuDeviceGetUuid)(CUuuid *id, CUdevice d) { (void)d; memset(id, 7, sizeof *id); return CUDA_SUCCESS; }
CALL(cuDeviceGetAttribute)(int *x, CUdevice_attribute a, CUdevice d) { (void)a, (void)d; *x = 1024; return CUDA_SUCCESS; }
CALL(cuDeviceTotalMem_v2)(size_t *n, CUdevice d) { (void)d; *n = (size_t)1 << 30; return CUDA_SUCCESS; }

CALL(cuDevicePrimaryCtxRetain)(CUcontext *c, CUdevice d) {
	(void)d;
	LIVE();
	made++;
	trace("context");
	*c = (CUcontext)(size_t)made;
	return CUDA_SUCCESS;
}
CALL(cuDevicePrimaryCtxReset_v2)(CUdevice d) { (void)d; trace("reset"); lost = lost && setting("FAKE_REFUSES"); return CUDA_SUCCESS; }
CALL(cuDevicePrimaryCtxRelease_v2)(CUdevice d) { (void)d; return CUDA_SUCCESS; }
CALL(cuCtxSetCurrent)(CUcontext c) { (void)c; return CUDA_SUCCESS; }

CALL(cuStreamCreate)(CUstream *s, unsigned int flags) { (void)flags; LIVE(); trace("stream"); *s = calloc(1, 8); return CUDA_SUCCESS; }
CALL(cuStreamSynchronize)(CUstream s) { (void)s; LIVE(); return CUDA_SUCCESS; }
CALL(cuEventCreate)(CUevent *e, unsigned int flags) { (void)flags; LIVE(); *e = calloc(1, 8); return CUDA_SUCCESS; }
CALL(cuEventRecord)(CUevent e, CUstream s) { (void)e, (void)s; LIVE(); return CUDA_SUCCESS; }
CALL(cuEventSynchronize)(CUevent e) { (void)e; LIVE(); return CUDA_SUCCESS; }
CALL(cuEventElapsedTime)(float *ms, CUevent a, CUevent b) { (void)a, (void)b; LIVE(); *ms = 1; return CUDA_SUCCESS; }
CALL(cuEventDestroy_v2)(CUevent e) { LIVE(); free(e); return CUDA_SUCCESS; }

CALL(cuMemHostAlloc)(void **at, size_t n, unsigned int flags) { (void)flags; LIVE(); *at = calloc(1, n); return CUDA_SUCCESS; }
CALL(cuMemAllocAsync)(CUdeviceptr *at, size_t n, CUstream s) { (void)s; LIVE(); *at = (CUdeviceptr)calloc(1, n); return CUDA_SUCCESS; }
CALL(cuMemFreeAsync)(CUdeviceptr at, CUstream s) { (void)s; LIVE(); free((void *)at); return CUDA_SUCCESS; }
CALL(cuMemcpyHtoDAsync_v2)(CUdeviceptr to, const void *from, size_t n, CUstream s) { (void)s; LIVE(); memcpy((void *)to, from, n); return CUDA_SUCCESS; }
CALL(cuMemcpyDtoHAsync_v2)(void *to, CUdeviceptr from, size_t n, CUstream s) { (void)s; LIVE(); memcpy(to, (void *)from, n); return CUDA_SUCCESS; }
CALL(cuMemcpyDtoDAsync_v2)(CUdeviceptr to, CUdeviceptr from, size_t n, CUstream s) { (void)s; LIVE(); memcpy((void *)to, (void *)from, n); return CUDA_SUCCESS; }
CALL(cuMemsetD8Async)(CUdeviceptr to, unsigned char x, size_t n, CUstream s) { (void)s; LIVE(); memset((void *)to, x, n); return CUDA_SUCCESS; }
CALL(cuMemsetD32Async)(CUdeviceptr to, unsigned int x, size_t n, CUstream s) {
	(void)s;
	LIVE();
	for (size_t i = 0; i < n; i++)
		((unsigned int *)to)[i] = x;
	return CUDA_SUCCESS;
}

CALL(cuModuleLoadData)(CUmodule *m, const void *image) {
	LIVE();
	if (*(const char *)image != 1) { // images from the NVRTC below start with 1
		trace("refusal");
		return CUDA_ERROR_INVALID_IMAGE;
	}
	trace("load");
	*m = calloc(1, 8);
	return CUDA_SUCCESS;
}
CALL(cuModuleGetFunction)(CUfunction *f, CUmodule m, const char *name) { (void)m, (void)name; LIVE(); *f = calloc(1, 8); return CUDA_SUCCESS; }
CALL(cuModuleUnload)(CUmodule m) { LIVE(); trace("unload"); free(m); return CUDA_SUCCESS; }
CALL(cuLaunchKernel)(CUfunction f, unsigned int gx, unsigned int gy, unsigned int gz, unsigned int x, unsigned int y, unsigned int z,
	unsigned int shared, CUstream s, void **args, void **extra) {
	(void)f, (void)gx, (void)gy, (void)gz, (void)x, (void)y, (void)z, (void)shared, (void)s, (void)args, (void)extra;
	LIVE();
	lost = ++launches == setting("FAKE_LOSES");
	return CUDA_SUCCESS; // a kernel's errors show only later
}
CALL(cuGetErrorName)(CUresult r, const char **text) { (void)r; *text = "CUDA_ERROR_FAKE"; return CUDA_SUCCESS; }
CALL(cuGetErrorString)(CUresult r, const char **text) { (void)r; *text = "a fault of the stand-in"; return CUDA_SUCCESS; }

int nvrtcCreateProgram(void **p, const char *source, const char *name, int n, const char **headers, const char **names) {
	(void)source, (void)name, (void)n, (void)headers, (void)names;
	*p = calloc(1, 8);
	return 0;
}
int nvrtcDestroyProgram(void **p) { free(*p); return 0; }
int nvrtcCompileProgram(void *p, int n, const char **options) { (void)p, (void)n, (void)options; trace("compile"); return 0; }
int nvrtcGetCUBINSize(void *p, size_t *n) { (void)p; *n = 8; return 0; }
int nvrtcGetCUBIN(void *p, char *image) { (void)p; memset(image, 1, 8); return 0; }
int nvrtcGetProgramLogSize(void *p, size_t *n) { (void)p; *n = 1; return 0; }
int nvrtcGetProgramLog(void *p, char *log) { (void)p; *log = 0; return 0; }
const char *nvrtcGetErrorString(int code) { (void)code; return "fake"; }
