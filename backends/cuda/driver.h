// Driver functions that package cuda calls directly, see driver.go.
#include <cuda.h>

enum { LAMINA_MAX_ARGS = 256 };

CUresult lamina_alloc(CUdeviceptr *at, size_t bytes, CUstream stream);
CUresult lamina_free(CUdeviceptr at, CUstream stream);
CUresult lamina_fill(CUdeviceptr at, const void *pattern, size_t length, size_t bytes, CUstream stream);
CUresult lamina_launch(CUcontext context, CUfunction f, unsigned int groups, unsigned int size, unsigned int shared, CUstream stream, int overlap, uint64_t *cells, int n);
CUresult lamina_read(void *host, CUdeviceptr from, size_t bytes, CUstream stream);
CUresult lamina_pinned(void **at, size_t bytes);
const char *lamina_error_text(CUresult code);
