// Package sdk will be what the author of a pass plugin imports: it turns a pass
// written against core into an executable or a WebAssembly module that
// plugins/host loads. It imports core and its transport, nothing else of
// Lamina.
//
// Nothing is implemented yet.
package sdk
