package wasm

import "github.com/lamina-lang/lamina/backends/wasm/host"

// NewCutting returns a backend that outlines functions longer than longest instructions, and
// keeps one body for all that are alike.
func NewCutting(longest int) *Backend {
	return &Backend{cache: host.NewCache(""), longest: longest, share: 1}
}
