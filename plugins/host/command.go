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

// command runs the executable for go-plugin: without input, in its own environment, and
// under the policy of the plugin's source.
type command struct {
	plugin *Plugin
	folder *socketFolder
	cmd    *exec.Cmd
	stdout *os.File
	said   chan struct{} // closed when all of its standard error has been read
	alive  *os.File      // a pipe to which nothing is written: it ends with the host

	mu      sync.Mutex
	process *sandbox.Process // nil until started
	killed  bool             // it was ended, or must not start
}

// inherited lists the host's variables that a plugin sees.
var inherited = []string{"PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "TZ"}

func newCommand(p *Plugin, folder *socketFolder) *command {
	path := p.Source.Path
	if filepath.Base(path) == path {
		path = "./" + path // never from PATH
	}
	if p.Source.Dir != "" { // it would apply to a relative path, too
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

// Limits other than memory: for all processes of a plugin together, and for each of them.
const (
	mostThreads = 512
	mostFiles   = 1024
)

// strict reports whether the process runs in a strict sandbox, according to the host's
// configuration or, by default, the plugin's source.
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

// policy returns the process's policy.
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

// setenv sets the environment: go-plugin's variables, inherited ones, and settings of the
// garbage collector for plugins written in Go. A plugin runs briefly and allocates more
// than it retains, so the collector waits for five times the live memory as long as the
// limit is far away.
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
	if runtime.GOOS != "windows" { // which cannot pass further files
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
		// Its last output is in the pipes. Do not wait for other processes that hold them
		// open.
		select {
		case <-c.said:
		case <-time.After(lastWords):
		}
		_ = pipes.closeOurs()
	}()
	return nil
}

// lastWords is how long the output of a process is read after its end.
const lastWords = 200 * time.Millisecond

// notStarted returns why the process could not be started.
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

// pipes are the pipes between the host and a process.
type pipes struct {
	ours, theirs []*os.File
	err          error
}

// from creates a pipe that the process writes to, as end.
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

// to creates a pipe that the process reads from.
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

// reasonOf returns the system's message without the path.
func reasonOf(err error) string {
	var p *os.PathError
	if errors.As(err, &p) {
		return p.Err.Error()
	}
	return err.Error()
}

// started returns the process, nil if it was not started.
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

// Kill ends the process and its children. A process that has not started never will.
func (c *command) Kill(context.Context) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.killed = true
	if c.process == nil {
		return nil
	}
	return c.process.Kill()
}

// pid returns the process ID, 0 if the process was not started.
func (c *command) pid() int {
	if p := c.started(); p != nil {
		return p.PID()
	}
	return 0
}

// exceeded returns the limit for which the process was ended, or nil.
func (c *command) exceeded() *sandbox.Excess {
	if p := c.started(); p != nil {
		return p.Exceeded()
	}
	return nil
}

// ended describes how the process ended, or says that it is running.
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
	case <-time.After(2 * lastWords): // a child process still holds it
	}
	return p.State().String()
}

// Stdout, Stderr (which is read here instead), Name and Diagnose implement go-plugin's
// interface.
func (c *command) Stdout() io.ReadCloser           { return c.stdout }
func (c *command) Stderr() io.ReadCloser           { return io.NopCloser(strings.NewReader("")) }
func (c *command) Name() string                    { return c.cmd.Path }
func (c *command) Diagnose(context.Context) string { return "" }

// ID returns the process ID, "" if the process was not started.
func (c *command) ID() string {
	if pid := c.pid(); pid != 0 {
		return fmt.Sprint(pid)
	}
	return ""
}

// PluginToHost accepts only a socket in the folder given to the plugin: the host must not
// connect to any other address that a plugin names.
func (c *command) PluginToHost(network, address string) (string, string, error) {
	if network != "unix" || !liesIn(c.folder.plugins, address) {
		return "", "", fmt.Errorf("it listens at %s %q, which is not in the folder PLUGIN_UNIX_SOCKET_DIR", network, address)
	}
	return network, address, nil
}

// liesIn reports whether a file lies in a folder, and not by a link: a link could lead the host
// to a socket that the plugin itself cannot reach.
func liesIn(folder, file string) bool {
	folder, err := filepath.EvalSymlinks(folder)
	if err != nil {
		return false
	}
	if info, err := os.Lstat(file); err == nil && info.Mode()&os.ModeSymlink != 0 {
		return false
	}
	below, err := filepath.EvalSymlinks(filepath.Dir(file))
	if err != nil {
		return false
	}
	rel, err := filepath.Rel(folder, filepath.Join(below, filepath.Base(file)))
	return err == nil && filepath.IsLocal(rel)
}

// HostToPlugin returns addresses unchanged: both sides are on one machine.

func (*command) HostToPlugin(network, address string) (string, string, error) {
	return network, address, nil
}
