package certify_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/lamina-lang/lamina/conformance/certify"
	"github.com/lamina-lang/lamina/conformance/suite"
)

// ofMax returns cases whose programs have the operator max.
func ofMax(t *testing.T) []*suite.Case {
	cases := certify.Filter(suite.All("numerics"), "numerics/max.i")
	if len(cases) == 0 {
		t.Fatal("there is no case to try")
	}
	return cases
}

// TestStarved: a case that gets little of a processor takes longer than its limit, and passes.
func TestStarved(t *testing.T) {
	for _, name := range []string{"taskset", "nice", "sh"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("there is no %s here", name)
		}
	}
	if _, err := os.Stat("/proc/self/task"); err != nil {
		t.Skip("the system does not tell what processes do")
	}
	busy := exec.Command("taskset", "-c", "0", "sh", "-c", "while :; do :; done")
	if err := busy.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = busy.Process.Kill(); _ = busy.Wait() })
	limit := 5 * work // with room for what else the process does
	d := run(t, "works at max", func(c *certify.Config) {
		c.Cases, c.Timeout = ofMax(t)[:1], limit
		c.Targets[0].Command = append([]string{"taskset", "-c", "0", "nice", "-n", "10"}, c.Targets[0].Command...)
	}).Devices[0]
	for _, r := range d.Results {
		t.Logf("%s %s in %.1f s, of %v", r.Case, r.Status, r.Seconds, limit)
		if r.Seconds >= 10*limit.Seconds() {
			t.Skipf("other work leaves less than %v of this processor in ten times the limit, which is all that a case gets", work)
		}
		if r.Status != certify.Passed {
			t.Errorf("%s: %s", r.Case, r.Error)
		}
		if r.Seconds < limit.Seconds() {
			t.Logf("it was not starved: the processor was not busy enough")
		}
	}
}

// TestSpinning: a case that takes processor time without end exceeds its limit.
func TestSpinning(t *testing.T) {
	begin := time.Now()
	d := run(t, "spins at max", func(c *certify.Config) { c.Cases, c.Timeout = ofMax(t)[:1], time.Second }).Devices[0]
	if len(d.Results) != 1 || d.Results[0].Status != certify.Failed || !strings.Contains(d.Results[0].Error, "took longer than a case may (1s)") {
		t.Errorf("%+v", d.Results)
	}
	if took := time.Since(begin); took > 20*time.Second {
		t.Errorf("it took %v to see that", took)
	}
}
