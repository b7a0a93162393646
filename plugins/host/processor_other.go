//go:build !linux

package host

import "time"

var started = time.Now()

// processorTime returns the time since the start of this process, as if it always had a processor.
func processorTime() time.Duration { return time.Since(started) }
