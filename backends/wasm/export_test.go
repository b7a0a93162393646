package wasm

// NewCutting is a backend that makes functions of all parts of programs that are
// longer than so many instructions.
func NewCutting(longest int) *Backend { return &Backend{longest: longest} }
