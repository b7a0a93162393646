package host

import (
	"time"

	"golang.org/x/sys/unix"
)

// processorTime returns the processor time that this process has taken.
func processorTime() time.Duration {
	var used unix.Rusage
	_ = unix.Getrusage(unix.RUSAGE_SELF, &used) // it fails for bad arguments only
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
