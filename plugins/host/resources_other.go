//go:build !linux

package host

import (
	"context"
	"time"
)

// withMemory leaves allocation to wazero.
func withMemory(ctx context.Context) context.Context { return ctx }

var started = time.Now()

// processorTime returns the time since the start of this process, as if it always had a processor.
func processorTime() time.Duration { return time.Since(started) }
