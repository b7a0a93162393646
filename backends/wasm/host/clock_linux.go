package host

import (
	"syscall"
	"time"
	"unsafe"
)

// processClock is CLOCK_PROCESS_CPUTIME_ID.
const processClock = 2

// processorTime is the processor time of this process. Getrusage counts in ticks of milliseconds, of which
// a short run may see none, and package syscall has no clock_gettime.
func processorTime() time.Duration {
	var t syscall.Timespec
	if _, _, failed := syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, processClock, uintptr(unsafe.Pointer(&t)), 0); failed != 0 {
		return 0
	}
	return time.Duration(t.Nano())
}
