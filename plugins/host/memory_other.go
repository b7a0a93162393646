//go:build !linux

package host

import "context"

// withMemory leaves allocation to wazero.
func withMemory(ctx context.Context) context.Context { return ctx }
