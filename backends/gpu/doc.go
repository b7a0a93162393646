// Package gpu will hold what the GPU backends share: grids and groups, shared
// memory, barriers, atomics, blocks virtualised over a smaller grid; one syntax
// tree of kernels that prints as OpenCL C or CUDA C; and the run of the host
// part against a small driver interface.
//
// The parallel operations are lowered before they come here (pass to-imp), so
// that this package only prints what core/interp can also run. Nothing is
// implemented yet.
package gpu
