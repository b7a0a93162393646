package dropstores_test

import (
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/pass/passtest"
	"github.com/lamina-lang/lamina/passes/imp/decide"
	"github.com/lamina-lang/lamina/passes/imp/dropstores"
)

func TestGolden(t *testing.T) { passtest.Run(t, "testdata", "drop-stores") }

// TestNoAllocationGoesAfterDecide: decide takes an allocation for proof that its size does not wrap, so the
// program has to fail there if it does.
func TestNoAllocationGoesAfterDecide(t *testing.T) {
	_, err := pass.Build(pass.Imp, pass.Step{Pass: decide.Pass}, pass.Step{Pass: dropstores.Pass})
	if err == nil || !strings.Contains(err.Error(), "drop-stores must run before decide") {
		t.Errorf("drop-stores after decide gives %v", err)
	}
	if _, err := pass.Build(pass.Imp, pass.Step{Pass: dropstores.Pass}, pass.Step{Pass: decide.Pass}); err != nil {
		t.Error(err)
	}
}
