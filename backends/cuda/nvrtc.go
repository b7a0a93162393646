//go:build cuda

package cuda

// #include <stdlib.h>
// #include "nvrtc.h"
import "C"

import (
	"fmt"
	"strings"
	"sync"
	"unsafe"

	"github.com/lamina-lang/lamina/backends/gpu"
)

// nvrtcLock guards the function table that the first compilation fills.
var nvrtcLock sync.Mutex

// compile compiles a program text to a binary.
func compile(source string, options []string) ([]byte, error) {
	nvrtcLock.Lock()
	defer nvrtcLock.Unlock()
	text := C.CString(source)
	defer C.free(unsafe.Pointer(text))
	list := make([]*C.char, len(options))
	for i, o := range options {
		list[i] = C.CString(o)
		defer C.free(unsafe.Pointer(list[i]))
	}
	defer keepOnStack()()
	out := C.lamina_nvrtc_compile(text, &list[0], C.int(len(list)))
	defer C.free(unsafe.Pointer(out.log))
	defer C.free(out.image)
	switch {
	case out.code == C.LAMINA_NVRTC_MISSING:
		return nil, unavailable("CUDA's compiler NVRTC (libnvrtc.so of CUDA 11.2 or newer) is not installed; " +
			"install CUDA's package cuda-nvrtc, or name its folder in LD_LIBRARY_PATH")
	case out.code != 0:
		log := ""
		if out.log != nil {
			log = gpu.WithLines(strings.TrimSpace(C.GoString(out.log)), source, logPlace)
		}
		return nil, fmt.Errorf("compiling kernels: %s\n%s", C.GoString(C.lamina_nvrtc_error(out.code)), log)
	}
	return C.GoBytes(out.image, C.int(out.length)), nil
}
