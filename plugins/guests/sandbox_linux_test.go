package guests

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	seccomp "github.com/elastic/go-seccomp-bpf"
	"github.com/google/go-cmp/cmp"

	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/plugins/host"
	"github.com/lamina-lang/lamina/plugins/host/sandbox"
)

// needsSandbox skips a test if the kernel does not support a strict sandbox.
func needsSandbox(t *testing.T) {
	t.Helper()
	if err := sandbox.Supported(); err != nil {
		t.Skip(err)
	}
}

// attack makes package bad, as a process, run one of its attacks, and returns what that
// reports.
func attack(t *testing.T, s host.Source, name string) ([]string, error) {
	t.Helper()
	s.Path = this(t)
	p, err := newHost(t, nil).Open(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	u := parsed(t)
	err = run(t.Context(), pass.Manager{}, u, p, name)
	var told []string
	for _, r := range u.Remarks {
		told = append(told, r.Text)
	}
	return told, err
}

// All forms of memory are limited, summed over all processes of a plugin.
func TestLimitsOnMemoryHold(t *testing.T) {
	needsSandbox(t)
	small := host.Limits{Start: 10 * time.Second, Run: 2 * time.Minute, Memory: 256 << 20}
	for _, c := range []struct {
		attack  string
		sandbox host.Sandbox
		want    string // part of the error, or
		told    string // part of what the attack reports
	}{
		{attack: "eat-shared", sandbox: host.Off, want: "needed more memory than 256 MiB, running eat-shared, and was stopped"},
		{attack: "eat-shared", sandbox: host.Strict, want: "needed more memory than 256 MiB"},
		{attack: "eat-children", sandbox: host.Off, want: "needed more memory than 256 MiB"},
		{attack: "eat-children", sandbox: host.Strict, want: "needed more memory than 256 MiB"},
		{attack: "eat-file", sandbox: host.Strict, want: "needed more memory than 256 MiB"},
		{attack: "eat-memfd", sandbox: host.Strict, told: "memfd: function not implemented"},
		{attack: "eat-memfd", sandbox: host.Off, told: "memfd: 256 MiB, write memfd: file too large"},
	} {
		t.Run(c.attack+"/"+string(c.sandbox), func(t *testing.T) {
			told, err := attack(t, host.Source{Sandbox: c.sandbox, Limits: small}, c.attack)
			if c.want != "" {
				oneLine(t, err, c.want)
				return
			}
			if err != nil || len(told) != 1 || !strings.Contains(told[0], c.told) {
				t.Errorf("got %v, %q, want %q", err, told, c.told)
			}
		})
	}
}

// The number of processes and of open files is limited.
func TestLimitsOnNumbersHold(t *testing.T) {
	s := host.Source{Limits: host.Limits{Run: time.Minute}}
	told, err := attack(t, s, "fork")
	if err == nil {
		if len(told) != 1 || !strings.Contains(told[0], "resource temporarily unavailable") {
			t.Errorf("starting processes, it tells %q", told)
		}
	} else {
		oneLine(t, err, "needed more threads than 512, running fork, and was stopped")
	}
	told, err = attack(t, s, "open")
	if err != nil || len(told) != 1 || !strings.Contains(told[0], "too many open files") {
		t.Errorf("opening files, it tells %q (%v)", told, err)
	}
}

// When the system runs out of memory, the kernel kills plugins first.
func TestPluginsGoFirstWhenMemoryRunsOut(t *testing.T) {
	p, err := newHost(t, nil).Open(t.Context(), host.Source{Path: this(t)})
	if err == nil {
		err = run(t.Context(), pass.Manager{}, parsed(t), p, "fine")
	}
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/oom_score_adj", host.PID(p)))
	if err != nil || strings.TrimSpace(string(b)) != "1000" {
		t.Errorf("its adjustment is %q (%v)", b, err)
	}
}

// What is removed from the environment is not visible in /proc either. The spied host is a
// separate process, because /proc does not show the variables that a test sets.
func TestEnvironmentsOfOthersAreHidden(t *testing.T) {
	for _, sandbox := range []string{string(host.Off), string(host.Strict)} {
		t.Run(sandbox, func(t *testing.T) {
			if sandbox == string(host.Strict) {
				needsSandbox(t)
			}
			c := exec.Command(this(t))
			c.Env = append(os.Environ(), hostRole+"=spied", "SECRET_TOKEN=hunter2", "LAMINA_TEST_SANDBOX="+sandbox)
			out, err := c.CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			if !strings.HasPrefix(string(out), "no secret in ") {
				t.Errorf("the plugin tells: %s", out)
			}
		})
	}
}

// A strict sandbox leaves a plugin its own files, a temporary folder, and the system's
// programs. Without a sandbox each of these attempts succeeds, so they are effective.
func TestStrictSandbox(t *testing.T) {
	needsSandbox(t)
	dir := t.TempDir()
	secret := filepath.Join(dir, "secret")
	if err := os.WriteFile(secret, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	given := filepath.Join(dir, "given")
	if err := os.Mkdir(given, 0o700); err != nil {
		t.Fatal(err)
	}
	tcp, unix := listen(t, "tcp", "127.0.0.1:0"), listen(t, "unix", filepath.Join(dir, "socket"))
	abstract := listen(t, "unix", "@lamina-test-"+strconv.Itoa(os.Getpid()))
	s := host.Source{
		Reads: []string{given},
		Args: []string{
			"read:" + secret, "list:" + dir, "write:" + filepath.Join(dir, "new"), "read:/etc/passwd", "list:/proc", "list:/home",
			"tcp:" + tcp, "unix:" + unix, "unix:" + abstract, "udp:127.0.0.1:53",
			"list:" + given, "read:" + this(t), "run:true", "run:f=${TMPDIR:-/tmp}/lamina-test-$$; echo > $f && rm $f", "run:test -n \"$(ls /usr/lib)\"",
		},
		Limits: host.Limits{Run: 20 * time.Second},
	}
	outside := 10 // attempts to reach what is not its own
	for _, sandbox := range []host.Sandbox{host.Off, host.Strict} {
		t.Run(string(sandbox), func(t *testing.T) {
			s := s
			s.Sandbox = sandbox
			var want []string
			for i, arg := range s.Args {
				kind, _, _ := strings.Cut(arg, ":")
				if i < outside && sandbox == host.Strict {
					want = append(want, kind+": denied")
				} else {
					want = append(want, kind+": done")
				}
			}
			told, err := attack(t, s, "reach")
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(want, told); d != "" {
				t.Errorf("of %q (-want +got)\n%s", s.Args, d)
			}
		})
	}
}

func listen(t *testing.T, network, address string) string {
	l, err := net.Listen(network, address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l.Addr().String()
}

// On a kernel without Landlock, a plugin that needs a strict sandbox does not run; one that
// does not, does.
func TestStrictSandboxIsRefusedWithoutLandlock(t *testing.T) {
	c := exec.Command(this(t))
	c.Env = append(os.Environ(), hostRole+"="+withoutLandlock)
	out, err := c.CombinedOutput()
	const want = "in none: <nil>\nin a strict one: plugin SELF is to run in a strict sandbox, and cannot: " +
		"this system cannot keep a process from files and the network: its kernel has no Landlock, or it is not switched on (Linux 5.13 or newer, lsm=landlock); " +
		"use it as a wasm module or, if it may read and change all your files, add --sandbox=off\n"
	if got := strings.ReplaceAll(string(out), this(t), "SELF"); err != nil || got != want {
		t.Errorf("%v\n%s\nwant\n%s", err, got, want)
	}
}

const withoutLandlock = "without Landlock"

func init() { roles[withoutLandlock] = beWithoutLandlock }

// beWithoutLandlock is a host that sees a kernel without Landlock.
func beWithoutLandlock(self string) error {
	err := seccomp.LoadFilter(seccomp.Filter{
		NoNewPrivs: true,
		Flag:       seccomp.FilterFlagTSync,
		Policy: seccomp.Policy{
			DefaultAction: seccomp.ActionAllow,
			Syscalls: []seccomp.SyscallGroup{{
				Action: seccomp.ActionErrno | seccomp.Action(syscall.ENOSYS),
				Names:  []string{"landlock_create_ruleset"},
			}},
		},
	})
	if err != nil {
		return err
	}
	h := host.New(host.Config{})
	defer h.Close()
	_, err = h.Open(context.Background(), host.Source{Path: self, Sandbox: host.Off})
	fmt.Println("in none:", err)
	_, err = h.Open(context.Background(), host.Source{Path: self, Sandbox: host.Strict})
	fmt.Println("in a strict one:", err)
	return nil
}

// A process that leaves its process group and keeps standard output open neither makes the
// host wait nor outlives the plugin.
func TestProcessesThatLeaveTheirGroup(t *testing.T) {
	for _, c := range []struct {
		name string
		open func(t *testing.T, note string) // opens a plugin and releases it
	}{
		{"of one that answers", func(t *testing.T, note string) {
			h := host.New(host.Config{})
			p, err := h.Open(t.Context(), host.Source{Path: this(t), Args: []string{note}})
			if err != nil {
				t.Fatal(err)
			}
			u := parsed(t)
			if err := run(t.Context(), pass.Manager{}, u, p, "leave"); err != nil {
				t.Fatal(err)
			}
			written(t, note)
			if err := h.Close(); err != nil {
				t.Error(err)
			}
		}},
		{"of one that ends", func(t *testing.T, note string) {
			s := script(t, "setsid sh -c '"+ownPID+"echo $pid > "+note+"; exec sleep 60' & while ! [ -s "+note+" ]; do sleep 0.01; done; exit 1")
			_, err := host.New(host.Config{}).Open(t.Context(), s)
			oneLine(t, err, "ended at once (exit status 1)")
		}},
		{"of one that hangs", func(t *testing.T, note string) {
			s := script(t, "setsid sh -c '"+ownPID+"echo $pid > "+note+"; exec sleep 60' & sleep 60")
			s.Limits.Start = time.Second
			_, err := host.New(host.Config{}).Open(t.Context(), s)
			oneLine(t, err, "did not say within 1s that it is there")
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			note := filepath.Join(t.TempDir(), "pid")
			start := time.Now()
			c.open(t, note)
			if took := time.Since(start); took > 30*time.Second {
				t.Errorf("the host waited %v", took)
			}
			pid := written(t, note)
			for deadline := time.Now().Add(5 * time.Second); !gone(pid); time.Sleep(10 * time.Millisecond) {
				if time.Now().After(deadline) {
					t.Fatalf("process %d is left", pid)
				}
			}
		})
	}
}

// written waits for a process to record its process ID.
func written(t *testing.T, note string) int {
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		if b, err := os.ReadFile(note); err == nil && strings.HasSuffix(string(b), "\n") {
			pid, err := strconv.Atoi(strings.TrimSpace(string(b)))
			if err != nil {
				t.Fatal(err)
			}
			return pid
		}
	}
	t.Fatal("no process has noted its number")
	return 0
}

// A plugin that hangs, and the processes it started, die with a host that is killed; the
// next host removes its socket's folder.
func TestHangingPluginDiesWithItsHost(t *testing.T) {
	// A hangup reaches the hosts even if nohup started this test.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	t.Cleanup(func() { signal.Reset(syscall.SIGHUP) })
	for _, s := range []syscall.Signal{syscall.SIGKILL, syscall.SIGHUP, syscall.SIGTERM} {
		t.Run(s.String(), func(t *testing.T) { hangsUntilItsHostDies(t, s) })
	}
}

func hangsUntilItsHostDies(t *testing.T, signal syscall.Signal) {
	dir, err := os.MkdirTemp("/tmp", "l")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	note := filepath.Join(dir, "pid")
	s := script(t, "setsid sh -c '"+ownPID+"echo $pid > "+note+"; exec sleep 60' & exec sleep 60")
	c := exec.Command(this(t))
	c.Env = append(os.Environ(), hostRole+"="+s.Path, "TMPDIR="+dir)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	pid := written(t, note)
	if err := c.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
	_ = c.Wait()
	for deadline := time.Now().Add(5 * time.Second); !gone(pid); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("process %d outlives the host", pid)
		}
	}
	left := func() int {
		folders, err := filepath.Glob(filepath.Join(dir, "lamina-*"))
		if err != nil {
			t.Fatal(err)
		}
		return len(folders)
	}
	if left() != 1 {
		t.Fatalf("%d folders are left, and the host was killed with one", left())
	}
	t.Setenv("TMPDIR", dir)
	if err := started(t); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(5 * time.Second); left() > 0; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the folder of a host that was killed is left")
		}
	}
}
