package gpucode

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/lamina-lang/lamina/backends/opencl"
	"github.com/lamina-lang/lamina/conformance/internal/repository"
	"github.com/lamina-lang/lamina/conformance/runner"
	machine "github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/driver"
)

// reductions are the programs that are also run with wide strips; prefixes, those whose
// scans are also done in three launches; inBoth, those that are run in both modes for floats.
var (
	reductions = map[string]bool{"sum.fut": true, "row_sums.fut": true}
	prefixes   = map[string]bool{"prefixes.fut": true}
	inBoth     = map[string]bool{"histograms.fut": true, "histogram_operators.fut": true, "scans.fut": true}
)

// TestDeviceCode runs the programs' test blocks in the imp interpreter, in the form for
// GPUs: with launches of work-groups, shared memory, barriers and atomic operations.
// Besides wrong results it finds data races, divergent barriers, and reads of uninitialised
// memory.
func TestDeviceCode(t *testing.T) {
	if testing.Short() {
		t.Skip("runs all programs on an interpreter")
	}
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	b := opencl.New()
	target := runner.Target{
		Backend: driver.Interpreter, Name: "interp of device code", Check: true,
		Pipeline: b.Pipeline(), Custom: true, Machine: b.Target(),
	}
	target.Machine.Progress, target.Machine.Mapped = true, true
	twice := target
	twice.Name += ", scans in three launches"
	twice.Machine.Progress = false
	ordered := target
	ordered.Name += ", floats in order"
	ordered.Math = machine.Reproducible
	wide := target
	wide.Name += ", wide strips"
	wide.Machine.Strip = 4 * wide.Machine.Group
	for _, file := range repository.Programs(t, "tools/gpu-bench", "conformance/zoo") {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			passed, targets := 0, []runner.Target{target}
			if reductions[filepath.Base(file)] {
				targets = append(targets, wide)
			}
			if inBoth[filepath.Base(file)] {
				targets = append(targets, ordered)
			}
			if prefixes[filepath.Base(file)] {
				targets = append(targets, twice)
			}
			c := runner.Config{Driver: d, Targets: targets, Report: func(r runner.Result) {
				switch r.Status {
				case runner.Failed:
					t.Error(r)
				case runner.Passed:
					passed++
				}
			}}
			if err := c.File(context.Background(), file); err != nil {
				t.Fatal(err)
			}
			t.Logf("%d passed", passed)
		})
	}
}
