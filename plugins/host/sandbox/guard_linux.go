package sandbox

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
)

// guard starts a shell that ends the process, and its control group, if the host dies. The
// parent-death signal alone would not do: it belongs to a thread, and a process gets rid of it
// when another one of its threads executes a file. The shell waits for the end of a pipe that
// this process holds; it ignores what a terminal sends.
//
// It returns once the shell runs, or cannot.
func (p *Process) guard() {
	r, w, err := os.Pipe()
	if err != nil {
		return
	}
	defer r.Close()
	c := exec.Command("/bin/sh", "-c", `trap '' HUP INT TERM QUIT TSTP; read -r _; kill -KILL "$0"; if [ "$1" ]; then echo 1 > "$1"; fi`, strconv.Itoa(p.PID()))
	if p.group != nil {
		c.Args = append(c.Args, filepath.Join(p.group.path, "cgroup.kill"))
	}
	c.Stdin, c.Dir, c.Env = r, "/", []string{}
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // in the host's session: it is no orphan (ended)
	if c.Start() != nil {
		_ = w.Close()
		return
	}
	go func() {
		<-p.exit
		_ = c.Process.Kill() // before the pipe ends: the process ID may belong to another soon
		_ = c.Wait()
		_ = w.Close()
	}()
}
