// Package opencl will be the OpenCL backend: the driver that backends/gpu needs,
// over github.com/go-gl/cl.
//
// It needs cgo, so its files will stand behind the build tag opencl; without the
// tag the package compiles and its probe says why the backend is unavailable.
// Nothing is implemented yet.
package opencl
