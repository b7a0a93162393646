//go:build opencl

#include <dlfcn.h>
#include <stddef.h>

// Every function returns CL_PLATFORM_NOT_FOUND_KHR until the library is loaded.
static long missing(void) { return -1001; }

// A pointer for each function, and the function, which jumps to where it points.
#define X(name) __attribute__((visibility("hidden"))) void *lamina_##name = (void *)missing;
#include "symbols.h"
#undef X

#if defined(__x86_64__)
#define X(name)                                                                \
  __asm__(".text\n.globl " #name "\n.type " #name ",@function\n" #name ":\n"   \
          "  jmp *lamina_" #name "(%rip)\n");
#elif defined(__aarch64__)
#define X(name)                                                                \
  __asm__(".text\n.globl " #name "\n.type " #name ",%function\n" #name ":\n"   \
          "  adrp x16, lamina_" #name "\n  ldr x16, [x16, :lo12:lamina_" #name "]\n  br x16\n");
#else
#error "the jumps into the OpenCL library are written for x86-64 and arm64 only"
#endif
#include "symbols.h"
#undef X

static const char *reason = "";

const char *lamina_opencl_missing(void) { return reason; }

__attribute__((constructor)) static void open_library(void) {
  void *library = dlopen("libOpenCL.so.1", RTLD_NOW);
  if (library == NULL) library = dlopen("libOpenCL.so", RTLD_NOW);
  if (library == NULL) {
    reason = "there is no libOpenCL.so.1";
    return;
  }
  void *found;
#define X(name)                                                                \
  found = dlsym(library, #name);                                               \
  if (found != NULL) lamina_##name = found;
#include "symbols.h"
#undef X
}
