package cluster_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// marked returns the processes that were started with a variable in their environment.
func marked(t *testing.T, variable string) (out []string) {
	t.Helper()
	processes, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range processes {
		environment, _ := os.ReadFile(p + "/environ") // unreadable: gone
		if command, _ := os.ReadFile(p + "/cmdline"); len(command) > 0 && bytes.Contains(environment, []byte(variable)) {
			out = append(out, filepath.Base(p)+" "+strings.ReplaceAll(string(command), "\x00", " "))
		}
	}
	return out
}

// campaignRun is a run of generated programs that is ended and continued.
type campaignRun struct {
	*slurm
	lamina, temporary, mark string
	flags                   []string         // of the launcher
	alone                   map[int][]string // the outcomes of so many programs on this machine
}

// start starts the run.
func (c *campaignRun) start(t *testing.T, programs int, more ...string) *exec.Cmd {
	t.Helper()
	args := append([]string{"conformance", "--backend", "wasm", "--fuzz", strconv.Itoa(programs), "--filter", "fuzz/", "--seed", "1", "--pipelines", "turn", "--json", filepath.Join(c.dir, "out.json")}, more...)
	cmd := exec.Command(c.lamina, args...)
	cmd.Dir = c.dir
	cmd.Env = append(c.env[:len(c.env):len(c.env)], c.mark, "TMPDIR="+c.temporary)
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd
}

// here returns the outcomes of a run on one machine.
func (c *campaignRun) here(t *testing.T, programs int) []string {
	t.Helper()
	if c.alone[programs] == nil {
		if err := c.start(t, programs).Wait(); err != nil {
			t.Fatal(err)
		}
		c.alone[programs] = outcomes(t, filepath.Join(c.dir, "out.json"))
	}
	return c.alone[programs]
}

// interrupted starts the run in a folder, and ends it by a signal when it has some results. It
// reports how many it has, and whether that is before it has all.
func (c *campaignRun) interrupted(t *testing.T, signal syscall.Signal, programs int, work string) (kept int, ok bool) {
	t.Helper()
	first := c.start(t, programs, append(c.flags[:len(c.flags):len(c.flags)], "--work", work)...)
	results := func() int {
		text, _ := os.ReadFile(filepath.Join(work, "journal.jsonl")) // not there at first
		return bytes.Count(text, []byte(`"result"`))
	}
	c.await(t, "some results", func() bool { return results() >= 5 })
	if err := first.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
	_ = first.Wait() // it failed, by the signal
	return results(), results() < programs
}

// continued ends the run by a signal when it has some results, looks for what is left of it if
// nothing may be, and continues it: its report is that of a run on one machine.
func (c *campaignRun) continued(t *testing.T, signal syscall.Signal, leavesNothing bool) {
	t.Helper()
	programs, kept, work := 40, 0, ""
	for ok := false; !ok; programs *= 2 { // all may be done before the signal comes
		work = filepath.Join(c.dir, fmt.Sprintf("work-%d-%d", signal, programs))
		if kept, ok = c.interrupted(t, signal, programs, work); ok {
			break
		}
	}
	if leavesNothing {
		c.await(t, "the end of all processes of a run that was ended", func() bool { return len(marked(t, c.mark)) == 0 })
	}
	second := c.start(t, programs, append(c.flags[:len(c.flags):len(c.flags)], "--work", work)...)
	if err := second.Wait(); err != nil {
		t.Fatal(err)
	}
	there := outcomes(t, filepath.Join(c.dir, "out.json"))
	if diff := cmp.Diff(c.here(t, programs), there); diff != "" {
		t.Errorf("the report of the continued run differs:\n%s", diff)
	}
	c.await(t, "the end of all processes", func() bool { return len(marked(t, c.mark)) == 0 })
	entries, err := os.ReadDir(c.temporary)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if signal != syscall.SIGKILL { // what that leaves, a later run removes
			t.Errorf("%v left %s in the temporary folder", signal, e.Name())
		}
	}
	t.Logf("%v: %d of %d results were kept", signal, kept, programs)
}

func (s *slurm) campaign(t *testing.T, flags ...string) *campaignRun {
	temporary, err := os.MkdirTemp("/tmp", "l") // sockets' names are short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(temporary) })
	return &campaignRun{s, s.build(t), temporary, fmt.Sprintf("LAMINA_TEST_RUN=%d-%d", os.Getpid(), time.Now().UnixNano()), flags, map[int][]string{}}
}

// TestNoOrphans: a run by a command that is interrupted or killed leaves no worker behind and
// continues.
func TestNoOrphans(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command")
	}
	if _, err := os.Stat("/proc/self/environ"); err != nil {
		t.Skip("the system does not list processes")
	}
	c := (&slurm{dir: t.TempDir(), env: os.Environ()}).campaign(t, "--launcher", "env SHARD={shard}", "--shards", "2")
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGKILL} {
		c.continued(t, signal, true)
	}
}

// TestSlurmCoordinatorLost: the same on Slurm. What a coordinator that was killed leaves running ends
// when the run is continued.
func TestSlurmCoordinatorLost(t *testing.T) {
	stepOnly(t)
	c := startSlurm(t).campaign(t, "--launcher", "slurm", "--shards", "2")
	c.continued(t, syscall.SIGINT, true)
	c.continued(t, syscall.SIGKILL, false)
	if left := c.files(t, "work-*/shard-*.pulse"); len(left) > 0 {
		t.Errorf("files are left: %v", left)
	}
}
