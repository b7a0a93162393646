package sandbox

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync/atomic"
)

// Policy says what a process and its descendants may do.
type Policy struct {
	// Strict takes away the network and all files but Read, Write, the executable
	// with its interpreter, and the system's libraries.
	Strict bool
	Read   []string // files and folders to read and to execute
	Write  []string // folders to write to
	// Limits that are 0 are none.
	Memory int64 // in bytes: of all processes together, and of the files in Write
	Tasks  int   // threads of all processes together
	Files  int   // that each process has open
	// Trusted is a part of the host: it gets the limit on memory and ends with its
	// host, and nothing else.
	Trusted bool
}

// ErrUnsupported is why a strict sandbox cannot be had on this system.
var ErrUnsupported = errors.New("this system cannot keep a process from files and the network")

// ErrStart is the system's reason not to start an executable.
type ErrStart struct{ Err error }

func (e *ErrStart) Error() string { return e.Err.Error() }

// Unwrap returns the system's error.
func (e *ErrStart) Unwrap() error { return e.Err }

// Process is a process that was started under a policy.
type Process struct {
	policy Policy
	cmd    *exec.Cmd
	alone  bool          // whether it has a PID namespace of its own
	exit   chan struct{} // closed when it has ended
	err    error         // how
	broken atomic.Pointer[Excess]
}

// Excess is a limit that was exceeded.
type Excess struct {
	What string // memory, or threads
	Of   string // how much was allowed
}

func (e *Excess) Error() string { return fmt.Sprintf("more %s than %s", e.What, e.Of) }

// PID is the process's number.
func (p *Process) PID() int { return p.cmd.Process.Pid }

// Exit is closed when the process has ended.
func (p *Process) Exit() <-chan struct{} { return p.exit }

// Err is how the process ended, after Exit.
func (p *Process) Err() error { return p.err }

// State is how the process ended, after Exit.
func (p *Process) State() *os.ProcessState { return p.cmd.ProcessState }

// Exceeded is the limit for which the process was ended, nil if there was none.
func (p *Process) Exceeded() *Excess { return p.broken.Load() }
