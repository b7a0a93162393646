// Package weigh estimates how much memory a WebAssembly module makes its host use in
// addition to its linear memory, the only memory that a runtime limits: compiled code,
// tables, globals, functions and their metadata. It parses only what it needs for that;
// validation is left to the runtime.
package weigh
