package mergeblocks_test

import (
	"testing"

	"github.com/lamina-lang/lamina/core/pass/passtest"
	_ "github.com/lamina-lang/lamina/passes/extractkernels"
	_ "github.com/lamina-lang/lamina/passes/fuse"
	_ "github.com/lamina-lang/lamina/passes/hoistallocs"
	_ "github.com/lamina-lang/lamina/passes/introducememory"
	_ "github.com/lamina-lang/lamina/passes/lowerallocs"
	_ "github.com/lamina-lang/lamina/passes/mergeblocks"
	_ "github.com/lamina-lang/lamina/passes/sequentialise"
	_ "github.com/lamina-lang/lamina/passes/shortcircuit"
	_ "github.com/lamina-lang/lamina/passes/simplify"
)

func TestSurvey(t *testing.T) {
	passtest.Survey(t, "fuse,simplify,extract-kernels,simplify,sequentialise,simplify,introduce-memory,simplify,hoist-allocs,short-circuit,simplify,lower-allocs", "merge-blocks")
}
