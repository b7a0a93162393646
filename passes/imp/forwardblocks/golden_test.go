package forwardblocks_test

import (
	"testing"

	"github.com/lamina-lang/lamina/core/pass/passtest"
	_ "github.com/lamina-lang/lamina/passes/imp/forwardblocks"
)

func TestGolden(t *testing.T) { passtest.Run(t, "testdata", "forward-blocks") }
