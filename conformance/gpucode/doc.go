// Package gpucode tests the code generated for GPUs on machines without one: an interpreter
// runs it, and clang compiles it.
package gpucode
