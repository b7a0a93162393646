package toimp

import (
	"testing"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/ops"
)

// Every operation of level mem, and no other, has a lowering.
func TestEveryOperationIsLowered(t *testing.T) {
	known := map[string]bool{}
	for _, d := range ops.Default().Defs() {
		known[d.Name] = d.Levels.Has(ir.Mem)
		if got := lowerings[d.Name] != nil; got != known[d.Name] {
			t.Errorf("%s, of levels %s: there is a lowering: %v", d.Name, d.Levels, got)
		}
	}
	for op := range lowerings {
		if !known[op] {
			t.Errorf("there is a lowering of %s, which is no operation of level mem", op)
		}
	}
}
