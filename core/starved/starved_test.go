package starved

import (
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"
)

// TestUse: the system tells the processor time of a process that works, its children
// counted, and that one which sleeps does not run.
func TestUse(t *testing.T) {
	if _, err := os.Stat("/proc/self/task"); err != nil {
		t.Skip("the system does not tell what processes do")
	}
	works := begin(t, "sh", "-c", "while :; do :; done & wait")
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		if spent, runs := Use(works); spent >= 50*time.Millisecond && runs {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("a minute of work is not told")
		}
	}
	sleeps := begin(t, "sleep", "600")
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		if _, runs := Use(sleeps); !runs {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("a process that sleeps is said to run")
		}
	}
}

// begin starts a process in a group of its own, which ends with the test.
func begin(t *testing.T, name string, args ...string) int {
	t.Helper()
	c := exec.Command(name, args...)
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL); _ = c.Wait() })
	return c.Process.Pid
}
