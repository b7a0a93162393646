package conformance

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/lamina-lang/lamina/conformance/runner"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/driver"
)

// folders hold the programs, relative to the repository's root.
var folders = []string{"examples", "conformance/programs"}

// targets are the default backend and the reference interpreters at each level
// of its pipeline.
func targets(t *testing.T, d *driver.Driver) []runner.Target {
	b, err := d.Backends.Lookup("")
	if err != nil {
		t.Fatal(err)
	}
	out := []runner.Target{{Backend: b.Name(), Name: b.Name(), Check: true}}
	for l := pass.Soac; l <= pass.Imp; l++ {
		out = append(out, runner.Target{
			Backend: driver.Interpreter, Name: driver.Interpreter + " at " + l.String(), Check: true,
			Pipeline: d.Until(b.Pipeline(), pass.Soac, l), Custom: true,
		})
	}
	return out
}

// root is the repository's root: the folder above that holds the examples.
func root(t *testing.T) string {
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "examples")); err == nil {
			return dir
		}
		if filepath.Dir(dir) == dir {
			t.Fatal("no folder above holds the examples")
		}
		dir = filepath.Dir(dir)
	}
}

func TestPrograms(t *testing.T) {
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	files := sources(t)
	for _, target := range targets(t, d) {
		t.Run(target.Name, func(t *testing.T) {
			for _, file := range files {
				t.Run(filepath.Base(file), func(t *testing.T) { runFile(t, d, target, file) })
			}
		})
	}
}

// runFile runs one program's test blocks on one target.
func runFile(t *testing.T, d *driver.Driver, target runner.Target, file string) {
	passed := 0
	config := runner.Config{Driver: d, Targets: []runner.Target{target}}
	config.Report = func(r runner.Result) {
		switch r.Status {
		case runner.Failed:
			t.Error(r)
		case runner.Skipped:
			t.Log(r)
		case runner.Passed:
			passed++
		}
	}
	if err := config.File(context.Background(), file); err != nil {
		t.Fatal(err)
	}
	if passed == 0 && !t.Failed() {
		t.Error("the program has no test that runs here")
	}
}
