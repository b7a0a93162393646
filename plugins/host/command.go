package host

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/lamina-lang/lamina/plugins/proto/protocol"
)

// command runs the executable for go-plugin: with no input, an environment of
// its own, in a group of its own so that the terminal's signals do not reach it,
// and under a limit on memory.
type command struct {
	plugin *Plugin
	cmd    *exec.Cmd
	stdout *os.File
	exit   chan struct{} // closed when the process has ended
	said   chan struct{} // closed when all that it wrote to standard error was read
	err    error         // how

	mu     sync.Mutex
	begun  bool // whether the process was started
	killed bool // whether it was ended, or shall not begin
}

// inherited are the variables that a plugin sees of the host's.
var inherited = []string{"PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "TZ"}

func newCommand(p *Plugin) *command {
	path := p.Source.Path
	if filepath.Base(path) == path {
		path = "./" + path // never from PATH
	}
	c := exec.Command(path, p.Source.Args...)
	if p.Source.Called != "" {
		c.Args[0] = p.Source.Called
	}
	return &command{plugin: p, cmd: c, exit: make(chan struct{}), said: make(chan struct{})}
}

// setenv sets the environment: what go-plugin wants, what is inherited, and what Go's
// collector shall do in a plugin written in Go. It runs for a moment and makes more
// than it keeps: the collector waits for five times what is in use, as long as memory
// is far from its limit.
func (c *command) setenv(env []string) {
	c.cmd.Env = append(c.cmd.Env, env...)
	c.cmd.Env = append(c.cmd.Env, "GOGC=400", fmt.Sprintf("GOMEMLIMIT=%d", c.plugin.limits.Memory/4*3))
	for _, name := range inherited {
		if v, ok := os.LookupEnv(name); ok {
			c.cmd.Env = append(c.cmd.Env, name+"="+v)
		}
	}
	c.cmd.Env = append(c.cmd.Env, fmt.Sprintf("%s=%d", protocol.HostPID, os.Getpid()))
}

var errKilled = errors.New("it was ended before it began")

// Start starts the process.
func (c *command) Start(context.Context) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.killed {
		return errKilled
	}
	stdout, childOut, err := os.Pipe()
	if err != nil {
		return err
	}
	stderr, childErr, err := os.Pipe()
	if err != nil {
		return errors.Join(err, stdout.Close(), childOut.Close())
	}
	c.stdout = stdout
	c.cmd.Stdout, c.cmd.Stderr = childOut, childErr
	separate(c.cmd)
	err = c.cmd.Start()
	_, _ = childOut.Close(), childErr.Close()
	if err != nil {
		_, _ = stdout.Close(), stderr.Close()
		return c.plugin.fault("cannot be started: "+reasonOf(err), "give the path of an executable for this machine")
	}
	c.begun = true
	limitMemory(c.cmd.Process.Pid, c.plugin.limits.Memory)
	go func() {
		_, _ = io.Copy(c.plugin.stderr, stderr)
		_ = stderr.Close()
		close(c.said)
	}()
	go func() {
		c.err = c.cmd.Wait()
		close(c.exit)
	}()
	return nil
}

// reasonOf is what the system says, without the path.
func reasonOf(err error) string {
	var p *os.PathError
	if errors.As(err, &p) {
		return p.Err.Error()
	}
	return err.Error()
}

// Wait waits for the end of the process.
func (c *command) Wait(context.Context) error {
	<-c.exit
	_ = c.stdout.Close()
	return c.err
}

// Kill ends the process and those that it started. One that has not begun will not.
func (c *command) Kill(context.Context) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.killed = true
	if !c.begun {
		return nil
	}
	return kill(c.cmd.Process)
}

// pid is the process's number, 0 if it was not started.
func (c *command) pid() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.begun {
		return 0
	}
	return c.cmd.Process.Pid
}

// ended says how the process ended, or that it runs.
func (c *command) ended() string {
	if c.pid() == 0 {
		return "it was not started"
	}
	select {
	case <-c.exit:
	case <-time.After(500 * time.Millisecond):
		return "it still ran"
	}
	select {
	case <-c.said:
	case <-time.After(200 * time.Millisecond): // a child of its own has it still
	}
	return c.cmd.ProcessState.String()
}

// Stdout, Stderr (which is read here, not there), Name and Diagnose are what go-plugin asks for.
func (c *command) Stdout() io.ReadCloser           { return c.stdout }
func (c *command) Stderr() io.ReadCloser           { return io.NopCloser(strings.NewReader("")) }
func (c *command) Name() string                    { return c.cmd.Path }
func (c *command) Diagnose(context.Context) string { return "" }

// ID is the process's number, "" if it was not started.
func (c *command) ID() string {
	if pid := c.pid(); pid != 0 {
		return fmt.Sprint(pid)
	}
	return ""
}

// PluginToHost and HostToPlugin leave addresses alone: both are on one machine.
func (*command) PluginToHost(network, address string) (string, string, error) {
	return network, address, nil
}

func (*command) HostToPlugin(network, address string) (string, string, error) {
	return network, address, nil
}
