//go:build cuda

#include "driver.h"

#include <stdio.h>
#include <string.h>

// Memory comes from the device's stream-ordered pool, if the device has one.
CUresult lamina_alloc(CUdeviceptr *at, size_t bytes, CUstream stream) {
	CUresult r = cuMemAllocAsync(at, bytes, stream);
	if (r == CUDA_ERROR_NOT_SUPPORTED || r == CUDA_ERROR_NO_DEVICE)
		return cuMemAlloc(at, bytes);
	return r;
}

CUresult lamina_free(CUdeviceptr at, CUstream stream) {
	CUresult r = cuMemFreeAsync(at, stream);
	if (r == CUDA_ERROR_NOT_SUPPORTED || r == CUDA_ERROR_NO_DEVICE)
		return cuMemFree(at);
	return r;
}

CUresult lamina_fill(CUdeviceptr at, const void *pattern, size_t length, size_t bytes, CUstream stream) {
	uint8_t b;
	uint16_t h;
	uint32_t w[2];
	size_t n = bytes / length;
	CUresult r;
	if (n == 0)
		return CUDA_SUCCESS;
	switch (length) {
	case 1:
		memcpy(&b, pattern, 1);
		return cuMemsetD8Async(at, b, n, stream);
	case 2:
		memcpy(&h, pattern, 2);
		return cuMemsetD16Async(at, h, n, stream);
	case 4:
		memcpy(w, pattern, 4);
		return cuMemsetD32Async(at, w[0], n, stream);
	}
	memcpy(w, pattern, 8);
	if (w[0] == w[1])
		return cuMemsetD32Async(at, w[0], 2 * n, stream);
	// The halves are columns of a matrix of n rows.
	r = cuMemsetD2D32Async(at, 8, w[0], 1, n, stream);
	return r != CUDA_SUCCESS ? r : cuMemsetD2D32Async(at + 4, 8, w[1], 1, n, stream);
}

CUresult lamina_launch(CUcontext context, CUfunction f, unsigned int groups, unsigned int size, unsigned int shared, CUstream stream, int overlap, uint64_t *cells, int n) {
	void *args[LAMINA_MAX_ARGS];
	CUresult current = cuCtxSetCurrent(context);
	if (current != CUDA_SUCCESS)
		return current;
	for (int i = 0; i < n; i++)
		args[i] = &cells[i];
	if (shared > 48 * 1024) {
		// Sizes above the portable maximum must be requested.
		CUresult r = cuFuncSetAttribute(f, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, (int)shared);
		if (r != CUDA_SUCCESS)
			return r;
	}
	if (overlap) {
		// Its groups may start once all groups of the preceding kernel have started; they wait there.
		CUlaunchAttribute early = {
			.id = CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION,
			.value = {.programmaticStreamSerializationAllowed = 1},
		};
		CUlaunchConfig config = {
			.gridDimX = groups, .gridDimY = 1, .gridDimZ = 1, .blockDimX = size, .blockDimY = 1, .blockDimZ = 1,
			.sharedMemBytes = shared, .hStream = stream, .attrs = &early, .numAttrs = 1,
		};
		CUresult r = cuLaunchKernelEx(&config, f, args, NULL);
		if (r != CUDA_ERROR_NO_DEVICE) // the result if the driver lacks the function
			return r;
	}
	return cuLaunchKernel(f, groups, 1, 1, size, 1, 1, shared, stream, args, NULL);
}

CUresult lamina_read(void *host, CUdeviceptr from, size_t bytes, CUstream stream) {
	CUresult r = cuMemcpyDtoHAsync(host, from, bytes, stream);
	return r != CUDA_SUCCESS ? r : cuStreamSynchronize(stream);
}

CUresult lamina_pinned(void **at, size_t bytes) { return cuMemHostAlloc(at, bytes, 0); }

const char *lamina_error_text(CUresult code) {
	static _Thread_local char text[256];
	const char *name = NULL, *words = NULL;
	cuGetErrorName(code, &name);
	cuGetErrorString(code, &words);
	snprintf(text, sizeof text, "%s (%d, %s)", words ? words : "an error that the driver does not know", (int)code, name ? name : "no name");
	return text;
}
