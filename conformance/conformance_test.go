package conformance

import (
	"context"
	"path/filepath"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/conformance/internal/repository"
	"github.com/lamina-lang/lamina/conformance/runner"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/driver"
)

// targets returns the default backend, and the reference interpreters at each level of its
// pipeline.
func targets(t *testing.T, d *driver.Driver) []runner.Target {
	b, err := d.Backends.Lookup("")
	if err != nil {
		t.Fatal(err)
	}
	out := []runner.Target{
		{Backend: b.Name(), Name: b.Name(), Check: true},
		{Backend: driver.Interpreter, Name: driver.Interpreter, Custom: true}, // what the front end makes, without passes
	}
	for l := pass.Soac; l <= pass.Imp; l++ {
		out = append(out, runner.Target{
			Backend: driver.Interpreter, Name: driver.Interpreter + " at " + l.String(), Check: true,
			Pipeline: d.Until(b.Pipeline(), pass.Soac, l), Custom: true, Limits: l == pass.Imp,
		})
	}
	return out
}

func TestPrograms(t *testing.T) {
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	used := map[string]map[string]*backend.Report{} // by target and case
	for _, target := range targets(t, d) {
		used[target.Name] = map[string]*backend.Report{}
	}
	t.Run("all", func(t *testing.T) { // returns when all subtests are done
		for _, file := range repository.Programs(t, "conformance/zoo") {
			t.Run(filepath.Base(file), func(t *testing.T) {
				t.Parallel()
				stages := new(pass.Stages)
				for _, target := range targets(t, d) {
					t.Run(target.Name, func(t *testing.T) {
						for _, r := range runFile(t, d, stages, target, file) {
							mu.Lock()
							used[target.Name][r.Pos.String()+" "+r.Entry] = r.Used
							mu.Unlock()
						}
					})
				}
			})
		}
	})
	compareCounts(t, used["wasm"], used["interp at imp"])
}

// compareCounts checks that the wasm backend and the imp interpreter count the same blocks,
// copies, copied bytes and launches.
func compareCounts(t *testing.T, compiled, interpreted map[string]*backend.Report) {
	compared := 0
	for what, got := range compiled {
		want := interpreted[what]
		if want == nil {
			continue
		}
		compared++
		if diff := cmp.Diff(counts(want), counts(got)); diff != "" {
			t.Errorf("%s: the wasm backend and the interpreter count differently:\n%s", what, diff)
		}
	}
	if compared == 0 {
		t.Error("nothing was compared")
	}
}

func counts(r *backend.Report) map[string]int64 {
	out := map[string]int64{"copies": r.Copies, "bytes copied": r.BytesCopied, "launches": r.Launches}
	for _, s := range r.Spaces {
		out["allocations"] += s.Allocations
	}
	return out
}

// runFile runs one program's test blocks on one target, and returns the results of those
// that ended with values. Targets of one program share its stages.
func runFile(t *testing.T, d *driver.Driver, stages *pass.Stages, target runner.Target, file string) (ended []runner.Result) {
	passed := 0
	config := runner.Config{Driver: d, Targets: []runner.Target{target}, Stages: stages}
	config.Report = func(r runner.Result) {
		switch r.Status {
		case runner.Failed:
			t.Error(r)
		case runner.Skipped:
			t.Log(r)
		case runner.Passed:
			passed++
			if r.Used != nil {
				ended = append(ended, r)
			}
		}
	}
	if err := config.File(context.Background(), file); err != nil {
		t.Fatal(err)
	}
	if passed == 0 && !t.Failed() {
		t.Error("the program has no test that runs here")
	}
	return ended
}
