//go:build cuda

#include "launchcost.h"

#include <time.h>

enum { TRIES = 20 };

#define TRY(call) do { CUresult r = (call); if (r != CUDA_SUCCESS) return r; } while (0)

static double now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

static void least(double *to, double x) {
	if (*to == 0 || x < *to)
		*to = x;
}

static CUresult start(CUfunction f, CUstream stream, CUdeviceptr to) {
	void *args[] = {&to};
	return cuLaunchKernel(f, 1, 1, 1, 32, 1, 1, 0, stream, args, NULL);
}

static CUresult by_stream(CUfunction f, CUstream stream, CUdeviceptr to, int n, lamina_costs *out) {
	double began = now();
	for (int i = 0; i < n; i++)
		TRY(start(f, stream, to));
	least(&out->queued, (now() - began) / n);
	TRY(cuStreamSynchronize(stream));
	least(&out->done, (now() - began) / n);
	return CUDA_SUCCESS;
}

static CUresult by_graph(CUfunction f, CUstream stream, CUdeviceptr to, int n, lamina_costs *out) {
	CUgraph graph;
	CUgraphExec ready;
	double began = now();
	TRY(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
	for (int i = 0; i < n; i++)
		TRY(start(f, stream, to));
	TRY(cuStreamEndCapture(stream, &graph));
	TRY(cuGraphInstantiateWithFlags(&ready, graph, 0));
	TRY(cuGraphLaunch(ready, stream));
	TRY(cuStreamSynchronize(stream));
	least(&out->graph_once, (now() - began) / n);
	began = now();
	TRY(cuGraphLaunch(ready, stream));
	TRY(cuStreamSynchronize(stream));
	least(&out->graph_again, (now() - began) / n);
	TRY(cuGraphExecDestroy(ready));
	return cuGraphDestroy(graph);
}

static CUresult reading(CUfunction f, CUstream stream, CUdeviceptr to, void *host, CUevent done, lamina_costs *out) {
	double began = now();
	TRY(start(f, stream, to));
	TRY(cuMemcpyDtoHAsync(host, to, 4, stream));
	TRY(cuEventRecord(done, stream));
	TRY(cuEventSynchronize(done));
	least(&out->read_event, now() - began);
	began = now();
	TRY(start(f, stream, to));
	TRY(cuMemcpyDtoHAsync(host, to, 4, stream));
	TRY(cuStreamSynchronize(stream));
	least(&out->read_stream, now() - began);
	began = now();
	TRY(start(f, stream, (CUdeviceptr)host)); // host memory has the same address on the device
	TRY(cuStreamSynchronize(stream));
	least(&out->mapped, now() - began);
	return CUDA_SUCCESS;
}

CUresult lamina_measure(CUfunction f, CUstream stream, int n, lamina_costs *out) {
	CUdeviceptr to;
	CUevent done;
	void *host;
	*out = (lamina_costs){0};
	TRY(cuMemAlloc(&to, 256));
	TRY(cuMemHostAlloc(&host, 256, 0));
	TRY(cuEventCreate(&done, CU_EVENT_DISABLE_TIMING));
	for (int i = 0; i < TRIES; i++) {
		TRY(by_stream(f, stream, to, n, out));
		TRY(by_graph(f, stream, to, n, out));
		TRY(reading(f, stream, to, host, done, out));
	}
	TRY(cuEventDestroy(done));
	TRY(cuMemFreeHost(host));
	return cuMemFree(to);
}
