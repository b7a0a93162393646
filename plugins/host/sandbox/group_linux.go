package sandbox

import (
	"bufio"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// group is a control group (version 2) of a process and its descendants. The kernel bounds
// the memory of all of them together exactly, in all its forms, and their number, and ends
// them together. Its folder is locked as long as the host lives.
type group struct {
	path string
	lock *os.File
}

const groupPrefix = "lamina-"

// Bounded returns why the kernel does not bound the memory of all processes of a Process
// together; nil if it does.
func Bounded() error {
	_, err := groups()
	return err
}

// groups returns the folder in which this process may make control groups: the nearest one
// above its own that passes the memory controller down, and in which this user may write. That
// folder is also the one that the kernel asks when a process moves from the host's group.
var groups = sync.OnceValues(func() (string, error) {
	own, err := ownGroup("/proc/self/cgroup", "/proc/self/mountinfo")
	if err != nil {
		return "", err
	}
	for dir := own; ; dir = filepath.Dir(dir) {
		down, err := os.ReadFile(filepath.Join(dir, "cgroup.subtree_control"))
		if err != nil {
			return "", errNoGroup // above the root
		}
		if slices.Contains(strings.Fields(string(down)), "memory") && mayWrite(dir) && mayWrite(filepath.Join(dir, "cgroup.procs")) {
			sweepGroups(dir)
			return dir, nil
		}
	}
})

func mayWrite(path string) bool {
	return unix.Faccessat(unix.AT_FDCWD, path, unix.W_OK, unix.AT_EACCESS) == nil
}

// ownGroup returns the folder of this process's group, from the files in /proc that tell its
// name and where the hierarchy is mounted.
func ownGroup(cgroup, mountinfo string) (string, error) {
	text, err := os.ReadFile(cgroup)
	if err != nil {
		return "", errNoGroup
	}
	name := ""
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, "0::"); ok {
			name = strings.TrimSuffix(rest, "\n")
		}
	}
	f, err := os.Open(mountinfo)
	if err != nil || name == "" || strings.HasPrefix(name, "/..") { // none, or one above its namespace
		return "", errNoGroup
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		before, after, ok := strings.Cut(s.Text(), " - ")
		fields := strings.Fields(before)
		if !ok || len(fields) < 5 || !strings.HasPrefix(after, "cgroup2 ") {
			continue
		}
		below, err := filepath.Rel(fields[3], name)
		if err == nil && filepath.IsLocal(below) {
			return filepath.Join(fields[4], below), nil
		}
	}
	return "", errNoGroup
}

// newGroup creates a group for a policy; nil if there are none.
func newGroup(policy Policy) *group {
	dir, err := groups()
	if err != nil || policy.Trusted || policy.Memory == 0 {
		return nil
	}
	const attempts = 3 // another host may sweep it before it is locked
	for range attempts {
		path, err := os.MkdirTemp(dir, groupPrefix)
		if err != nil {
			return nil
		}
		g := &group{path: path}
		if g.limit(policy) == nil {
			return g
		}
		g.remove()
	}
	return nil
}

// limit locks the group and sets its limits.
func (g *group) limit(policy Policy) error {
	var err error
	if g.lock, err = os.Open(g.path); err != nil {
		return err
	}
	if err := unix.Flock(int(g.lock.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		return err
	}
	if policy.Tasks > 0 {
		_ = g.set("pids.max", strconv.Itoa(policy.Tasks)) // the controller may not be there
	}
	_ = g.set("memory.swap.max", "0") // absent without swap
	_ = g.set("memory.oom.group", "1")
	return g.set("memory.max", strconv.FormatInt(policy.Memory, 10))
}

func (g *group) set(name, value string) error {
	return os.WriteFile(filepath.Join(g.path, name), []byte(value), 0)
}

// add moves a process and its descendants into the group.
func (g *group) add(pid int) error {
	if err := g.set("cgroup.procs", strconv.Itoa(pid)); err != nil {
		return err
	}
	// Those that it started before, if it was not stopped.
	pids, _ := descendants(pid, 0)
	for _, each := range pids[1:] {
		_ = g.set("cgroup.procs", strconv.Itoa(each))
	}
	return nil
}

// kill ends all processes of the group.
func (g *group) kill() {
	if g.set("cgroup.kill", "1") == nil {
		return
	}
	for _, pid := range g.pids() { // Linux before 5.14
		_ = unix.Kill(pid, unix.SIGKILL)
	}
}

func (g *group) pids() (pids []int) {
	text, _ := os.ReadFile(filepath.Join(g.path, "cgroup.procs"))
	for _, word := range strings.Fields(string(text)) {
		if pid, err := strconv.Atoi(word); err == nil && pid > 0 { // 0 is a process of another PID namespace
			pids = append(pids, pid)
		}
	}
	return pids
}

// excess returns the limit for which the kernel ended processes of the group, or nil.
func (g *group) excess(policy Policy) *Excess {
	text, _ := os.ReadFile(filepath.Join(g.path, "memory.events"))
	for line := range strings.Lines(string(text)) {
		if n, ok := strings.CutPrefix(line, "oom_kill "); ok && strings.TrimSpace(n) != "0" {
			return policy.memory()
		}
	}
	return nil
}

// remove ends what is left in the group, and removes it. A nil group is none.
func (g *group) remove() {
	if g == nil {
		return
	}
	g.kill()
	for deadline := time.Now().Add(patience); ; time.Sleep(time.Millisecond) {
		err := unix.Rmdir(g.path)
		if err == nil || err != unix.EBUSY || time.Now().After(deadline) {
			break
		}
	}
	if g.lock != nil {
		_ = g.lock.Close()
	}
}

// sweepGroups ends and removes the groups that hosts left behind which were killed: those that
// nobody locks.
func sweepGroups(dir string) {
	left, _ := filepath.Glob(filepath.Join(dir, groupPrefix+"*"))
	for _, path := range left {
		f, err := os.Open(path)
		if err != nil {
			continue
		}
		if unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) == nil {
			(&group{path: path}).remove()
		}
		_ = f.Close()
	}
}
