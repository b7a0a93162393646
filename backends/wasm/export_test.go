package wasm

import "github.com/lamina-lang/lamina/backends/wasm/host"

// NewCutting returns a backend that outlines functions longer than longest instructions.
func NewCutting(longest int) *Backend { return &Backend{cache: host.NewCache(""), longest: longest} }
