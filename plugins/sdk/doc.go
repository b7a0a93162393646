// Package sdk is the library for authors of pass plugins. A plugin is a Go command:
//
//	func main() { sdk.Main(sdk.Plugin{Name: "acme", Version: "1.0", Passes: []*pass.Pass{Halve}}) }
//
// Built normally, it is a process with which plugins/host communicates over gRPC; built
// with GOOS=wasip1 GOARCH=wasm, it is a module that runs inside the host, without file
// system, clock or network. The wasm build imports neither gRPC nor go-plugin.
//
// In addition the package has rules that rewrite single statements (Peephole, Match), for
// passes that fit on a page. docs/writing-a-pass.md starts with one.
package sdk
