package sandbox

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"sync/atomic"
	"syscall"

	"golang.org/x/sys/unix"
)

// way is how a process is started. What the kernel refuses is left out the next time.
type way struct {
	namespaces bool // in namespaces of its own for users, processes and shared memory
	stopped    bool // stopped at its first instruction until its limits are set
}

// refused are the parts of a way that this kernel, or the container around, did not
// grant: containers refuse namespaces, and a process under strace cannot be stopped.
var refused struct{ namespaces, stopped atomic.Bool }

// ways lists the ways to start a process, the best first.
func ways(policy Policy) []way {
	if policy.Trusted {
		return []way{{}}
	}
	var out []way
	for _, w := range []way{{true, true}, {true, false}, {false, true}, {false, false}} {
		if (w.namespaces && refused.namespaces.Load()) || (w.stopped && refused.stopped.Load()) {
			continue
		}
		out = append(out, w)
	}
	return out
}

// isRefusal tells what a kernel that denies a way answers from what it says of an
// executable that cannot be started.
func isRefusal(err error) bool {
	for _, e := range []error{unix.EPERM, unix.EINVAL, unix.ENOSPC, unix.EUSERS, unix.ENOSYS} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

// Start starts the process under the policy. The error is ErrUnsupported, an ErrStart,
// or what went wrong while preparing.
func Start(c *exec.Cmd, policy Policy) (*Process, error) {
	restriction, err := restrictionOf(c, policy)
	if err != nil {
		return nil, err
	}
	defer restriction.close()
	var first error
	for _, w := range ways(policy) {
		p, err := start(c, policy, restriction, w)
		if err == nil {
			if first != nil {
				refused.namespaces.Store(!w.namespaces || refused.namespaces.Load())
				refused.stopped.Store(!w.stopped || refused.stopped.Load())
			}
			return p, nil
		}
		if first == nil {
			first = err
		}
		if !isRefusal(err) {
			return nil, err
		}
	}
	return nil, first
}

// start starts a copy of the command in one way.
func start(c *exec.Cmd, policy Policy, r *restriction, w way) (*Process, error) {
	p := &Process{policy: policy, alone: w.namespaces, exit: make(chan struct{})}
	p.cmd = &exec.Cmd{
		Path: c.Path, Args: c.Args, Env: c.Env, Dir: c.Dir,
		Stdin: c.Stdin, Stdout: c.Stdout, Stderr: c.Stderr, ExtraFiles: c.ExtraFiles,
	}
	p.cmd.SysProcAttr = attributes(policy, w)
	if !w.namespaces && !policy.Trusted {
		adoptOrphans()
	}
	started, limited := make(chan error), make(chan struct{})
	go p.nurse(r, w, started, limited)
	if err := <-started; err != nil {
		return nil, err
	}
	// Not on the nurse's thread, which may not set the limits of others any more.
	limit(p.PID(), policy, w)
	close(limited)
	if !policy.Trusted {
		go p.watch()
	}
	return p, nil
}

func attributes(policy Policy, w way) *syscall.SysProcAttr {
	if policy.Trusted {
		return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	}
	a := &syscall.SysProcAttr{
		// A session of its own: it neither gets the terminal's signals nor can open
		// the terminal, and no descendant can come back into the host's session.
		Setsid:    true,
		Pdeathsig: syscall.SIGKILL,
		Ptrace:    w.stopped,
	}
	if !w.namespaces {
		return a
	}
	a.Cloneflags = unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWIPC
	if !policy.Strict {
		// Outside a strict sandbox it is who it was. Inside, its user has no name and
		// no privileges; files that are its own stay so.
		a.UidMappings = []syscall.SysProcIDMap{{ContainerID: os.Geteuid(), HostID: os.Geteuid(), Size: 1}}
		a.GidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getegid(), HostID: os.Getegid(), Size: 1}}
	}
	return a
}

// nurse starts the process from a thread of its own and stays with it: what the
// thread is not allowed, the process is not, and when the thread ends the process
// does. It never unlocks the thread, so that nothing else runs there.
func (p *Process) nurse(r *restriction, w way, started chan<- error, limited <-chan struct{}) {
	runtime.LockOSThread()
	if err := r.apply(); err != nil {
		started <- err
		return
	}
	if err := p.begin(); err != nil {
		started <- &ErrStart{err}
		return
	}
	if w.stopped {
		awaitStop(p.PID())
	}
	started <- nil
	<-limited
	if w.stopped {
		_ = unix.PtraceDetach(p.PID())
	}
	p.err = p.cmd.Wait()
	p.ended()
	close(p.exit)
}

func (p *Process) begin() error {
	live.Lock()
	defer live.Unlock()
	if err := p.cmd.Start(); err != nil {
		return err
	}
	born(p.PID())
	return nil
}

// awaitStop waits until a traced process stands at its first instruction.
func awaitStop(pid int) {
	var status unix.WaitStatus
	for {
		if _, err := unix.Wait4(pid, &status, 0, nil); err != unix.EINTR {
			return
		}
	}
}

// limit sets what the kernel limits process by process. Descendants inherit it.
func limit(pid int, policy Policy, w way) {
	set := func(resource int, n int64) {
		if n > 0 {
			_ = unix.Prlimit(pid, resource, &unix.Rlimit{Cur: uint64(n), Max: uint64(n)}, nil)
		}
	}
	set(unix.RLIMIT_DATA, policy.Memory) // private memory, and not addresses that are only reserved
	if policy.Trusted {
		return
	}
	set(unix.RLIMIT_FSIZE, policy.Memory) // a file may be memory
	set(unix.RLIMIT_NOFILE, int64(policy.Files))
	if w.namespaces && countsByNamespace() {
		set(unix.RLIMIT_NPROC, int64(policy.Tasks))
	}
	_ = unix.Prlimit(pid, unix.RLIMIT_CORE, &unix.Rlimit{}, nil)
	// Where memory runs out before anybody looks at what it uses, it is the first to end.
	_ = os.WriteFile(fmt.Sprintf("/proc/%d/oom_score_adj", pid), []byte("1000"), 0)
}

// countsByNamespace reports whether the kernel counts a user's processes in each
// namespace by itself, as it does since Linux 5.14. Before, the limit would be on all
// that the user runs.
func countsByNamespace() bool {
	var u unix.Utsname
	var major, minor int
	if unix.Uname(&u) != nil {
		return false
	}
	if _, err := fmt.Sscanf(unix.ByteSliceToString(u.Release[:]), "%d.%d", &major, &minor); err != nil {
		return false
	}
	return major > 5 || major == 5 && minor >= 14
}
