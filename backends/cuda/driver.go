//go:build cuda

package cuda

// #cgo CFLAGS: -I${SRCDIR}/shim
// #include "driver.h"
import "C"

import (
	"reflect"
	"slices"
	"unsafe"

	"gorgonia.org/cu"

	"github.com/lamina-lang/lamina/backends/gpu/hardware"
)

// Driver functions that cu lacks, or wraps with more overhead than a launch may cost:
// stream-ordered allocation, pinned memory, fills, launches.

func stream(s cu.Stream) C.CUstream        { return *(*C.CUstream)(unsafe.Pointer(&s)) }
func contextOf(c cu.CUContext) C.CUcontext { return *(*C.CUcontext)(unsafe.Pointer(&c)) }
func function(f cu.Function) C.CUfunction  { return *(*C.CUfunction)(unsafe.Pointer(&f)) }

// fault converts a result code of the driver to an error with the driver's text; nil for
// success.
func fault(code C.CUresult) error {
	if code == C.CUDA_SUCCESS {
		return nil
	}
	return &driverError{code: int(code), text: C.GoString(C.lamina_error_text(code))}
}

// driverError is an error result of the driver.
type driverError struct {
	code int
	text string
}

func (e *driverError) Error() string { return "CUDA: " + e.text }

// Is maps driver errors to those of package gpu.
func (e *driverError) Is(target error) bool {
	return target == hardware.ErrNoMemory && e.code == int(cu.OutOfMemory) || target == hardware.ErrLost && slices.Contains(losing, e.code)
}

// losing lists the errors after which every call in the context returns the same error.
var losing = []int{
	int(cu.IllegalAddress), int(cu.LaunchTimeout), int(cu.LaunchFailed), int(cu.IllegalInstruction), int(cu.MisalignedAddress),
	int(cu.InvalidAddressSpace), int(cu.InvalidPc), int(cu.HardwareStackError), int(cu.Assert), int(cu.EccUncorrectable),
	int(cu.ContextIsDestroyed),
}

// translated converts an error of cu, which is the driver's result code, to a driverError.
func translated(err error) error {
	if v := reflect.ValueOf(err); err != nil && v.Kind() == reflect.Int {
		return fault(C.CUresult(v.Int()))
	}
	return err
}

func alloc(bytes int64, s cu.Stream) (cu.DevicePtr, error) {
	var at C.CUdeviceptr
	err := fault(C.lamina_alloc(&at, C.size_t(bytes), stream(s)))
	return cu.DevicePtr(at), err
}

func free(p cu.DevicePtr, s cu.Stream) error {
	return fault(C.lamina_free(C.CUdeviceptr(p), stream(s)))
}

// Fill repeats a pattern of 1, 2, 4 or 8 bytes.
func (d *device) Fill(dst hardware.Memory, pattern []byte, offset, bytes int64) error {
	return d.within(func() error {
		return fault(C.lamina_fill(C.CUdeviceptr(dst)+C.CUdeviceptr(offset),
			unsafe.Pointer(&pattern[0]), C.size_t(len(pattern)), C.size_t(bytes), stream(d.stream)))
	})
}

// cells hold the arguments of a launch. They are reused: what is passed to C lies on the heap.
type cells [maxArgs]C.uint64_t

// launch starts a kernel in a context, which it makes current.
func (c *cells) launch(context cu.CUContext, f cu.Function, groups, size int64, args []hardware.Arg, s cu.Stream, overlap bool) error {
	n, shared := 0, uint64(0)
	for _, a := range args {
		if n == maxArgs {
			return errManyArgs
		}
		c[n] = C.uint64_t(a.Bits)
		if a.Kind == hardware.SharedArg {
			// A group's shared memory is one allocation; the kernel gets an offset in it.
			c[n] = C.uint64_t(shared)
			shared += (a.Bits + 15) / 16 * 16
		}
		n++
	}
	early := C.int(0)
	if overlap {
		early = 1
	}
	return fault(C.lamina_launch(contextOf(context), function(f), C.uint(groups), C.uint(size), C.uint(shared), stream(s), early, &c[0], C.int(n)))
}
