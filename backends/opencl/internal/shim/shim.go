//go:build opencl

// Package shim lets an executable that uses OpenCL start where there is none. It
// defines the functions of OpenCL under their own names, as jumps into the
// library, which is opened when the process starts; without one they all answer
// "no platform". libCL.so beside this file is a linker script that takes the place
// of the library that github.com/go-gl/cl asks the linker for.
package shim

// #cgo LDFLAGS: -L${SRCDIR} -ldl
// extern const char *lamina_opencl_missing(void);
import "C"

// Missing says why there is no OpenCL here, or is "".
func Missing() string { return C.GoString(C.lamina_opencl_missing()) }
