package inline_test

import (
	"testing"

	"github.com/lamina-lang/lamina/core/pass/passtest"
	_ "github.com/lamina-lang/lamina/passes/inline"
)

func TestGolden(t *testing.T) { passtest.Run(t, "testdata", "inline") }
