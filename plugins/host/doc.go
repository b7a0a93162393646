// Package host runs passes that are not linked into the compiler: in a process over gRPC,
// in a WebAssembly module without file system, clock or network, or, for tests of plugins,
// in the same process. All of them implement one service (plugins/proto), are called
// through one client stub, and give the same program.
//
// Plugins are guests. Whatever one does wrong - it does not exist, prints, crashes, hangs,
// uses too much memory, returns something that is not a program, or a program that the
// checker rejects - is a Fault that names the plugin, and the program is unchanged.
package host
