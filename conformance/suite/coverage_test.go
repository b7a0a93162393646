package suite

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/pass"
)

func TestSummaryOfCoverage(t *testing.T) {
	fuse := &pass.Pass{Name: "fuse", Summary: "fuse", From: pass.At(pass.Soac), Run: func(context.Context, *pass.Unit, pass.Options) error { return nil }}
	operations := len(ops.Default().Defs())
	all := Reachable(pass.NewRegistry(fuse))
	if got, want := all.Summary(all), fmt.Sprintf("reached 4 of 4 levels, %[1]d of %[1]d ops, 78 of 78 operators, 12 of 12 types, 1 of 1 passes", operations); got != want {
		t.Errorf("of everything: %q, want %q", got, want)
	}
	some := Coverage{"level soac": true, "op map": true, "operator add": true, "type f16": true}
	got := some.Summary(all)
	for _, want := range []string{
		fmt.Sprintf("reached 1 of 4 levels, 1 of %d ops, 1 of 78 operators, 1 of 12 types, 0 of 1 passes; not reached: levels imp, kernel, mem; ops accelerate, alloc, ", operations),
		" and 65 more; types bool, f32, f64, i16, i32, i64, i8, u16, u32, u64, u8; passes fuse",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q does not say %q", got, want)
		}
	}
}
