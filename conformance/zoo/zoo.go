// Package zoo holds plain programs that no pass was written for: algorithms of published
// benchmarks, each written from its description. The suite runs their test blocks.
//
// A program makes its own data from a hash of indices, so that its inputs are a few sizes.
// Each has small inputs with expected results, which tests run, and two or more larger ones,
// the smallest first, that are marked notest, which benchmarks time: lamina bench, and
// tools/gpu-bench/peer beside another compiler.
package zoo

import "embed"

// Files are the programs.
//
//go:embed *.fut
var Files embed.FS
