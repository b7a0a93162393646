//go:build unix

package c

import (
	"os/exec"
	"syscall"
)

// endTogether makes the end of a command that is cancelled the end of all that it started. A C
// compiler starts others, and removes what it wrote if it is asked to end.
func endTogether(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGTERM) }
}
