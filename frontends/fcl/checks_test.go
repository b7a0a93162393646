package fcl_test

import (
	"context"
	"os"
	"testing"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/frontends/fcl"
)

// TestTilesAreNotChecked: the loop that multiplies tiles reads them at places that follow from the
// loop's bounds, whatever else is known of the tiles' places in the matrices.
func TestTilesAreNotChecked(t *testing.T) {
	const file = "../../conformance/programs/fcl/matmul_tiled.fcl"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	p, err := fcl.Compile(context.Background(), file, text, fcl.Options{})
	if err != nil {
		t.Fatal(err)
	}
	innermost := 0
	imp.Walk(p.Funs[0].Body, func(s imp.Stm) bool {
		loop, ok := s.(*imp.For)
		if !ok {
			return true
		}
		loops, ifs := 0, 0
		imp.Walk(loop.Body, func(s imp.Stm) bool {
			switch s.(type) {
			case *imp.For:
				loops++
			case *imp.If:
				ifs++
			}
			return true
		})
		if loops == 0 {
			innermost++
			if ifs > 0 {
				t.Errorf("a loop over a tile checks %d places:\n%s", ifs, p)
			}
		}
		return true
	})
	if innermost == 0 {
		t.Errorf("there is no loop over a tile:\n%s", p)
	}
}
