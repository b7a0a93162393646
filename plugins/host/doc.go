// Package host runs passes that are not linked into the compiler: as a process
// over gRPC, as a WebAssembly module without file system, clock or network, or,
// for tests of plugins, in the same process. All of them answer one service
// (plugins/proto) through one client stub, and give the same program.
//
// Plugins are guests. Whatever one does - it is not there, prints, crashes,
// hangs, eats memory, answers with something that is no program, or one that the
// checker rejects - is a Fault that names it, and the program stays as it was.
package host
