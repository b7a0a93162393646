// Package weigh says what a WebAssembly module makes its host hold beside its linear
// memory, which alone a runtime limits: compiled code, tables, globals, functions and
// what describes them. It reads no more of a module than it needs for that; whether
// the module is valid is for the runtime to say.
package weigh
