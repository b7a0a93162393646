//go:build cuda

#include "cuda.h"

#include <dlfcn.h>

#if !defined(__x86_64__)
#error "the CUDA shim knows x86-64 only; build without the tag cuda"
#endif

// The result of every function if there is no driver.
static CUresult absent(void) { return CUDA_ERROR_NO_DEVICE; }

// The real cuInit, called when the program starts, and its result.
int lamina_cuda_init_result = CUDA_ERROR_NO_DEVICE;
const char *lamina_cuda_missing = "libcuda.so.1 was not looked for";

static CUresult initialised(unsigned int flags) { (void)flags; return CUDA_SUCCESS; }

// One pointer and one jump for each function. A function that an old driver lacks
// behaves as if there were no driver.
#define FUNCTION(name, symbol, parameters) \
	void *lamina_##name = (void *)absent; \
	__asm__(".text\n.globl " #symbol "\n.type " #symbol ", @function\n" #symbol ":\n\tjmp *lamina_" #name "(%rip)\n");
#include "functions.h"
#undef FUNCTION

static const struct { const char *symbol; void **pointer; } functions[] = {
#define FUNCTION(name, symbol, parameters) { #symbol, &lamina_##name },
#include "functions.h"
#undef FUNCTION
};

__attribute__((constructor)) static void load(void) {
	lamina_cuInit = (void *)initialised;
	void *driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
	if (driver == NULL) {
		lamina_cuda_missing = "there is no libcuda.so.1";
		return;
	}
	lamina_cuda_missing = "";
	for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
		void *f = dlsym(driver, functions[i].symbol);
		if (f != NULL)
			*functions[i].pointer = f;
	}
	CUresult (*init)(unsigned int) = (CUresult (*)(unsigned int))lamina_cuInit;
	lamina_cuda_init_result = init == initialised ? CUDA_ERROR_NOT_FOUND : init(0);
	lamina_cuInit = (void *)initialised;
}
