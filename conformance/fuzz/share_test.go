package fuzz_test

import (
	"context"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/conformance/generate"
	"github.com/lamina-lang/lamina/conformance/generate/draw"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/driver"
)

// Random programs test short-circuiting only if it finds work in them.
func TestShortCircuitFindsWorkInRandomPrograms(t *testing.T) {
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	p, err := d.Passes.Parse("extract-kernels,sequentialise,introduce-memory,hoist-allocs,short-circuit", pass.Soac)
	if err != nil {
		t.Fatal(err)
	}
	const count = 200
	programs, made, refused := 0, 0, 0
	for seed := range uint64(count) {
		program, _ := generate.Program(draw.Seeded(seed))
		u := &pass.Unit{IR: program, Target: target.Embedded()}
		if _, err := (&pass.Manager{}).Run(context.Background(), p, u); err != nil {
			t.Fatal(err)
		}
		before := made
		for _, r := range u.Remarks {
			switch {
			case r.Pass != "short-circuit":
			case strings.Contains(r.Text, "is made in its place"):
				made++
			default:
				refused++
			}
		}
		if made > before {
			programs++
		}
	}
	t.Logf("of %d random programs, %d have arrays that are made in their places: %d arrays; %d others are copied", count, programs, made, refused)
	if programs < count/2 {
		t.Errorf("short-circuit does something in %d of %d random programs only", programs, count)
	}
}
