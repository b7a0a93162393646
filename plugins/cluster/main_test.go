package main

import (
	"testing"

	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/pass/passtest"
)

// TestPass runs the pass on each archive in testdata: the result for input.lir must be output.lir, and
// both must give the results in main.out for the arguments in main.in. LAMINA_UPDATE=1 writes
// output.lir.
func TestPass(t *testing.T) {
	pass.Default.Register(Pass)
	passtest.Run(t, "testdata", "cluster")
}
