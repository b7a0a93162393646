//go:build cuda

package shim

// #cgo CFLAGS: -I${SRCDIR}
// #cgo LDFLAGS: -L${SRCDIR} -ldl
// extern int lamina_cuda_init_result;
// extern const char *lamina_cuda_missing;
import "C"

// Status is what the driver's cuInit answered when the program started, a
// CUresult, and why there is no driver; "" if there is one.
func Status() (result int, missing string) {
	return int(C.lamina_cuda_init_result), C.GoString(C.lamina_cuda_missing)
}
