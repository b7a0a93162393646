// Package sdk is what the author of a pass plugin imports. A plugin is a Go
// command:
//
//	func main() { sdk.Main(sdk.Plugin{Name: "acme", Version: "1.0", Passes: []*pass.Pass{Halve}}) }
//
// Built as it is, it is a process that plugins/host talks to over gRPC; built
// with GOOS=wasip1 GOARCH=wasm it is a module that runs inside the host, with no
// file system, clock or network. The wasm build imports neither gRPC nor
// go-plugin.
//
// Beside that: rules that rewrite single statements (Peephole, Match), for
// passes that fit on a page. docs/writing-a-pass.md begins with one.
package sdk
