// Package shim lets programs that use package gorgonia.org/cu be built where CUDA is not
// installed, and start where there is no driver.
//
// It defines the driver's functions under their own symbols, as jumps through pointers.
// When the program starts, the pointers are filled from the driver's library, libcuda.so.1,
// if it exists. Without it every function returns CUDA_ERROR_NO_DEVICE, except cuInit,
// which succeeds, because cu calls it during package initialisation and exits if it fails.
// Status returns the real result.
//
// A build takes cu's header and library from this folder, with the build tag cuda and two
// environment variables:
//
//	dir=$(go list -f '{{.Dir}}' github.com/lamina-lang/lamina/backends/cuda/shim)
//	CGO_ENABLED=1 CGO_CFLAGS=-I$dir CGO_LDFLAGS=-L$dir go build -tags cuda …
package shim
