package host

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/lamina-lang/lamina/plugins/host/sandbox"
	"github.com/lamina-lang/lamina/plugins/proto/protocol"
)

// command runs the executable for go-plugin: with no input, an environment of its
// own, and under the policy that the plugin's source asks for.
type command struct {
	plugin *Plugin
	folder *socketFolder
	cmd    *exec.Cmd
	stdout *os.File
	said   chan struct{} // closed when all that it wrote to standard error was read
	alive  *os.File      // a pipe that nothing is written to: its end is the host's

	mu      sync.Mutex
	process *sandbox.Process // nil until it was started
	killed  bool             // whether it was ended, or shall not begin
}

// inherited are the variables that a plugin sees of the host's.
var inherited = []string{"PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "TZ"}

func newCommand(p *Plugin, folder *socketFolder) *command {
	path := p.Source.Path
	if filepath.Base(path) == path {
		path = "./" + path // never from PATH
	}
	if p.Source.Dir != "" { // which would count for a relative path, too
		if abs, err := filepath.Abs(path); err == nil {
			path = abs
		}
	}
	c := exec.Command(path, p.Source.Args...)
	c.Dir = p.Source.Dir
	if p.Source.Called != "" {
		c.Args[0] = p.Source.Called
	}
	return &command{plugin: p, folder: folder, cmd: c, said: make(chan struct{})}
}

// What all processes of a plugin together, and each, may have besides memory.
const (
	mostThreads = 512
	mostFiles   = 1024
)

// strict reports whether the process runs in a strict sandbox: as the host's
// configuration says or, if that says nothing, the plugin's source.
func (p *Plugin) strict() bool {
	if p.trusted {
		return false
	}
	s := p.Source.Sandbox
	if p.host.config.Sandbox != "" {
		s = p.host.config.Sandbox
	}
	return s == Strict
}

// policy is what the process may do.
func (c *command) policy() (sandbox.Policy, error) {
	p := c.plugin
	files, err := p.Source.argumentFiles()
	return sandbox.Policy{
		Trusted: p.trusted,
		Strict:  p.strict(),
		Read:    append(files, p.Source.Reads...),
		Write:   []string{c.folder.plugins},
		Memory:  p.limits.Memory,
		Tasks:   mostThreads,
		Files:   mostFiles,
	}, err
}

// setenv sets the environment: what go-plugin wants, what is inherited, and what Go's
// collector shall do in a plugin written in Go. It runs for a moment and makes more
// than it keeps: the collector waits for five times what is in use, as long as memory
// is far from its limit.
func (c *command) setenv(env []string) {
	c.cmd.Env = append(c.cmd.Env, env...)
	c.cmd.Env = append(c.cmd.Env, "GOGC=400", fmt.Sprintf("GOMEMLIMIT=%d", c.plugin.limits.Memory/4*3))
	own := map[string]string{}
	if c.plugin.strict() {
		own["HOME"], own["TMPDIR"] = c.folder.plugins, c.folder.plugins
	}
	for _, name := range inherited {
		v, ok := own[name]
		if !ok {
			v, ok = os.LookupEnv(name)
		}
		if ok {
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
	var pipes pipes
	defer pipes.closeTheirs()
	stdout, stderr := pipes.from(&c.cmd.Stdout), pipes.from(&c.cmd.Stderr)
	if runtime.GOOS != "windows" { // which hands on no further files
		c.alive = pipes.to(c.cmd)
		c.cmd.Env = append(c.cmd.Env, protocol.HostPipe+"=3")
	}
	if pipes.err != nil {
		return errors.Join(pipes.err, pipes.closeOurs())
	}
	policy, err := c.policy()
	var process *sandbox.Process
	if err == nil {
		process, err = sandbox.Start(c.cmd, policy)
	}
	if err != nil {
		_ = pipes.closeOurs()
		return c.notStarted(err)
	}
	c.stdout, c.process = stdout, process
	go func() {
		_, _ = io.Copy(c.plugin.stderr, stderr)
		close(c.said)
	}()
	go func() {
		<-process.Exit()
		// What it wrote last is in the pipes. Others that hold these are not waited for.
		select {
		case <-c.said:
		case <-time.After(lastWords):
		}
		_ = pipes.closeOurs()
	}()
	return nil
}

// lastWords is how long after the end of a process its output is read.
const lastWords = 200 * time.Millisecond

// notStarted says why the process could not be started.
func (c *command) notStarted(err error) error {
	var start *sandbox.ErrStart
	switch {
	case errors.Is(err, sandbox.ErrUnsupported):
		return c.plugin.fault("is to run in a strict sandbox, and cannot: "+err.Error(),
			"use it as a wasm module or, if it may read and change all your files, add --sandbox=off")
	case errors.As(err, &start):
		return c.plugin.fault("cannot be started: "+reasonOf(start.Err), "give the path of an executable for this machine")
	}
	return c.plugin.fault("cannot be started: "+err.Error(), "give the path of an executable for this machine")
}

// pipes are those between the host and a process.
type pipes struct {
	ours, theirs []*os.File
	err          error
}

// from makes a pipe that the process writes to, as end.
func (p *pipes) from(end *io.Writer) (ours *os.File) {
	r, w, err := os.Pipe()
	if err != nil {
		p.err = errors.Join(p.err, err)
		return nil
	}
	*end = w
	p.ours, p.theirs = append(p.ours, r), append(p.theirs, w)
	return r
}

// to makes a pipe that the process reads from.
func (p *pipes) to(c *exec.Cmd) (ours *os.File) {
	r, w, err := os.Pipe()
	if err != nil {
		p.err = errors.Join(p.err, err)
		return nil
	}
	c.ExtraFiles = append(c.ExtraFiles, r)
	p.ours, p.theirs = append(p.ours, w), append(p.theirs, r)
	return w
}

func (p *pipes) closeOurs() error   { return closeAll(p.ours) }
func (p *pipes) closeTheirs() error { return closeAll(p.theirs) }

func closeAll(files []*os.File) error {
	var errs []error
	for _, f := range files {
		errs = append(errs, f.Close())
	}
	return errors.Join(errs...)
}

// reasonOf is what the system says, without the path.
func reasonOf(err error) string {
	var p *os.PathError
	if errors.As(err, &p) {
		return p.Err.Error()
	}
	return err.Error()
}

// started is the process, nil if it was not started.
func (c *command) started() *sandbox.Process {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.process
}

// Wait waits for the end of the process.
func (c *command) Wait(context.Context) error {
	p := c.started()
	<-p.Exit()
	return p.Err()
}

// Kill ends the process and those that it started. One that has not begun will not.
func (c *command) Kill(context.Context) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.killed = true
	if c.process == nil {
		return nil
	}
	return c.process.Kill()
}

// pid is the process's number, 0 if it was not started.
func (c *command) pid() int {
	if p := c.started(); p != nil {
		return p.PID()
	}
	return 0
}

// exceeded is the limit for which the process was ended, nil if there was none.
func (c *command) exceeded() *sandbox.Excess {
	if p := c.started(); p != nil {
		return p.Exceeded()
	}
	return nil
}

// ended says how the process ended, or that it runs.
func (c *command) ended() string {
	p := c.started()
	if p == nil {
		return "it was not started"
	}
	select {
	case <-p.Exit():
	case <-time.After(500 * time.Millisecond):
		return "it still ran"
	}
	select {
	case <-c.said:
	case <-time.After(2 * lastWords): // a child of its own has it still
	}
	return p.State().String()
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

// PluginToHost accepts a socket in the folder that the plugin was given. The host shall
// not talk to whatever else a plugin names.
func (c *command) PluginToHost(network, address string) (string, string, error) {
	if rel, err := filepath.Rel(c.folder.plugins, address); network != "unix" || err != nil || !filepath.IsLocal(rel) {
		return "", "", fmt.Errorf("it listens at %s %q, which is not in the folder PLUGIN_UNIX_SOCKET_DIR", network, address)
	}
	return network, address, nil
}

// HostToPlugin leaves addresses alone: both are on one machine.

func (*command) HostToPlugin(network, address string) (string, string, error) {
	return network, address, nil
}
