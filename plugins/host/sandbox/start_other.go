//go:build !linux

package sandbox

import (
	"errors"
	"os"
	"os/exec"
)

// Start starts the process. No policy holds here but the end of the process itself.
func Start(c *exec.Cmd, policy Policy) (*Process, error) {
	if policy.Strict {
		return nil, ErrUnsupported
	}
	if err := c.Start(); err != nil {
		return nil, &ErrStart{err}
	}
	p := &Process{policy: policy, cmd: c, exit: make(chan struct{})}
	go func() {
		p.err = c.Wait()
		close(p.exit)
	}()
	return p, nil
}

// Kill ends the process.
func (p *Process) Kill() error {
	if err := p.cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	return nil
}

// Supported says why no strict sandbox can be had.
func Supported() error { return ErrUnsupported }
