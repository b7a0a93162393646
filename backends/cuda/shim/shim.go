//go:build cuda

package shim

// #cgo CFLAGS: -I${SRCDIR}
// #cgo LDFLAGS: -L${SRCDIR} -ldl
// extern int lamina_cuda_init_result;
// extern const char *lamina_cuda_missing;
import "C"

// Status returns the CUresult of the driver's cuInit when the program started, and the
// reason why there is no driver; "" if there is one.
func Status() (result int, missing string) {
	return int(C.lamina_cuda_init_result), C.GoString(C.lamina_cuda_missing)
}
