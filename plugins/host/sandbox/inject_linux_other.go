//go:build linux && !amd64

package sandbox

import (
	"errors"

	"golang.org/x/net/bpf"
)

// canInject is set where a process can be made to enter a filter itself.
const canInject = false

func inject(int, func() ([]bpf.RawInstruction, error)) error { return errors.ErrUnsupported }
