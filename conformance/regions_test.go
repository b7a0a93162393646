package conformance

import (
	"bytes"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/lamina-lang/lamina/conformance/internal/repository"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/frontends/gosrc"
)

// TestTransportsExtractTheSameRegions classifies and extracts the regions of the golden archives and
// of the Go programs among the examples, in this process, in a separate one, and as wasm. The
// encoded programs must be identical.
func TestTransportsExtractTheSameRegions(t *testing.T) {
	via := openTransports(t)
	for name, p := range programsWithRegions(t) {
		for _, pipeline := range []string{"classify-regions{any=keep}", "classify-regions{any=keep}, extract-regions", "extract-regions"} {
			want := encodedAfterRegions(t, via.driver.Passes, pipeline, p)
			for transport, passes := range via.whole {
				if got := encodedAfterRegions(t, passes, pipeline, p); !bytes.Equal(got, want) {
					t.Errorf("%s: %s over transport %s makes another program", name, pipeline, transport)
				}
			}
		}
	}
}

func programsWithRegions(t *testing.T) map[string]*ir.Program {
	t.Helper()
	out := map[string]*ir.Program{}
	root := repository.Root(t)
	archives, err := filepath.Glob(filepath.Join(root, "passes", "*regions", "testdata", "*.txtar"))
	if err != nil || len(archives) == 0 {
		t.Fatalf("there are no archives: %v", err)
	}
	for _, name := range archives {
		a, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		p, err := ir.Parse(name, string(a.Files[0].Data))
		if err != nil {
			t.Fatal(err)
		}
		if slices.ContainsFunc(a.Files, func(f txtar.File) bool { return f.Name == "error.txt" }) {
			continue // there is no program to compare
		}
		out[filepath.Base(name)] = p
	}
	found, err := gosrc.Load(t.Context(), gosrc.Config{Dir: root}, "./examples/go/...")
	if err != nil || len(found.Packages) == 0 {
		t.Fatalf("there are no packages with expressions: %v", err)
	}
	for _, p := range found.Packages {
		for _, x := range p.Expressions {
			if problems := x.Check(t.Context()); len(problems) > 0 {
				t.Fatal(problems[0])
			}
		}
		r, err := p.Regions(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		out[p.Path] = r.Program
	}
	return out
}

// encodedAfterRegions runs a pipeline of passes on regions and encodes the program.
func encodedAfterRegions(t *testing.T, passes *pass.Registry, pipeline string, p *ir.Program) []byte {
	t.Helper()
	steps, err := passes.Parse(pipeline, pass.Soac)
	if err != nil {
		t.Fatal(err)
	}
	u := &pass.Unit{IR: p.Clone()}
	if _, err := new(pass.Manager).Run(t.Context(), steps, u); err != nil {
		t.Fatal(err)
	}
	b, err := encoded(u.IR, nil)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
