//go:build cuda

#include "nvrtc.h"

#include <dlfcn.h>
#include <stdlib.h>

typedef struct program *program_t;

static int (*create)(program_t *, const char *, const char *, int, const char **, const char **);
static int (*destroy)(program_t *);
static int (*compile)(program_t, int, const char **);
static int (*image_size)(program_t, size_t *);
static int (*image)(program_t, char *);
static int (*log_size)(program_t, size_t *);
static int (*log_text)(program_t, char *);
static const char *(*error_string)(int);

static const char *const names[] = {
	"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2", "libnvrtc.so",
	"/usr/local/cuda/lib64/libnvrtc.so.13", "/usr/local/cuda/lib64/libnvrtc.so.12",
	"/usr/local/cuda/lib64/libnvrtc.so.11.2", "/usr/local/cuda/lib64/libnvrtc.so",
};

static int find(void *library) {
	return (create = dlsym(library, "nvrtcCreateProgram")) &&
		(destroy = dlsym(library, "nvrtcDestroyProgram")) &&
		(compile = dlsym(library, "nvrtcCompileProgram")) &&
		(image_size = dlsym(library, "nvrtcGetCUBINSize")) &&
		(image = dlsym(library, "nvrtcGetCUBIN")) &&
		(log_size = dlsym(library, "nvrtcGetProgramLogSize")) &&
		(log_text = dlsym(library, "nvrtcGetProgramLog")) &&
		(error_string = dlsym(library, "nvrtcGetErrorString"));
}

static int load(void) {
	static int loaded;
	for (size_t i = 0; !loaded && i < sizeof names / sizeof names[0]; i++) {
		void *library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
		if (library != NULL && !(loaded = find(library)))
			dlclose(library);
	}
	return loaded;
}

lamina_compiled lamina_nvrtc_compile(const char *source, const char **options, int n) {
	lamina_compiled out = {0};
	program_t p = NULL;
	size_t length = 0;
	if (!load()) {
		out.code = LAMINA_NVRTC_MISSING;
		return out;
	}
	if ((out.code = create(&p, source, "kernels", 0, NULL, NULL)) != 0)
		return out;
	out.code = compile(p, n, options);
	if (log_size(p, &length) == 0 && length > 1 && (out.log = malloc(length)) != NULL)
		log_text(p, out.log);
	if (out.code == 0 && (out.code = image_size(p, &out.length)) == 0) {
		out.image = malloc(out.length);
		out.code = image(p, out.image);
	}
	destroy(&p);
	return out;
}

const char *lamina_nvrtc_error(int code) { return error_string(code); }
