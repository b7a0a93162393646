// Package shim lets programs that use package gorgonia.org/cu be built where no
// CUDA is installed, and start where there is no driver.
//
// It defines the driver's functions under their own symbols, as jumps through
// pointers. When the program starts the pointers are filled from the driver's
// library, libcuda.so.1, if there is one; without one every function answers
// CUDA_ERROR_NO_DEVICE, but for cuInit, which succeeds, because cu calls it while
// packages are initialised and exits when it fails. Status tells what it really
// answered.
//
// A build takes cu's header and library from this folder, with the build tag
// cuda and two variables in the environment:
//
//	dir=$(go list -f '{{.Dir}}' github.com/lamina-lang/lamina/backends/cuda/shim)
//	CGO_ENABLED=1 CGO_CFLAGS=-I$dir CGO_LDFLAGS=-L$dir go build -tags cuda …
package shim
