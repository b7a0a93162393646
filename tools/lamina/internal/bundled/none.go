// Package bundled holds the wasm modules that are built into the command. A
// plain `go build` has none to build in; Bazel compiles this package from
// embed.go.in instead, with the modules that it has made.
package bundled

// Memory is plugins/memory as a wasm module, or nil.
var Memory []byte
