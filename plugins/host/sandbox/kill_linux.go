package sandbox

import (
	"os"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// Kill ends the process and all its descendants.
func (p *Process) Kill() error {
	select {
	case <-p.exit:
		return nil
	default:
	}
	pid := p.PID()
	var others []int
	if !p.alone && !p.policy.Trusted {
		others, _ = descendants(pid, 0)
	}
	if err := unix.Kill(pid, unix.SIGKILL); err != nil && err != unix.ESRCH {
		return err
	}
	_ = unix.Kill(-pid, unix.SIGKILL) // its group, which is already gone in a namespace of its own
	for _, other := range others {
		_ = unix.Kill(other, unix.SIGKILL)
	}
	if p.group != nil {
		p.group.kill()
	}
	return nil
}

// leaveGroup removes the process's control group, with what is left in it.
func (p *Process) leaveGroup() {
	if p.group == nil {
		return
	}
	if e := p.group.excess(p.policy); e != nil {
		p.broken.CompareAndSwap(nil, e)
	}
	p.group.remove()
}

// adoptOrphans makes the host the parent of orphans where no namespace ends them.
var adoptOrphans = sync.OnceFunc(func() { _ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) })

// live holds the running processes started by this package. It is locked while one is
// started, so that none is mistaken for an orphan before it is recorded.
var live struct {
	sync.Mutex
	pids map[int]bool
}

// born records that a process runs. live is locked.
func born(pid int) {
	if live.pids == nil {
		live.pids = map[int]bool{}
	}
	live.pids[pid] = true
}

// patience is how long ended processes are waited for.
const patience = time.Second

// ended records that the process has ended, and ends what it left behind if no namespace
// did: children of the host in another session than its own. All other processes that the
// host starts are in its session, and a process that left it cannot return.
func (p *Process) ended() {
	live.Lock()
	defer live.Unlock()
	delete(live.pids, p.PID())
	if p.alone || p.policy.Trusted {
		return
	}
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		left := orphans()
		if len(left) == 0 {
			return
		}
		for _, pid := range left {
			all, _ := descendants(pid, 0)
			for _, each := range all {
				_ = unix.Kill(each, unix.SIGKILL)
			}
			_, _ = unix.Wait4(pid, nil, unix.WNOHANG, nil)
		}
	}
}

// orphans lists the children that the host inherited from ended processes. live is locked.
func orphans() []int {
	own, err := unix.Getsid(0)
	if err != nil {
		return nil
	}
	threads, err := os.ReadDir("/proc/self/task")
	if err != nil {
		return nil
	}
	var out []int
	for _, t := range threads {
		for _, pid := range children("/proc/self/task/" + t.Name() + "/children") {
			if sid, err := unix.Getsid(pid); err == nil && sid != own && !live.pids[pid] {
				out = append(out, pid)
			}
		}
	}
	return out
}
