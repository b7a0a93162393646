package guests

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/wire"
	"github.com/lamina-lang/lamina/plugins/host"
)

// hostRole, in the environment, makes this executable a host that starts itself as a
// plugin, prints its process ID and waits; one that starts another file; or one of roles.
const hostRole = "LAMINA_TEST_HOST"

// roles are hosts that do one thing and exit. They get the name of this executable.
var roles = map[string]func(self string) error{"spied": beSpied}

func beHost(role string) {
	self, err := os.Executable()
	switch {
	case err != nil:
	case roles[role] != nil:
		if err = roles[role](self); err == nil {
			os.Exit(0)
		}
	case filepath.IsAbs(role):
		_, err = host.New(host.Config{}).Open(context.Background(), host.Source{Path: role, Limits: host.Limits{Start: time.Minute}})
	default:
		var p *host.Plugin
		if p, err = host.New(host.Config{}).Open(context.Background(), host.Source{Path: self}); err == nil {
			fmt.Println(host.PID(p))
			time.Sleep(time.Minute)
		}
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// beSpied is a host whose plugin spies on it.
func beSpied(self string) error {
	h := host.New(host.Config{})
	defer h.Close()
	p, err := h.Open(context.Background(), host.Source{Path: self, Sandbox: host.Sandbox(os.Getenv("LAMINA_TEST_SANDBOX"))})
	if err != nil {
		return err
	}
	u, err := unit()
	if err != nil {
		return err
	}
	if err := run(context.Background(), pass.Manager{}, u, p, "spy"); err != nil {
		return err
	}
	_, err = fmt.Println(u.Remarks[0].Text)
	return err
}

// A plugin ends when its host dies, however it dies.
func TestPluginDiesWithItsHost(t *testing.T) {
	c := exec.Command(this(t))
	c.Env = append(os.Environ(), hostRole+"=1")
	c.Stderr = os.Stderr
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(pid, 0); err != nil {
		t.Fatalf("the plugin does not run: %v", err)
	}
	if err := c.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = c.Wait()
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		if gone(pid) {
			return
		}
		if time.Now().After(deadline) {
			_ = syscall.Kill(pid, syscall.SIGKILL)
			t.Fatal("the plugin outlives its host")
		}
	}
}

// gone reports whether a process has ended, including zombies.
func gone(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return true
	}
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	return err == nil && strings.Contains(string(status), "State:\tZ")
}

// A plugin sees only those variables of the host's environment that it needs.
func TestEnvironmentIsScrubbed(t *testing.T) {
	t.Setenv("SECRET_TOKEN", "hunter2")
	dir := t.TempDir()
	s := script(t, "env > "+dir+"/env; exit 1")
	if _, err := newHost(t, nil).Open(t.Context(), s); err == nil {
		t.Fatal("the script is no plugin")
	}
	env, err := os.ReadFile(filepath.Join(dir, "env"))
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(env), "hunter2") {
		t.Errorf("the plugin sees\n%s", env)
	}
	if !strings.Contains(string(env), "LAMINA_PLUGIN=lamina.pass") {
		t.Errorf("the plugin is not told that a host starts it:\n%s", env)
	}
}

// Programs of more than 64 MiB cross every transport.
func TestLargeProgram(t *testing.T) {
	u := &pass.Unit{IR: large()}
	b, err := wire.Marshal(u.IR)
	if err != nil {
		t.Fatal(err)
	}
	if len(b) < 64<<20 {
		t.Fatalf("the program takes %d bytes only", len(b))
	}
	for _, transport := range transports {
		t.Run(transport.name, func(t *testing.T) {
			s := transport.source(t)
			s.Limits.Run = 5 * time.Minute
			p, err := newHost(t, nil).Open(t.Context(), s)
			if err != nil {
				t.Fatal(err)
			}
			start := time.Now()
			if err := run(t.Context(), pass.Manager{}, u, p, "fine"); err != nil {
				t.Fatal(err)
			}
			t.Logf("%d bytes there and back in %v", len(b), time.Since(start))
			again, err := wire.Marshal(u.IR)
			if err != nil {
				t.Fatal(err)
			}
			if string(again) != string(b) {
				t.Error("the program has changed")
			}
		})
	}
}

// large returns a program of more than 64 MiB: assertions with long messages.
func large() *ir.Program {
	names := name.NewSupply(0)
	x := ir.Param{Name: names.Fresh("x"), Type: ir.ScalarOf(scalar.Bool)}
	b := ir.NewBuilder(names)
	for i := range 65 {
		b.Assert(ir.Var(x.Name), nil, ir.Text(strings.Repeat(fmt.Sprint(i%10), 1<<20)))
	}
	r := ir.Param{Name: names.Fresh("r"), Type: x.Type}
	return &ir.Program{Level: ir.Soac, Names: names, Funs: []*ir.Fun{{Name: "f", Params: []ir.Param{x}, Results: []ir.Param{r}, Body: b.Body(ir.Var(x.Name))}}}
}

// The output of a plugin that prints endlessly is truncated, both for many lines and for a
// single one.
func TestEndlessPrinting(t *testing.T) {
	for name, lines := range map[string]string{
		"lines":    "yes 'all work and no play' | head -c 8000000 >&2; exit 1",
		"one line": "head -c 8000000 /dev/zero >&2; exit 1",
	} {
		t.Run(name, func(t *testing.T) {
			var shown printed
			s := script(t, lines)
			if _, err := newHost(t, &shown).Open(t.Context(), s); err == nil {
				t.Fatal("the script is no plugin")
			}
			const end = "(it prints more than 1048576 bytes, and no more is shown)\n"
			for deadline := time.Now().Add(time.Minute); !strings.HasSuffix(shown.String(), end) && time.Now().Before(deadline); {
				time.Sleep(10 * time.Millisecond)
			}
			out := shown.String()
			if len(out) > 1<<20+1<<10 {
				t.Errorf("%d bytes are shown", len(out))
			}
			if !strings.HasSuffix(out, end) {
				t.Errorf("the end is %q", out[max(0, len(out)-100):])
			}
		})
	}
}
