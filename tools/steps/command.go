package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

// command runs a program with variables added to the environment, and passes its output on.
// An interrupt ends it and the processes it started.
func (r *runner) command(env []string, name string, args ...string) error {
	c := r.prepare(env, name, args...)
	c.Stdout, c.Stderr = r.out, r.out
	line := commandLine(c)
	r.out.report(func() string { return line })
	return named(c, c.Run())
}

// together runs things that use one processor each, as many at once as there are processors,
// in their order, and returns their errors.
func together(run ...func() error) error {
	errs := make([]error, len(run))
	var all sync.WaitGroup
	running := make(chan struct{}, runtime.NumCPU())
	for i, f := range run {
		running <- struct{}{}
		all.Go(func() { errs[i] = f(); <-running })
	}
	all.Wait()
	return errors.Join(errs...)
}

// output runs a program and returns its trimmed output.
func (r *runner) output(name string, args ...string) (string, error) {
	c := r.prepare(nil, name, args...)
	c.Stderr = r.out
	out, err := c.Output()
	return strings.TrimSpace(string(out)), named(c, err)
}

// collector has Go's processes collect garbage less often, which saves a quarter of the time of tests
// that compile, unless that would take much memory, and keep no profile of it, which each collection
// would go through. The user's own values take precedence.
var collector = []string{"GOGC=400", "GOMEMLIMIT=4GiB", "GODEBUG=memprofilerate=0"}

func (r *runner) prepare(env []string, name string, args ...string) *exec.Cmd {
	c := exec.CommandContext(r.ctx, name, args...)
	c.Env = slices.Concat(collector, os.Environ(), env)
	// In a separate process group, so that an interrupt also ends processes that the
	// command started.
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGTERM) }
	c.WaitDelay = 5 * time.Second
	return c
}

// named adds the command to its error.
func named(c *exec.Cmd, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", commandLine(c), err)
}

// commandLine returns a command as one line, truncated if long.
func commandLine(c *exec.Cmd) string {
	line := strings.Join(strings.Fields(strings.Join(c.Args, " ")), " ")
	if len(line) > 120 {
		line = line[:120] + " …"
	}
	return line
}

// shell runs a line of bash.
func (r *runner) shell(line string) error {
	return r.command(nil, "bash", "-euo", "pipefail", "-c", line)
}

// found reports whether a program is on PATH.
func found(name string) bool {
	_, err := exec.LookPath(name)
	return err == nil
}

// exists reports whether a file exists.
func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// skip prints why a step does not run.
func (r *runner) skip(format string, args ...any) error {
	why := fmt.Sprintf(format, args...)
	fmt.Fprintf(r.out, "SKIPPED: %s\n", why)
	r.result = "skipped: " + why
	return nil
}
