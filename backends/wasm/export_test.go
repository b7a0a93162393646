package wasm

// NewCutting returns a backend that outlines functions longer than longest instructions.
func NewCutting(longest int) *Backend { return &Backend{longest: longest} }
