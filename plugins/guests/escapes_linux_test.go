package guests

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/plugins/host"
)

// Attempts to leave a strict sandbox: every one is denied.
func TestNothingLeavesAStrictSandbox(t *testing.T) {
	needsSandbox(t)
	for _, name := range []string{"sockets", "calls", "host", "raise", "terminal"} {
		t.Run(name, func(t *testing.T) {
			told, err := attack(t, host.Source{Sandbox: host.Strict, Limits: host.Limits{Run: time.Minute}}, name)
			if err != nil {
				t.Fatal(err)
			}
			if len(told) == 0 {
				t.Error("it tells nothing")
			}
			for _, line := range told {
				if !strings.HasSuffix(line, ": denied") {
					t.Errorf("%s", line)
				}
			}
		})
	}
}

// Without a strict sandbox, a plugin still reaches nothing of its host's process.
func TestTheHostIsOutOfReach(t *testing.T) {
	for _, name := range []string{"host", "raise"} {
		told, err := attack(t, host.Source{Sandbox: host.Off, Limits: host.Limits{Run: time.Minute}}, name)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range told {
			if !strings.HasSuffix(line, ": denied") {
				t.Errorf("%s: %s", name, line)
			}
		}
	}
}

// The thread that a plugin starts from is under its Landlock rules. It was the host's first one
// at times, which is what /proc shows: then the plugin saw the host's environment.
func TestTheHostIsOutOfReachOfPluginsOfItsFirstThread(t *testing.T) {
	c := exec.Command(this(t))
	c.Env = append(os.Environ(), hostRole+"="+firstThread)
	out, err := c.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "environ: denied") || strings.Contains(string(out), ": done") {
		t.Errorf("%v\n%s", err, out)
	}
}

const firstThread = "first thread"

func init() { roles[firstThread] = beFirstThread }

// beFirstThread is a host whose goroutines run on one thread at a time, often the first.
func beFirstThread(self string) error {
	runtime.GOMAXPROCS(1)
	for range 5 {
		h := host.New(host.Config{})
		p, err := h.Open(context.Background(), host.Source{Path: self, Sandbox: host.Off})
		if err != nil {
			return err
		}
		u, err := unit()
		if err == nil {
			err = run(context.Background(), pass.Manager{}, u, p, "host")
		}
		if err != nil {
			return err
		}
		for _, r := range u.Remarks {
			fmt.Println(r.Text)
		}
		if err := h.Close(); err != nil {
			return err
		}
	}
	return nil
}

// Whatever a plugin does to its own process, to its descendants and to its files, the host
// neither waits longer than the limit nor leaves anything.
func TestWhatPluginsLeaveIsGone(t *testing.T) {
	victim := t.TempDir()
	if err := os.WriteFile(filepath.Join(victim, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		deed, want string // part of the error; "" for none
	}{
		{"stop", ""}, {"ignore", "did not answer within 3s, running ignore, and was stopped"},
		{"deep", ""}, {"links", ""}, {"flood", ""}, {"scatter", ""}, {"core", "crashed ("},
	} {
		for _, sandbox := range []host.Sandbox{host.Off, host.Strict} {
			t.Run(c.deed+"/"+string(sandbox), func(t *testing.T) {
				if sandbox == host.Strict {
					needsSandbox(t)
				}
				dir, err := os.MkdirTemp("/tmp", "l")
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { os.RemoveAll(dir) })
				t.Setenv("TMPDIR", dir)
				var shown printed
				h := host.New(host.Config{Stderr: &shown})
				s := host.Source{Path: this(t), Args: []string{victim}, Sandbox: sandbox, Limits: host.Limits{Start: time.Minute, Run: time.Minute}}
				if c.deed == "ignore" {
					s.Limits.Run = 3 * time.Second
				}
				p, err := h.Open(t.Context(), s)
				if err != nil {
					t.Fatal(err)
				}
				err = run(t.Context(), pass.Manager{}, parsed(t), p, c.deed)
				if c.want != "" {
					oneLine(t, err, c.want)
				} else if err != nil {
					t.Error(err)
				}
				start := time.Now()
				if err := h.Close(); err != nil {
					t.Error(err)
				}
				if took := time.Since(start); took > time.Minute { // on a busy machine removing deep folders takes a while
					t.Errorf("the host waited %v", took)
				}
				if out := shown.String(); len(out) > 1<<20+1<<10 || strings.Contains(out, "\x1b") {
					t.Errorf("%d bytes are shown, or escape sequences", len(out))
				}
				if _, err := os.Stat(filepath.Join(victim, "file")); err != nil {
					t.Error(err)
				}
				left, err := os.ReadDir(dir)
				if err != nil {
					t.Fatal(err)
				}
				for _, e := range left { // without a sandbox, its temporary folder is the user's
					if strings.HasPrefix(e.Name(), "lamina-") || sandbox == host.Strict || strings.HasPrefix(e.Name(), "core") {
						t.Errorf("%s is left", e.Name())
					}
				}
				for deadline := time.Now().Add(5 * time.Second); ; time.Sleep(10 * time.Millisecond) {
					n := processes("sleep\x004711\x00")
					if n == 0 {
						break
					}
					if time.Now().After(deadline) {
						t.Fatalf("%d processes are left", n)
					}
				}
			})
		}
	}
}

// processes counts those with a command line.
func processes(line string) int {
	n := 0
	files, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, f := range files {
		if b, err := os.ReadFile(f); err == nil && string(b) == line {
			n++
		}
	}
	return n
}

// Files without names count as what a plugin has written.
func TestDeletedFilesCount(t *testing.T) {
	needsSandbox(t)
	_, err := attack(t, host.Source{Sandbox: host.Strict, Limits: host.Limits{Run: 2 * time.Minute, Memory: 256 << 20}}, "eat-deleted")
	oneLine(t, err, "needed more memory than 256 MiB")
}

// A plugin that gets rid of its parent-death signal, by asking for it and by executing a file from
// another thread, and ignores all others, dies with a host that is killed nevertheless.
func TestNobodyClings(t *testing.T) {
	for _, sandbox := range []string{string(host.Off), string(host.Strict)} {
		t.Run(sandbox, func(t *testing.T) {
			if sandbox == string(host.Strict) {
				needsSandbox(t)
			}
			dir, err := os.MkdirTemp("/tmp", "l")
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { os.RemoveAll(dir) })
			c := exec.Command(this(t))
			c.Env = append(os.Environ(), hostRole+"="+clung, "LAMINA_TEST_SANDBOX="+sandbox, "TMPDIR="+dir)
			out, err := c.StdoutPipe()
			if err == nil {
				err = c.Start()
			}
			if err != nil {
				t.Fatal(err)
			}
			var pid int
			if _, err := fmt.Fscan(out, &pid); err != nil {
				t.Fatal(err)
			}
			note := filepath.Join(dir, "pid") // in a strict sandbox, in the plugin's own folder
			for deadline := time.Now().Add(20 * time.Second); sandbox == string(host.Strict) && time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
				if notes, _ := filepath.Glob(filepath.Join(dir, "lamina-*", "t", "pid")); len(notes) == 1 {
					note = notes[0]
					break
				}
			}
			for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(10 * time.Millisecond) {
				if _, err := os.Stat(note); err == nil {
					break
				}
				if time.Now().After(deadline) {
					t.Fatal("it does not cling")
				}
			}
			if err := c.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			_ = c.Wait()
			for deadline := time.Now().Add(5 * time.Second); !gone(pid); time.Sleep(10 * time.Millisecond) {
				if time.Now().After(deadline) {
					_ = syscall.Kill(pid, syscall.SIGKILL)
					t.Fatal("it outlives its host")
				}
			}
		})
	}
}

const clung = "clung to"

func init() { roles[clung] = beClungTo }

// beClungTo is a host whose plugin wants to outlive it.
func beClungTo(self string) error {
	p, err := host.New(host.Config{}).Open(context.Background(), host.Source{
		Path: self, Sandbox: host.Sandbox(os.Getenv("LAMINA_TEST_SANDBOX")),
	})
	if err != nil {
		return err
	}
	u, err := unit()
	if err != nil {
		return err
	}
	p.Warm(context.Background())
	fmt.Println(host.PID(p))
	return run(context.Background(), pass.Manager{}, u, p, "cling")
}

// slack is what a busy machine may add to a limit: without one it is less than a second. What waits for a processor
// has ten times the limit.
const slack = 40 * time.Second

// Processes that speak go-plugin's protocol up to some point, and then something else: the host
// says so in a line, within its limit, and holds no more memory.
func TestHostileServers(t *testing.T) {
	other := filepath.Join(t.TempDir(), "socket")
	listen(t, "unix", other)
	for kind, want := range map[string]string{
		"drip":    "did not say within",
		"endless": "",
		"link":    "which is not in the folder",
		"linked":  "which is not in the folder",
		"mute":    "did not answer within 3s, and was stopped",
		"closing": "",
		"garbage": "",
		"gone":    "",
		"long":    "",
		"cert":    "",
		"pings":   "",
		"headers": "",

		"mute in TLS":         "did not answer within 3s, and was stopped",
		"mute after TLS":      "did not answer within 3s, and was stopped",
		"certificate unasked": "shows a certificate",
		"mute after HTTP":     "did not answer within 3s",
		"dripping HTTP":       "did not answer within 3s, and was stopped",
		"no room":             "did not answer within 3s",
		"no streams":          "did not answer within 3s",
		"going away":          "",
		"resets":              "",
	} {
		t.Run(kind, func(t *testing.T) {
			s := host.Source{Path: this(t), Args: []string{rawArgument + kind, other}, Limits: host.Limits{Start: 3 * time.Second, Run: 3 * time.Second, Memory: 256 << 20}}
			watched, start := watch(t, 128<<20), time.Now()
			h := host.New(host.Config{})
			_, err := h.Open(t.Context(), s)
			oneLine(t, err, "plugin "+s.Path, want)
			if err := h.Close(); err != nil {
				t.Error(err)
			}
			took := time.Since(start)
			t.Logf("after %v: %.200s", took.Round(time.Millisecond), err)
			if took > 3*time.Second+slack {
				t.Errorf("it took %v", took)
			}
			watched()
			if len(err.Error()) > 3000 {
				t.Errorf("it says %d bytes", len(err.Error()))
			}
		})
	}
}
