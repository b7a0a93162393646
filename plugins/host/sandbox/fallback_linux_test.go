package sandbox

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// If the kernel grants no namespaces and no stop at the first instruction, the host ends
// the processes that a process left behind in other sessions: when it is killed, and when
// it ends by itself.
func TestWithoutNamespaces(t *testing.T) {
	refused.namespaces.Store(true)
	refused.stopped.Store(true)
	t.Cleanup(func() {
		refused.namespaces.Store(false)
		refused.stopped.Store(false)
	})
	for _, end := range []string{"killed", "by itself"} {
		t.Run(end, func(t *testing.T) {
			note := filepath.Join(t.TempDir(), "pid")
			last := "exec sleep 60"
			if end == "by itself" {
				last = "while ! [ -s " + note + " ]; do sleep 0.01; done"
			}
			// The one that leaves has a parent that ends immediately: it is an orphan.
			c := exec.Command("/bin/sh", "-c", "setsid sh -c '(read pid rest < /proc/self/stat; echo $pid > "+note+"; exec sleep 60) & exit' & "+last)
			p, err := Start(c, Policy{Tasks: 100, Memory: 1 << 30})
			if err != nil {
				t.Fatal(err)
			}
			if p.alone {
				t.Fatal("it has a namespace of its own")
			}
			left := read(t, note)
			if end == "killed" {
				if err := p.Kill(); err != nil {
					t.Fatal(err)
				}
			}
			select {
			case <-p.Exit():
			case <-time.After(20 * time.Second):
				t.Fatal("it runs on")
			}
			if err := unix.Kill(left, 0); err != unix.ESRCH {
				t.Errorf("process %d is left (%v)", left, err)
			}
		})
	}
}

// A process that is part of the host, in its own session, is not mistaken for an orphan of
// another one.
func TestOwnProcessesAreNoOrphans(t *testing.T) {
	refused.namespaces.Store(true)
	t.Cleanup(func() { refused.namespaces.Store(false) })
	own, err := Start(exec.Command("sleep", "60"), Policy{Trusted: true})
	if err != nil {
		t.Fatal(err)
	}
	defer own.Kill()
	other, err := Start(exec.Command("true"), Policy{})
	if err != nil {
		t.Fatal(err)
	}
	<-other.Exit()
	if err := unix.Kill(own.PID(), 0); err != nil {
		t.Error(err)
	}
	select {
	case <-own.Exit():
		t.Errorf("it was ended: %v", own.Err())
	default:
	}
}

func read(t *testing.T, note string) int {
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		if b, err := os.ReadFile(note); err == nil && len(b) > 0 {
			n, _ := strconv.Atoi(strings.TrimSpace(string(b)))
			return n
		}
	}
	t.Fatal("no process has noted its number")
	return 0
}
