// Package host will run passes that are not linked into the compiler: as a
// process of their own over gRPC, or as a WebAssembly module without file
// system, clock or network. All transports answer one protobuf service, and all
// give the same program. A plugin that crashes, hangs, or returns a program that
// the checker rejects is named and stopped, and the program is left as it was.
//
// Nothing is implemented yet.
package host
