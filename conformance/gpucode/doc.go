// Package gpucode tests, on machines without GPUs, the code that GPUs are given: an
// interpreter runs it, and clang compiles it.
package gpucode
