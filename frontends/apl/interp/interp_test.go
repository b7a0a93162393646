package interp_test

import (
	"reflect"
	"testing"

	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/apl/interp"
	"github.com/lamina-lang/lamina/frontends/apl/syntax"
)

// TestArgumentsKeepTheirExtents is that a function leaves the extents of its argument alone: those of a
// scalar that a reduction made lay in the argument's, and dropping from it wrote to them.
func TestArgumentsKeepTheirExtents(t *testing.T) {
	p, err := syntax.Parse(&source.File{Name: "extents.apl", Text: "{⍵⍪3↓+/⍵}⍳0"})
	if err != nil {
		t.Fatal(err)
	}
	got, err := interp.Run(p)
	if err != nil || !reflect.DeepEqual(got.Value.Shape, []int{0}) {
		t.Errorf("got %v, %v; want an empty vector", got, err)
	}
}
