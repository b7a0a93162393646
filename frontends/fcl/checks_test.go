package fcl_test

import (
	"context"
	"os"
	"testing"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/scalar"
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

// TestDivisionsOfTiles: which tile a group works on takes one quotient and one remainder by a number
// that is known when the kernel starts; that the argument may be negative is the host's concern, in
// a version of the kernel for positive ones.
func TestDivisionsOfTiles(t *testing.T) {
	for _, file := range []string{"matmul_tiled", "transpose_tiled"} {
		name := "../../conformance/programs/fcl/" + file + ".fcl"
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		p, err := fcl.Compile(context.Background(), name, text, fcl.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var fast *imp.Launch
		imp.Walk(p.Funs[0].Body, func(s imp.Stm) bool {
			if l, ok := s.(*imp.Launch); ok && fast == nil {
				fast = l
			}
			return true
		})
		divisions := 0
		imp.Walk(fast.Body, func(s imp.Stm) bool {
			if d, ok := s.(*imp.Declare); ok {
				if x, ok := d.Init.(*imp.Prim); ok && (x.Fn == scalar.Quot || x.Fn == scalar.Rem) {
					if _, known := x.Args[1].(*imp.Const); !known {
						divisions++
					}
				}
			}
			return true
		})
		if divisions != 2 {
			t.Errorf("%s: %d divisions by numbers that are not constant:\n%s", file, divisions, p)
		}
	}
}
