package c

import (
	"os"
	"syscall"
)

// enlarge gives a pipe a larger buffer, so that large arrays need fewer turns.
func enlarge(f *os.File) {
	const setPipeSize, size = 1031, 1 << 20 // F_SETPIPE_SZ
	raw, err := f.SyscallConn()
	if err != nil {
		return
	}
	_ = raw.Control(func(fd uintptr) {
		_, _, _ = syscall.Syscall(syscall.SYS_FCNTL, fd, setPipeSize, size)
	})
}
