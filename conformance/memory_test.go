package conformance

import (
	"fmt"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/conformance/internal/repository"
	"github.com/lamina-lang/lamina/conformance/runner"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/driver"
)

// With the memory passes no program uses more memory at once, makes more copies, copies
// more bytes or launches more loops than without one of them, or without all. The imp
// interpreter counts exactly.
func TestMemoryPassesNeverCost(t *testing.T) {
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	b, err := d.Backends.Lookup("")
	if err != nil {
		t.Fatal(err)
	}
	// Pass promote makes variables of small blocks, of which a merged one is no longer; what is
	// compared is memory.
	own := runner.Leave(d.Until(b.Pipeline(), pass.Soac, pass.Imp), "promote")
	var compared atomic.Int32
	t.Run("all", func(t *testing.T) { // returns when all subtests are done
		for _, file := range repository.Programs(t) {
			t.Run(filepath.Base(file), func(t *testing.T) {
				t.Parallel()
				if u, err := d.Load(t.Context(), file); err == nil && u.Level() > pass.Mem {
					t.Skip("it begins at imp, after the memory passes")
				}
				stages := new(pass.Stages)
				with, program := usedBy(t, d, stages, file, own), compiledBy(t, d, stages, file, own)
				seen := map[string]bool{program: true}
				for _, without := range runner.Variants(own)[1:] {
					less := runner.Leave(own, without)
					made := compiledBy(t, d, stages, file, less)
					if seen[made] {
						compared.Add(1)
						continue // the omitted passes have no effect, or that of others
					}
					seen[made] = true
					for what, used := range usedBy(t, d, stages, file, less) {
						if with[what] == nil {
							continue
						}
						compared.Add(1)
						if cost := costOf(used, with[what]); cost != "" {
							t.Errorf("%s without %s: %s", what, without, cost)
						}
					}
				}
			})
		}
	})
	if compared.Load() == 0 {
		t.Error("nothing was compared")
	}
}

// compiledBy returns the result of a pipeline on a file, as text; "" if the file does not
// compile, which its test blocks may expect.
func compiledBy(t *testing.T, d *driver.Driver, stages *pass.Stages, file, pipeline string) string {
	u, err := d.Load(t.Context(), file)
	if err != nil {
		return ""
	}
	u.Target = target.Embedded()
	if _, err := d.Optimise(t.Context(), u, pipeline, driver.Config{Stages: stages}); err != nil {
		t.Fatal(err)
	}
	return u.String()
}

// usedBy returns the resources used by the cases of a program in the interpreter, after a
// pipeline.
func usedBy(t *testing.T, d *driver.Driver, stages *pass.Stages, file, pipeline string) map[string]*backend.Report {
	target := runner.Target{Backend: driver.Interpreter, Name: driver.Interpreter, Pipeline: pipeline, Custom: true}
	used := map[string]*backend.Report{}
	for _, r := range runFile(t, d, stages, target, file) {
		used[r.Pos.String()+" "+r.Entry] = r.Used
	}
	return used
}

// costOf describes what a program uses more of with some passes than without; "" if
// nothing.
func costOf(without, with *backend.Report) string {
	for _, c := range []struct {
		of            string
		without, with int64
	}{
		{"bytes at once", without.Spaces[0].Peak, with.Spaces[0].Peak},
		{"copies", without.Copies, with.Copies},
		{"bytes copied", without.BytesCopied, with.BytesCopied},
		{"launches", without.Launches, with.Launches},
	} {
		if c.with > c.without {
			return fmt.Sprintf("%d %s, but %d with it", c.without, c.of, c.with)
		}
	}
	return ""
}
