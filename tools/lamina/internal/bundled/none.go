// Package bundled holds the wasm modules that are embedded in the command. A plain `go
// build` embeds none; Bazel compiles this package from embed.go.in instead, with modules it
// has built.
package bundled

// Memory is plugins/memory as a wasm module, or nil.
var Memory []byte
