package tail_test

import (
	"context"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/check"
	lamina "github.com/lamina-lang/lamina/core/interp"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/tail"
	"github.com/lamina-lang/lamina/frontends/tail/syntax"
)

// TestNegativeSizes has sizes that constants show to be negative: the program is well-formed, and
// ends with an error.
func TestNegativeSizes(t *testing.T) {
	for _, c := range []struct{ text, message string }{
		{"iota(~1)", "iota of -1, which is negative"},
		{"reduce(addi, 0, iota(subi(2, 5)))", "iota of -3, which is negative"},
		{"reshape([2, ~2], 0, iota(3))", "reshape to the extents [2][-2], of which one is negative"},
		{"cells([~1], fn i => iota(3), iota(2))", "an extent of -1"},
	} {
		t.Run(c.text, func(t *testing.T) {
			ctx := context.Background()
			p, err := syntax.Parse(&source.File{Name: "size.tail", Text: c.text})
			if err != nil {
				t.Fatal(err)
			}
			program, err := tail.CompileProgram(ctx, p)
			if err != nil {
				t.Fatal(err)
			}
			if err := check.Program(program); err != nil {
				t.Error(err)
			}
			_, err = lamina.Value(ctx, program, p.Entries[0].Name, nil, lamina.Options{})
			if err == nil || !strings.Contains(err.Error(), c.message) {
				t.Errorf("the run ends with %v, not: %s", err, c.message)
			}
		})
	}
}
