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
	// Strict denies the network and all files except Read, Write, the executable with its
	// interpreter, and the system's libraries.
	Strict bool
	Read   []string // files and folders to read and execute
	Write  []string // folders to write to
	// Limits of 0 mean no limit.
	Memory int64 // in bytes: of all processes together, and of the files in Write
	Tasks  int   // threads of all processes together
	Files  int   // open files per process
	// Trusted marks a part of the host: it only gets the memory limit and ends with its
	// host.
	Trusted bool
}

// ErrUnsupported means that this system does not support a strict sandbox.
var ErrUnsupported = errors.New("this system cannot keep a process from files and the network")

// errNoGroup is the reason why there are no control groups.
var errNoGroup = errors.New("no control group of version 2 with the memory controller is handed down to this process")

// ErrStart is the system's reason for not starting an executable.
type ErrStart struct{ Err error }

func (e *ErrStart) Error() string { return e.Err.Error() }

// Unwrap returns the system's error.
func (e *ErrStart) Unwrap() error { return e.Err }

// Process is a process started under a policy.
type Process struct {
	policy Policy
	cmd    *exec.Cmd
	alone  bool          // it has its own PID namespace
	exit   chan struct{} // closed when it has ended
	err    error         // how it ended
	group  *group        // nil where there are no control groups
	broken atomic.Pointer[Excess]
}

// Excess is a limit that was exceeded.
type Excess struct {
	What string // memory, or threads
	Of   string // the limit
}

// memory is the excess of the limit on memory.
func (p Policy) memory() *Excess { return &Excess{"memory", fmt.Sprintf("%d MiB", p.Memory>>20)} }

func (e *Excess) Error() string { return fmt.Sprintf("more %s than %s", e.What, e.Of) }

// PID returns the process ID.
func (p *Process) PID() int { return p.cmd.Process.Pid }

// Exit returns a channel that is closed when the process has ended.
func (p *Process) Exit() <-chan struct{} { return p.exit }

// Err returns how the process ended, after Exit.
func (p *Process) Err() error { return p.err }

// State returns the process's final state, after Exit.
func (p *Process) State() *os.ProcessState { return p.cmd.ProcessState }

// Exceeded returns the limit for which the process was ended, or nil.
func (p *Process) Exceeded() *Excess { return p.broken.Load() }
