// Package cuda will be the CUDA backend: the driver that backends/gpu needs,
// over gorgonia.org/cu, with NVRTC loaded at run time.
//
// It needs cgo, so its files will stand behind the build tag cuda; without the
// tag the package compiles and its probe says why the backend is unavailable.
// Nothing is implemented yet.
package cuda
