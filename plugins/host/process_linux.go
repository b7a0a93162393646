package host

import (
	"errors"
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// separate gives the process a group of its own.
func separate(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// limitMemory limits what the process may write to: RLIMIT_DATA counts private
// memory and not the addresses that a Go program reserves.
func limitMemory(pid int, bytes int64) {
	limit := unix.Rlimit{Cur: uint64(bytes), Max: uint64(bytes)}
	_ = unix.Prlimit(pid, unix.RLIMIT_DATA, &limit, nil)
}

// kill ends the process and its group.
func kill(p *os.Process) error {
	if err := syscall.Kill(-p.Pid, syscall.SIGKILL); err != nil && !errors.Is(err, syscall.ESRCH) {
		return p.Kill()
	}
	return nil
}
