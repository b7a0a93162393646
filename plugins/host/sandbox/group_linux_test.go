package sandbox

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// needsGroups skips a test where the kernel, or whoever started it, hands no groups down.
func needsGroups(t *testing.T) string {
	t.Helper()
	dir, err := groups()
	if err != nil {
		t.Skip(err)
	}
	return dir
}

// inGroup starts a shell under a policy, and returns it with its group.
func inGroup(t *testing.T, policy Policy, script string) (*Process, *group) {
	t.Helper()
	p, err := Start(exec.Command("/bin/sh", "-c", script), policy)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Kill() })
	if p.group == nil {
		t.Fatal("it has no group")
	}
	return p, p.group
}

func awaitExit(t *testing.T, p *Process) {
	t.Helper()
	select {
	case <-p.Exit():
	case <-time.After(time.Minute):
		t.Fatal("it runs on")
	}
}

// The kernel bounds what all processes of a plugin hold together: private memory in many
// processes, and files in memory, which belong to none of them. At no time is it more.
func TestMemoryOfAllTogether(t *testing.T) {
	needsGroups(t)
	const limit = 64 << 20
	for name, script := range map[string]string{
		"private": "i=0; while [ $i -lt 12 ]; do i=$((i+1)); (head -c 30000000 /dev/zero; exec sleep 60) | tail > /dev/null & done; wait",
		"files":   "cd $(mktemp -d /dev/shm/lamina-test-XXXXXX) || exit; trap 'rm -r $PWD' EXIT; i=0; while [ $i -lt 12 ]; do i=$((i+1)); (head -c 30000000 /dev/zero > f$i) & done; wait; sleep 60",
	} {
		t.Run(name, func(t *testing.T) {
			if name == "files" {
				var fs unix.Statfs_t
				const tmpfs = 0x01021994
				if unix.Statfs("/dev/shm", &fs) != nil || fs.Type != tmpfs {
					t.Skip("/dev/shm is not in memory")
				}
				defer func() {
					left, _ := filepath.Glob("/dev/shm/lamina-test-*")
					for _, dir := range left {
						os.RemoveAll(dir)
					}
				}()
			}
			p, g := inGroup(t, Policy{Memory: limit, Tasks: 200}, script)
			most := 0
			for running := true; running; {
				select {
				case <-p.Exit():
					running = false
				case <-time.After(time.Millisecond):
				}
				if b, err := os.ReadFile(filepath.Join(g.path, "memory.current")); err == nil {
					n, _ := strconv.Atoi(strings.TrimSpace(string(b)))
					most = max(most, n)
				}
			}
			if p.Exceeded() == nil || p.Exceeded().Error() != "more memory than 64 MiB" {
				t.Errorf("it ended because of %v (%v)", p.Exceeded(), p.Err())
			}
			t.Logf("it held %d KiB at most", most>>10)
			if most > limit || most < limit/2 {
				t.Errorf("it held %d bytes, and may hold %d", most, limit)
			}
			if _, err := os.Stat(g.path); err == nil {
				t.Error("the group is left")
			}
		})
	}
}

// The kernel bounds the number of processes also where there are no namespaces to count in.
func TestNumberOfAllTogether(t *testing.T) {
	dir := needsGroups(t)
	if b, err := os.ReadFile(filepath.Join(dir, "cgroup.subtree_control")); err != nil || !strings.Contains(string(b), "pids") {
		t.Skip("the controller of processes is not handed down")
	}
	refused.namespaces.Store(true)
	t.Cleanup(func() { refused.namespaces.Store(false) })
	p, g := inGroup(t, Policy{Memory: 1 << 30, Tasks: 20}, "i=0; while [ $i -lt 100 ]; do i=$((i+1)); sleep 60 & done; wait")
	most := 0
	for deadline := time.Now().Add(2 * time.Second); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		most = max(most, len(g.pids()))
	}
	_ = p.Kill()
	awaitExit(t, p)
	if most > 20 || most < 10 {
		t.Errorf("it had %d processes, and may have 20", most)
	}
}

// Everything in a group ends with it, and the group of a host that was killed is swept; that
// of one which lives is not.
func TestGroupsOfDeadHostsAreSwept(t *testing.T) {
	dir := needsGroups(t)
	left, err := os.MkdirTemp(dir, groupPrefix)
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command("setsid", "sleep", "60")
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	if err := (&group{path: left}).add(c.Process.Pid); err != nil {
		t.Fatal(err)
	}
	p, g := inGroup(t, Policy{Memory: 1 << 30}, "sleep 60")
	sweepGroups(dir)
	err = c.Wait()
	if status, ok := c.ProcessState.Sys().(syscall.WaitStatus); !ok || status.Signal() != syscall.SIGKILL {
		t.Errorf("the process of a dead host ended so: %v", err)
	}
	if _, err := os.Stat(left); err == nil {
		t.Error("the group of a dead host is left")
	}
	if _, err := os.Stat(g.path); err != nil {
		t.Error(err)
	}
	if err := p.Kill(); err != nil {
		t.Error(err)
	}
	awaitExit(t, p)
	if p.Exceeded() != nil {
		t.Error(p.Exceeded())
	}
	if _, err := os.Stat(g.path); err == nil {
		t.Error("the group is left")
	}
}

// Where the folder of this process's group is, by what the kernel tells in different places.
func TestOwnGroup(t *testing.T) {
	const unified = "26 22 0:24 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw\n"
	for _, c := range []struct{ name, cgroup, mounts, want string }{
		{"a session of systemd", "0::/user.slice/user-1.slice/session-3.scope\n", unified, "/sys/fs/cgroup/user.slice/user-1.slice/session-3.scope"},
		{"both versions", "4:memory:/a\n1:name=systemd:/\n0::/b\n", "30 22 0:25 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n31 22 0:26 / /sys/fs/cgroup/unified rw shared:9 - cgroup2 cgroup2 rw\n", "/sys/fs/cgroup/unified/b"},
		{"a container with a namespace", "0::/\n", "26 22 0:24 / /sys/fs/cgroup ro - cgroup2 cgroup rw\n", "/sys/fs/cgroup"},
		{"a container that sees its part", "0::/docker/x/y\n", "26 22 0:24 /docker/x /sys/fs/cgroup ro - cgroup2 cgroup rw\n", "/sys/fs/cgroup/y"},
		{"a mount of another part", "0::/other\n", "26 22 0:24 /docker/x /sys/fs/cgroup ro - cgroup2 cgroup rw\n", ""},
		{"version 1 alone", "4:memory:/a\n", "30 22 0:25 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n", ""},
		{"a group above the namespace", "0::/../..\n", unified, ""},
	} {
		dir := t.TempDir()
		cgroup, mounts := filepath.Join(dir, "cgroup"), filepath.Join(dir, "mountinfo")
		for file, text := range map[string]string{cgroup: c.cgroup, mounts: c.mounts} {
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := ownGroup(cgroup, mounts); got != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%s: %q (%v), want %q", c.name, got, err, c.want)
		}
	}
}
