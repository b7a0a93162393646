// NVRTC, NVIDIA's run-time compiler, loaded on first use.
#include <stddef.h>

// What went wrong: 0, an nvrtcResult, or LAMINA_NVRTC_MISSING.
enum { LAMINA_NVRTC_MISSING = -1 };

typedef struct {
	int code;
	char *log;      // what the compiler said; malloc'ed, may be NULL
	void *image;    // the compiled program; malloc'ed
	size_t length;
} lamina_compiled;

lamina_compiled lamina_nvrtc_compile(const char *source, const char **options, int n);
const char *lamina_nvrtc_error(int code);
