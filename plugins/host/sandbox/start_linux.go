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

// way is a way to start a process. What the kernel refuses is omitted the next time.
type way struct {
	namespaces bool // in new user, PID and IPC namespaces
	stopped    bool // stopped at its first instruction until its limits are set
	into       bool // in its control group from the beginning, and not moved there, which takes 10 ms or more
}

// refused holds what this kernel, or the surrounding container, did not grant: containers
// refuse namespaces, and a process under strace cannot be stopped.
var refused struct{ namespaces, stopped, into atomic.Bool }

// ways lists the ways to start a process, the best first. grouped says that it gets a control
// group.
func ways(policy Policy, grouped bool) []way {
	if policy.Trusted {
		return []way{{}}
	}
	var out []way
	either := []bool{true, false}
	for _, namespaces := range either {
		for _, stopped := range either {
			for _, into := range either {
				if namespaces && refused.namespaces.Load() || stopped && refused.stopped.Load() ||
					into && (!grouped || refused.into.Load() || policy.Strict && !(stopped && canInject)) {
					continue
				}
				out = append(out, way{namespaces, stopped, into})
			}
		}
	}
	return out
}

// isRefusal distinguishes the error of a kernel that denies a way from that for an
// executable that cannot be started.
func isRefusal(err error) bool {
	for _, e := range []error{unix.EPERM, unix.EINVAL, unix.ENOSPC, unix.EUSERS, unix.ENOSYS} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

// Start starts the process under the policy. The error is ErrUnsupported, an ErrStart, or
// an error in the preparation.
func Start(c *exec.Cmd, policy Policy) (*Process, error) {
	restriction, err := restrictionOf(c, policy)
	if err != nil {
		return nil, err
	}
	defer restriction.close()
	g := newGroup(policy)
	var first error
	for _, w := range ways(policy, g != nil) {
		p, err := start(c, policy, restriction, w, g)
		if err == nil {
			if first != nil {
				refused.namespaces.Store(!w.namespaces || refused.namespaces.Load())
				refused.stopped.Store(!w.stopped || refused.stopped.Load())
				refused.into.Store(g != nil && !w.into || refused.into.Load())
			}
			return p, nil
		}
		if first == nil {
			first = err
		}
		if !isRefusal(err) && !w.into {
			break
		}
	}
	g.remove()
	return nil, first
}

// start starts a copy of the command in one way, in a group if g is not nil.
func start(c *exec.Cmd, policy Policy, r *restriction, w way, g *group) (*Process, error) {
	p := &Process{policy: policy, alone: w.namespaces, group: g, exit: make(chan struct{})}
	p.cmd = &exec.Cmd{
		Path: c.Path, Args: c.Args, Env: c.Env, Dir: c.Dir,
		Stdin: c.Stdin, Stdout: c.Stdout, Stderr: c.Stderr, ExtraFiles: c.ExtraFiles,
	}
	p.cmd.SysProcAttr = attributes(policy, w)
	if w.into && g != nil {
		p.cmd.SysProcAttr.UseCgroupFD, p.cmd.SysProcAttr.CgroupFD = true, int(g.lock.Fd())
	}
	if !w.namespaces && !policy.Trusted {
		adoptOrphans()
	}
	started, limited := make(chan error), make(chan struct{})
	go p.nurse(r, w, started, limited)
	if err := <-started; err != nil {
		return nil, err
	}
	// Not on the nurse's thread, which may no longer set others' limits.
	limit(p.PID(), policy, w)
	if g != nil && !w.into && g.add(p.PID()) != nil {
		p.group = nil
		g.remove()
	}
	close(limited)
	if !policy.Trusted {
		go p.guard()
		go p.watch()
	}
	return p, nil
}

func attributes(policy Policy, w way) *syscall.SysProcAttr {
	if policy.Trusted {
		return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	}
	a := &syscall.SysProcAttr{
		// A separate session: the process neither gets the terminal's signals nor can open
		// the terminal, and no descendant can return to the host's session.
		Setsid:    true,
		Pdeathsig: syscall.SIGKILL,
		Ptrace:    w.stopped,
	}
	if !w.namespaces {
		return a
	}
	a.Cloneflags = unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWIPC
	if !policy.Strict {
		// Outside a strict sandbox it keeps its identity. Inside, its user has no name and
		// no privileges, but still owns its files.
		a.UidMappings = []syscall.SysProcIDMap{{ContainerID: os.Geteuid(), HostID: os.Geteuid(), Size: 1}}
		a.GidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getegid(), HostID: os.Getegid(), Size: 1}}
	}
	return a
}

// nurse starts the process from a dedicated thread and stays with it: the process inherits
// the thread's restrictions, and it ends when the thread does. The thread is never
// unlocked, so that nothing else runs on it.
//
// It is not the first thread, which stands for the whole host: under the same Landlock rules as
// the process, it would let that see the host's memory and environment in /proc.
func (p *Process) nurse(r *restriction, w way, started chan<- error, limited <-chan struct{}) {
	runtime.LockOSThread()
	if unix.Gettid() == unix.Getpid() {
		elsewhere := make(chan struct{})
		go func() {
			runtime.LockOSThread()
			close(elsewhere)
			p.tend(r, w, started, limited)
		}()
		<-elsewhere
		runtime.UnlockOSThread()
		return
	}
	p.tend(r, w, started, limited)
}

// tend is the work of the nurse on its thread.
func (p *Process) tend(r *restriction, w way, started chan<- error, limited <-chan struct{}) {
	late := w.into && p.policy.Strict // the thread needs what the process may not have
	if err := r.apply(late); err != nil {
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
	if late {
		if err := inject(p.PID(), last); err != nil {
			_ = unix.Kill(p.PID(), unix.SIGKILL)
			_ = p.cmd.Wait()
			live.Lock()
			delete(live.pids, p.PID())
			live.Unlock()
			started <- err
			return
		}
	}
	started <- nil
	<-limited
	if w.stopped {
		_ = unix.PtraceDetach(p.PID())
	}
	p.err = p.cmd.Wait()
	p.ended()
	p.leaveGroup()
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

// awaitStop waits until a traced process is stopped at its first instruction.
func awaitStop(pid int) {
	var status unix.WaitStatus
	for {
		if _, err := unix.Wait4(pid, &status, 0, nil); err != unix.EINTR {
			return
		}
	}
}

// limit sets the limits that the kernel enforces per process. Descendants inherit them.
func limit(pid int, policy Policy, w way) {
	set := func(resource int, n int64) {
		if n > 0 {
			_ = unix.Prlimit(pid, resource, &unix.Rlimit{Cur: uint64(n), Max: uint64(n)}, nil)
		}
	}
	set(unix.RLIMIT_DATA, policy.Memory) // private memory, not merely reserved addresses
	if policy.Trusted {
		return
	}
	set(unix.RLIMIT_FSIZE, policy.Memory) // a file may be in memory
	set(unix.RLIMIT_NOFILE, int64(policy.Files))
	if w.namespaces && countsByNamespace() {
		set(unix.RLIMIT_NPROC, int64(policy.Tasks))
	}
	_ = unix.Prlimit(pid, unix.RLIMIT_CORE, &unix.Rlimit{}, nil)
	// When memory runs out before it is checked, this process is the first to be killed.
	_ = os.WriteFile(fmt.Sprintf("/proc/%d/oom_score_adj", pid), []byte("1000"), 0)
}

// countsByNamespace reports whether the kernel counts a user's processes per namespace, as
// since Linux 5.14. Earlier kernels would apply the limit to all processes of the user.
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
