//go:build !linux

package host

import (
	"errors"
	"os"
	"os/exec"
)

// separate does nothing: process groups are Unix's.
func separate(*exec.Cmd) {}

// limitMemory does nothing: the limit of another process is Linux's to set.
func limitMemory(int, int64) {}

func kill(p *os.Process) error {
	if err := p.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	return nil
}
