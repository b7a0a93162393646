package gocmd

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lamina-lang/lamina/core/check"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/frontends/gosrc"
)

// The passes take out of the programs of packages the very programs that expressions alone become.
func TestRegions(t *testing.T) {
	files, _, _ := archived(t)
	found, err := gosrc.Load(t.Context(), gosrc.Config{Dir: module(t, files...)}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, p := range found.Packages {
		for _, x := range p.Expressions {
			if problems := x.Check(t.Context()); len(problems) > 0 {
				t.Fatal(problems[0])
			}
			n++
		}
		checkRegions(t, p)
	}
	if n < 100 {
		t.Errorf("there are %d expressions", n)
	}
}

// checkRegions checks that the passes take out of the program of a package, for each expression, the
// very program that it is lowered to alone, up to the numbers of names.
func checkRegions(t *testing.T, p *gosrc.Package) {
	t.Helper()
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	tool := &Tool{Driver: d}
	taken, err := tool.extracted(t.Context(), p)
	if err != nil {
		t.Errorf("%s: %v", p.Path, err)
		return
	}
	if err := check.Program(taken.program); err != nil {
		t.Errorf("%s: %v", p.Path, err)
	}
	for _, x := range p.Expressions {
		got, _, err := taken.of(x)
		if err != nil {
			t.Error(err)
			continue
		}
		want, _, err := x.Lower(t.Context())
		if err != nil {
			t.Errorf("%s: %v", x.Position(), err)
			continue
		}
		want.DropRegionAttrs()
		want.Renumber()
		if diff := cmp.Diff(want.String(), got.String()); diff != "" {
			t.Errorf("%s: its program changes when it is extracted (-alone +extracted):\n%s", x.Position(), diff)
		}
	}
}
