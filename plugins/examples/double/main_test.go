package main

import (
	"testing"

	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/pass/passtest"
)

// TestPass runs the pass on each archive in testdata: input.lir must become
// output.lir, and on the arguments in main.in both must give what main.out says.
// LAMINA_UPDATE=1 writes output.lir.
func TestPass(t *testing.T) {
	pass.Default.Register(Pass)
	passtest.Run(t, "testdata", "double")
}
