package sandbox

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

const asksForClone3 = "LAMINA_TEST_CLONE3"

// TestMain makes this executable a process that tells what clone3 gives, which without its
// arguments is EINVAL where it is allowed.
func TestMain(m *testing.M) {
	if os.Getenv(asksForClone3) != "" {
		_, _, errno := unix.Syscall(unix.SYS_CLONE3, 0, 0, 0)
		fmt.Println(errno == unix.ENOSYS, os.Args[1:])
		return
	}
	os.Exit(m.Run())
}

// A process in a strict sandbox has no clone3, also where the thread that starts it has it. What
// it is given, and what it computes, are as without the call that it was made to do.
func TestProcessesEnterTheLastFilter(t *testing.T) {
	if err := Supported(); err != nil {
		t.Skip(err)
	}
	for _, w := range []way{{namespaces: true, stopped: true, into: true}, {stopped: true, into: true}, {namespaces: true, stopped: true}} {
		if w.into && !canInject {
			t.Log("processes cannot be made to enter a filter on this machine's processor")
			continue
		}
		self, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		c := exec.Command(self, "a", "b c")
		c.Env = append(os.Environ(), asksForClone3+"=1")
		var out strings.Builder
		c.Stdout = &out
		policy := Policy{Strict: true, Memory: 1 << 30, Tasks: 100}
		r, err := restrictionOf(c, policy)
		if err != nil {
			t.Fatal(err)
		}
		p, err := start(c, policy, r, w, nil)
		r.close()
		if isRefusal(err) {
			t.Logf("%+v: refused here: %v", w, err)
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		awaitExit(t, p)
		if p.Err() != nil || out.String() != "true [a b c]\n" {
			t.Errorf("%+v: it tells %q (%v)", w, out.String(), p.Err())
		}
	}
}

// What cannot be made to enter a filter is an error.
func TestNoFilterNoStart(t *testing.T) {
	if !canInject {
		t.Skip("processes cannot be made to enter a filter on this machine's processor")
	}
	if err := inject(1<<30, last); err == nil {
		t.Error("a process that does not exist has entered a filter")
	}
}
