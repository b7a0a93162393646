//go:build !linux

package sandbox

import (
	"errors"
	"os"
	"os/exec"
)

// group is a control group, which only Linux has.
type group struct{}

// Bounded returns why nothing bounds the memory of all processes of a Process together.
func Bounded() error { return errNoGroup }

// Start starts the process. The policy only has the effect that the process can be ended.
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

// Supported returns why a strict sandbox is not available.
func Supported() error { return ErrUnsupported }
