package certify

import (
	"bufio"
	"errors"
	"io"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"
)

// TestLateAnswers: a process that answers after its limit is waited for if it was ready to run all
// the time and got little of a processor, up to a multiple of the limit; not if it took the
// processor time, and not if it slept.
func TestLateAnswers(t *testing.T) {
	const limit = 100 * time.Millisecond
	for _, c := range []struct {
		name    string
		spent   time.Duration
		runs    bool
		answers time.Duration // after so long; 0: never
		ok      bool
	}{
		{"starved", 0, true, 4 * limit, true},
		{"starved without end", 0, true, 0, false},
		{"sleeping", 0, false, 0, false},
		{"spinning", limit, true, 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			from, to := io.Pipe()
			defer to.Close()
			p := &process{answers: bufio.NewReader(from), use: func() (time.Duration, bool) { return c.spent, c.runs }}
			if c.answers > 0 {
				time.AfterFunc(c.answers, func() { _, _ = io.WriteString(to, "{}\n") })
			}
			var a answer
			err := p.read(t.Context(), limit, &a)
			if c.ok && err != nil || !c.ok && !errors.Is(err, errTimeout) {
				t.Errorf("it ends with %v", err)
			}
		})
	}
}

// TestProcessorUse: the system tells the processor time of a process that works, its children
// counted, and that one which sleeps does not run.
func TestProcessorUse(t *testing.T) {
	if _, err := os.Stat("/proc/self/task"); err != nil {
		t.Skip("the system does not tell what processes do")
	}
	works := begin(t, "sh", "-c", "while :; do :; done & wait")
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		if spent, runs := processorUse(works); spent >= 50*time.Millisecond && runs {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("a minute of work is not told")
		}
	}
	sleeps := begin(t, "sleep", "600")
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		if _, runs := processorUse(sleeps); !runs {
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
