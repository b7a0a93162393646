// Package conformance_test runs random programs through pipelines and compares
// the reference interpreters after every pass.
package conformance_test

import (
	"testing"

	"github.com/lamina-lang/lamina/core/pass/passtest"
	_ "github.com/lamina-lang/lamina/passes/extractkernels"
	_ "github.com/lamina-lang/lamina/passes/fuse"
	_ "github.com/lamina-lang/lamina/passes/hoistallocs"
	_ "github.com/lamina-lang/lamina/passes/inline"
	_ "github.com/lamina-lang/lamina/passes/introducememory"
	_ "github.com/lamina-lang/lamina/passes/lowerallocs"
	_ "github.com/lamina-lang/lamina/passes/mergeblocks"
	_ "github.com/lamina-lang/lamina/passes/sequentialise"
	_ "github.com/lamina-lang/lamina/passes/shortcircuit"
	_ "github.com/lamina-lang/lamina/passes/simplify"
	_ "github.com/lamina-lang/lamina/passes/toimp"
)

var pipelines = []string{
	"simplify",
	"inline,simplify",
	"fuse,simplify,fuse,simplify",
	"extract-kernels,simplify,sequentialise,simplify",
	"inline{small=0,parallel=0},extract-kernels{segments},sequentialise",
	"extract-kernels,sequentialise,introduce-memory,hoist-allocs,lower-allocs,to-imp",
	"extract-kernels,sequentialise,introduce-memory,hoist-allocs,short-circuit,lower-allocs,merge-blocks,simplify,to-imp",
	"inline,simplify,fuse,simplify,extract-kernels,simplify,sequentialise,simplify,introduce-memory,simplify,hoist-allocs,short-circuit,lower-allocs,merge-blocks,simplify,to-imp",
}

func TestRandomProgramsKeepTheirMeaning(t *testing.T) {
	for _, p := range pipelines {
		t.Run(p, func(t *testing.T) { passtest.Property(t, p) })
	}
}
